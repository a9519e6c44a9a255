// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/equations/equations_of_motion.h"

namespace holon {

class LagrangeSystems;

/// Adds the equations of systems that are described by their energies, of which each root has the
/// equations of all that it composes; `equations.algebra` must be there. Throws ModelError where
/// bodies hang on their frames, or forces depend on what is no coordinate of theirs.
void add_lagrange_equations(Assembly& assembly, const LagrangeSystems& systems,
                            EquationsOfMotion& equations);

}  // namespace holon
