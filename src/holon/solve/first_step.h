// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

namespace holon::detail {

struct FirstStepProblem {
  double time = 0;      ///< [s]
  double max_step = 0;  ///< [s] 0: none
  /// x, f(t, x), and one over the error allowed in each state (all of one size).
  std::span<const double> state, slope, weights;
};

/// f(t, x); false where it is not finite.
using Evaluate = std::function<bool(double t, const double* x, double* dx)>;

/// [s] A first step of order 1 errs by h² |x''| / 2 and aims at a quarter of what is allowed; a
/// short Euler step gives x''. It is repeated while that step was much the longer one, beyond which
/// the slope may be another. Rates are compared with rates, as in Dopri5, so that the choice
/// depends neither on the end of the run nor on the unit of time.
double choose_first_step(const FirstStepProblem& problem, const Evaluate& evaluate);

}  // namespace holon::detail
