// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/view/scene/camera.h"

namespace holon {

/// The position of a point at an instant of a motion [m, world].
Vector3<double> find_place(const BodyPoint& point, const Motion& motion, std::size_t time);

/// A link between two points of a figure as a line without a filled area, in SVG path data: a
/// spring as a zigzag, a damper as cylinder and piston, both side by side, a cable as a line, a rod
/// and a bushing as narrow boxes, a hydraulic cylinder as a box with a rod. `rest` is its length
/// [px] at the beginning, which determines its width; for a hydraulic cylinder the present length
/// of its barrel.
std::string draw_link(SceneLink::Kind kind, const Projected& from, const Projected& to,
                      double rest);

}  // namespace holon
