// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/run_settings.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "holon/base/errors.h"

namespace holon {
namespace {

// Times nearer to each other than some roundings of the end cannot be told apart along the run.
constexpr double kRoundings = 16 * std::numeric_limits<double>::epsilon();

}  // namespace

void check_settings(const SimulateSettings& s) {
  Diagnostics diagnostics;
  const auto refuse = [&](const char* name, double value, const std::string& why,
                          const char* advice) {
    diagnostics.add_error({}, fmt::format("simulate.{}: {:g} {}", name, value, why), advice);
  };
  const auto is_positive = [](double x) { return x > 0 && std::isfinite(x); };
  if (!(s.until >= 0 && std::isfinite(s.until)))
    refuse("until", s.until, "is no time to run to", "give a time from 0 on");
  if (s.interval && !is_positive(*s.interval))
    refuse("interval", *s.interval, "is no interval between rows", "it must be positive");
  if (s.step && !is_positive(*s.step)) refuse("step", *s.step, "is no step", "it must be positive");
  const auto refuse_tiny = [&](const char* name, const std::optional<double>& length) {
    if (length && is_positive(*length) && *length <= kRoundings * s.until)
      refuse(name, *length, fmt::format("s is lost in the rounding of times up to {:g} s", s.until),
             "make it longer");
  };
  refuse_tiny("interval", s.interval);
  refuse_tiny("step", s.step);
  if (s.tolerance && !(*s.tolerance >= 1e-14 && *s.tolerance < 1))
    refuse("tolerance", *s.tolerance, "cannot be held", "choose between 1e-14 and 1, such as 1e-8");
  if (s.solver == SolverMethod::rk4 && !s.step)
    diagnostics.add_error({}, "solver rk4 goes at a fixed step and has none",
                          "give simulate.step, such as 1 ms");
  if (s.solver != SolverMethod::rk4 && s.step)
    diagnostics.add_error({}, "simulate.step has no effect: the solver chooses its steps",
                          "leave it out, or choose solver: rk4");
  if (s.solver == SolverMethod::rk4 && s.tolerance)
    diagnostics.add_error({}, "simulate.tolerance has no effect: solver rk4 goes at a fixed step",
                          "leave it out, or choose solver: dopri5");
  diagnostics.throw_if_errors();
}

}  // namespace holon
