// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/spatial/axis_rotation.h"
#include "holon/spatial/motor_kind.h"
#include "holon/spatial/transform.h"

namespace holon {

/// A motor 𝔥 = (g, h): a resultant g and a moment h at a reference point O, which represent the
/// field of moments h(r) = h + g × r, r = p_OP, over all points P of space.
///
///   kind          resultant g              moment h at O                          names
///   screw         e [1]                    [m]                                    direction,
///   moment velocity      ω_AB [rad/s]             v of the body's point at O [m/s]       omega, v
///   acceleration  ω'_AB [rad/s²]           v' at O, O held fixed [m/s²]           alpha, a
///   momentum      linear momentum [N s]    angular momentum about O [N m s]       p, l
///   force         force [N]                torque about O [N m]                   force, torque
///
/// A motor stores neither its axes nor its reference point; variable names state them in monogram
/// notation. V_AB_E is the velocity motor of B in A at B's origin in axes E, F_B_E the force motor
/// on B at B's origin. A motor whose axes and reference point are those of one frame C is said to
/// be "in C".
///
/// R. von Mises, "Motorrechnung, ein neues Hilfsmittel der Mechanik", ZAMM 4 (1924) 155–181,
/// 193–213; T. Zaiczek, O. Enge-Rosenblatt, EOOLT 2008. T is double, float or Expr.
template <class T, MotorKind K>
class Motor {
 public:
  static constexpr MotorKind kKind = K;

  /// Zero.
  Motor() : Motor({T(0), T(0), T(0)}, {T(0), T(0), T(0)}) {}
  Motor(const Vector3<T>& resultant, const Vector3<T>& moment) : g_(resultant), h_(moment) {}
  /// The motor whose moment at the point P is `moment`, r = p_OP: a force that acts at P, the
  /// rotation about an axis through P.
  static Motor at_point(const Vector3<T>& r, const Vector3<T>& resultant,
                        const Vector3<T>& moment = {T(0), T(0), T(0)}) {
    return {resultant, moment + cross(r, resultant)};
  }
  /// From (g, h) (6).
  static Motor from_vector(const Vector6<T>& gh) {
    return {{gh[0], gh[1], gh[2]}, {gh[3], gh[4], gh[5]}};
  }
  /// (g, h) (6).
  Vector6<T> to_vector() const { return {g_[0], g_[1], g_[2], h_[0], h_[1], h_[2]}; }

  const Vector3<T>& resultant() const { return g_; }
  Vector3<T>& resultant() { return g_; }
  const Vector3<T>& moment() const { return h_; }
  Vector3<T>& moment() { return h_; }

  // The components by the names of the kinds.
  const Vector3<T>& direction() const requires(K == MotorKind::screw) { return g_; }
  const Vector3<T>& omega() const requires(K == MotorKind::velocity) { return g_; }
  const Vector3<T>& v() const requires(K == MotorKind::velocity) { return h_; }
  const Vector3<T>& alpha() const requires(K == MotorKind::acceleration) { return g_; }
  const Vector3<T>& a() const requires(K == MotorKind::acceleration) { return h_; }
  const Vector3<T>& p() const requires(K == MotorKind::momentum) { return g_; }
  const Vector3<T>& l() const requires(K == MotorKind::momentum) { return h_; }
  const Vector3<T>& force() const requires(K == MotorKind::force) { return g_; }
  const Vector3<T>& torque() const requires(K == MotorKind::force) { return h_; }

  Motor& operator+=(const Motor& other) { return *this = *this + other; }
  Motor& operator-=(const Motor& other) { return *this = *this - other; }
  friend Motor operator+(const Motor& a, const Motor& b) { return {a.g_ + b.g_, a.h_ + b.h_}; }
  friend Motor operator-(const Motor& a, const Motor& b) { return {a.g_ - b.g_, a.h_ - b.h_}; }
  friend Motor operator-(const Motor& a) { return {-a.g_, -a.h_}; }
  friend Motor operator*(const T& s, const Motor& a) { return {s * a.g_, s * a.h_}; }
  friend Motor operator*(const Motor& a, const T& s) { return s * a; }
  friend Motor operator/(const Motor& a, const T& s) { return {a.g_ / s, a.h_ / s}; }
  /// Equal numbers (with Expr: identical expressions).
  friend bool operator==(const Motor& a, const Motor& b) { return a.g_ == b.g_ && a.h_ == b.h_; }

