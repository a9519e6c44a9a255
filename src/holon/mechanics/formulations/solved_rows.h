// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "holon/mechanics/formulations/constraint_rows.h"

namespace holon {

/// The rows that a solver keeps, as unknowns λ of one system of equations.
class SolvedRows {
 public:
  explicit SolvedRows(ConstraintRows& rows) : rows_(rows) {}

  /// `kept`: which rows of every closure. `complete`: what else the solver makes of a path.
  void make(std::vector<std::vector<bool>> kept,
            const std::function<void(ConstraintPath& path, std::size_t closure)>& complete);

  const std::vector<ConstraintPath>& paths() const { return paths_; }   ///< by closure
  const std::vector<std::vector<bool>>& kept() const { return kept_; }  ///< by closure
  std::size_t size() const { return size_; }                            ///< of S
  const std::vector<Expr>& activities() const { return activities_; }   ///< by row: 1, or when

  /// What makes rows comparable, by unknown of S: 1 where a row is one on lengths, else the length
  /// over which a turn acts in this machine; of line bodies, whose S is a number, by a mass.
  const std::vector<double>& scales() const { return scales_; }
  /// By unknown of S: the unknown on which it depends where it does not hold, with the factor.
  using Dependences = std::map<std::size_t, std::pair<std::size_t, Expr>>;
  Dependences find_dependences() const;
  /// What multipliers add to the accelerations of parts with inner states: by part.
  std::vector<std::vector<Expr>> calc_part_changes(const std::vector<Expr>& lambda) const;

 private:
  std::vector<double> find_scales() const;

  ConstraintRows& rows_;
  std::vector<ConstraintPath> paths_;
  std::vector<std::vector<bool>> kept_;
  std::size_t size_ = 0;
  std::vector<Expr> activities_;
  std::vector<double> scales_;
};

/// λ of S λ = right side. In scaled rows, so that the rank shows and the shortest λ is one of
/// forces. Rows that do not hold are cut off from the others, and their multipliers are zero, or,
/// of friction that slides, λᵢ = factor λⱼ in the place of the row: its column stays.
std::vector<Expr> solve_multipliers(std::vector<Expr> matrix, std::vector<Expr> right_side,
                                    const std::vector<Expr>& activities,
                                    const std::vector<double>& scale,
                                    const SolvedRows::Dependences& dependences);

}  // namespace holon
