// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "holon/view/scene/scene.h"

namespace holon {

/// An arrow at one moment, in world axes.
struct PlacedArrow {
  Vector3<double> from, along;  ///< [m] and of unit length; z where it is zero
  double length = 0;            ///< [m]
};

/// Arrows of forces, of torques and of reaction forces that are not zero throughout (indices of
/// scene.arrows); those of reaction torques would be too many.
std::vector<std::size_t> find_drawn_arrows(const Scene& scene, const Motion& motion);

/// How long vectors are drawn: [m/N] and [m/(N m)]. The magnitude that all but a twentieth of the
/// motion's stay below has 0.3 of the machine's size, and none has more than half as much again.
struct ArrowScales {
  double force = 0, torque = 0;
  double most = 0;  ///< [m] the longest that an arrow may be
};
ArrowScales find_arrow_scales(const Scene& scene, const Motion& motion);

/// As long as its magnitude says, up to `scales.most`. A contact's force begins where its sphere
/// touches.
PlacedArrow place_arrow(const Scene& scene, const Motion& motion, const ArrowScales& scales,
                        std::size_t arrow, std::size_t time);

}  // namespace holon
