// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "holon/spatial/line.h"
#include "holon/spatial/motor.h"

/// The geometry of a motor (g, h): its axis, its pitch, and the pair of lines that represents it.
///
///   axis            the points whose moment is parallel to g; the one nearest to O is g × h / g²
///   pitch           p = g · h / g²  [m per rad for a velocity, m for a force]
///   moment on it    h_n = p g, the smallest moment of the field
///
/// With p = 0 the motor is a rotor: a pure rotation about the axis, a single force along it. With
/// g = 0 it is a couple: a pure translation, a pure torque; it has no axis, only the direction of
/// h.
///
/// R. von Mises 1924 (see motor.h); J. Angeles, "Fundamentals of Robotic Mechanical Systems", ch.
/// 3. The interpretation of the line pair: docs/design/motors.md.
namespace holon {

/// p = g · h / g² [m]; NaN or infinite for a couple.
template <class T, MotorKind K>
T calc_pitch(const Motor<T, K>& a) {
  return dot(a.resultant(), a.moment()) / dot(a.resultant(), a.resultant());
}

/// h_n = p g, the moment on the axis.
template <class T, MotorKind K>
Vector3<T> calc_axis_moment(const Motor<T, K>& a) {
  return calc_pitch(a) * a.resultant();
}

/// The screw along a line, of unit resultant: (e, p_0 × e + pitch e). A unit rotation about the
/// line, a unit force along it (pitch 0), a thread (pitch in m per rad).
template <class T>
ScrewMotor<T> make_screw(const Line<T>& line, T pitch = T(0)) {
  return ScrewMotor<T>::at_point(line.point(), line.direction(), pitch * line.direction());
}

enum class MotorShape : std::uint8_t {
  zero,
  couple,  ///< pure translation, pure torque
  rotor,   ///< pure rotation, single force
  screw,   ///< everything else
};

/// An ordered pair of lines in von Mises' sense (their directions do not count).
template <class T>
struct LinePair {
  Line<T> first, second;
};

namespace detail {
template <class T>
std::optional<Line<T>> find_axis(const Vector3<T>& g, const Vector3<T>& h);
template <class T>
MotorShape calc_shape(const Vector3<T>& g, const Vector3<T>& h, T length, T tolerance);
template <class T>
LinePair<T> calc_line_pair(const Vector3<T>& g, const Vector3<T>& h, T position, T turn);
template <class T>
std::optional<std::pair<Vector3<T>, Vector3<T>>> find_motor(const LinePair<T>& pair);
}  // namespace detail

/// The axis, directed along g; none if g is zero.
template <class T, MotorKind K>
std::optional<Line<T>> find_axis(const Motor<T, K>& a) {
  return detail::find_axis(a.resultant(), a.moment());
}

/// What the motor is, up to rounding. With the length L that is typical for the problem [m], it is
/// a couple if |g| L <= tolerance |h|, a rotor if |pitch| <= tolerance (|h|/|g| + L).
template <class T, MotorKind K>
MotorShape calc_shape(const Motor<T, K>& a, T length = T(1),
                      T tolerance = T(64 * detail::epsilon<T>())) {
  return detail::calc_shape(a.resultant(), a.moment(), length, tolerance);
}

/// A pair of lines (G₁, G₂) that represents the motor: both intersect its axis at right angles, h_n
/// is the vector from the first to the second along the axis, and g is along the axis, its length
/// being the tangent of the angle from the first to the second. So G₂ is the line that G₁ becomes
/// when its points r are displaced by h(r), and motors add as displacements do. The components of g
/// and h are taken as pure numbers and metres.
///
/// The pair may be translated along the axis and rotated about it: `position` [m] is the
/// intersection of G₁ with the axis, from its point nearest to O; `turn` [rad] is the rotation. The
/// axis of a couple is taken through O along h; for the zero motor the two lines coincide.
template <class T, MotorKind K>
LinePair<T> calc_line_pair(const Motor<T, K>& a, T position = T(0), T turn = T(0)) {
  return detail::calc_line_pair(a.resultant(), a.moment(), position, turn);
}

/// The motor that a pair of lines represents; none if they are perpendicular (cosine up to 4 ε),
/// which no finite motor represents. Parallel lines give the couple with the moment from first to
/// second.
template <class T>
std::optional<ScrewMotor<T>> find_motor(const LinePair<T>& pair) {
  const auto gh = detail::find_motor(pair);
  if (!gh) return std::nullopt;
  return ScrewMotor<T>(gh->first, gh->second);
}

/// The intersection of the axis with a plane; none if it is parallel or there is no axis.
template <class T, MotorKind K>
std::optional<Vector3<T>> find_intersection(const Motor<T, K>& a, const Plane<T>& plane) {
  const auto axis = find_axis(a);
  return axis ? find_intersection(*axis, plane) : std::nullopt;
}

}  // namespace holon
