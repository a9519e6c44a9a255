// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "holon/spatial/rotation.h"

/// Lines and planes in space, over double or float. All points have the same origin and axes [m].
namespace holon {

/// A directed line: a unit direction and the point nearest the origin.
template <class T>
class Line {
 public:
  /// The x axis.
  Line() : point_(T(0), T(0), T(0)), direction_(T(1), T(0), T(0)) {}
  /// Through a point along a direction of any length; throws std::invalid_argument if that is zero
  /// or not finite.
  static Line through(const Vector3<T>& point, const Vector3<T>& direction);
  /// Through a towards b; throws std::invalid_argument if they coincide.
  static Line through_points(const Vector3<T>& a, const Vector3<T>& b);

  /// The point nearest the origin.
  const Vector3<T>& point() const { return point_; }
  /// Unit vector.
  const Vector3<T>& direction() const { return direction_; }
  /// The point at a signed distance from `point()` along the direction.
  Vector3<T> point_at(T distance) const { return point_ + distance * direction_; }
  /// The moment of the direction about the origin, p × e; with the direction the six Plücker
  /// coordinates.
  Vector3<T> moment() const { return cross(point_, direction_); }

  Line reversed() const { return {point_, -direction_}; }
  Vector3<T> calc_nearest_point(const Vector3<T>& p) const {
    return point_at(dot<T>(direction_, p - point_));
  }
  T calc_distance(const Vector3<T>& p) const { return norm<T>(p - calc_nearest_point(p)); }

 private:
  Line(const Vector3<T>& point, const Vector3<T>& direction)
      : point_(point), direction_(direction) {}

  Vector3<T> point_, direction_;
};

/// The plane of the points r with normal · r = offset [m]; `normal` a unit vector.
template <class T>
struct Plane {
  Vector3<T> normal{T(0), T(0), T(1)};
  T offset{0};

  /// Through a point with a normal of any length; throws std::invalid_argument if that is zero or
  /// not finite.
  static Plane through(const Vector3<T>& point, const Vector3<T>& normal);
  /// Positive on the side of the normal [m].
  T calc_signed_distance(const Vector3<T>& p) const { return dot(normal, p) - offset; }
};

/// The intersection of a line with a plane; none if they are parallel (sine of the angle up to 4
/// ε).
template <class T>
std::optional<Vector3<T>> find_intersection(const Line<T>& line, const Plane<T>& plane);

/// The pose of line b relative to line a, as in the Denavit–Hartenberg parameters.
template <class T>
struct CommonNormal {
  Vector3<T> foot_a, foot_b;  ///< [m] ends of the common normal on a and b
  Vector3<T> direction;       ///< unit, from a to b; along a × b (or any normal) if they intersect
  T distance;                 ///< [m] from a to b, >= 0
  T angle;        ///< [rad] in [-π, π], about `direction` from a's direction to b's; >= 0 if they
                  ///< intersect
  bool parallel;  ///< sine of the angle up to 4 ε: the feet are then the points nearest the origin
                  ///< on a and nearest that one on b
};

template <class T>
CommonNormal<T> calc_common_normal(const Line<T>& a, const Line<T>& b);

/// The line b with this pose relative to a: displaced by `distance` along the normal, rotated by
/// `angle` about it. Inverse of calc_common_normal: uses foot_a, direction, distance and angle.
template <class T>
Line<T> make_line(const Line<T>& a, const CommonNormal<T>& normal);

extern template class Line<double>;
extern template class Line<float>;

}  // namespace holon
