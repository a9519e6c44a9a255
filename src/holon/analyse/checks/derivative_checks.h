// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/analyse/checks/check.h"
#include "holon/analyse/checks/samples.h"
#include "holon/expr/derive/jacobian.h"

namespace holon {

/// The exact ∂f/∂x (make_component_jacobian, or a given `jacobian`) against finite differences of
/// f.
Check check_jacobian(const System& system, const FunctionJacobian& jacobian,
                     const std::vector<Sample>& samples);
/// The same along motions that satisfy the constraints, for machines whose redundant constraints
/// are inconsistent off the constraint manifold, so that differences there are meaningless.
Check check_jacobian_along_constraints(const System& system, const FunctionJacobian& jacobian,
                                       const std::vector<Sample>& samples);
/// The constraints' rates against finite differences of their residuals along the motion, and the
/// rate of convergence of the projection's Newton steps.
std::vector<Check> check_constraints(const System& system, const std::vector<Sample>& samples);

}  // namespace holon
