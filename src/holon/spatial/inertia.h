// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/spatial/acceleration_field.h"
#include "holon/spatial/dyad.h"
#include "holon/spatial/symmetric_matrix.h"

/// The laws of a rigid body in motor calculus. All motors and the dyad share axes and reference
/// point.
///
///   momentum        𝔭 = M∘𝔳
///   kinetic energy  T = ½ (𝔳, 𝔭)
///   power           P = (𝔣, 𝔳)
///   motion          𝔭' = 𝔣 in inertial axes about a point at rest,
///                   𝔭° + 𝔳 × 𝔭 = 𝔣 with all components in body axes (° their rates)
namespace holon {

/// The inertia dyad of a rigid body, M = (m I, −[mc]; [mc], Θ): ten numbers instead of the 36 of a
/// dyad, and what is zero or equal by structure is neither stored nor computed.
template <class T>
class InertiaDyad {
 public:
  /// Zero.
  InertiaDyad() : mass_(0), first_moment_(T(0), T(0), T(0)) {}
  /// From the mass [kg], the first moment m c [kg m] and the inertia about the reference point
  /// [kg m²] (entries of the matrix, so off the diagonal the negative products of inertia).
  InertiaDyad(const T& mass, const Vector3<T>& first_moment, const SymmetricMatrix3<T>& theta)
      : mass_(mass), first_moment_(first_moment), theta_(theta) {}

  const T& mass() const { return mass_; }                           ///< [kg]
  const Vector3<T>& first_moment() const { return first_moment_; }  ///< m c [kg m]
  const SymmetricMatrix3<T>& theta() const { return theta_; }       ///< Θ [kg m²]
  /// The four blocks.
  Dyad<T, DyadKind::inertia> to_dyad() const {
    const Matrix3<T> mc = cross_matrix(first_moment_);
    return {diagonal<T>({mass_, mass_, mass_}), transpose(mc), mc, theta_.to_matrix()};
  }

  /// Of two bodies that move as one.
  friend InertiaDyad operator+(const InertiaDyad& a, const InertiaDyad& b) {
    return {a.mass_ + b.mass_, a.first_moment_ + b.first_moment_, a.theta_ + b.theta_};
  }
  friend bool operator==(const InertiaDyad& a, const InertiaDyad& b) {
    return a.mass_ == b.mass_ && a.first_moment_ == b.first_moment_ && a.theta_ == b.theta_;
  }

  /// M∘𝔳 = (m v + ω × mc, Θ ω + mc × v): the momentum of a velocity, the force of an acceleration.
  template <MotorKind L>
  requires(has_image(DyadKind::inertia, L)) friend Motor<T, image_of(DyadKind::inertia, L)>
  operator*(const InertiaDyad& M, const Motor<T, L>& V) {
    const Vector3<T>&mc = M.first_moment_, &w = V.resultant(), &v = V.moment();
    const Vector3<T> pull = cross(w, mc), lever = cross(mc, v);
    return {M.mass_ * v + pull, multiply(M.theta_, w) + lever};
  }

  /// The same with the reference point moved from P back to O, r = p_OP (Huygens, Steiner):
  ///   Θ' = Θ + 2 (r·h) I − r hᵀ − h rᵀ with h = mc + ½ m r,   mc' = mc + m r
  InertiaDyad shift_back(const Vector3<T>& r) const {
    const Vector3<T> half = first_moment_ + T(0.5) * mass_ * r;
    const T both = T(2) * dot(r, half);
    SymmetricMatrix3<T> theta = theta_;
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) {
        const T outer = -(r[i] * half[j] + half[i] * r[j]);
        theta(i, j) += i == j ? both + outer : outer;
      }
    }
    return {mass_, first_moment_ + mass_ * r, theta};
  }
  /// With the reference point moved from O to P, r = p_OP.
  InertiaDyad shift(const Vector3<T>& r) const { return shift_back(Vector3<T>(-r)); }
  /// From axes B to axes A.
  InertiaDyad rotate(const AxisRotation<T>& R_AB) const { return rotated(R_AB); }
  InertiaDyad rotate(const Matrix3<T>& R_AB) const { return rotated(R_AB); }
  InertiaDyad rotate(const Rotation<T>& R_AB) const { return rotated(R_AB.to_matrix()); }
  /// From B (axes and reference point) to A, and back.
  InertiaDyad transform(const Transform<T>& X_AB) const {
    return rotated(X_AB.matrix()).shift_back(X_AB.translation());
  }
  InertiaDyad inverse_transform(const Transform<T>& X_AB) const {
    return shift(X_AB.translation()).rotated(Matrix3<T>(transpose(X_AB.matrix())));
  }

  /// (Θ_zz − Θ_yy, Θ_xx − Θ_zz, Θ_yy − Θ_xx), with which Euler's equations are linear in the
  /// products of ω.
  Vector3<T> calc_differences() const {
    return {theta_(2, 2) - theta_(1, 1), theta_(0, 0) - theta_(2, 2), theta_(1, 1) - theta_(0, 0)};
  }
  MobilityDyad<T> calc_inverse() const { return to_dyad().calc_inverse(); }

 private:
  template <class R>
  InertiaDyad rotated(const R& R_AB) const {
    return {mass_, multiply(R_AB, first_moment_), theta_.rotate(R_AB)};
  }

  T mass_;
  Vector3<T> first_moment_;
  SymmetricMatrix3<T> theta_;
};

