// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "holon/model/describe/shape.h"
#include "holon/spatial/rotation.h"

namespace holon::detail {

/// A half space below a plane through the frame's origin.
struct GroundPlane {
  std::optional<Axis> normal{};  ///< out of the ground, in the frame
  static void describe(Fields<GroundPlane>& f);
};
/// The frame's origin.
struct BarePoint {
  static void describe(Fields<BarePoint>& f);
};

using FirstShape = std::variant<GroundPlane, Sphere, Box, Cylinder, Capsule>;
using SecondShape = std::variant<BarePoint, Sphere, Box, Cylinder, Capsule>;

/// The pose of a shape's frame in the world.
struct ShapePose {
  Vector3<Expr> position;  ///< [m]
  Rotation<Expr> orientation;
};

/// A point where two shapes may touch; vectors in world axes.
struct TouchPoint {
  Expr gap;              ///< [m] negative: penetration
  Vector3<Expr> normal;  ///< unit, from the first shape to the second
  Vector3<Expr> point;   ///< [m] in the world
};

/// The points where two shapes may touch; empty for a pair that is not supported.
///
/// A plane touches a sphere or a point at one point, a capsule at the end of either half sphere, a
/// box at its eight corners, a cylinder at the lowest point of either end. A sphere touches any
/// other shape at the point of that shape that is nearest to its centre.
std::vector<TouchPoint> find_touch_points(const FirstShape& first, const SecondShape& second,
                                          const Axis& normal, const ShapePose& X_1,
                                          const ShapePose& X_2);

/// Of a cylinder's radius: how much its end faces are crowned. A standing cylinder then has one
/// contact point, which moves from the centre to the edge as it tilts.
inline constexpr double kCrown = 1e-3;

}  // namespace holon::detail
