// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/view/scene/camera.h"

namespace holon {

/// Where a place is at a moment of a motion [m, world].
Vector3<double> find_place(const BodyPoint& point, const Motion& motion, std::size_t time);

/// A link between two places of a picture as a line without a filled area, in SVG path data: a
/// spring as a zigzag, a damper as pot and piston, both side by side, a cable as a line, a rod and
/// a bushing as narrow boxes, a cylinder as a box with a rod. `rest` is its length [px] at the
/// beginning, which sets its width; of a cylinder that of its barrel now.
std::string draw_link(SceneLink::Kind kind, const Projected& from, const Projected& to,
                      double rest);

}  // namespace holon
