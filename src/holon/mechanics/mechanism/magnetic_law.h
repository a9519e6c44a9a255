// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "holon/model/assembly/part.h"
#include "holon/model/assembly/surroundings.h"

namespace holon::detail {

/// Magnetic flux density [T] at a point [m], both in world axes: Surroundings::magnetic_field.
using MagneticLaw = std::function<Vector3<Expr>(const Vector3<Expr>& point)>;

/// Defines the part's output `field`, the flux density at the origin of a frame in the frame's own
/// axes [T], and gives its symbols. A model without a MagneticField is an error of the part.
Vector3<Expr> define_flux_density(PartBuilder& b, const FrameName& frame);

}  // namespace holon::detail
