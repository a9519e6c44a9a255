// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "holon/system/system.h"
#include "holon/view/scene/scene.h"

namespace holon {

/// Arrows of more joints than this hide the machine.
inline constexpr std::size_t kMostArrows = 80;

/// What an animation of the scene needs of a run: poses of bodies, then vectors of arrows and
/// forces along links, as many as a reader can distinguish; then axes of motions and wrenches.
std::vector<std::string> list_pose_outputs(const Scene& scene, const System& system);

}  // namespace holon
