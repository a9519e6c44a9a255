// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/bonds/bond_layout.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <queue>

#include "holon/base/matrices.h"

namespace holon {

namespace {

constexpr double kBond = 62;     // [px] between the rims of two elements
constexpr double kTextGap = 14;  // [px] least room between texts
constexpr double kApart = 90;    // [px] between components that no bond connects
constexpr double kPi = std::numbers::pi;

using Points = std::vector<Eigen::Vector2d>;

class Layouter {
 public:
  Layouter(const std::vector<BondLayoutNode>& nodes, const std::vector<BondLayoutEdge>& edges)
      : nodes_(nodes), neighbours_(nodes.size()) {
    for (const BondLayoutEdge& edge : edges) {
      neighbours_[static_cast<std::size_t>(edge.from)].push_back(edge.to);
      neighbours_[static_cast<std::size_t>(edge.to)].push_back(edge.from);
    }
  }

  std::vector<BondLayoutPoint> run();

 private:
  double room(int a, int b) const;
  double length(int a, int b, double angle) const;
  void find_distances(const std::vector<int>& group);
  void place_by_distances();
  void relax(int rounds);
  void turn();
  void choose_directions();
  void straighten(int rounds);
  void push_apart();

  const std::vector<BondLayoutNode>& nodes_;
  std::vector<std::vector<int>> neighbours_;
  // For the connected component that is being placed, by its own numbering.
  std::vector<int> group_;
  std::vector<int> local_;  // by node
  Eigen::MatrixXd distances_;
  Points at_;
  std::vector<std::vector<std::pair<int, double>>> pulls_;  // by node: neighbour, angle to it
};

/// Between the rims of two elements: more if one of them has many bonds.
double Layouter::room(int a, int b) const {
  constexpr double kPerBond = 13;
  constexpr std::size_t kEasy = 6;
  const std::size_t most = std::max(neighbours_[static_cast<std::size_t>(a)].size(),
                                    neighbours_[static_cast<std::size_t>(b)].size());
  return kBond + (most > kEasy ? kPerBond * static_cast<double>(most - kEasy) : 0.0);
}

/// Between the centres of two elements with a bond at that angle.
double Layouter::length(int a, int b, double angle) const {
  const auto reach = [&](int k) {
    const BondLayoutNode& n = nodes_[static_cast<std::size_t>(k)];
    const double c = std::abs(std::cos(angle)), s = std::abs(std::sin(angle));
    return std::min(n.width / 2 / std::max(c, 1e-9), n.height / 2 / std::max(s, 1e-9));
  };
  return room(a, b) + reach(a) + reach(b);
}

/// Along the bonds.
void Layouter::find_distances(const std::vector<int>& group) {
  const auto n = static_cast<Eigen::Index>(group.size());
  distances_ = Eigen::MatrixXd::Constant(n, n, 1e300);
  using Reached = std::pair<double, int>;
  for (Eigen::Index start = 0; start < n; ++start) {
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
    distances_(start, start) = 0;
    open.emplace(0.0, static_cast<int>(start));
    while (!open.empty()) {
      const auto [way, here] = open.top();
      open.pop();
      if (way > distances_(start, here)) continue;
      const int node = group[static_cast<std::size_t>(here)];
      for (const int next : neighbours_[static_cast<std::size_t>(node)]) {
        const int other = local_[static_cast<std::size_t>(next)];
        const double longer = way + 40 + room(node, next);
        if (longer >= distances_(start, other)) continue;
        distances_(start, other) = longer;
        open.emplace(longer, other);
      }
    }
  }
}

/// Classical scaling: the two largest directions of the squared distances.
void Layouter::place_by_distances() {
  const Eigen::Index n = distances_.rows();
  at_.assign(static_cast<std::size_t>(n), Eigen::Vector2d::Zero());
  if (n < 2) return;
  const Eigen::MatrixXd center = Eigen::MatrixXd::Identity(n, n) -
                                 Eigen::MatrixXd::Constant(n, n, 1.0 / static_cast<double>(n));
  const Eigen::MatrixXd gram = -0.5 * center * distances_.cwiseAbs2() * center;
  const auto [values, vectors] = calc_symmetric_eigenpairs(gram);
  for (Eigen::Index k = 0; k < n; ++k) {
    for (Eigen::Index axis = 0; axis < 2; ++axis) {
      const Eigen::Index column = n - 1 - axis;
      const double scale = std::sqrt(std::max(0.0, values[column]));
      at_[static_cast<std::size_t>(k)][axis] = scale * vectors(k, column);
    }
    // Leaves of one junction coincide: a small spiral separates them.
    const double turn = 2.4 * static_cast<double>(k);
    at_[static_cast<std::size_t>(k)] += Eigen::Vector2d(std::cos(turn), std::sin(turn));
  }
}

void Layouter::relax(int rounds) {
  const std::size_t n = at_.size();
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t k = 0; k < n; ++k) {
      Eigen::Vector2d sum = Eigen::Vector2d::Zero();
      double weights = 0;
      for (std::size_t j = 0; j < n; ++j) {
        if (j == k) continue;
        const double d = distances_(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(j));
        const Eigen::Vector2d gap = at_[k] - at_[j];
        const double norm = std::max(gap.norm(), 1e-9), weight = 1 / (d * d);
        sum += weight * (at_[j] + gap * (d / norm));
        weights += weight;
      }
      if (weights > 0) at_[k] = sum / weights;
    }
  }
}

