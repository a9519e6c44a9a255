// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/machine/contact_geometry.h"

namespace holon::detail {

/// A cylinder against a cylinder (5 points), a capsule (5) or a box (22), in either order; empty
/// for other pairs.
///
/// The lowest point of either end of a cylinder, as seen from the other shape, touches that shape;
/// so do the ends of a capsule, the corners of a box, and of a capsule's axis, each edge of a box
/// and the axis of a second cylinder the point that is nearest to the (other) cylinder.
std::vector<TouchPoint> touch_cylinders(const FirstShape& first, const SecondShape& second,
                                        const ShapePose& X_1, const ShapePose& X_2,
                                        const Expr& rounding);

}  // namespace holon::detail
