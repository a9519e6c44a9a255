// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "holon/view/diagram/diagram_layout.h"

namespace holon {

/// A layered drawing while it is made, by the steps of `run`: the vertices of each rank are
/// ordered so that few edges cross (diagram_layering.cpp), placed so that edges are straight
/// (diagram_places.cpp), and the edges are routed (diagram_routes.cpp).
class DiagramLayering {
 public:
  DiagramLayering(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges,
                  const LayoutSpacing& spacing)
      : nodes_(nodes), edges_(edges), spacing_(spacing), flat_offsets_(edges.size()) {}

  Layout run() {
    make_vertices();
    order_by_search();
    reduce_crossings();
    place_ports();
    place_across();
    straighten_chains();
    return finish();
  }

 private:
  /// A node, or the point at which a long edge passes a rank between its ends.
  struct Vertex {
    int node = -1;
    int rank = 0;
    std::vector<int> groups;
    double across = 0;                       // size
    double place = 0;                        // of its centre
    std::size_t position = 0;                // in its layer
    std::vector<std::size_t> before, after;  // segments to the neighbouring ranks
  };

  /// The part of an edge between two neighbouring ranks.
  struct Segment {
    std::size_t low = 0, high = 0;  // vertices, of rank r and r + 1
    std::size_t edge = 0;
    double low_offset = 0, high_offset = 0;  // of its ends from the vertices' centres
    double strength = 1;                     // weight of its straightness
  };

  /// One end of an edge at a side of a node.
  struct Port {
    double toward = 0;  // direction of the edge, for sorting
    std::size_t edge = 0;
    LayoutEnd room;
    double* offset = nullptr;
  };

  std::size_t add_vertex(int node, int rank, std::vector<int> groups);
  void add_segment(std::size_t low, std::size_t high, std::size_t edge);
  void make_vertices();
  void order_by_search();
  void sort_layer(std::vector<std::size_t>& layer, const std::vector<double>& wish);
  void number(const std::vector<std::size_t>& layer);
  std::int64_t count_crossings(std::size_t rank) const;
  std::int64_t count_all_crossings() const;
  void reduce_crossings();
  void swap_neighbours();
  void place_ports();
  double spread(std::vector<Port>& ports, double middle) const;
  double distance(const Vertex& a, const Vertex& b) const;
  void place_across();
  void settle(const std::vector<std::size_t>& layer, const std::vector<double>& wish,
              const std::vector<double>& weight);
  const Segment* find_strongest(const std::vector<std::size_t>& segments) const;
  void straighten_chains();
  Layout finish();
  void add_bands(Layout& layout, const std::vector<double>& starts,
                 const std::vector<double>& ends) const;

  const Vertex& vertex_of(int node) const { return vertices_[static_cast<std::size_t>(node)]; }
  std::size_t other(const Segment& s, std::size_t vertex) const {
    return s.low == vertex ? s.high : s.low;
  }
  /// The position of the vertex for which this segment is straight.
  double straight_place(const Segment& s, std::size_t vertex) const {
    return s.low == vertex ? vertices_[s.high].place + s.high_offset - s.low_offset
                           : vertices_[s.low].place + s.low_offset - s.high_offset;
  }

  const std::vector<LayoutNode>& nodes_;
  const std::vector<LayoutEdge>& edges_;
  const LayoutSpacing& spacing_;
  std::vector<Vertex> vertices_;  // the nodes first
  std::vector<Segment> segments_;
  std::vector<std::vector<std::size_t>> layers_;
  std::vector<std::size_t> flat_;                    // edges within one rank
  std::vector<std::array<double, 2>> flat_offsets_;  // by edge
};

}  // namespace holon