/// The longer extent horizontal, elements that belong to the left on the left.
void Layouter::turn() {
  Eigen::Vector2d mean = Eigen::Vector2d::Zero();
  for (const Eigen::Vector2d& p : at_) mean += p / static_cast<double>(at_.size());
  Eigen::Matrix2d spread = Eigen::Matrix2d::Zero();
  for (const Eigen::Vector2d& p : at_) spread += (p - mean) * (p - mean).transpose();
  Eigen::Vector2d along = calc_symmetric_eigenpairs(spread).vectors.col(1);
  double balance = 0;
  for (std::size_t k = 0; k < at_.size(); ++k) {
    const double side = nodes_[static_cast<std::size_t>(group_[k])].side;
    balance += (side == 0 ? 1e-6 * static_cast<double>(k) : side) * along.dot(at_[k] - mean);
  }
  if (balance < 0) along = -along;
  for (Eigen::Vector2d& p : at_) {
    const Eigen::Vector2d q = p - mean;
    p = {along.dot(q), along[0] * q[1] - along[1] * q[0]};
  }
}

/// Each element assigns its bonds distinct directions, as evenly as possible, in their order around
/// it.
void Layouter::choose_directions() {
  pulls_.assign(at_.size(), {});
  for (std::size_t k = 0; k < at_.size(); ++k) {
    std::vector<std::pair<double, int>> around;
    for (const int next : neighbours_[static_cast<std::size_t>(group_[k])]) {
      const int other = local_[static_cast<std::size_t>(next)];
      const Eigen::Vector2d gap = at_[static_cast<std::size_t>(other)] - at_[k];
      around.emplace_back(std::atan2(gap[1], gap[0]), other);
    }
    if (around.size() < 2) continue;
    std::sort(around.begin(), around.end());
    const int count = static_cast<int>(around.size());
    const int slots = count <= 4 ? 4 : count <= 8 ? 8 : 4 * ((count + 3) / 4);
    // The best increasing choice of slots: least squares of the rotations, over all first slots.
    const double step = 2 * kPi / slots;
    std::vector<int> best;
    double least = 1e300;
    for (int first = 0; first < slots; ++first) {
      const auto cost = [&](int bond, int slot) {
        double turn = around[static_cast<std::size_t>(bond)].first - slot * step;
        turn -= 2 * kPi * std::round(turn / (2 * kPi));
        return turn * turn;
      };
      // By dynamic programming: bond b takes slot first + s, s increasing and below `slots`.
      std::vector<std::vector<double>> sum(
          static_cast<std::size_t>(count),
          std::vector<double>(static_cast<std::size_t>(slots), 1e300));
      std::vector<std::vector<int>> from(static_cast<std::size_t>(count),
                                         std::vector<int>(static_cast<std::size_t>(slots), -1));
      sum[0][0] = cost(0, first);
      for (int b = 1; b < count; ++b) {
        for (int s = b; s < slots; ++s) {
          for (int r = b - 1; r < s; ++r) {
            const double total = sum[static_cast<std::size_t>(b - 1)][static_cast<std::size_t>(r)] +
                                 cost(b, first + s);
            if (total >= sum[static_cast<std::size_t>(b)][static_cast<std::size_t>(s)]) continue;
            sum[static_cast<std::size_t>(b)][static_cast<std::size_t>(s)] = total;
            from[static_cast<std::size_t>(b)][static_cast<std::size_t>(s)] = r;
          }
        }
      }
      for (int s = count - 1; s < slots; ++s) {
        if (sum.back()[static_cast<std::size_t>(s)] >= least) continue;
        least = sum.back()[static_cast<std::size_t>(s)];
        best.assign(static_cast<std::size_t>(count), 0);
        int slot = s;
        for (int b = count - 1; b >= 0; --b) {
          best[static_cast<std::size_t>(b)] = first + slot;
          slot = from[static_cast<std::size_t>(b)][static_cast<std::size_t>(slot)];
        }
      }
    }
    for (int b = 0; b < count; ++b) {
      pulls_[k].emplace_back(around[static_cast<std::size_t>(b)].second,
                             best[static_cast<std::size_t>(b)] * step);
    }
  }
}

