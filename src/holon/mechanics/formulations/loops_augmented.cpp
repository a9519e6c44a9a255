// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The augmented equations of a flat tree,
//
//   [M Jᵀ; J 0] [vdot; −λ] = [forces; right sides],
//
// by accelerations of the links' origins and angular accelerations in link axes, so that M is
// constant; rows of line bodies, which give way, have −1 in the place of 0. W. Jerkovsky, ASME J.
// Appl. Mech. 45 (1978) 173; P. E. Nikravesh, Computer-Aided Analysis of Mechanical Systems,
// Prentice Hall 1988, ch. 8.

#include "holon/base/errors.h"
#include "holon/mechanics/formulations/loops.h"
#include "holon/mechanics/kernels/loop_kernels.h"

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
  make_paths();
  for (const Link& link : tree_.links) {
    // Frames that are driven in others are as prescribed as these.
    for (int up = link.parent; up != Mechanism::kWorld;
         up = tree_.links[static_cast<std::size_t>(up)].parent) {
      if (tree_.links[static_cast<std::size_t>(up)].type == JointType::driven) continue;
      throw ModelError("the augmented equations of a Frame that moves on a body ('" +
                           mechanism_.bodies[static_cast<std::size_t>(link.body)].name +
                           "') are not in this version yet",
                       "choose formulation: recursive");
    }
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
  for (const ConstraintPath& path : paths_) {
    for (std::size_t row = unknowns_ + path.first_row;
         row < unknowns_ + path.first_row + path.count(); ++row) {
      if (is_compliant(static_cast<std::size_t>(&path - paths_.data())))
        matrix_[row * n + row] = -1.0;
    }
    for (const ConstraintPath::Acting& acting : path.acting) {
      const auto at = static_cast<std::size_t>(acting.link);
      const auto count = static_cast<std::size_t>(unknown_count(tree_.links[at]));
      const auto first = static_cast<std::size_t>(first_unknown_[at]);
      for (std::size_t k = 0; k < path.count(); ++k) {
        const std::size_t row = unknowns_ + path.first_row + k;
        for (std::size_t i = 0; i < count; ++i) {
          const Expr e = acting.wrenches[k][i];
          matrix_[row * n + first + i] += e;
          matrix_[(first + i) * n + row] += e;
        }
      }
    }
    for (const auto& [link, efforts] : path.own_efforts) {
      const auto first = static_cast<std::size_t>(first_unknown_[static_cast<std::size_t>(link)]);
      for (std::size_t i = 0; i < efforts.size(); ++i) {
        for (std::size_t k = 0; k < path.count(); ++k) {
          const std::size_t row = unknowns_ + path.first_row + k;
          matrix_[row * n + first + i] += efforts[i][k];
          matrix_[(first + i) * n + row] += efforts[i][k];
        }
      }
    }
  }
  if (is_large()) let_give();
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

/// Rows that do not hold are cut off, and their multipliers are zero. Where masses are far from a
/// kilogram, or slopes of an equation from one, rows are brought to the size of the masses: the
/// rank is no question of units.
Loops::AugmentedSolution Loops::solve_augmented(std::vector<Expr> forces, std::vector<Expr> rows,
                                                const std::vector<Expr>& activities) {
  std::vector<Expr> matrix = matrix_;
  std::vector<double> scale = find_row_scales();
  const double mass = detail::find_row_scale({find_mean_mass()});
  std::size_t next = 0;
  for (std::size_t c = 0; c < paths_.size(); ++c) {
    for (std::size_t k = 0; k < paths_[c].count(); ++k, ++next)
      scale[next] = (closures_[c].equation ? scale[next] : 1.0) / mass;
  }
  const auto n = static_cast<std::size_t>(matrix_size());
  for (std::size_t k = 0; k < size_; ++k) {
    const std::size_t row = unknowns_ + k;
    if (scale[k] != 1.0) {
      rows[k] *= scale[k];
      matrix[row * n + row] *= scale[k] * scale[k];
      for (std::size_t i = 0; i < unknowns_; ++i) {
        matrix[row * n + i] *= scale[k];
        matrix[i * n + row] *= scale[k];
      }
    }
    rows[k] *= activities[k];
    if (activities[k].is_constant(1.0)) continue;
    for (std::size_t i = 0; i < unknowns_; ++i) {
      matrix[row * n + i] *= activities[k];
      matrix[i * n + row] *= activities[k];
    }
    matrix[row * n + row] = select(activities[k], matrix[row * n + row], 1.0);
  }
  forces.insert(forces.end(), rows.begin(), rows.end());
  std::vector<Expr> x =
      solve(matrix, forces, is_large() ? MatrixKind::general : MatrixKind::minimum_norm);
  if (is_large()) {
    // Once more for what is left of the right side without the give: the error of the give is
    // squared, wherever the constraints determine the solution.
    std::vector<Expr> rest = forces;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (!is_give(i, j) && !matrix[i * n + j].is_constant(0.0))
          rest[i] -= matrix[i * n + j] * x[j];
      }
    }
    const std::vector<Expr> more = solve(matrix, rest, MatrixKind::general);
    for (std::size_t i = 0; i < n; ++i) x[i] += more[i];
  }
  AugmentedSolution solution;
  for (std::size_t k = 0; k < size_; ++k) solution.lambda.push_back(-scale[k] * x[unknowns_ + k]);
  std::vector<std::vector<Expr>>& vdot = solution.vdot;
  vdot.resize(tree_.links.size());
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
  return solution;
}

// Orthogonal factors of large matrices fill up. There the constraints are let give a little, which
// keeps the sparse matrix regular where they are redundant or their rank falls: by kGive of what
// their own forces move.
bool Loops::is_large() const {
  constexpr int kLargestFull = 64;
  return matrix_size() > kLargestFull;
}

void Loops::let_give() {
  constexpr double kGive = 1e-12;
  const auto n = static_cast<std::size_t>(matrix_size());
  give_ = kGive / find_mean_mass();
  for (std::size_t k = unknowns_; k < n; ++k) {
    if (matrix_[k * n + k].is_constant(0.0)) matrix_[k * n + k] = -give_;
  }
}

/// An entry that let_give made: of the solution, not of the form.
bool Loops::is_give(std::size_t row, std::size_t column) const {
  return row == column && row >= unknowns_ &&
         matrix_[row * static_cast<std::size_t>(matrix_size()) + column].is_constant(-give_);
}

int Loops::matrix_size() const { return static_cast<int>(unknowns_ + size_); }

std::vector<std::pair<int, int>> Loops::find_pattern() const {
  std::vector<std::pair<int, int>> pattern;
  const auto n = static_cast<std::size_t>(matrix_size());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (!is_give(i, j) && !matrix_[i * n + j].is_constant(0.0)) {
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
  for (std::size_t c = 0; c < paths_.size(); ++c) {
    const int count = static_cast<int>(paths_[c].count());
    if (count > 0) groups.emplace_back(closures_[c].name, count);
  }
  return groups;
}

}  // namespace holon
