// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "holon/view/scene/camera.h"

namespace holon {

/// One surface of a solid in the camera's view.
struct Face {
  std::string path;       ///< SVG path data, one decimal
  double brightness = 0;  ///< 0 in shadow … 1 towards the light
};

/// The surfaces of a solid that face the camera, far ones first.
std::vector<Face> draw_faces(const Solid& solid, const Pose& X_WB, const Camera& camera);
/// The outline of the solid.
std::string draw_outline(const Solid& solid, const Pose& X_WB, const Camera& camera);
/// The depth [m] of the solid's centre along the view.
double calc_depth(const Solid& solid, const Pose& X_WB, const Camera& camera);
/// Points on the solid's surface [m, world] that span it.
std::vector<Vector3<double>> find_extremes(const Solid& solid, const Pose& X_WB);

/// The convex hull, counter-clockwise if y points up, without points on its edges.
std::vector<std::array<double, 2>> convex_hull(std::vector<std::array<double, 2>> points);

}  // namespace holon
