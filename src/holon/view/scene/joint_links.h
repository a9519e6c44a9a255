// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/view/scene/scene.h"

namespace holon {

/// The scene's links, then springs and dampers along the axes of joints and in the planes of planar
/// ones, as links from the one body to the other. These begin on the line of the joint's point, so
/// far before its nearest position during the motion that they are never shorter than a quarter of
/// the machine.
std::vector<LinkView> list_links(const Scene& scene, const Motion& motion);

}  // namespace holon
