// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "holon/analyse/trim/trim_equations.h"

namespace holon::detail {

constexpr double kTrimSame = 1e-6;  ///< solutions nearer than that, in nominal values, are one

/// Newton's method for the equations of steady states: steps of least length, shortened until the
/// equations are better satisfied.
class TrimNewton {
 public:
  explicit TrimNewton(TrimEquations& equations) : equations_(equations) {}

  /// Moves the point to a solution and returns the residual that remains, infinite where it
  /// diverges.
  double solve(TrimPoint& trial);
  static bool is_solved(double residual);
  /// The same solution in the heading of the start, where what is given allows it.
  void turn_to_start(TrimPoint& trial);
  /// The equation with the largest residual at the end of the last solve, for messages.
  const std::string& worst() const { return worst_; }

 private:
  struct Step {
    TrimPoint to;
    double remains = 0;  ///< norm of the equations there, in the scale of those before
  };

  /// The step y, shortened until the equations are better satisfied; nothing where no shorter one
  /// does it.
  std::optional<Step> follow(const TrimPoint& trial, const ScaledTrimEquations& e,
                             const Eigen::VectorXd& y, double residual, int halvings);
  void note_worst(const ScaledTrimEquations& e);

  TrimEquations& equations_;
  std::string worst_;
};

}  // namespace holon::detail
