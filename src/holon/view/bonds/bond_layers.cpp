// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <queue>

#include "holon/view/bonds/bond_layout.h"
#include "holon/view/bonds/bond_rows.h"
#include "holon/view/diagram/diagram_layout.h"

namespace holon {

namespace {

constexpr double kUpright = 46;    // [px] of a bond to an element above or below
constexpr double kStraight = 34;   // [px] of a bond before it bends: half arrow, stroke, number
constexpr double kLine = 11;       // [px] on either side of a bond
constexpr double kLabelled = 15;   // the same if the name of a port is beside its end
constexpr double kMainWeight = 8;  // of bonds on the longest path, which should be straight
constexpr double kBeside = 16;     // [px] between adjacent elements
constexpr double kPartsApart = 80;

class LayeredBonds {
 public:
  LayeredBonds(const std::vector<BondLayoutNode>& nodes, const std::vector<BondLayoutEdge>& edges)
      : nodes_(nodes), edges_(edges), bonds_(nodes.size()) {
    for (std::size_t e = 0; e < edges.size(); ++e) {
      bonds_[static_cast<std::size_t>(edges[e].from)].push_back(e);
      bonds_[static_cast<std::size_t>(edges[e].to)].push_back(e);
    }
  }
  BondPlacement run();

 private:
  struct Arm {
    std::vector<int> leaves;  // from left to right
    double width = 0, height = 0;
  };
  struct Stem {
    Arm above, below;
    double tall = 0;  // of the element itself
  };

  const BondLayoutNode& node(int k) const { return nodes_[static_cast<std::size_t>(k)]; }
  int other(std::size_t e, int k) const {
    return edges_[e].from == k ? edges_[e].to : edges_[e].from;
  }
  std::vector<int> walk(int start, std::vector<int>& rank) const;
  int find_root(const std::vector<int>& group) const;
  void find_leaves(const std::vector<int>& group, int root);
  void hang(Arm& arm, int leaf);
  void find_main_path(const std::vector<int>& group);
  static double beside_line(double label) { return label > 0 ? kLabelled : kLine; }
  double calc_side(int k, bool low) const;
  void place(const std::vector<int>& group);
  void place_leaves(int k);
  void shift(int k, double dy);
  void draw_near(const std::vector<int>& core);
  void break_rows(const std::vector<int>& core, const std::vector<std::size_t>& joined);
  void shift_up(const std::vector<int>& group);

