// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
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
  Expr applies = 1.0;    ///< above zero where it is to be counted if it is a constraint
};

/// An edge of a shape: a segment around which it has the radius `radius`.
struct ShapeEdge {
  Vector3<Expr> centre, direction;  ///< [m], unit; in world axes
  Expr half = 0.0;                  ///< [m] half of its length
  Expr radius = 0.0;                ///< [m]
};
/// The edges of a capsule (one) or of a box whose edges are rounded (twelve); empty for others.
std::vector<ShapeEdge> find_edges(const SecondShape& shape, const ShapePose& X,
                                  const Expr& rounding);
/// Where two edges are nearest to each other.
TouchPoint touch_edges(const ShapeEdge& first, const ShapeEdge& second);
/// The same; it applies where both are nearest to each other within their lengths, …
TouchPoint touch_sides(const ShapeEdge& first, const ShapeEdge& second, bool are_constraints);
/// … and where they are not nearly parallel: elsewhere corners touch.
TouchPoint touch_crossing_edges(const ShapeEdge& first, const ShapeEdge& second);
/// Corners of the second shape against the first one, and of the first one against the second; for
/// two boxes.
std::vector<TouchPoint> touch_corners(const Box& first, const Box& second, const Expr& rounding,
                                      const ShapePose& X_1, const ShapePose& X_2);
/// [m] In world axes.
std::vector<Vector3<Expr>> find_corners(const Box& box, const ShapePose& X);
/// [m] By how much the edges of a shape are rounded by default.
Expr default_rounding(const Box& box);
Expr default_rounding(const Cylinder& cylinder);

/// The points where two shapes may touch; empty for a pair that is not supported, and for two
/// boxes, which have 16 corners and 144 pairs of edges.
///
/// Capsules and boxes against each other: the ends of a capsule touch any shape as spheres, and
/// each edge of the first touches each edge of the second at their nearest points. Of points that
/// coincide (at an end) each counts for springs; of constraints one applies, and corners of a box
/// are points of their own. Cylinders against these: cylinder_contact.h.
///
/// A plane touches a sphere or a point at one point, a capsule at the end of either half sphere, a
/// box at its eight corners, a cylinder at the lowest point of either end. A sphere touches any
/// other shape at the point of that shape that is nearest to its centre.
std::vector<TouchPoint> find_touch_points(const FirstShape& first, const SecondShape& second,
                                          const Axis& normal, const ShapePose& X_1,
                                          const ShapePose& X_2, const Expr& rounding,
                                          bool are_constraints = false);

/// Of a cylinder's radius: how much its end faces are crowned. A standing cylinder then has one
/// contact point, which moves from the centre to the edge as it tilts.
inline constexpr double kCrown = 1e-3;

}  // namespace holon::detail
