// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/tree/tree.h"

namespace holon::detail {

/// Chooses the coordinate axis that carries the joint's axis `a` (in the parent link's axes) and
/// the constant turn that goes with it.
Rotation<Expr> align(Link& link, const Vector3<Expr>& a);

/// Adds a body's mass to a link; `place`: the body's frame in link axes.
void add_mass(Link& link, const Mechanism::Body& body, const FramePlace& place);

/// Adds what a mode does to the link's inertia where it follows the motion.
void add_mode(Link& link, const Mechanism::Mode& mode, const FramePlace& place);
/// Of a mode in the motion of the body's link: p [kg], and s [kg m] about the link's origin.
ForceMotor<Expr> calc_participation(const Mechanism::Mode& mode, const FramePlace& place);

}  // namespace holon::detail
