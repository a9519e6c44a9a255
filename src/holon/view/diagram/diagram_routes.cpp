// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/diagram/diagram_layering.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace holon {

Layout DiagramLayering::finish() {
  Layout layout;
  const std::size_t ranks = layers_.size();
  std::vector<double> size(ranks, 0), low_stub(ranks, 0), high_stub(ranks, 0), bend(ranks, 0);
  for (std::size_t r = 0; r < ranks; ++r) bend[r] = r + 1 < ranks ? spacing_.bend : 0;
  for (const LayoutNode& node : nodes_) {
    double& along = size[static_cast<std::size_t>(node.rank)];
    along = std::max(along, node.along);
  }
  const auto stub = [](double& at, double wanted) { at = std::max(at, wanted); };
  for (const Segment& s : segments_) {
    const auto r = static_cast<std::size_t>(vertices_[s.low].rank);
    const LayoutEdge& edge = edges_[s.edge];
    const bool forward = vertex_of(edge.from).rank < vertex_of(edge.to).rank;
    if (vertices_[s.low].node >= 0)
      stub(high_stub[r], (forward ? edge.from_end : edge.to_end).straight);
    if (vertices_[s.high].node >= 0)
      stub(low_stub[r + 1], (forward ? edge.to_end : edge.from_end).straight);
    // Long oblique segments get more space, so that they are easy to follow.
    const double slope =
        std::abs(vertices_[s.low].place + s.low_offset - vertices_[s.high].place - s.high_offset);
    bend[r] = std::max(bend[r], std::min(0.3 * slope, 2.5 * spacing_.bend));
  }
  for (const std::size_t e : flat_) {
    const auto r = static_cast<std::size_t>(vertex_of(edges_[e].from).rank);
    stub(high_stub[r], std::max(edges_[e].from_end.straight, edges_[e].to_end.straight));
    bend[r] = std::max(bend[r], spacing_.bend);
  }
  std::vector<double> start(ranks, 0), end(ranks, 0);
  for (std::size_t r = 0; r < ranks; ++r) {
    if (r > 0)
      start[r] = end[r - 1] + high_stub[r - 1] + bend[r - 1] + low_stub[r] + spacing_.group_along;
    end[r] = start[r] + size[r];
  }

  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const auto r = static_cast<std::size_t>(nodes_[n].rank);
    layout.centers.push_back({(start[r] + end[r]) / 2, vertices_[n].place});
    layout.across.push_back(vertices_[n].across);
  }
  layout.routes.resize(edges_.size());
  // Segments of one edge are in ascending order of rank; routes are from `from` to `to`.
  for (const Segment& s : segments_) {
    auto& pieces = layout.routes[s.edge].pieces;
    const Vertex &low = vertices_[s.low], &high = vertices_[s.high];
    const auto r = static_cast<std::size_t>(low.rank);
    const double a = low.place + s.low_offset, b = high.place + s.high_offset;
    const double leave = end[r] + high_stub[r], arrive = start[r + 1] - low_stub[r + 1];
    if (low.node >= 0) {
      const double half = nodes_[static_cast<std::size_t>(low.node)].along / 2;
      pieces.push_back({LayoutPoint{(start[r] + end[r]) / 2 + half, a}, {leave, a}});
    } else {
      pieces.back()[1] = {leave, a};
    }
    double stop = arrive;
    if (high.node >= 0)
      stop =
          (start[r + 1] + end[r + 1]) / 2 - nodes_[static_cast<std::size_t>(high.node)].along / 2;
    pieces.push_back({LayoutPoint{arrive, b}, {stop, b}});
  }
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const LayoutEdge& edge = edges_[e];
    LayoutRoute& route = layout.routes[e];
    if (vertex_of(edge.from).rank > vertex_of(edge.to).rank) {
      std::reverse(route.pieces.begin(), route.pieces.end());
      for (auto& piece : route.pieces) std::swap(piece[0], piece[1]);
    }
  }
  for (const std::size_t e : flat_) {
    const LayoutEdge& edge = edges_[e];
    const auto r = static_cast<std::size_t>(vertex_of(edge.from).rank);
    LayoutRoute& route = layout.routes[e];
    route.bulge = spacing_.bend;
    const double leave = end[r] + high_stub[r];
    for (const bool from : {true, false}) {
      const auto n = static_cast<std::size_t>(from ? edge.from : edge.to);
      const LayoutPoint side{(start[r] + end[r] + nodes_[n].along) / 2,
                             vertices_[n].place + flat_offsets_[e][from ? 0 : 1]};
      const LayoutPoint turn{leave, side.across};
      route.pieces.push_back(from ? std::array{side, turn} : std::array{turn, side});
    }
  }
  add_bands(layout, start, end);

  layout.low = {HUGE_VAL, HUGE_VAL};
  layout.high = {-HUGE_VAL, -HUGE_VAL};
  const auto cover = [&](double along, double across) {
    layout.low = {std::min(layout.low.along, along), std::min(layout.low.across, across)};
    layout.high = {std::max(layout.high.along, along), std::max(layout.high.across, across)};
  };
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    for (const double side : {-0.5, 0.5})
      cover(layout.centers[n].along + side * nodes_[n].along,
            layout.centers[n].across + side * layout.across[n]);
  for (const LayoutRoute& route : layout.routes)
    for (const auto& piece : route.pieces)
      for (const LayoutPoint& p : piece) cover(p.along + 0.75 * route.bulge, p.across);
  for (const LayoutBand& band : layout.bands) {
    cover(band.low.along, band.low.across);
    cover(band.high.along, band.high.across);
  }
  return layout;
}

void DiagramLayering::add_bands(Layout& layout, const std::vector<double>& starts,
                                const std::vector<double>& ends) const {
  std::map<std::pair<int, int>, LayoutBand> bands;  // by group and rank
  for (const auto& layer : layers_)
    for (const std::size_t v : layer) {
      const Vertex& vertex = vertices_[v];
      for (std::size_t g = 0; g < vertex.groups.size(); ++g) {
        // Rims of the nested groups are between.
        const auto inside = static_cast<double>(vertex.groups.size() - g);
        const double low = vertex.place - vertex.across / 2 - inside * spacing_.group_low,
                     high = vertex.place + vertex.across / 2 + inside * spacing_.group_high;
        const auto r = static_cast<std::size_t>(vertex.rank);
        const double rim = spacing_.group_along / 2 * inside / (inside + static_cast<double>(g));
        LayoutBand band{
            vertex.groups[g], vertex.rank, {starts[r] - rim, low}, {ends[r] + rim, high}};
        const auto [it, is_new] = bands.try_emplace({band.group, band.rank}, band);
        if (is_new) continue;
        it->second.low.across = std::min(it->second.low.across, low);
        it->second.high.across = std::max(it->second.high.across, high);
        it->second.low.along = std::min(it->second.low.along, band.low.along);
        it->second.high.along = std::max(it->second.high.along, band.high.along);
      }
    }
  for (auto& [key, band] : bands) layout.bands.push_back(band);
}

}  // namespace holon
