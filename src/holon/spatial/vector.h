// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>

#include "holon/expr/graph/eigen.h"

/// Three-dimensional vectors and matrices over double, float or Expr. The products are written out,
/// so that every scalar type uses the same operations in the same order, constant zeros of an Expr
/// fold, and compile times are short.
namespace holon {

template <class T>
using Vector4 = Eigen::Matrix<T, 4, 1>;
template <class T>
using Vector6 = Eigen::Matrix<T, 6, 1>;
template <class T>
using Matrix6 = Eigen::Matrix<T, 6, 6>;

namespace detail {

/// a < b ? x : y, also if the comparison is known only at run time.
inline double choose_less(double a, double b, double x, double y) { return a < b ? x : y; }
inline float choose_less(float a, float b, float x, float y) { return a < b ? x : y; }
inline Expr choose_less(Expr a, Expr b, Expr x, Expr y) { return select(less(a, b), x, y); }

/// Unit roundoff of the numbers that a T computes with.
template <class T>
constexpr double epsilon() {
  return std::numeric_limits<double>::epsilon();
}
template <>
constexpr double epsilon<float>() {
  return std::numeric_limits<float>::epsilon();
}

}  // namespace detail

template <class T>
T dot(const Vector3<T>& a, const Vector3<T>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <class T>
Vector3<T> cross(const Vector3<T>& a, const Vector3<T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <class T>
T norm(const Vector3<T>& a) {
  using std::sqrt;
  return sqrt(dot(a, a));
}

/// A b.
template <class T>
Vector3<T> multiply(const Matrix3<T>& A, const Vector3<T>& b) {
  Vector3<T> c;
  for (int i = 0; i < 3; ++i) c[i] = A(i, 0) * b[0] + A(i, 1) * b[1] + A(i, 2) * b[2];
  return c;
}

/// Aᵀ b.
template <class T>
Vector3<T> multiply_transposed(const Matrix3<T>& A, const Vector3<T>& b) {
  Vector3<T> c;
  for (int i = 0; i < 3; ++i) c[i] = A(0, i) * b[0] + A(1, i) * b[1] + A(2, i) * b[2];
  return c;
}

/// A B.
template <class T>
Matrix3<T> multiply(const Matrix3<T>& A, const Matrix3<T>& B) {
  Matrix3<T> C;
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) {
      C(i, j) = A(i, 0) * B(0, j) + A(i, 1) * B(1, j) + A(i, 2) * B(2, j);
    }
  }
  return C;
}

template <class T>
Matrix3<T> transpose(const Matrix3<T>& A) {
  Matrix3<T> B;
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) B(i, j) = A(j, i);
  }
  return B;
}

/// diag(d).
template <class T>
Matrix3<T> diagonal(const Vector3<T>& d) {
  Matrix3<T> A;
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) A(i, j) = i == j ? d[i] : T(0);
  }
  return A;
}

template <class T>
Matrix3<T> identity3() {
  return diagonal<T>({T(1), T(1), T(1)});
}

/// [r], the matrix with [r] a = r × a.
template <class T>
Matrix3<T> cross_matrix(const Vector3<T>& r) {
  Matrix3<T> A;
  A(0, 0) = A(1, 1) = A(2, 2) = T(0);
  A(0, 1) = -r[2];
  A(0, 2) = r[1];
  A(1, 0) = r[2];
  A(1, 2) = -r[0];
  A(2, 0) = -r[1];
  A(2, 1) = r[0];
  return A;
}

/// A unit vector perpendicular to the unit vector n, continuous except where n.z changes sign (T.
/// Duff et al., "Building an Orthonormal Basis, Revisited", JCGT 6 (2017) 1).
template <class T>
Vector3<T> make_perpendicular(const Vector3<T>& n) {
  const T sign = detail::choose_less(n[2], T(0), T(-1), T(1));
  const T a = T(-1) / (sign + n[2]);
  return {T(1) + sign * n[0] * n[0] * a, sign * n[0] * n[1] * a, -sign * n[0]};
}

}  // namespace holon
