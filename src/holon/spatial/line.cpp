// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/spatial/line.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace holon {
namespace {

template <class T>
Vector3<T> normalized(const Vector3<T>& v, const char* what) {
  const T largest = v.cwiseAbs().maxCoeff();
  if (!v.allFinite() || !(largest > T(0))) {
    throw std::invalid_argument(std::string(what) + " must be finite and not zero, but is [" +
                                std::to_string(v[0]) + ", " + std::to_string(v[1]) + ", " +
                                std::to_string(v[2]) + "]");
  }
  const Vector3<T> scaled = v / largest;  // so that no square over- or underflows
  return scaled / norm(scaled);
}

}  // namespace

template <class T>
Line<T> Line<T>::through(const Vector3<T>& point, const Vector3<T>& direction) {
  const Vector3<T> e = normalized(direction, "the direction of a line");
  return {point - dot(e, point) * e, e};
}

template <class T>
Line<T> Line<T>::through_points(const Vector3<T>& a, const Vector3<T>& b) {
  const Vector3<T> e = normalized<T>(b - a, "the difference of two points on a line");
  return {a - dot(e, a) * e, e};
}

template <class T>
Plane<T> Plane<T>::through(const Vector3<T>& point, const Vector3<T>& normal) {
  Plane plane;
  plane.normal = normalized(normal, "the normal of a plane");
  plane.offset = dot(plane.normal, point);
  return plane;
}

template <class T>
std::optional<Vector3<T>> find_intersection(const Line<T>& line, const Plane<T>& plane) {
  const T sine = dot(plane.normal, line.direction());
  if (std::abs(sine) <= T(4 * detail::epsilon<T>())) return std::nullopt;
  return line.point_at(-plane.calc_signed_distance(line.point()) / sine);
}

template <class T>
CommonNormal<T> calc_common_normal(const Line<T>& a, const Line<T>& b) {
  const Vector3<T>&d_a = a.direction(), &d_b = b.direction();
  const Vector3<T> n = cross(d_a, d_b);
  const T sine = norm(n), cosine = dot(d_a, d_b);
  CommonNormal<T> result;
  result.parallel = sine <= T(4 * detail::epsilon<T>());
  if (result.parallel) {
    result.foot_a = a.point();
    result.foot_b = b.calc_nearest_point(a.point());
    const Vector3<T> gap = result.foot_b - result.foot_a;
    result.distance = norm(gap);
    result.direction =
        result.distance > T(0) ? Vector3<T>(gap / result.distance) : make_perpendicular(d_a);
    result.angle = std::atan2(T(0), cosine);
    return result;
  }
  const Vector3<T> gap = b.point() - a.point();
  const T height = dot(gap, n) / sine;  // signed, along a × b
  result.foot_a = a.point_at(dot(cross(gap, d_b), n) / (sine * sine));
  result.foot_b = b.point_at(dot(cross(gap, d_a), n) / (sine * sine));
  result.direction = (height < T(0) ? T(-1) : T(1)) * n / sine;
  result.distance = std::abs(height);
  result.angle = (height < T(0) ? T(-1) : T(1)) * std::atan2(sine, cosine);
  return result;
}

template <class T>
Line<T> make_line(const Line<T>& a, const CommonNormal<T>& normal) {
  const Rotation<T> turn = Rotation<T>::from_axis_angle(normal.direction, normal.angle);
  return Line<T>::through(normal.foot_a + normal.distance * normal.direction, turn * a.direction());
}

template class Line<double>;
template class Line<float>;
template struct Plane<double>;
template struct Plane<float>;
template std::optional<Vector3<double>> find_intersection(const Line<double>&,
                                                          const Plane<double>&);
template std::optional<Vector3<float>> find_intersection(const Line<float>&, const Plane<float>&);
template CommonNormal<double> calc_common_normal(const Line<double>&, const Line<double>&);
template CommonNormal<float> calc_common_normal(const Line<float>&, const Line<float>&);
template Line<double> make_line(const Line<double>&, const CommonNormal<double>&);
template Line<float> make_line(const Line<float>&, const CommonNormal<float>&);

}  // namespace holon
