// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/spatial/motor.h"

namespace holon {

/// The accelerations of the points of a rigid body. They are no motor, since they are not linear in
/// the motion; with ω, ω' and the acceleration a of the body's point at the reference point O
///
///   a(r) = a + A r,   A = [ω'] + ω ωᵀ − ω² 1,   r = p_OP                                      (1)
///
/// A and all that follows from (1) depend on ω alone and not on the velocity of O: a recursion
/// along a chain of bodies needs fewer operations with fields than with acceleration motors. The
/// *difference* of two fields of equal ω is a motor, (Δω', Δa).
///
/// As with motors, axes and reference point are said by the variable's name.
template <class T>
struct AccelerationField {
  Vector3<T> omega{T(0), T(0), T(0)};  ///< [rad/s]
  Vector3<T> alpha{T(0), T(0), T(0)};  ///< ω' [rad/s²]
  Vector3<T> a{T(0), T(0), T(0)};      ///< [m/s²]

  /// From the velocity and acceleration motors at the same point: a = v' + ω × v.
  static AccelerationField from_motors(const VelocityMotor<T>& V, const AccelerationMotor<T>& A) {
    return {V.omega(), A.alpha(), A.a() + cross(V.omega(), V.v())};
  }

  /// A of (1) [1/s²].
  Matrix3<T> gradient() const {
    const Vector3<T>& w = omega;
    Matrix3<T> A;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      A(i, i) = -(w[j] * w[j] + w[k] * w[k]);
      A(i, j) = w[i] * w[j] - alpha[k];
      A(j, i) = w[i] * w[j] + alpha[k];
    }
    return A;
  }
  /// a(r) [m/s²].
  Vector3<T> at(const Vector3<T>& r) const { return a + multiply(gradient(), r); }
  /// The same field with the reference point moved from O to P, r = p_OP.
  AccelerationField shift(const Vector3<T>& r) const { return {omega, alpha, at(r)}; }

  /// From axes B to axes A, and back; the reference point stays.
  template <class R>
  AccelerationField rotate(const R& R_AB) const {
    return {multiply(R_AB, omega), multiply(R_AB, alpha), multiply(R_AB, a)};
  }
  template <class R>
  AccelerationField rotate_back(const R& R_AB) const {
    return {multiply_transposed(R_AB, omega), multiply_transposed(R_AB, alpha),
            multiply_transposed(R_AB, a)};
  }

  /// The field of a body whose point at O moves against this body with the velocity v and the
  /// acceleration vdot, without rotating against it: a + vdot + 2 ω × v (Coriolis).
  AccelerationField add_translation(const Vector3<T>& v, const Vector3<T>& vdot) const {
    const Vector3<T> coriolis = T(2) * cross(omega, v);
    return {omega, alpha, (a + vdot) + coriolis};
  }
  /// The field of a body that rotates against this one about an axis through O with the angular
  /// velocity w and its rate wdot: ω + w, ω' + ω × w + wdot.
  AccelerationField add_rotation(const Vector3<T>& w, const Vector3<T>& wdot) const {
    const Vector3<T> rate = (alpha + cross(omega, w)) + wdot;
    return {omega + w, rate, a};
  }
};

}  // namespace holon
