// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "holon/spatial/axis_rotation.h"

namespace holon {

/// A symmetric 3 x 3 matrix by its six entries xx, yy, zz, xy, xz, yz.
template <class T>
class SymmetricMatrix3 {
 public:
  /// Zero.
  SymmetricMatrix3() : entries_{} {}
  explicit SymmetricMatrix3(const std::array<T, 6>& entries) : entries_(entries) {}
  /// From the upper triangle of a matrix.
  static SymmetricMatrix3 from_matrix(const Matrix3<T>& A) {
    return SymmetricMatrix3({A(0, 0), A(1, 1), A(2, 2), A(0, 1), A(0, 2), A(1, 2)});
  }

  const std::array<T, 6>& entries() const { return entries_; }
  std::array<T, 6>& entries() { return entries_; }
  T& operator()(int i, int j) { return entries_[place(i, j)]; }
  const T& operator()(int i, int j) const { return entries_[place(i, j)]; }
  Matrix3<T> to_matrix() const {
    Matrix3<T> A;
    for (int j = 0; j < 3; ++j) {
      for (int i = 0; i < 3; ++i) A(i, j) = (*this)(i, j);
    }
    return A;
  }

  SymmetricMatrix3& operator+=(const SymmetricMatrix3& other) {
    for (std::size_t k = 0; k < 6; ++k) entries_[k] += other.entries_[k];
    return *this;
  }
  friend SymmetricMatrix3 operator+(SymmetricMatrix3 a, const SymmetricMatrix3& b) {
    return a += b;
  }
  friend bool operator==(const SymmetricMatrix3& a, const SymmetricMatrix3& b) {
    return a.entries_ == b.entries_;
  }

  /// From axes B to axes A: R_AB S R_BA.
  SymmetricMatrix3 rotate(const AxisRotation<T>& R) const {
    SymmetricMatrix3 S = *this;
    const int i = R.i(), j = R.j(), k = R.axis();
    const T e = S(j, j) - S(i, i);
    const T o = S(i, j) + S(i, j);
    const auto [delta, epsilon] = R.calc_block_change(e, o);
    S(i, j) -= epsilon;
    S(i, i) += delta;
    S(j, j) -= delta;
    R.rotate_pair(S(i, k), S(j, k));
    return S;
  }
  SymmetricMatrix3 rotate(const Matrix3<T>& R) const {
    Matrix3<T> product;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        product(i, j) = R(i, 0) * (*this)(0, j) + R(i, 1) * (*this)(1, j) + R(i, 2) * (*this)(2, j);
      }
    }
    SymmetricMatrix3 S;
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) {
        S(i, j) = product(i, 0) * R(j, 0) + product(i, 1) * R(j, 1) + product(i, 2) * R(j, 2);
      }
    }
    return S;
  }

 private:
  static std::size_t place(int i, int j) {
    constexpr std::size_t kPlace[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    return kPlace[i][j];
  }

  std::array<T, 6> entries_;
};

/// S v.
template <class T>
Vector3<T> multiply(const SymmetricMatrix3<T>& S, const Vector3<T>& v) {
  Vector3<T> w;
  for (int i = 0; i < 3; ++i) w[i] = S(i, 0) * v[0] + S(i, 1) * v[1] + S(i, 2) * v[2];
  return w;
}

}  // namespace holon