/// The rotational inertia [kg m²] about the point at `r` [m] from the centre of mass: Θ_c - m [r]²
/// (Huygens, Steiner).
template <class T>
Matrix3<T> shift_from_center(const T& mass, const Vector3<T>& r, const Matrix3<T>& about_center) {
  const T r2 = dot(r, r);
  Matrix3<T> theta;
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) {
      const T lever = i == j ? r2 - r[i] * r[i] : -(r[i] * r[j]);
      theta(i, j) = about_center(i, j) + mass * lever;
    }
  }
  return theta;
}

/// From the mass [kg], the centre of mass s = p_OS [m] and the inertia about the centre of mass Θ_c
/// [kg m²] (symmetric, 3 x 3).
template <class T>
InertiaDyad<T> inertia_dyad(const T& mass, const Vector3<T>& center_of_mass,
                            const Matrix3<T>& about_center) {
  const Vector3<T> first_moment(mass * center_of_mass[0], mass * center_of_mass[1],
                                mass * center_of_mass[2]);
  return {mass, first_moment,
          SymmetricMatrix3<T>::from_matrix(shift_from_center(mass, center_of_mass, about_center))};
}

/// T = ½ (𝔳, M∘𝔳) = ½ (m v² + ω · Θ ω) + v · (ω × mc) [J].
template <class T>
T calc_kinetic_energy(const InertiaDyad<T>& M, const VelocityMotor<T>& V) {
  const Vector3<T> spin = multiply(M.theta(), V.omega());
  return T(0.5) * (M.mass() * dot(V.v(), V.v()) + dot(V.omega(), spin)) +
         dot(V.v(), cross(V.omega(), M.first_moment()));
}

/// P = (𝔣, 𝔳) [W].
template <class T>
T calc_power(const ForceMotor<T>& F, const VelocityMotor<T>& V) {
  return dot(F, V);
}

/// The force motor required for a motion: M∘𝔞 + 𝔳 × (M∘𝔳), 𝔞 the acceleration motor (whose
/// components in the body are the rates of those of 𝔳).
template <class T>
ForceMotor<T> calc_force(const InertiaDyad<T>& M, const VelocityMotor<T>& V,
                         const AccelerationMotor<T>& A) {
  return M * A + cross(V, M * V);
}

/// The acceleration motor that a force motor gives to a free body: M⁻¹∘(𝔣 - 𝔳 × (M∘𝔳)).
template <class T>
AccelerationMotor<T> calc_acceleration(const InertiaDyad<T>& M, const VelocityMotor<T>& V,
                                       const ForceMotor<T>& F) {
  return M.calc_inverse() * (F - cross(V, M * V));
}

/// The force motor that a motion needs, by the accelerations of the body's points (Newton, Euler):
///   f = m a + A mc,   n = Θ ω' + ω × Θ ω + mc × a
/// `differences`: M.calc_differences(), where it is known already.
template <class T>
ForceMotor<T> calc_force(const InertiaDyad<T>& M, const AccelerationField<T>& field,
                         const Vector3<T>& differences) {
  const Vector3<T>&w = field.omega, &alpha = field.alpha, &mc = M.first_moment();
  const Vector3<T> pull = multiply(field.gradient(), mc);
  const Vector3<T> force = M.mass() * field.a + pull;
  const Vector3<T> lever = cross(mc, field.a);
  const SymmetricMatrix3<T>& theta = M.theta();
  Vector3<T> torque;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const T &jk = theta(j, k), &ij = theta(i, j), &ik = theta(i, k);
    const T spin = differences[i] * (w[j] * w[k]) + jk * (w[j] * w[j] - w[k] * w[k]) +
                   ik * (w[i] * w[j]) - ij * (w[i] * w[k]);
    torque[i] = (theta(i, i) * alpha[i] + spin) + (ij * alpha[j] + ik * alpha[k]) + lever[i];
  }
  return {force, torque};
}
template <class T>
ForceMotor<T> calc_force(const InertiaDyad<T>& M, const AccelerationField<T>& field) {
  return calc_force(M, field, M.calc_differences());
}

}  // namespace holon
