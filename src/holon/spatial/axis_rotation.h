// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "holon/spatial/vector.h"

namespace holon {

/// R_AB of a rotation about the coordinate axis k by θ, from c = cos θ and s = sin θ. With i, j the
/// other two axes in cyclic order only the plane of i and j is touched:
///
///   (R v)_i = c v_i − s v_j,   (R v)_j = s v_i + c v_j,   (R v)_k = v_k                       (1)
///
/// A matrix B turns into R B Rᵀ. Of its block ij the trace and the antisymmetric part stay; with
/// e = B_jj − B_ii and o = B_ij + B_ji the rest changes by
///
///   δ = s² e − c s o,   ε = c s e + s² o,
///   B_ii += δ,   B_jj −= δ,   B_ij −= ε,   B_ji −= ε                                          (2)
///
/// and the pairs (B_ik, B_jk) and (B_ki, B_kj) rotate as in (1).
template <class T>
class AxisRotation {
 public:
  AxisRotation(int axis, T cosine, T sine)
      : axis_(axis), c_(cosine), s_(sine), ss_(sine * sine), cs_(cosine * sine) {}

  int axis() const { return axis_; }  ///< k: 0, 1 or 2
  int i() const { return (axis_ + 1) % 3; }
  int j() const { return (axis_ + 2) % 3; }
  const T& cosine() const { return c_; }
  const T& sine() const { return s_; }

  /// (1), in place: components in B -> components in A.
  void rotate_pair(T& i, T& j) const {
    const T rotated = c_ * i - s_ * j;
    j = s_ * i + c_ * j;
    i = rotated;
  }
  /// The inverse of (1), in place: components in A -> components in B.
  void rotate_pair_back(T& i, T& j) const {
    const T rotated = c_ * i + s_ * j;
    j = c_ * j - s_ * i;
    i = rotated;
  }
  /// δ and ε of (2).
  std::pair<T, T> calc_block_change(const T& e, const T& o) const {
    const T delta = ss_ * e - cs_ * o;
    return {delta, cs_ * e + ss_ * o};
  }

 private:
  int axis_;
  T c_, s_, ss_, cs_;
};

/// R v.
template <class T>
Vector3<T> multiply(const AxisRotation<T>& R, Vector3<T> v) {
  R.rotate_pair(v[R.i()], v[R.j()]);
  return v;
}
/// Rᵀ v.
template <class T>
Vector3<T> multiply_transposed(const AxisRotation<T>& R, Vector3<T> v) {
  R.rotate_pair_back(v[R.i()], v[R.j()]);
  return v;
}

/// R B Rᵀ, by (2).
template <class T>
Matrix3<T> rotate_matrix(const AxisRotation<T>& R, Matrix3<T> B) {
  const int i = R.i(), j = R.j(), k = R.axis();
  const T e = B(j, j) - B(i, i);
  const T o = B(i, j) + B(j, i);
  const auto [delta, epsilon] = R.calc_block_change(e, o);
  B(i, i) += delta;
  B(j, j) -= delta;
  B(i, j) -= epsilon;
  B(j, i) -= epsilon;
  R.rotate_pair(B(i, k), B(j, k));
  R.rotate_pair(B(k, i), B(k, j));
  return B;
}
/// R B Rᵀ.
template <class T>
Matrix3<T> rotate_matrix(const Matrix3<T>& R, const Matrix3<T>& B) {
  Matrix3<T> product, result;  // B Rᵀ by rows, then R times its columns
  for (int i = 0; i < 3; ++i) {
    const Vector3<T> row = multiply(R, Vector3<T>(B(i, 0), B(i, 1), B(i, 2)));
    for (int j = 0; j < 3; ++j) product(i, j) = row[j];
  }
  for (int j = 0; j < 3; ++j) {
    const Vector3<T> column = multiply(R, Vector3<T>(product(0, j), product(1, j), product(2, j)));
    for (int i = 0; i < 3; ++i) result(i, j) = column[i];
  }
  return result;
}

/// R_AB in the form in which it costs least: R₁ R₂ … about coordinate axes, a matrix, or the
/// identity. It rotates vectors, motors, fields, inertias and articulated bodies alike.
template <class T>
class FactoredRotation {
 public:
  /// The identity.
  FactoredRotation() = default;
  explicit FactoredRotation(const AxisRotation<T>& R_AB) : factors_{R_AB} {}
  /// R₁ R₂ …
  explicit FactoredRotation(std::vector<AxisRotation<T>> factors) : factors_(std::move(factors)) {}
  explicit FactoredRotation(const Matrix3<T>& R_AB) : matrix_(R_AB) {}

  const std::vector<AxisRotation<T>>& factors() const { return factors_; }
  const std::optional<Matrix3<T>>& matrix() const { return matrix_; }
  bool is_identity() const { return factors_.empty() && !matrix_; }

  /// Components in B -> components in A.
  template <class X>
  X apply(X x) const {
    if (matrix_) x = rotate(x, *matrix_);
    for (std::size_t k = factors_.size(); k-- > 0;) x = rotate(x, factors_[k]);
    return x;
  }
  /// Components in A -> components in B.
  template <class X>
  X apply_inverse(X x) const {
    for (const AxisRotation<T>& factor : factors_) x = rotate_back(x, factor);
    if (matrix_) x = rotate_back(x, *matrix_);
    return x;
  }

 private:
  template <class X, class R>
  static X rotate(const X& x, const R& factor) {
    return x.rotate(factor);
  }
  template <class R>
  static Vector3<T> rotate(const Vector3<T>& v, const R& factor) {
    return multiply(factor, v);
  }
  template <class X, class R>
  static X rotate_back(const X& x, const R& factor) {
    return x.rotate_back(factor);
  }
  template <class R>
  static Vector3<T> rotate_back(const Vector3<T>& v, const R& factor) {
    return multiply_transposed(factor, v);
  }

  std::vector<AxisRotation<T>> factors_;
  std::optional<Matrix3<T>> matrix_;
};

/// R_AC = R_AB R_BC.
template <class T>
Matrix3<T> multiply(const Matrix3<T>& R_AB, const FactoredRotation<T>& R_BC) {
  Matrix3<T> R_AC;
  for (int i = 0; i < 3; ++i) {
    const Vector3<T> row = R_BC.apply_inverse(Vector3<T>(R_AB(i, 0), R_AB(i, 1), R_AB(i, 2)));
    for (int j = 0; j < 3; ++j) R_AC(i, j) = row[j];
  }
  return R_AC;
}

}  // namespace holon