void Layouter::straighten(int rounds) {
  const std::size_t n = at_.size();
  constexpr double kFar = 0.03;  // weight of distances relative to bonds
  for (int round = 0; round < rounds; ++round) {
    Points sum(n, Eigen::Vector2d::Zero());
    std::vector<double> weights(n, 0);
    const auto pull = [&](std::size_t k, const Eigen::Vector2d& target, double weight) {
      sum[k] += weight * target;
      weights[k] += weight;
    };
    for (std::size_t k = 0; k < n; ++k) {
      for (const auto& [other, angle] : pulls_[k]) {
        const double d = length(group_[k], group_[static_cast<std::size_t>(other)], angle);
        const Eigen::Vector2d way = d * Eigen::Vector2d(std::cos(angle), std::sin(angle));
        const auto j = static_cast<std::size_t>(other);
        // A leaf follows its junction; between junctions both ends count.
        const bool is_leaf = pulls_[j].empty();
        pull(j, at_[k] + way, 1);
        if (!is_leaf) pull(k, at_[j] - way, 1);
      }
      for (std::size_t j = 0; j < n; ++j) {
        const double d = distances_(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(j));
        const Eigen::Vector2d gap = at_[k] - at_[j];
        const double norm = std::max(gap.norm(), 1e-9);
        if (j == k || norm > d) continue;
        pull(k, at_[j] + gap * (d / norm), kFar * 1e4 / (d * d));
      }
    }
    for (std::size_t k = 0; k < n; ++k) {
      if (weights[k] > 0) at_[k] = 0.3 * at_[k] + 0.7 * sum[k] / weights[k];
    }
  }
}

void Layouter::push_apart() {
  constexpr int kRounds = 60;
  for (int round = 0; round < kRounds; ++round) {
    bool moved = false;
    for (std::size_t a = 0; a < at_.size(); ++a) {
      for (std::size_t b = a + 1; b < at_.size(); ++b) {
        const BondLayoutNode &na = nodes_[static_cast<std::size_t>(group_[a])],
                             &nb = nodes_[static_cast<std::size_t>(group_[b])];
        const Eigen::Vector2d gap = at_[b] - at_[a];
        const double x = (na.width + nb.width) / 2 + kTextGap - std::abs(gap[0]);
        const double y = (na.height + nb.height) / 2 + kTextGap - std::abs(gap[1]);
        if (x <= 0 || y <= 0) continue;
        const int axis = x < y ? 0 : 1;
        const double push = 0.5 * std::min(x, y) * (gap[axis] < 0 ? -1 : 1);
        at_[a][axis] -= push;
        at_[b][axis] += push;
        moved = true;
      }
    }
    if (!moved) break;
  }
}

std::vector<BondLayoutPoint> Layouter::run() {
  std::vector<BondLayoutPoint> places(nodes_.size());
  local_.assign(nodes_.size(), -1);
  double top = 0;
  for (std::size_t start = 0; start < nodes_.size(); ++start) {
    if (local_[start] >= 0) continue;
    group_ = {static_cast<int>(start)};
    local_[start] = 0;
    for (std::size_t k = 0; k < group_.size(); ++k) {
      for (const int next : neighbours_[static_cast<std::size_t>(group_[k])]) {
        if (local_[static_cast<std::size_t>(next)] >= 0) continue;
        local_[static_cast<std::size_t>(next)] = static_cast<int>(group_.size());
        group_.push_back(next);
      }
    }
    find_distances(group_);
    place_by_distances();
    relax(80);
    turn();
    constexpr int kStages = 5;
    for (int stage = 0; stage < kStages; ++stage) {
      choose_directions();
      straighten(60);
    }
    push_apart();
    double low = 1e300, high = -1e300;
    for (std::size_t k = 0; k < group_.size(); ++k) {
      const double half = nodes_[static_cast<std::size_t>(group_[k])].height / 2;
      low = std::min(low, at_[k][1] - half);
      high = std::max(high, at_[k][1] + half);
    }
    for (std::size_t k = 0; k < group_.size(); ++k) {
      places[static_cast<std::size_t>(group_[k])] = {at_[k][0], top + at_[k][1] - low};
    }
    top += high - low + kApart;
  }
  return places;
}

}  // namespace

std::vector<BondLayoutPoint> lay_out_bonds(const std::vector<BondLayoutNode>& nodes,
                                           const std::vector<BondLayoutEdge>& edges) {
  return Layouter(nodes, edges).run();
}

}  // namespace holon
