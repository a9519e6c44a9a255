// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/mechanics/lagrange/lagrange_systems.h"

namespace holon::detail {

using Coordinates = std::vector<LagrangeDefinition::Coordinate>;

/// Reports a kinetic energy that is not quadratic in the rates, a potential energy that depends on
/// them, and velocity constraints that are not linear in them. What is not so by structure is
/// tried at several states.
void check_energies(const Coordinates& coordinates, const Energies& e, const Symbols& symbols,
                    const ReportError& report);

/// Reports coordinates without inertia: directions that the constraints allow and along which the
/// kinetic energy does not grow, at several states. Inertias count against those of their own
/// coordinates, whatever the units.
void check_inertia(const Coordinates& coordinates, const Energies& e, const Symbols& symbols,
                   const ReportError& report);

/// Reports entries of a mass matrix (by rows) that differ from those across its diagonal, at
/// several states: of such a matrix only the mean of both would count.
void check_symmetry(const Coordinates& coordinates, const std::vector<Expr>& matrix,
                    const Symbols& symbols, const ReportError& report);

/// Warns of a Rayleigh's function whose damping forces bring power in, v·∂D/∂v < 0, naming a state
/// where it does.
void check_dissipation(const Coordinates& coordinates, const Energies& e, const Symbols& symbols,
                       const ReportError& warn);

/// Reports constraints of a composition's member that hold for all coordinates of the composition:
/// their rows are rounding errors. `p`: the member's coordinates in those of `outer`.
void check_composed_constraints(const Energies& outer, const Energies& inner,
                                const std::vector<Expr>& p, const std::string& member,
                                const Symbols& symbols, const ReportError& report);

/// Numbers that bring the rows of constraints to the size of the masses, whatever their units: by
/// the largest they have at several states.
std::vector<double> find_multiplier_scales(const LagrangeEquations& equations,
                                           std::size_t coordinates, const Symbols& symbols);

}  // namespace holon::detail
