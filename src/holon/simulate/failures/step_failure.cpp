// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/failures/step_failure.h"

#include <fmt/format.h>

#include <cmath>

#include "holon/simulate/failures/loop_failure.h"
#include "holon/simulate/failures/non_finite.h"

namespace holon {
namespace {

// What left its range did so between the last state and the next: evaluates a little along it.
NonFinite find_along_slope(const RunError& error, const System& system,
                           const SystemPrograms& programs, const std::vector<double>& slope,
                           const Integrator& integrator, const EventHandler& events,
                           const std::vector<double>& parameters) {
  const std::size_t n = slope.size();
  std::vector<double> x(n);
  SystemInputs inputs(system, programs.indicators, 1);
  inputs.set_parameters(0, parameters);
  inputs.set_discrete(0, events.discrete());
  inputs.set_modes(0, events.modes());
  inputs.set_source(events.source());
  const double time = integrator.time();
  for (double step : {0.0, error.data().step, 10 * error.data().step, 1e-9 * std::abs(time)}) {
    const double t = time + step;
    for (std::size_t i = 0; i < n; ++i)
      x[i] = integrator.state()[i] + (std::isfinite(slope[i]) ? step * slope[i] : 0);
    const double* in = inputs.fill(&t, x.data());
    NonFinite found = find_non_finite(*system.derivative,
                                      std::vector<double>(in, in + system.function_input_count()));
    if (!found.text.empty()) return found;
  }
  return {};
}

}  // namespace

RunError explain_step_failure(const RunError& error, const System& system,
                              const SystemPrograms& programs, SystemRhs& rhs,
                              const Integrator& integrator, const EventHandler& events,
                              const std::vector<double>& parameters) {
  if (error.data().state.empty()) return error;  // not a step
  const std::vector<double> last(integrator.state(), integrator.state() + system.state_count());
  std::vector<double> slope(last.size());
  const double time = integrator.time();
  rhs.run(&time, last.data(), slope.data());
  const NonFinite found =
      find_along_slope(error, system, programs, slope, integrator, events, parameters);
  if (!found.text.empty()) {
    RunError::Data data = error.data();
    data.cause += "; the first cause is " + found.text;
    if (!found.advice.empty()) data.advice = found.advice;
    return RunError(std::move(data));
  }
  if (const auto loops = explain_loop_failure(system, time, last, parameters)) {
    RunError::Data data = error.data();
    data.cause += "; " + loops->cause;
    if (!loops->advice.empty()) data.advice = loops->advice;
    if (loops->is_passable && integrator.method() != "dopri5")
      data.advice =
          "try solver: dopri5, whose steps satisfy the constraints there; else " + data.advice;
    return RunError(std::move(data));
  }
  for (std::size_t i = 0; i < last.size(); ++i) {
    if (system.state_name(static_cast<int>(i)) != error.data().state) continue;
    RunError::Data data = error.data();
    data.cause +=
        fmt::format("; it is {:.3g}, and changes by {:.3g} per second", last[i], slope[i]);
    return RunError(std::move(data));
  }
  return error;
}

}  // namespace holon
