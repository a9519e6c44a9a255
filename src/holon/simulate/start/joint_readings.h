// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/system/system.h"

namespace holon {

/// Inputs of a System's functions (t, x, u = 0, p, m = 0).
std::vector<double> make_inputs(const System& system, double t, const std::vector<double>& x,
                                const std::vector<double>& parameters);

/// Values of scalar outputs at a state; the modes are those of m = 0.
std::vector<double> read_outputs(const System& system, const std::vector<std::string>& names,
                                 double t, const std::vector<double>& x,
                                 const std::vector<double>& parameters);

/// What joints call the rates of their freedoms: "pin.rate", "slide.speed".
std::vector<std::string> list_joint_rates(const System& system);

/// The joints that a motion drives, in order: those whose coordinate depends on no state, and those
/// whose motion is a row of the constraints.
std::vector<std::string> find_driven_joints(const System& system, double t,
                                            const std::vector<double>& x,
                                            const std::vector<double>& parameters);

/// "a", "a and b", "a, b and c".
std::string list_names(const std::vector<std::string>& names);

}  // namespace holon