  const std::vector<BondLayoutNode>& nodes_;
  const std::vector<BondLayoutEdge>& edges_;
  std::vector<std::vector<std::size_t>> bonds_;  // by node
  std::vector<int> rank_;
  std::vector<bool> is_leaf_;
  std::vector<bool> is_main_;  // by edge
  std::vector<Stem> stems_;    // by node
  BondPlacement result_;
  double top_ = 0;  // of the next part
};

/// Distances along bonds; the nodes in the order in which they are reached.
std::vector<int> LayeredBonds::walk(int start, std::vector<int>& rank) const {
  std::vector<int> order{start};
  rank[static_cast<std::size_t>(start)] = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    for (const std::size_t e : bonds_[static_cast<std::size_t>(order[k])]) {
      const int next = other(e, order[k]);
      if (rank[static_cast<std::size_t>(next)] >= 0) continue;
      rank[static_cast<std::size_t>(next)] = rank[static_cast<std::size_t>(order[k])] + 1;
      order.push_back(next);
    }
  }
  return order;
}

/// The source with the longest path to the farthest element; without sources any element.
int LayeredBonds::find_root(const std::vector<int>& group) const {
  const bool has_source =
      std::any_of(group.begin(), group.end(), [&](int k) { return node(k).side < 0; });
  int root = group[0], longest = -1;
  for (const int k : group) {
    if (has_source && node(k).side >= 0) continue;
    std::vector<int> rank(nodes_.size(), -1);
    const int far = rank[static_cast<std::size_t>(walk(k, rank).back())];
    if (far > longest) longest = far, root = k;
    if (!has_source && nodes_.size() > 400) break;
  }
  return root;
}

void LayeredBonds::find_leaves(const std::vector<int>& group, int root) {
  for (const int k : group) {
    const auto& bonds = bonds_[static_cast<std::size_t>(k)];
    if (k == root || bonds.size() != 1) continue;
    const int at = other(bonds[0], k);
    is_leaf_[static_cast<std::size_t>(k)] =
        at == root || bonds_[static_cast<std::size_t>(at)].size() > 1;
  }
  for (const int k : group) {
    if (is_leaf_[static_cast<std::size_t>(k)]) continue;
    Stem& stem = stems_[static_cast<std::size_t>(k)];
    for (const std::size_t e : bonds_[static_cast<std::size_t>(k)]) {
      const int leaf = other(e, k);
      if (!is_leaf_[static_cast<std::size_t>(leaf)]) continue;
      hang(stem.below.width <= stem.above.width ? stem.below : stem.above, leaf);
    }
    stem.tall = std::max({node(k).height, calc_side(k, true), calc_side(k, false)});
  }
}

void LayeredBonds::hang(Arm& arm, int leaf) {
  arm.width += node(leaf).width + (arm.leaves.empty() ? 0 : kBeside);
  arm.height = std::max(arm.height, node(leaf).height + kUpright);
  arm.leaves.push_back(leaf);
}

/// The space for the ends of bonds on one side.
double LayeredBonds::calc_side(int k, bool low) const {
  double sum = 0;
  for (const std::size_t e : bonds_[static_cast<std::size_t>(k)]) {
    const int next = other(e, k);
    if (is_leaf_[static_cast<std::size_t>(next)]) continue;
    const bool is_low = rank_[static_cast<std::size_t>(next)] < rank_[static_cast<std::size_t>(k)];
    const double label = edges_[e].from == k ? edges_[e].from_label : edges_[e].to_label;
    if (is_low == low) sum += 2 * beside_line(label);
  }
  return sum;
}

/// From an element of the last layer back to the root.
void LayeredBonds::find_main_path(const std::vector<int>& group) {
  int at = group[0];
  for (const int k : group) {
    const auto rank = [&](int n) { return rank_[static_cast<std::size_t>(n)]; };
    if (!is_leaf_[static_cast<std::size_t>(k)] &&
        (is_leaf_[static_cast<std::size_t>(at)] || rank(k) > rank(at)))
      at = k;
  }
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const std::size_t e : bonds_[static_cast<std::size_t>(at)]) {
      const int next = other(e, at);
      if (rank_[static_cast<std::size_t>(next)] >= rank_[static_cast<std::size_t>(at)]) continue;
      is_main_[e] = true;
      at = next;
      goes_on = true;
      break;
    }
  }
}

void LayeredBonds::place(const std::vector<int>& group) {
  std::vector<int> core, local(nodes_.size(), -1);
  std::vector<LayoutNode> boxes;
  for (const int k : group) {
    if (is_leaf_[static_cast<std::size_t>(k)]) continue;
    const Stem& stem = stems_[static_cast<std::size_t>(k)];
    local[static_cast<std::size_t>(k)] = static_cast<int>(core.size());
    core.push_back(k);
    LayoutNode box;
    box.rank = rank_[static_cast<std::size_t>(k)];
    box.along = std::max({node(k).width, stem.above.width, stem.below.width});
    box.across = stem.above.height + stem.tall + stem.below.height;
    box.middle = 0.5 * (stem.above.height - stem.below.height);
    boxes.push_back(box);
  }
  std::vector<LayoutEdge> lines;
  std::vector<std::size_t> joined;
  for (const int k : core) {
    for (const std::size_t e : bonds_[static_cast<std::size_t>(k)]) {
      const BondLayoutEdge& edge = edges_[e];
      if (edge.from != k || is_leaf_[static_cast<std::size_t>(edge.to)]) continue;
      LayoutEdge line;
      line.from = local[static_cast<std::size_t>(edge.from)];
      line.to = local[static_cast<std::size_t>(edge.to)];
      const double from = beside_line(edge.from_label), to = beside_line(edge.to_label);
      line.from_end = {kStraight + edge.from_label, from, from};
      line.to_end = {kStraight + edge.to_label, to, to};
      line.weight = is_main_[e] ? kMainWeight : 1;
      lines.push_back(line);
      joined.push_back(e);
    }
  }
  LayoutSpacing spacing;
  spacing.nodes = 18;
  spacing.lines = 2 * kLine;
  spacing.bend = 16;
  spacing.rim = 0;
  const Layout layout = lay_out(boxes, lines, spacing);
  for (std::size_t c = 0; c < core.size(); ++c) {
    result_.centers[static_cast<std::size_t>(core[c])] = {
        layout.centers[c].along, layout.centers[c].across + boxes[c].middle};
  }
  for (std::size_t l = 0; l < lines.size(); ++l) {
    auto& route = result_.routes[joined[l]];
    const LayoutRoute& found = layout.routes[l];
    for (std::size_t p = 0; p < found.pieces.size(); ++p) {
      for (const LayoutPoint& point : found.pieces[p]) route.push_back({point.along, point.across});
      if (found.bulge > 0 && p == 0) {
        const double out = found.pieces[0][1].along + found.bulge;
        route.push_back({out, found.pieces[0][1].across});
        route.push_back({out, found.pieces[1][0].across});
      }
    }
    // The boxes are as wide as the element with its attached elements; bonds end at the element
    // itself.
    const auto pull_in = [&](BondLayoutPoint& end, int k) {
      const double x = result_.centers[static_cast<std::size_t>(k)].x;
      end.x = x + (end.x < x ? -0.5 : 0.5) * node(k).width;
    };
    pull_in(route.front(), edges_[joined[l]].from);
    pull_in(route.back(), edges_[joined[l]].to);
  }
  draw_near(core);
  break_rows(core, joined);
  for (const int k : core) place_leaves(k);
}

