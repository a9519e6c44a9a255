// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "holon/spatial/vector.h"

namespace holon {

/// The axes of successive rotations of a body, each about the body's rotated axis (intrinsic). The
/// same three rotations about fixed axes have the reverse order: roll, pitch, yaw about the fixed
/// x, y, z are `zyx` with the angles (yaw, pitch, roll).
enum class EulerSequence : std::uint8_t {
  // Tait–Bryan angles, the second in [-π/2, π/2].
  xyz,
  xzy,
  yxz,
  yzx,
  zxy,
  zyx,
  // Proper Euler angles, the second in [0, π].
  xyx,
  xzx,
  yxy,
  yzy,
  zxz,
  zyz,
};

/// R_AB, the attitude of axes B in axes A, stored as a unit quaternion q = w + x i + y j + z k: v_A
/// = R_AB v_B, and R_AC = R_AB R_BC. It is also the rotation that moves A into B: by the angle θ
/// about the unit axis e, q = (cos θ/2, e sin θ/2); e has the same components in A and B.
///
/// T is double, float or Expr. q and -q are the same rotation; functions that must choose return w
/// >= 0. Every function assumes |q| = 1 up to rounding error; only `normalized` restores it.
///
/// Formulas: M. D. Shuster, "A Survey of Attitude Representations", J. Astronautical Sciences 41
/// (1993) 439–517, except for the order of the product, which is Hamilton's (ij = k).
template <class T>
class Rotation {
 public:
  /// The identity.
  Rotation() : w_(1), v_(T(0), T(0), T(0)) {}
  /// From the components of a quaternion, unchanged; call `normalized` if it is not a unit
  /// quaternion.
  Rotation(T w, T x, T y, T z) : w_(w), v_(x, y, z) {}
  explicit Rotation(const Vector4<T>& wxyz) : w_(wxyz[0]), v_(wxyz[1], wxyz[2], wxyz[3]) {}

  /// About an axis of any nonzero length (zero gives NaN) by an angle [rad].
  static Rotation from_axis_angle(const Vector3<T>& axis, T angle);
  static Rotation about_x(T angle) { return about(0, angle); }
  static Rotation about_y(T angle) { return about(1, angle); }
  static Rotation about_z(T angle) { return about(2, angle); }
  /// From φ = θ e [rad]: the exponential map. Smooth everywhere, also in its derivatives.
  static Rotation from_rotation_vector(const Vector3<T>& phi);
  /// From a proper orthogonal matrix (3 x 3). Errors of its orthogonality are averaged; accurate to
  /// rounding error at every angle (Shepperd's choice of the largest component).
  static Rotation from_matrix(const Matrix3<T>& R_AB);
  /// From roll, pitch, yaw [rad] about the fixed axes x, y, z, in this order: Rz(y) Ry(p) Rx(r).
  static Rotation from_rpy(const Vector3<T>& rpy);
  /// From three angles [rad] in the order of the sequence.
  static Rotation from_euler(EulerSequence sequence, const Vector3<T>& angles);
  /// From modified Rodrigues parameters σ = e tan θ/4.
  static Rotation from_mrp(const Vector3<T>& sigma);
  /// From the Rodrigues (Gibbs) vector e tan θ/2.
  static Rotation from_gibbs(const Vector3<T>& gibbs);
  /// The smallest rotation of the direction of a into that of b (a, b not zero); for opposite
  /// directions about some perpendicular axis.
  static Rotation from_to(const Vector3<T>& a, const Vector3<T>& b);

  const T& w() const { return w_; }
  const T& x() const { return v_[0]; }
  const T& y() const { return v_[1]; }
  const T& z() const { return v_[2]; }
  /// (x, y, z) = e sin θ/2.
  const Vector3<T>& vector() const { return v_; }
  /// (w, x, y, z).
  Vector4<T> coefficients() const { return {w_, v_[0], v_[1], v_[2]}; }

  /// R_AB (3 x 3).
  Matrix3<T> to_matrix() const;
  /// e, unit; the x axis at the identity, where it is undefined. With `angle`, the pair (e, θ).
  Vector3<T> axis() const;
  /// θ in [0, π] [rad].
  T angle() const;
  /// φ = θ e with θ in [0, π] [rad]: the logarithm.
  Vector3<T> to_rotation_vector() const;
  /// Roll, pitch, yaw [rad]; roll and yaw in [-π, π], pitch in [-π/2, π/2]. At pitch ±π/2 roll is
  /// 0.
  Vector3<T> to_rpy() const;
  /// Angles [rad]; first and third in [-π, π], second as in EulerSequence. If the first and third
  /// axis coincide (within 8 ε of the second angle), only their sum or difference is determined and
  /// the third angle is 0.
  Vector3<T> to_euler(EulerSequence sequence) const;
  /// σ = e tan θ/4 with |σ| <= 1 (of the two sets the inner one).
  Vector3<T> to_mrp() const;
  /// e tan θ/2; grows without bound towards θ = π.
  Vector3<T> to_gibbs() const { return {v_[0] / w_, v_[1] / w_, v_[2] / w_}; }

