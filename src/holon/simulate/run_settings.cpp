// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/run_settings.h"

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
    case SolverMethod::cvode: return "cvode";
    case SolverMethod::cvode_adams: return "cvode_adams";
    case SolverMethod::ida: return "ida";
  }
  return "";
}

const char* name_of(Formulation formulation) {
  switch (formulation) {
    case Formulation::recursive: return "recursive";
    case Formulation::augmented: return "augmented";
  }
  return "";
}

void check_solver(const SimulateSettings& settings, const System& system) {
  if (settings.solver != SolverMethod::cvode_adams || !settings.stabilisation.projects()) return;
  std::string found;
  if (system.constraints)
    found = system.constraints->names.empty() ? "joints that stick or stop" : "closed loops";
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

}  // namespace holon
