// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "holon/mechanics/contact/contact_geometry.h"

namespace holon::detail {

/// Of the surface of a shape the point nearest to some point p: how far p is, and the unit normal
/// there. Inside the distance is negative, to the nearest face.
struct NearestPoint {
  Expr distance;  ///< [m]
  Vector3<Expr> normal;
};

/// p [m] in the shape's axes. Not for a plane.
NearestPoint find_nearest_point(const FirstShape& shape, const Vector3<Expr>& p);
NearestPoint find_nearest_point(const SecondShape& shape, const Vector3<Expr>& p);

/// A cylinder with the axis z whose ends are caps of a sphere of the radius R/ε.
/// cylinder_contact.cpp has the reason.
struct CappedCylinder {
  Expr radius, half;  ///< [m]
  NearestPoint find_nearest(const Vector3<Expr>& p) const;
};
/// [m] By how much its rim is below the top of its cap.
Expr find_sag(const Expr& radius);

/// A shape at its pose. Of a box whose edges are rounded `core` is what is within the rounding, and
/// `around` the rounding.
struct PlacedShape {
  SecondShape core;
  Expr around = 0.0;  ///< [m]
  ShapePose X{};
  bool is_capped = false;  ///< of a cylinder: its ends are caps
};
NearestPoint find_nearest_point(const PlacedShape& shape, const Vector3<Expr>& p);
PlacedShape place(const FirstShape& shape, const ShapePose& X, const Expr& rounding);
PlacedShape place(const SecondShape& shape, const ShapePose& X, const Expr& rounding);

/// A sphere of the second body on the shape of the first.
TouchPoint touch_by_sphere(const PlacedShape& shape, const Vector3<Expr>& centre,
                           const Expr& radius);
/// The same, seen from the other body.
TouchPoint seen_from_sphere(TouchPoint touch);

/// A box without the rounding of its edges.
Box core_of(const Box& box, const Expr& rounding);
/// In the axes of a shape.
Vector3<Expr> axis_vector(const Axis& axis);
/// Two directions across a unit vector, perpendicular to each other.
std::array<Vector3<Expr>, 2> directions_across(const Vector3<Expr>& n);
/// x between -most and most.
Expr clamp_to(const Expr& x, const Expr& most);
/// [m] From the centre of an end of a cylinder, whose axis `a` is a unit vector, to the point of
/// that end that is the lowest along a unit vector n; contact_geometry.cpp has the formula.
Vector3<Expr> find_lowest_of_end(const Expr& radius, const Vector3<Expr>& a,
                                 const Vector3<Expr>& n);

}  // namespace holon::detail
