// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/view/scene/camera.h"
#include "holon/view/svg/svg.h"

namespace holon {

/// A small sign that goes with a body.
struct Mark {
  enum class Kind { pin, center_of_mass };
  Kind kind = Kind::pin;
  int body = 0;
  Vector3<double> at{0, 0, 0};  ///< [m] in the body
};

/// Pins of turning joints, and centres of mass that are not hidden by a pin.
std::vector<Mark> find_marks(const Scene& scene);
/// Whether the body is so large in the picture that the sign does not hide it.
bool has_room(const Mark& mark, const Scene& scene, const Motion& motion, const Camera& camera);
/// Draws the sign around the origin.
void draw_mark(SvgWriter& svg, Mark::Kind kind);

/// A line of the ground, with hatching on the side to which it turns clockwise [px].
void draw_hatched(SvgWriter& svg, double x1, double y1, double x2, double y2);

/// Rails of sliding joints on the world, and supports of the others and of links.
void draw_rails(SvgWriter& svg, const Scene& scene, const Motion& motion, const Camera& camera);
void draw_supports(SvgWriter& svg, const Scene& scene, const Motion& motion, const Camera& camera);
/// The ways of the bodies' tips.
void draw_traces(SvgWriter& svg, const Scene& scene, const Motion& motion, const Camera& camera);
/// Directions of the world's axes, and a length where the view is parallel; at the lower left of
/// a picture of this height.
void draw_scale(SvgWriter& svg, const Camera& camera, double height);

/// Whether the moments lie so far apart that the bodies' ways between them are lost: as when a
/// swing of a second is looked at once a minute.
bool misses_motion(const Scene& scene, const Motion& motion);

/// Whether all bodies keep their places and only turn, so that still poses would lie on each other.
bool rotates_in_place(const Scene& scene, const Motion& motion);

}  // namespace holon
