// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "holon/view/scene/camera.h"
#include "holon/view/svg/svg.h"

namespace holon {

/// A piece of a plane that spheres touch: corners in order [m, world].
using GroundPatch = std::array<Vector3<double>, 4>;

/// Of each plane of the world that contacts name, the piece over which their spheres go, and some
/// room around it.
std::vector<GroundPatch> find_ground(const Scene& scene, const Motion& motion);

/// Draws them: a hatched line where the plane is seen from its edge, else a surface.
void draw_ground(SvgWriter& svg, const Scene& scene, const Motion& motion, const Camera& camera);

}  // namespace holon
