// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/view/scene/scene.h"

namespace holon {

// What all pictures of forces and torques share.

bool is_torque(SceneArrow::Kind kind);
/// "#rrggbb", as on pages on a light ground.
const char* arrow_color(SceneArrow::Kind kind);
/// The point of application, in world axes [m]; of a contact force the projection of the sphere's
/// centre onto the plane.
Vector3<double> find_arrow_tail(const Scene& scene, const Motion& motion, const ArrowView& arrow,
                                std::size_t time);
/// The 95 % quantile of the magnitudes that are not zero, by which lengths are scaled; 0: none.
double find_usual_magnitude(std::vector<double> magnitudes);

}  // namespace holon
