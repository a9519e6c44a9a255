// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "holon/solve/stepper.h"

namespace holon::detail {
namespace {

// Twelve steps to a turn: the classical method then errs by half a thousandth in every radian.
constexpr double kGoodPace = 0.5, kFarOff = 100;

std::string describe_value(double value) {
  if (std::isnan(value)) return "not a number (0/0, the root or logarithm of a negative number …)";
  return value > 0 ? "infinite" : "minus infinity";
}

}  // namespace

RunError explain(const StepFailure& failure, const Rhs& rhs, const IntegratorOptions& options) {
  RunError::Data data;
  data.time = failure.time;
  data.step = failure.step;
  if (failure.component >= 0) data.state = rhs.state_name(failure.component);
  if (failure.kind == StepFailure::Kind::not_finite) {
    data.cause = fmt::format("its derivative is {}", describe_value(failure.value));
    if (failure.step == 0) {
      data.cause =
          fmt::format("it or its derivative is {} at the start", describe_value(failure.value));
      data.advice = "check the initial values and the divisors";
    } else if (options.step > 0) {
      data.advice = fmt::format("try a step shorter than {:g} s, or solver: dopri5", options.step);
    } else {
      data.advice = "look for a formula that leaves its domain there, or end the run before";
    }
  } else if (failure.kind == StepFailure::Kind::unstable) {
    // A step so far off has left the range where slopes predict rates.
    const bool is_far_off = failure.pace > kFarOff;
    data.cause = fmt::format(
        "it has diverged to {:.2g}: since t = {:.4g} s the step of {:g} s has been {} the time "
        "constant of the fastest motion, and rk4 is stable up to 2.8",
        failure.value, failure.since, failure.step,
        is_far_off ? "hundreds of times" : fmt::format("{:.2g} times", failure.pace));
    data.advice = is_far_off ? fmt::format("try a step far shorter than {:g} s, or solver: dopri5",
                                           failure.step)
                             : fmt::format("try a step of {:.1g} s, or solver: dopri5",
                                           kGoodPace / failure.pace * failure.step);
  } else if (failure.kind == StepFailure::Kind::not_solved) {
    data.cause =
        "Newton's method does not converge on the equations of an implicit step, however short the "
        "step; its residual is the largest";
    data.advice = "look for a jump there, or try solver: dopri5";
  } else if (options.step > 0) {
    data.cause = "the step is less than the rounding error of the time";
    data.advice = "try a longer step";
  } else {
    data.cause = fmt::format("no step is short enough for tolerance {:g}; its error is the largest",
                             options.tolerance);
    data.advice =
        "look for a jump or a value that grows without bound there, or try a looser tolerance";
  }
  return RunError(std::move(data));
}

}  // namespace holon::detail
