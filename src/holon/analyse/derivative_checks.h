// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/analyse/check.h"
#include "holon/analyse/samples.h"
#include "holon/expr/derive/jacobian.h"

namespace holon {

/// ∂f/∂x as derived (make_component_jacobian, or whatever `jacobian` claims to be it) against
/// differences of f.
Check check_jacobian(const System& system, const FunctionJacobian& jacobian,
                     const std::vector<Sample>& samples);
/// The same along motions that the constraints of the system allow, for machines whose redundant
/// constraints contradict each other beside them, so that differences there say nothing.
Check check_jacobian_along_constraints(const System& system, const FunctionJacobian& jacobian,
                                       const std::vector<Sample>& samples);
/// The constraints' rates against differences of their places along the motion, and how fast
/// the steps of the projection, which are Newton's, come home.
std::vector<Check> check_constraints(const System& system, const std::vector<Sample>& samples);

}  // namespace holon