void LayeredBonds::place_leaves(int k) {
  const Stem& stem = stems_[static_cast<std::size_t>(k)];
  const BondLayoutPoint at = result_.centers[static_cast<std::size_t>(k)];
  result_.heights[static_cast<std::size_t>(k)] = stem.tall;
  for (const bool is_below : {false, true}) {
    const Arm& arm = is_below ? stem.below : stem.above;
    const double sign = is_below ? 1 : -1, rim = at.y + sign * 0.5 * stem.tall;
    double x = at.x - 0.5 * arm.width;
    for (const int leaf : arm.leaves) {
      const BondLayoutNode& n = node(leaf);
      const double middle = x + 0.5 * n.width;
      x += n.width + kBeside;
      result_.centers[static_cast<std::size_t>(leaf)] = {middle,
                                                         rim + sign * (kUpright + 0.5 * n.height)};
      const std::size_t e = bonds_[static_cast<std::size_t>(leaf)][0];
      // Horizontal bonds begin at the sides, so these share the rim.
      const double most = 0.5 * node(k).width - 8;
      const double share = std::clamp(middle, at.x - most, at.x + most);
      result_.routes[e] = {{arm.leaves.size() == 1 ? middle : share, rim},
                           {middle, rim + sign * kUpright}};
      if (edges_[e].from == leaf) std::reverse(result_.routes[e].begin(), result_.routes[e].end());
    }
  }
}

void LayeredBonds::shift(int k, double dy) {
  result_.centers[static_cast<std::size_t>(k)].y += dy;
  for (const std::size_t e : bonds_[static_cast<std::size_t>(k)]) {
    auto& route = result_.routes[e];  // half of its corners belong to each end
    for (std::size_t p = 0; p < route.size() / 2; ++p)
      (edges_[e].from == k ? route[p] : route[route.size() - 1 - p]).y += dy;
  }
}

