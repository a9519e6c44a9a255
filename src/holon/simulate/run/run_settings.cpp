// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/run/run_settings.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>

#include "holon/base/errors.h"

namespace holon {

void check_settings(const SimulateSettings& settings) {
  Diagnostics diagnostics;
  for (const SettingFault& fault : find_faults(settings)) {
    diagnostics.add_error({}, std::string("simulate.") + fault.setting + ": " + fault.message,
                          fault.advice);
  }
  diagnostics.throw_if_errors();
}

const char* name_of(SolverMethod solver) {
  switch (solver) {
    case SolverMethod::automatic: return "auto";
    case SolverMethod::dopri5: return "dopri5";
    case SolverMethod::rk4: return "rk4";
    case SolverMethod::radau5: return "radau5";
    case SolverMethod::radau: return "radau";
    case SolverMethod::cvode: return "cvode";
    case SolverMethod::cvode_adams: return "cvode_adams";
    case SolverMethod::ida: return "ida";
  }
  return "";
}

Engine engine_of(EngineChoice choice) {
  switch (choice) {
    case EngineChoice::automatic: return Engine::automatic;
    case EngineChoice::tape: return Engine::tape;
    case EngineChoice::jit: return Engine::jit;
    case EngineChoice::native: return Engine::native;
  }
  return Engine::automatic;
}

const char* name_of(Formulation formulation) {
  switch (formulation) {
    case Formulation::recursive: return "recursive";
    case Formulation::augmented: return "augmented";
    case Formulation::aggregate: return "aggregate";
  }
  return "";
}

void check_solver(const SimulateSettings& settings, const System& system) {
  if (settings.solver != SolverMethod::cvode_adams || !settings.stabilisation.projects()) return;
  std::string found;
  if (system.constraints)
    found = system.constraints->names.empty() ? "joints with friction or limits" : "closed loops";
  for (const StateBlock& block : system.states)
    if (found.empty() && block.kind == StateBlock::Kind::quaternion)
      found = "the unit quaternion '" + block.name + "'";
  if (found.empty()) return;
  Diagnostics diagnostics;
  diagnostics.add_error({},
                        "simulate.solver: cvode_adams cannot keep a state on its invariants, and "
                        "this model has " +
                            found,
                        "choose cvode, dopri5 or auto");
  diagnostics.throw_if_errors();
}

void check_start_rates(const System& system, const std::vector<double>& parameters, double until) {
  constexpr double kMostAngle = 0.1;  // [rad] beyond it sine and cosine have no digit
  const double rounding = 0.5 * std::numeric_limits<double>::epsilon() * until;
  std::vector<double> in{0.0};
  in.insert(in.end(), parameters.begin(), parameters.end());
  const std::vector<double> x = system.start->evaluate(in);
  for (const StateBlock& block : system.states) {
    if (block.role != StateBlock::Role::rate || block.dimension != dimensions::kAngularRate)
      continue;
    for (int i = 0; i < block.size; ++i) {
      const double rate = x[static_cast<std::size_t>(block.offset + i)];
      if (!(std::abs(rate) * rounding > kMostAngle)) continue;
      RunError::Data data;
      data.cause = fmt::format(
          "'{}' begins at {:.6g} rad/s: within the rounding error of the time, {:.2g} s of {:.6g} "
          "s, it rotates by {:.3g} rad, so that no step gives an angle",
          component_name(block.name, block.components, i), rate, rounding, until,
          std::abs(rate) * rounding);
      data.advice = "begin at a rate that a body can have, or choose an earlier 'simulate.until'";
      throw RunError(std::move(data));
    }
  }
}

}  // namespace holon
