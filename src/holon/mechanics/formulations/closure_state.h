// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "holon/mechanics/formulations/closure.h"
#include "holon/mechanics/kinematics/kinematics.h"

namespace holon {

/// What an answer is made of. Each level names nothing of the next, so that time derivatives of
/// coordinates need no accelerations, nor those of rates more than these.
enum class MotionLevel : std::uint8_t { places, speeds, accelerations };

/// Coordinates, rates and accelerations of a cut joint with coordinates of its own; what lies
/// beyond the level means nothing.
std::vector<Expr> calc_joint_state(const Closure& closure, Kinematics& kinematics,
                                   MotionLevel level);
/// Wrenches (force, moment about the link's origin, in link axes) of efforts along its freedoms on
/// the links of its sides; empty where a side is at rest.
std::array<std::vector<Expr>, 2> calc_effort_loads(const Closure& closure, Kinematics& kinematics,
                                                   const std::vector<Expr>& efforts);

}  // namespace holon
