// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/equations/equations_of_motion.h"
#include "holon/mechanics/lagrange/lagrange_systems.h"

namespace holon {

/// The row of a coordinate of a root, without terms.
EquationsOfMotion::Row name_lagrange_row(const LagrangeSystems::Member& root,
                                         std::size_t coordinate);

/// Adds the equations of systems that are described by their energies, of which each root has the
/// equations of all that it composes; `equations.algebra` must be there. Systems whose frames carry
/// something are not among them: their equations are those of the machine. Throws ModelError where
/// forces depend on what is no coordinate of theirs.
void add_lagrange_equations(Assembly& assembly, const LagrangeSystems& systems,
                            EquationsOfMotion& equations);

}  // namespace holon
