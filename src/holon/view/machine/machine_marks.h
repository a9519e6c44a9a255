// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/view/scene/camera.h"
#include "holon/view/svg/svg.h"

namespace holon {

/// A small symbol that moves with a body.
struct Mark {
  enum class Kind { pin, center_of_mass };
  Kind kind = Kind::pin;
  int body = 0;
  Vector3<double> at{0, 0, 0};      ///< [m] in the body
  JointDrawings::Elements about{};  ///< springs and dampers about a pin
};

/// Pins of revolute joints, and centres of mass that are not hidden by a pin.
std::vector<Mark> find_marks(const Scene& scene);
/// Whether the body is so large in the figure that the symbol does not hide it.
bool has_room(const Mark& mark, const Scene& scene, const Motion& motion, const Camera& camera);
/// Draws the symbol around the origin.
void draw_mark(SvgWriter& svg, const Mark& mark);

/// A line of the ground, with hatching on its clockwise side [px].
void draw_hatched(SvgWriter& svg, double x1, double y1, double x2, double y2);

/// Rails of prismatic joints on the world, and supports of other joints and of links.
void draw_rails(SvgWriter& svg, const Scene& scene, const Motion& motion, const Camera& camera);
void draw_supports(SvgWriter& svg, const Scene& scene, const Motion& motion, const Camera& camera);
/// The paths of the bodies' tips.
void draw_traces(SvgWriter& svg, const Scene& scene, const Motion& motion, const Camera& camera);
/// Directions of the world's axes, and a length scale for parallel views; at the lower left of a
/// figure of this height.
void draw_scale(SvgWriter& svg, const Camera& camera, double height);

/// Whether the instants are so far apart that the bodies' paths between them are not resolved: for
/// example an oscillation of one second sampled once a minute.
bool misses_motion(const Scene& scene, const Motion& motion);

/// Whether all bodies keep their positions and only rotate, so that still poses would overlap.
bool rotates_in_place(const Scene& scene, const Motion& motion);

}  // namespace holon