/// Elements off the main path are moved as close to their neighbours as those of their layer
/// permit: the layout keeps side branches at their positions before the main path was straightened.
void LayeredBonds::draw_near(const std::vector<int>& core) {
  constexpr int kRounds = 20;
  constexpr double kRoom = 18;  // [px] between elements of one layer
  std::vector<std::vector<int>> layers;
  std::vector<bool> is_fixed(nodes_.size(), false);
  for (const int k : core) {
    const auto r = static_cast<std::size_t>(rank_[static_cast<std::size_t>(k)]);
    if (layers.size() <= r) layers.resize(r + 1);
    layers[r].push_back(k);
    for (const std::size_t e : bonds_[static_cast<std::size_t>(k)])
      if (is_main_[e]) is_fixed[static_cast<std::size_t>(k)] = true;
  }
  const auto y_of = [&](int k) { return result_.centers[static_cast<std::size_t>(k)].y; };
  const auto top = [&](int k) {
    const Stem& stem = stems_[static_cast<std::size_t>(k)];
    return y_of(k) - 0.5 * stem.tall - stem.above.height;
  };
  const auto bottom = [&](int k) {
    const Stem& stem = stems_[static_cast<std::size_t>(k)];
    return y_of(k) + 0.5 * stem.tall + stem.below.height;
  };
  for (auto& layer : layers)
    std::sort(layer.begin(), layer.end(), [&](int a, int b) { return y_of(a) < y_of(b); });
  for (int round = 0; round < kRounds; ++round) {
    for (const auto& layer : layers) {
      for (std::size_t n = 0; n < layer.size(); ++n) {
        const int k = layer[n];
        if (is_fixed[static_cast<std::size_t>(k)]) continue;
        double sum = 0, count = 0;
        for (const std::size_t e : bonds_[static_cast<std::size_t>(k)]) {
          const auto& route = result_.routes[e];
          if (is_leaf_[static_cast<std::size_t>(other(e, k))] || route.empty()) continue;
          const double way = route.back().y - route.front().y;
          sum += edges_[e].from == k ? way : -way;
          ++count;
        }
        if (count == 0) continue;
        const double low = n == 0 ? -1e300 : bottom(layer[n - 1]) + kRoom - top(k);
        const double high = n + 1 == layer.size() ? 1e300 : top(layer[n + 1]) - kRoom - bottom(k);
        if (low > high) continue;
        shift(k, std::clamp(sum / count, low, high));
      }
    }
  }
}

/// Continues the drawing below if it is too wide.
void LayeredBonds::break_rows(const std::vector<int>& core,
                              const std::vector<std::size_t>& joined) {
  std::vector<detail::RowBox> boxes;
  for (const int k : core) {
    const Stem& stem = stems_[static_cast<std::size_t>(k)];
    const BondLayoutPoint p = result_.centers[static_cast<std::size_t>(k)];
    const double half = 0.5 * std::max({node(k).width, stem.above.width, stem.below.width});
    boxes.push_back({k, rank_[static_cast<std::size_t>(k)], p.x - half, p.x + half,
                     p.y - 0.5 * stem.tall - stem.above.height,
                     p.y + 0.5 * stem.tall + stem.below.height});
  }
  detail::break_rows(boxes, edges_, joined, result_);
}

/// Below the components placed so far.
void LayeredBonds::shift_up(const std::vector<int>& group) {
  double low = 1e300, high = -1e300, left = 1e300;
  for (const int k : group) {
    const BondLayoutPoint p = result_.centers[static_cast<std::size_t>(k)];
    const double half = 0.5 * result_.heights[static_cast<std::size_t>(k)];
    low = std::min(low, p.y - half), high = std::max(high, p.y + half);
    left = std::min(left, p.x - 0.5 * node(k).width);
  }
  for (const int k : group) {
    BondLayoutPoint& p = result_.centers[static_cast<std::size_t>(k)];
    p.x -= left, p.y += top_ - low;
    for (const std::size_t e : bonds_[static_cast<std::size_t>(k)]) {
      if (edges_[e].from != k) continue;
      for (BondLayoutPoint& q : result_.routes[e]) q.x -= left, q.y += top_ - low;
    }
  }
  top_ += high - low + kPartsApart;
}

BondPlacement LayeredBonds::run() {
  result_.centers.resize(nodes_.size());
  for (const BondLayoutNode& n : nodes_) result_.heights.push_back(n.height);
  result_.routes.resize(edges_.size());
  rank_.assign(nodes_.size(), -1);
  is_leaf_.assign(nodes_.size(), false);
  is_main_.assign(edges_.size(), false);
  stems_.resize(nodes_.size());
  std::vector<bool> is_done(nodes_.size(), false);
  for (std::size_t start = 0; start < nodes_.size(); ++start) {
    if (is_done[start]) continue;
    std::vector<int> seen(nodes_.size(), -1);
    const std::vector<int> group = walk(static_cast<int>(start), seen);
    for (const int k : group) is_done[static_cast<std::size_t>(k)] = true;
    const int root = find_root(group);
    walk(root, rank_);
    find_leaves(group, root);
    find_main_path(group);
    place(group);
    shift_up(group);
  }
  return std::move(result_);
}

}  // namespace

BondPlacement lay_out_bonds_in_layers(const std::vector<BondLayoutNode>& nodes,
                                      const std::vector<BondLayoutEdge>& edges) {
  return LayeredBonds(nodes, edges).run();
}

}  // namespace holon
