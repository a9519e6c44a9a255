// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The augmented equations of a flat tree,
//
//   [M Jᵀ; J 0] [vdot; −λ] = [forces; right sides],
//
// by accelerations of the links' origins and angular accelerations in link axes, so that M is
// constant. W. Jerkovsky, ASME J. Appl. Mech. 45 (1978) 173; P. E. Nikravesh, Computer-Aided
// Analysis of Mechanical Systems, Prentice Hall 1988, ch. 8.

#include "holon/base/errors.h"
#include "holon/mechanics/loops.h"

namespace holon {

namespace {

int unknown_count(const Link& link) {
  if (link.type == JointType::driven) return 0;
  return link.type == JointType::translation ? 3 : 6;
}

/// [m 1, −m [c]; m [c], Θ]: entries (i, j) of the inertia about the link's origin.
Expr inertia_entry(const Link& link, int i, int j) {
  if (i < 3 && j < 3) return i == j ? link.mass : Expr(0.0);
  if (i >= 3 && j >= 3) {
    constexpr int kPlace[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    return link.inertia[static_cast<std::size_t>(kPlace[i - 3][j - 3])];
  }
  const int row = i % 3, column = j % 3;
  if (row == column) return 0.0;
  // [c] has −c_z at (0, 1), c_y at (0, 2), −c_x at (1, 2).
  const Expr entry = link.first_moment[3 - row - column];
  const bool negative = (column - row + 3) % 3 == 1;
  const Expr of_cross = negative ? -entry : entry;
  return i < 3 ? -of_cross : of_cross;
}

}  // namespace

void Loops::make_augmented() {
  for (std::size_t c = 0; c < closures_.size(); ++c) {
    kept_.push_back(closures_[c].needed.empty() ? std::vector<bool>(all_[c].count(), true)
                                                : closures_[c].needed);
  }
  make_ways();
  for (const Link& link : tree_.links) {
    HOLON_CHECK(link.parent == Mechanism::kWorld, "the augmented form needs a flat tree");
    first_unknown_.push_back(static_cast<int>(unknowns_));
    unknowns_ += static_cast<std::size_t>(unknown_count(link));
  }
  const std::size_t n = unknowns_ + size_;
  matrix_.assign(n * n, 0.0);
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    const auto first = static_cast<std::size_t>(first_unknown_[k]);
    const int count = unknown_count(tree_.links[k]);
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j < count; ++j) {
        matrix_[(first + static_cast<std::size_t>(i)) * n + first + static_cast<std::size_t>(j)] =
            inertia_entry(tree_.links[k], i, j);
      }
    }
  }
  for (const Way& way : ways_) {
    for (const Way::Acting& acting : way.acting) {
      const auto at = static_cast<std::size_t>(acting.link);
      const auto count = static_cast<std::size_t>(unknown_count(tree_.links[at]));
      const auto first = static_cast<std::size_t>(first_unknown_[at]);
      for (std::size_t k = 0; k < way.count(); ++k) {
        const std::size_t row = unknowns_ + way.first_row + k;
        for (std::size_t i = 0; i < count; ++i) {
          const Expr e = acting.wrenches[k][i];
          matrix_[row * n + first + i] += e;
          matrix_[(first + i) * n + row] += e;
        }
      }
    }
    for (const auto& [link, efforts] : way.own_efforts) {
      const auto first = static_cast<std::size_t>(first_unknown_[static_cast<std::size_t>(link)]);
      for (std::size_t i = 0; i < efforts.size(); ++i) {
        for (std::size_t k = 0; k < way.count(); ++k) {
          const std::size_t row = unknowns_ + way.first_row + k;
          matrix_[row * n + first + i] += efforts[i][k];
          matrix_[(first + i) * n + row] += efforts[i][k];
        }
      }
    }
  }
}

std::vector<Expr> Loops::calc_forces() {
  std::vector<Expr> forces;
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    const std::vector<Expr> need = passes_.bias_force(k);
    const auto count = static_cast<std::size_t>(unknown_count(tree_.links[k]));
    for (std::size_t i = 0; i < count; ++i) {
      const Expr load = states_[k].load ? (*states_[k].load)[i] : Expr(0.0);
      forces.push_back(load - need[i]);
    }
  }
  return forces;
}

std::vector<std::vector<Expr>> Loops::solve_augmented(std::vector<Expr> forces,
                                                      std::vector<Expr> rows) {
  forces.insert(forces.end(), rows.begin(), rows.end());
  const std::vector<Expr> x = solve(matrix_, forces, MatrixKind::minimum_norm);
  lambda_.clear();
  for (std::size_t k = unknowns_; k < x.size(); ++k) lambda_.push_back(-x[k]);
  std::vector<std::vector<Expr>> vdot(tree_.links.size());
  for (std::size_t k = 0; k < vdot.size(); ++k) {
    const int count = unknown_count(tree_.links[k]);
    const std::span<const Expr> own = std::span(x).subspan(
        static_cast<std::size_t>(first_unknown_[k]), static_cast<std::size_t>(count));
    if (count == 6) vdot[k].assign(own.begin() + 3, own.end());
    if (count == 0) continue;
    // Of the origin in world axes.
    const std::vector<Expr>& R = kinematics_.pose(k);
    for (std::size_t i = 0; i < 3; ++i) {
      vdot[k].push_back((R[3 * i] * own[0] + R[3 * i + 1] * own[1]) + R[3 * i + 2] * own[2]);
    }
  }
  return vdot;
}

int Loops::matrix_size() const { return static_cast<int>(unknowns_ + size_); }

std::vector<std::pair<int, int>> Loops::find_pattern() const {
  std::vector<std::pair<int, int>> pattern;
  const auto n = static_cast<std::size_t>(matrix_size());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (!matrix_[i * n + j].is_constant(0.0)) {
        pattern.emplace_back(static_cast<int>(i), static_cast<int>(j));
      }
    }
  }
  return pattern;
}

std::vector<std::pair<std::string, int>> Loops::matrix_groups() const {
  std::vector<std::pair<std::string, int>> groups;
  for (const Link& link : tree_.links) {
    const int count = unknown_count(link);
    if (count == 0) continue;
    groups.emplace_back(mechanism_.bodies[static_cast<std::size_t>(link.body)].name, count);
  }
  for (std::size_t c = 0; c < ways_.size(); ++c) {
    const int count = static_cast<int>(ways_[c].count());
    if (count > 0) groups.emplace_back(closures_[c].name, count);
  }
  return groups;
}

}  // namespace holon
