// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/mechanics/lagrange/lagrange_systems.h"

namespace holon::detail {

/// The outputs of a system that its equations keep constant: "momentum.phi" of a coordinate on
/// which neither energies nor constraints depend and on which no force acts, "jacobi_integral"
/// where nothing depends on time and nothing drives or damps. Only what the form of the expressions
/// proves, if need be by trigonometric identities: values at single states prove nothing.
/// `frame_forces`: further generalized forces, by coordinate.
std::vector<std::string> find_conserved(
    const std::vector<LagrangeDefinition::Coordinate>& coordinates, const Energies& e,
    const LagrangeEquations& equations, const std::vector<Expr>& frame_forces);

}  // namespace holon::detail
