// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <limits>

#include "holon/spatial/spatial.h"

/// Random numbers, motors and bodies for the laws, and the meaning of "equal up to rounding error".
namespace holon::test {

/// One seed for every run; the environment may override it.
inline const int kSeeded = setenv("RC_PARAMS", "seed=1924 max_success=200", 0);

/// Relative rounding error of one operation is at most half of this.
template <class T>
constexpr double kEps = std::numeric_limits<T>::epsilon();

/// In [-8, 8] with all bits of the mantissa; sometimes 0, 1 or -1.
inline double any_number() {
  static const auto number = rc::gen::map(
      rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 54)),
      [](std::int64_t i) {
        const double magnitude = static_cast<double>(i >> 1) * 0x1p-50;
        return i % 2 == 0 ? magnitude : -magnitude;
      });
  return *rc::gen::weightedOneOf<double>({{16, number}, {1, rc::gen::element(0.0, 1.0, -1.0)}});
}
/// In [low, high].
inline double any_number(double low, double high) {
  return low + (high - low) * (any_number() + 8) / 16;
}

template <class T = double>
Vector3<T> any_vector() {
  const T x(any_number()), y(any_number()), z(any_number());
  return {x, y, z};
}
/// Unit, uniform enough.
template <class T = double>
Vector3<T> any_direction() {
  const Vector3<T> v = any_vector<T>();
  return v.norm() > T(1e-3) ? Vector3<T>(v / v.norm()) : Vector3<T>(T(0.6), T(-0.8), T(0));
}
template <class T = double>
Rotation<T> any_rotation() {
  return Rotation<T>::from_axis_angle(any_direction<T>(), T(any_number(-3.2, 3.2)));
}
template <class T = double>
Transform<T> any_transform() {
  const Rotation<T> R = any_rotation<T>();
  return {R, any_vector<T>()};
}
template <class Motor>
Motor any_motor() {
  using Vector = std::decay_t<decltype(Motor().resultant())>;
  const auto g = any_vector<typename Vector::Scalar>();
  const auto h = any_vector<typename Vector::Scalar>();
  return {g, h};
}
template <class T = double>
Matrix3<T> any_matrix() {
  Matrix3<T> A;
  for (int i = 0; i < 9; ++i) A.data()[i] = T(any_number());
  return A;
}
template <class T = double>
Dyad<T> any_dyad() {
  const Matrix3<T> A = any_matrix<T>(), B = any_matrix<T>(), C = any_matrix<T>();
  return {A, B, C, any_matrix<T>()};
}

/// A physically possible body: principal inertias of a box of 0.2 … 1.8 m and 0.5 … 8.5 kg, in any
/// axes.
template <class T = double>
struct Body {
  T mass;
  Vector3<T> center;
  Matrix3<T> about_center;
  InertiaDyad<T> dyad() const { return inertia_dyad(mass, center, about_center); }
};
template <class T = double>
Body<T> any_body() {
  Body<T> body;
  body.mass = T(any_number(0.5, 8.5));
  body.center = any_vector<T>();
  const T x2(any_number(0.04, 3.2)), y2(any_number(0.04, 3.2)), z2(any_number(0.04, 3.2));
  const T c = body.mass / T(12);
  const Matrix3<T> R = any_rotation<T>().to_matrix();
  const Matrix3<T> A = multiply(
      multiply(R, diagonal<T>({c * (y2 + z2), c * (z2 + x2), c * (x2 + y2)})), transpose(R));
  body.about_center = T(0.5) * (A + transpose(A));
  return body;
}

template <class T, MotorKind K>
double size(const Motor<T, K>& a) {
  return a.resultant().norm() + a.moment().norm();
}
template <class T>
double size(const Vector3<T>& a) {
  return a.norm();
}
template <class T>
double size(const Matrix3<T>& a) {
  return a.norm();
}
template <class T>
double size(const Transform<T>& X) {
  return X.matrix().norm() + X.translation().norm();
}
template <class T, DyadKind K>
double size(const Dyad<T, K>& D) {
  return D.D11().norm() + D.D12().norm() + D.D21().norm() + D.D22().norm();
}

template <class T>
double size(const InertiaDyad<T>& M) {
  return size(M.to_dyad());
}

template <class T>
double error(const T& a, const T& b) {
  return size(T(a - b));
}
template <class T>
double error(const InertiaDyad<T>& a, const InertiaDyad<T>& b) {
  return error(a.to_dyad(), b.to_dyad());
}
template <class T>
double error(const Transform<T>& a, const Transform<T>& b) {
  return (a.matrix() - b.matrix()).norm() + (a.translation() - b.translation()).norm();
}
inline double error(double a, double b) { return std::abs(a - b); }
inline double error(float a, float b) { return std::abs(a - b); }

/// Asserts |a - b| <= bound and shows all three.
template <class A>
void check_near(const A& a, const A& b, double bound) {
  const double e = error(a, b);
  if (!(e <= bound)) RC_LOG() << "error " << e << " exceeds " << bound << '\n';
  RC_ASSERT(e <= bound);
}

}  // namespace holon::test
