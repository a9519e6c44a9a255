// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/contact/contact_geometry.h"

namespace holon::detail {

/// A cylinder against a cylinder (5 points), a capsule (3) or a box (22), in either order; empty
/// for other pairs.
///
/// The ends of a cylinder touch a cylinder at their nearest points, and a box at the lowest point
/// along the normal of its face; so do the ends of a capsule, the corners of a box, and of a
/// capsule's axis, each edge of a box and the axis of a second cylinder the point that is nearest
/// to the (other) cylinder. `are_constraints`: see find_touch_points.
std::vector<TouchPoint> touch_cylinders(const FirstShape& first, const SecondShape& second,
                                        const ShapePose& X_1, const ShapePose& X_2,
                                        const Expr& rounding, bool are_constraints);

}  // namespace holon::detail
