// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/expr/derive/jacobian.h"
#include "holon/system/system.h"

namespace holon {

/// Tangent coordinates of a System's state: the components of euclidean blocks, and for a
/// quaternion block q three, the rotation vector δ [rad] in body axes: q (1, δ/2).
///
/// ∂(x')/∂x there, exact and sparse: a function of the inputs of the System's functions whose one
/// output group "J" has the entries of the pattern (n x n, n = tangent_count). Small deviations
/// satisfy δ' = J δ. For linearisation and filters.
///
/// `others`: inputs of the functions (by index) whose columns follow those of the tangents.
FunctionJacobian make_state_jacobian(const System& system, const std::vector<int>& others = {});
/// The same for another function of the system: its outputs, or constraints.
FunctionJacobian make_tangent_jacobian(const System& system, const Function& function,
                                       const std::vector<int>& others = {});

/// ∂(x')/∂x by the components of the state themselves, the four of a quaternion treated as
/// independent: used by implicit methods. As above, with n = state_count.
FunctionJacobian make_component_jacobian(const System& system);

/// Number of tangent coordinates: three for a quaternion, else as many as components.
int tangent_count(const System& system);
/// "pin.angle", "body.orientation.x" (of the rotation vector).
std::string tangent_name(const System& system, int index);
/// The rates of the tangent coordinates (tangent_count) for the rates dx (nx) of the state x (nx):
/// for a quaternion the angular velocity in body axes, 2 vec(conj(q) q').
std::vector<double> calc_tangent_rates(const System& system, const std::vector<double>& x,
                                       const std::vector<double>& dx);
/// Its block of states.
const StateBlock& tangent_block(const System& system, int index);

}  // namespace holon
