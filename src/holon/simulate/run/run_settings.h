// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/expr/program/program.h"
#include "holon/model/describe/settings.h"
#include "holon/system/system.h"

namespace holon {

/// Throws InputError with everything about `simulate` that cannot be or would have no effect.
void check_settings(const SimulateSettings& s);
/// "dopri5", as the model says it.
const char* name_of(SolverMethod solver);
const char* name_of(Formulation formulation);
/// Of the programs of a run.
Engine engine_of(EngineChoice choice);
/// Throws InputError where the solver cannot run this system.
void check_solver(const SimulateSettings& s, const System& system);
/// Throws RunError where a body rotates so fast at the start that angles are lost in the rounding
/// of times up to `until` [s].
void check_start_rates(const System& system, const std::vector<double>& parameters, double until);

}  // namespace holon
