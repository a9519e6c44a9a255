// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/spatial/rotation.h"

namespace holon {

/// X_AB, the pose of frame B in frame A: the attitude R_AB and the position p_AB_A of B's origin
/// from A's, in axes A [m]. X_AC = X_AB X_BC. For motors see Motor::transform and Dyad::transform.
///
/// The attitude is kept as a matrix: a pose is applied far more often than it is composed, and with
/// Expr the zeros of the matrix fold away.
template <class T>
class Transform {
 public:
  /// The identity.
  Transform() : R_(identity3<T>()), p_(T(0), T(0), T(0)) {}
  /// From a proper orthogonal matrix R_AB (3 x 3), unchanged, and p_AB_A.
  Transform(const Matrix3<T>& R_AB, const Vector3<T>& p_AB_A) : R_(R_AB), p_(p_AB_A) {}
  Transform(const Rotation<T>& R_AB, const Vector3<T>& p_AB_A) : R_(R_AB.to_matrix()), p_(p_AB_A) {}
  explicit Transform(const Rotation<T>& R_AB) : Transform(R_AB, {T(0), T(0), T(0)}) {}
  /// Parallel axes, translated origin.
  explicit Transform(const Vector3<T>& p_AB_A) : R_(identity3<T>()), p_(p_AB_A) {}

  /// R_AB (3 x 3).
  const Matrix3<T>& matrix() const { return R_; }
  /// p_AB_A [m].
  const Vector3<T>& translation() const { return p_; }
  /// R_AB as a quaternion with w >= 0.
  Rotation<T> calc_rotation() const { return Rotation<T>::from_matrix(R_); }

  /// X_BA.
  Transform inverse() const {
    const Vector3<T> p = multiply_transposed(R_, p_);
    return {transpose(R_), Vector3<T>(-p[0], -p[1], -p[2])};
  }
  /// X_AC = X_AB X_BC.
  friend Transform operator*(const Transform& X_AB, const Transform& X_BC) {
    return {multiply(X_AB.R_, X_BC.R_), X_AB.apply_to_point(X_BC.p_)};
  }

  /// p_AP_A from p_BP_B.
  Vector3<T> apply_to_point(const Vector3<T>& p_BP_B) const { return p_ + multiply(R_, p_BP_B); }
  /// p_BP_B from p_AP_A.
  Vector3<T> apply_inverse_to_point(const Vector3<T>& p_AP_A) const {
    return multiply_transposed<T>(R_, p_AP_A - p_);
  }
  /// v_A = R_AB v_B.
  Vector3<T> apply_to_vector(const Vector3<T>& v_B) const { return multiply(R_, v_B); }
  /// v_B = R_BA v_A.
  Vector3<T> apply_inverse_to_vector(const Vector3<T>& v_A) const {
    return multiply_transposed(R_, v_A);
  }

 private:
  Matrix3<T> R_;
  Vector3<T> p_;
};

}  // namespace holon