  T norm() const;
  Rotation normalized() const;
  /// The same rotation with w >= 0.
  Rotation canonical() const;

  /// R_BA.
  Rotation inverse() const { return {w_, -v_[0], -v_[1], -v_[2]}; }
  /// R_AC = R_AB R_BC.
  friend Rotation operator*(const Rotation& R_AB, const Rotation& R_BC) {
    return R_AB.compose(R_BC);
  }
  /// v_A = R_AB v_B.
  friend Vector3<T> operator*(const Rotation& R_AB, const Vector3<T>& v_B) {
    return R_AB.apply(v_B);
  }
  Vector3<T> apply(const Vector3<T>& v_B) const;

  /// q' (w, x, y, z) [1/s] from the angular velocity of B in A in axes B, or A [rad/s]: q' = ½ q
  /// (0, ω_B) = ½ (0, ω_A) q. It has no component along q.
  Vector4<T> calc_derivative_from_body_rate(const Vector3<T>& w_AB_B) const;
  Vector4<T> calc_derivative_from_world_rate(const Vector3<T>& w_AB_A) const;
  /// The angular velocity [rad/s] from q': ω_B = 2 Im(q* q'), ω_A = 2 Im(q' q*). A component of q'
  /// along q has no effect.
  Vector3<T> calc_body_rate(const Vector4<T>& derivative) const;
  Vector3<T> calc_world_rate(const Vector4<T>& derivative) const;

 private:
  static Rotation about(int axis, T angle);
  Rotation compose(const Rotation& other) const;

  T w_;
  Vector3<T> v_;
};

/// The angle [rad] in [0, π] of the rotation between two attitudes.
template <class T>
T calc_angle_between(const Rotation<T>& a, const Rotation<T>& b) {
  return (a.inverse() * b).angle();
}

/// From a (s = 0) to b (s = 1) along the shorter arc at constant rate; s outside [0, 1]
/// extrapolates.
template <class T>
Rotation<T> slerp(const Rotation<T>& a, const Rotation<T>& b, T s) {
  const Vector3<T> phi = (a.inverse() * b).to_rotation_vector();
  return a * Rotation<T>::from_rotation_vector({s * phi[0], s * phi[1], s * phi[2]});
}

/// The matrix R_AB of a rotation by θ about a unit axis, from cos θ and sin θ. For an Expr and a
/// constant axis only the varying entries remain: about z, four.
template <class T>
Matrix3<T> make_axis_rotation(const Vector3<T>& axis, T cosine, T sine) {
  Matrix3<T> R = cross_matrix(axis);
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) {
      const T projection = axis[i] * axis[j];
      R(i, j) = projection + cosine * (T(i == j ? 1 : 0) - projection) + sine * R(i, j);
    }
  }
  return R;
}

extern template class Rotation<double>;
extern template class Rotation<float>;
extern template class Rotation<Expr>;

// Inline, so that formulations avoid the cost of a call for a few products.

template <class T>
inline Rotation<T> Rotation<T>::compose(const Rotation& other) const {
  const Vector3<T>& a = v_;
  const Vector3<T>& b = other.v_;
  return {w_ * other.w_ - holon::dot(a, b),
          w_ * b[0] + other.w_ * a[0] + (a[1] * b[2] - a[2] * b[1]),
          w_ * b[1] + other.w_ * a[1] + (a[2] * b[0] - a[0] * b[2]),
          w_ * b[2] + other.w_ * a[2] + (a[0] * b[1] - a[1] * b[0])};
}

template <class T>
inline Vector3<T> Rotation<T>::apply(const Vector3<T>& v_B) const {
  const Vector3<T> t = T(2) * cross(v_, v_B);
  const Vector3<T> s = cross(v_, t);
  return {v_B[0] + w_ * t[0] + s[0], v_B[1] + w_ * t[1] + s[1], v_B[2] + w_ * t[2] + s[2]};
}

template <class T>
inline Matrix3<T> Rotation<T>::to_matrix() const {
  const T two(2), one(1);
  const T x2 = two * x(), y2 = two * y(), z2 = two * z();
  Matrix3<T> R;
  R(0, 0) = one - (y() * y2 + z() * z2);
  R(1, 1) = one - (x() * x2 + z() * z2);
  R(2, 2) = one - (x() * x2 + y() * y2);
  R(0, 1) = x() * y2 - w_ * z2;
  R(1, 0) = x() * y2 + w_ * z2;
  R(0, 2) = x() * z2 + w_ * y2;
  R(2, 0) = x() * z2 - w_ * y2;
  R(1, 2) = y() * z2 - w_ * x2;
  R(2, 1) = y() * z2 + w_ * x2;
  return R;
}

}  // namespace holon
