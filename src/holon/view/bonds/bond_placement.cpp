// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The choice between the two layouts of a bond graph.
#include <algorithm>
#include <cmath>

#include "holon/view/bonds/bond_layout.h"

namespace holon {

namespace {

/// The point at which a line leaves a box about its end, as fraction of the line.
double leave_box(const BondLayoutNode& box, double dx, double dy) {
  const double x = std::abs(dx) > 1e-9 ? 0.5 * box.width / std::abs(dx) : 1e300;
  const double y = std::abs(dy) > 1e-9 ? 0.5 * box.height / std::abs(dy) : 1e300;
  return std::min(x, y);
}

bool do_cross(const BondLayoutPoint& a, const BondLayoutPoint& b, const BondLayoutPoint& c,
              const BondLayoutPoint& d) {
  const auto side = [](const BondLayoutPoint& p, const BondLayoutPoint& q,
                       const BondLayoutPoint& r) {
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  };
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/// Whether a line passes through the text of a box.
bool does_hit(const BondLayoutPoint& a, const BondLayoutPoint& b, const BondLayoutPoint& at,
              const BondLayoutNode& box) {
  const double x = 0.5 * box.width - 2, y = 0.5 * box.height - 2;
  const BondLayoutPoint corners[] = {
      {at.x - x, at.y - y}, {at.x + x, at.y - y}, {at.x + x, at.y + y}, {at.x - x, at.y + y}};
  return do_cross(a, b, corners[0], corners[2]) || do_cross(a, b, corners[1], corners[3]);
}

/// Straight bonds between positions; `is_clear`: they cross nothing and have room for their
/// symbols.
BondPlacement join_straight(const std::vector<BondLayoutNode>& nodes,
                            const std::vector<BondLayoutEdge>& edges, bool& is_clear) {
  constexpr double kShortest = 26;  // [px]
  BondPlacement result;
  result.centers = lay_out_bonds(nodes, edges);
  for (const BondLayoutNode& n : nodes) result.heights.push_back(n.height);
  is_clear = true;
  for (const BondLayoutEdge& edge : edges) {
    const auto from = static_cast<std::size_t>(edge.from), to = static_cast<std::size_t>(edge.to);
    const BondLayoutPoint a = result.centers[from], b = result.centers[to];
    const double dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
    const double start = leave_box(nodes[from], dx, dy), end = 1 - leave_box(nodes[to], dx, dy);
    if ((end - start) * length < kShortest) is_clear = false;
    result.routes.push_back(
        {{a.x + start * dx, a.y + start * dy}, {a.x + end * dx, a.y + end * dy}});
  }
  for (std::size_t e = 0; is_clear && e < edges.size(); ++e) {
    const auto& line = result.routes[e];
    for (std::size_t f = 0; f < e; ++f)
      if (do_cross(line[0], line[1], result.routes[f][0], result.routes[f][1])) is_clear = false;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      const bool is_end =
          edges[e].from == static_cast<int>(k) || edges[e].to == static_cast<int>(k);
      if (!is_end && does_hit(line[0], line[1], result.centers[k], nodes[k])) is_clear = false;
    }
  }
  return result;
}

}  // namespace

BondPlacement place_bonds(const std::vector<BondLayoutNode>& nodes,
                          const std::vector<BondLayoutEdge>& edges) {
  constexpr std::size_t kMost = 60;  // beyond them straight bonds are hard to follow, and slow
  if (nodes.size() <= kMost) {
    bool is_clear = false;
    BondPlacement straight = join_straight(nodes, edges, is_clear);
    if (is_clear) return straight;
  }
  return lay_out_bonds_in_layers(nodes, edges);
}

}  // namespace holon