  /// h(r) = h + g × r, the moment at P with r = p_OP: the velocity of the body's point at P, the
  /// torque about P.
  Vector3<T> moment_at(const Vector3<T>& r) const { return h_ + cross(g_, r); }
  /// The same motor with the reference point moved from O to P, r = p_OP: (g, h + g × r).
  Motor shift(const Vector3<T>& r) const { return {g_, moment_at(r)}; }
  /// The inverse: the reference point moved from P back to O, r = p_OP: (g, h + r × g).
  Motor shift_back(const Vector3<T>& r) const { return {g_, h_ + cross(r, g_)}; }
  /// From axes B to axes A, reference point unchanged: (R_AB g, R_AB h).
  Motor rotate(const Matrix3<T>& R_AB) const { return {multiply(R_AB, g_), multiply(R_AB, h_)}; }
  Motor rotate(const AxisRotation<T>& R_AB) const {
    return {multiply(R_AB, g_), multiply(R_AB, h_)};
  }
  Motor rotate(const Rotation<T>& R_AB) const { return {R_AB * g_, R_AB * h_}; }
  /// From axes A to axes B: (R_BA g, R_BA h).
  template <class R>
  Motor rotate_back(const R& R_AB) const {
    return {multiply_transposed(R_AB, g_), multiply_transposed(R_AB, h_)};
  }
  /// From B (axes and reference point) to A: g_A = R_AB g_B, h_A = R_AB h_B + p_AB_A × g_A.
  Motor transform(const Transform<T>& X_AB) const {
    const Vector3<T> g = multiply(X_AB.matrix(), g_);
    return {g, multiply(X_AB.matrix(), h_) + cross(X_AB.translation(), g)};
  }
  /// From A to B: g_B = R_BA g_A, h_B = R_BA (h_A + g_A × p_AB_A).
  Motor inverse_transform(const Transform<T>& X_AB) const {
    return {multiply_transposed(X_AB.matrix(), g_),
            multiply_transposed(X_AB.matrix(), moment_at(X_AB.translation()))};
  }

  /// The same numbers as another kind: used with a factor that has units.
  template <MotorKind Other>
  Motor<T, Other> as() const {
    return {g_, h_};
  }

  // A screw times a number that has units.
  Motor<T, MotorKind::velocity> at_rate(const T& rate) const requires(K == MotorKind::screw) {
    return (rate * *this).template as<MotorKind::velocity>();
  }
  Motor<T, MotorKind::acceleration> at_acceleration(const T& rate_of_rate) const
      requires(K == MotorKind::screw) {
    return (rate_of_rate * *this).template as<MotorKind::acceleration>();
  }
  Motor<T, MotorKind::force> at_intensity(const T& force) const requires(K == MotorKind::screw) {
    return (force * *this).template as<MotorKind::force>();
  }
  /// The integral over a duration [s] of a constant motor: a velocity gives a (small) screw, an
  /// acceleration a velocity, a force a momentum.
  Motor<T, integral_of(K)> over(const T& duration) const requires(has_integral(K)) {
    return (duration * *this).template as<integral_of(K)>();
  }

 private:
  Vector3<T> g_, h_;
};

template <class T>
using ScrewMotor = Motor<T, MotorKind::screw>;
template <class T>
using VelocityMotor = Motor<T, MotorKind::velocity>;
template <class T>
using AccelerationMotor = Motor<T, MotorKind::acceleration>;
template <class T>
using MomentumMotor = Motor<T, MotorKind::momentum>;
template <class T>
using ForceMotor = Motor<T, MotorKind::force>;

/// Coordinate i of a motor: of a motion 0–2 the moment (translation along the axes) and 3–5 the
/// resultant (rotation about them), of a force or momentum 0–2 the resultant and 3–5 the moment. So
/// the motor product of the two is Σ coordinate(a, i) · coordinate(b, i).
template <class T, MotorKind K>
T& coordinate(Motor<T, K>& a, int i) {
  return (i < 3) == is_motion(K) ? a.moment()[i % 3] : a.resultant()[i % 3];
}
template <class T, MotorKind K>
const T& coordinate(const Motor<T, K>& a, int i) {
  return (i < 3) == is_motion(K) ? a.moment()[i % 3] : a.resultant()[i % 3];
}

/// The motor product (a, b) = g_a · h_b + g_b · h_a; the same in all axes and at all reference
/// points (that both share). (force, velocity) is the power [W], (velocity, momentum) twice the
/// kinetic energy [J], (force, screw) the generalised force, (a, a) = 2 g · h. Only such pairs
/// compile.
template <class T, MotorKind K, MotorKind L>
requires(has_dot(K, L)) T dot(const Motor<T, K>& a, const Motor<T, L>& b) {
  return dot(a.resultant(), b.moment()) + dot(b.resultant(), a.moment());
}

/// The cross product a × b = (g_a × g_b, g_a × h_b + h_a × g_b). velocity × K is the rate of a
/// motor of kind K that moves with the body: velocity × momentum is a force, velocity × velocity an
/// acceleration, velocity × screw a velocity. screw × K stays K.
template <class T, MotorKind K, MotorKind L>
requires(has_cross(K, L)) Motor<T, cross_of(K, L)> cross(const Motor<T, K>& a,
                                                         const Motor<T, L>& b) {
  return {cross(a.resultant(), b.resultant()),
          cross(a.resultant(), b.moment()) + cross(a.moment(), b.resultant())};
}

/// The acceleration [m/s²] of the body's point that is at P, r = p_OP, from the velocity and
/// acceleration motors at O: a_P = h_A(r) + ω × h_V(r).
template <class T>
Vector3<T> calc_point_acceleration(const VelocityMotor<T>& V, const AccelerationMotor<T>& A,
                                   const Vector3<T>& r) {
  return A.moment_at(r) + cross(V.omega(), V.moment_at(r));
}
/// The acceleration motor at O from ω' and the acceleration a_O of the body's point at O.
template <class T>
AccelerationMotor<T> make_acceleration_motor(const VelocityMotor<T>& V, const Vector3<T>& alpha,
                                             const Vector3<T>& a_O) {
  return {alpha, a_O - cross(V.omega(), V.v())};
}

}  // namespace holon
