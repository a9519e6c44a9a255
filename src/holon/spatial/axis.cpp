// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/spatial/axis.h"

#include <algorithm>
#include <cmath>

namespace holon::detail {

template <class T>
std::optional<Line<T>> find_axis(const Vector3<T>& g, const Vector3<T>& h) {
  const T g2 = dot(g, g);
  if (!(g2 > T(0))) return std::nullopt;
  return Line<T>::through(cross(g, h) / g2, g);
}

template <class T>
MotorShape calc_shape(const Vector3<T>& g, const Vector3<T>& h, T length, T tolerance) {
  const T resultant = norm(g), moment = norm(h);
  if (resultant == T(0) && moment == T(0)) return MotorShape::zero;
  if (resultant * length <= tolerance * moment) return MotorShape::couple;
  const T pitch = std::abs(dot(g, h)) / resultant / resultant;
  return pitch <= tolerance * (moment / resultant + length) ? MotorShape::rotor : MotorShape::screw;
}

template <class T>
LinePair<T> calc_line_pair(const Vector3<T>& g, const Vector3<T>& h, T position, T turn) {
  const T tangent = norm(g), length = norm(h);
  Line<T> axis;
  Vector3<T> step(T(0), T(0), T(0));
  if (tangent > T(0)) {
    axis = *find_axis(g, h);
    step = dot(axis.direction(), h) * axis.direction();
  } else if (length > T(0)) {
    axis = Line<T>::through(step, h);
    step = h;
  }
  const Vector3<T> first =
      Rotation<T>::from_axis_angle(axis.direction(), turn) * make_perpendicular(axis.direction());
  const Vector3<T> second = first + tangent * cross(axis.direction(), first);
  const Vector3<T> foot = axis.point_at(position);
  return {Line<T>::through(foot, first), Line<T>::through(foot + step, second)};
}

template <class T>
std::optional<std::pair<Vector3<T>, Vector3<T>>> find_motor(const LinePair<T>& pair) {
  const Vector3<T>&a = pair.first.direction(), &b = pair.second.direction();
  const T cosine = dot(a, b);
  if (std::abs(cosine) <= T(4 * epsilon<T>())) return std::nullopt;
  const CommonNormal<T> normal = calc_common_normal(pair.first, pair.second);
  const Vector3<T> step = normal.distance * normal.direction;
  if (normal.parallel) return std::pair(Vector3<T>(T(0), T(0), T(0)), step);
  const Vector3<T> g = cross(a, b) / cosine;  // reversing a line changes both signs
  return std::pair(g, Vector3<T>(step + cross(normal.foot_a, g)));
}

template std::optional<Line<double>> find_axis(const Vector3<double>&, const Vector3<double>&);
template std::optional<Line<float>> find_axis(const Vector3<float>&, const Vector3<float>&);
template MotorShape calc_shape(const Vector3<double>&, const Vector3<double>&, double, double);
template MotorShape calc_shape(const Vector3<float>&, const Vector3<float>&, float, float);
template LinePair<double> calc_line_pair(const Vector3<double>&, const Vector3<double>&, double,
                                         double);
template LinePair<float> calc_line_pair(const Vector3<float>&, const Vector3<float>&, float, float);
template std::optional<std::pair<Vector3<double>, Vector3<double>>> find_motor(
    const LinePair<double>&);
template std::optional<std::pair<Vector3<float>, Vector3<float>>> find_motor(
    const LinePair<float>&);

}  // namespace holon::detail
