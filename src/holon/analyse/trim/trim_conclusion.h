// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "holon/analyse/trim/trim.h"
#include "holon/analyse/trim/trim_equations.h"

namespace holon::detail {

/// What is known of a solution of the equations of steady states: whether a run could begin there,
/// its rates, the family to which it belongs, its poles and stability.
class TrimConclusion {
 public:
  explicit TrimConclusion(TrimEquations& equations)
      : equations_(equations), n_(equations.tangent_count()) {}

  /// False where no run could begin there.
  bool conclude(const TrimPoint& trial, double residual, TrimSolution& solution) const;

 private:
  /// Angles that positions give: their states only count revolutions.
  void count_revolutions(std::vector<double>& in) const;
  /// Directions that the equations leave open.
  void find_family(const TrimPoint& trial, TrimSolution& solution) const;
  /// A turn in any heading is the same: one row more where the equations allow the change along
  /// it.
  void hold_heading(const TrimPoint& trial, const std::vector<Eigen::Index>& felt,
                    Eigen::MatrixXd& equations) const;
  void find_stability(TrimSolution& solution) const;

  TrimEquations& equations_;
  const int n_;  ///< tangent coordinates
};

}  // namespace holon::detail
