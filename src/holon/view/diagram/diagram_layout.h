// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

/// Layered drawings of graphs after K. Sugiyama, S. Tagawa, M. Toda, Methods for visual
/// understanding of hierarchical system structures, IEEE Trans. SMC 11 (1981) 109-125: the ranks
/// are given; within each the order is chosen for few crossings, then the positions for straight
/// edges. "Along" is the direction from rank to rank, "across" that within a rank. Lengths are
/// pixels.
namespace holon {

struct LayoutNode {
  int rank = 0;
  double along = 0, across = 0;  ///< size; the extent across grows if its edges need more
  std::vector<int> groups;       ///< that contain it, the outermost first
  double middle = 0;             ///< across, from the centre to the middle of its edges' ends
};

/// The space that an edge requires at one end, for a label beside its line.
struct LayoutEnd {
  double straight = 0;           ///< before it may bend
  double before = 6, after = 6;  ///< of the line, across
};

struct LayoutEdge {
  int from = 0, to = 0;  ///< different nodes, of any ranks
  LayoutEnd from_end, to_end;
  double weight = 1;  ///< weight of its straightness
};

struct LayoutPoint {
  double along = 0, across = 0;
};

/// An edge from `from` to `to`: straight segments, connected by bends.
struct LayoutRoute {
  std::vector<std::array<LayoutPoint, 2>> pieces;
  double bulge = 0;  ///< of an edge within one rank: extent of its only bend
};

/// The range of a group in one rank, which contains nothing else.
struct LayoutBand {
  int group = 0, rank = 0;
  LayoutPoint low, high;
};

struct LayoutSpacing {
  double nodes = 26, lines = 12;  ///< across, between neighbours
  double bend = 34;               ///< along, least length of a bend
  double rim = 1e9;  ///< across, largest distance between the last edge of a node and its corner
  double group_low = 0, group_high = 0;  ///< across, between a group's rim and its contents
  double group_along = 0;
};

struct Layout {
  std::vector<LayoutPoint> centers;  ///< of the nodes
  std::vector<double> across;        ///< sizes of the nodes
  std::vector<LayoutRoute> routes;   ///< of the edges
  std::vector<LayoutBand> bands;     ///< by group, then by rank
  LayoutPoint low, high;             ///< of everything
};

/// Depends only on its arguments. Boxes are disjoint, and no edge passes through one.
Layout lay_out(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges,
               const LayoutSpacing& spacing);

}  // namespace holon
