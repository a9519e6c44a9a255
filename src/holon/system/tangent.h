// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/expr/jacobian.h"
#include "holon/system/system.h"

namespace holon {

/// Tangent coordinates of a System's state: the components of euclidean blocks, and of a quaternion
/// block q three, the rotation vector δ [rad] in the axes that q turns from: q (1, δ/2).
///
/// ∂(x')/∂x there, exact and sparse: a function of the inputs of the System's functions whose one
/// output group "J" has the entries of the pattern (n x n, n = tangent_count). With it a small
/// deviation follows δ' = J δ. For linearisation and filters.
FunctionJacobian make_state_jacobian(const System& system);

/// ∂(x')/∂x by the components of the state themselves, the four of a quaternion taken as free: what
/// implicit methods solve their steps with. As above, with n = state_count.
FunctionJacobian make_component_jacobian(const System& system);

/// Number of tangent coordinates: three for a quaternion, else as many as components.
int tangent_count(const System& system);
/// "pin.angle", "body.orientation.x" (of the rotation vector).
std::string tangent_name(const System& system, int index);

}  // namespace holon
