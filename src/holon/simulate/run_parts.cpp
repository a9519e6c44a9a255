// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/run_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "holon/base/errors.h"
#include "holon/base/interrupt.h"
#include "holon/base/profile.h"
#include "holon/simulate/run/run_settings.h"
#include "holon/system/delays.h"
#include "holon/system/time_pulses.h"

namespace holon::detail {
namespace {

IntegratorOptions integrator_options(const SimulateSettings& s) {
  IntegratorOptions options;
  options.tolerance = s.tolerance.value_or(Simulation::kDefaultTolerance);
  options.step = s.step.value_or(0);
  options.max_step = s.max_step.value_or(0);
  return options;
}

/// No step is longer than a delay, and times must remain distinct.
void check_delays(const System& system, double until) {
  constexpr double kShortest = 1e-12;
  for (const SystemDelay& delay : list_delays(system)) {
    if (delay.time > kShortest * until) continue;
    throw ModelError(
        fmt::format("'{}': a delay of {:g} s is less than the rounding error of times up to {:g} s",
                    delay.name, delay.time, until),
        "leave it out, or make it longer");
  }
}

}  // namespace

RunParts::RunParts(const System& a_system, const SimulateSettings& a_settings)
    : system(a_system),
      settings((check_settings(a_settings), check_solver(a_settings, a_system), a_settings)),
      notes(settings) {
  for (const SystemParameter& p : system.parameters) parameters.push_back(p.value);
}

// All outputs have been selected by now: that may add to the graph which programs are made from.
void RunParts::compile() {
  const WorkScope work(Work::compiling);
  const ProgramOptions options{.engine = engine_of(settings.engine)};
  throw_if_interrupted();
  if (!programs) programs = std::make_shared<SystemPrograms>(system, options);
  throw_if_interrupted();
  rhs = std::make_unique<SystemRhs>(system, *programs, 1, settings.stabilisation.projects());
  rhs->set_parameters(0, parameters);
  events = std::make_unique<EventHandler>(system, *programs, parameters,
                                          static_cast<std::uint64_t>(settings.seed));
  check_delays(system, settings.until);
  history = std::make_unique<SignalHistory>(system, *programs, parameters);
  throw_if_interrupted();
  breaks = std::make_unique<BreakSchedule>(list_break_times(system, parameters),
                                           list_pulse_times(system, parameters, settings.until),
                                           settings.until);
  if (!history->is_empty()) {
    rhs->set_source(history.get());
    events->set_source(history.get());
  }
  throw_if_interrupted();
  streams.compile(system, *programs, *events, parameters, settings.until);
  throw_if_interrupted();
  integrator = make_integrator(name_of(settings.solver), *rhs, integrator_options(settings));
  summary.operations = programs->derivative.operation_count();
}

double RunParts::wall_seconds() const {
  return wall_before +
         std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

void RunParts::take_state() {
  x_event.assign(integrator->state(), integrator->state() + system.state_count());
}

void RunParts::restart(double t) {
  history->begin_step(t, history->limit(t));
  integrator->restart(t, x_event.data());
}

}  // namespace holon::detail
