// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "holon/view/scene/scene.h"

namespace holon {

/// An arrow at one moment, in world axes.
struct PlacedArrow {
  Vector3<double> from, along;  ///< [m] and of unit length; z if it is zero
  double length = 0;            ///< [m]
};

/// Arrows of forces, torques and reaction forces that are not zero throughout (indices of
/// scene.arrows); those of reaction torques are omitted, because they would be too many.
std::vector<std::size_t> find_drawn_arrows(const Scene& scene, const Motion& motion);

/// The scales of vectors: [m/N] and [m/(N m)]. The 95 % quantile of the magnitudes has 0.3 of the
/// machine's size, and no vector is longer than 1.5 times that.
struct ArrowScales {
  double force = 0, torque = 0;
  double most = 0;  ///< [m] largest length of an arrow
};
ArrowScales find_arrow_scales(const Scene& scene, const Motion& motion);

/// Its length is proportional to its magnitude, up to `scales.most`. A contact force begins at the
/// contact point.
PlacedArrow place_arrow(const Scene& scene, const Motion& motion, const ArrowScales& scales,
                        std::size_t arrow, std::size_t time);

}  // namespace holon
