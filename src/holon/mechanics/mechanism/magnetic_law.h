// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "holon/model/assembly/part.h"

namespace holon::detail {

/// Magnetic flux density [T] at a point [m], both in world axes.
using MagneticLaw = std::function<Vector3<Expr>(const Vector3<Expr>& point)>;

/// Where an assembly keeps the law of its MagneticField.
struct MagneticSlot {
  MagneticLaw law;
};

/// Defines the part's output `field`, the flux density at the origin of a frame in the frame's own
/// axes [T], and gives its symbols. A model without a MagneticField is an error of the part.
Vector3<Expr> define_flux_density(PartBuilder& b, const FrameName& frame);

}  // namespace holon::detail
