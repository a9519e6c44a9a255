// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/mechanics/tree/rigid_groups.h"

namespace holon::detail {

/// Rotors: bodies whose only joint is a hinge and which are symmetric about its axis (wheels,
/// discs, armatures). How they stand about the axis matters to nothing that they are mounted on, so
/// in flat trees, too, they have the hinge's angle in the place of a quaternion, which would turn
/// with them. Of every joint the rigid group that is a rotor on it, by index; kNoRotor: none.
inline constexpr int kNoRotor = -1;
std::vector<int> find_rotors(const Mechanism& mechanism, const RigidGroups& groups);

}  // namespace holon::detail
