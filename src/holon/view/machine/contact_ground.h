// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "holon/view/scene/camera.h"
#include "holon/view/svg/svg.h"

namespace holon {

/// The part of a plane in contact with spheres: corners in order [m, world].
using GroundPatch = std::array<Vector3<double>, 4>;

/// For each plane of the world used by contacts, the part over which their spheres move, with a
/// margin.
std::vector<GroundPatch> find_ground(const Scene& scene, const Motion& motion);

/// Draws them: a hatched line if the plane is seen edge-on, else a surface.
void draw_ground(SvgWriter& svg, const Scene& scene, const Motion& motion, const Camera& camera);

}  // namespace holon
