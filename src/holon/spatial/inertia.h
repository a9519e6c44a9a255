// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/spatial/dyad.h"

/// The laws of a rigid body in motor calculus. All motors and the dyad share axes and reference
/// point.
///
///   momentum        𝔭 = M∘𝔳
///   kinetic energy  T = ½ (𝔳, 𝔭)
///   power           P = (𝔣, 𝔳)
///   motion          𝔭' = 𝔣 in inertial axes about a point at rest,
///                   𝔭° + 𝔳 × 𝔭 = 𝔣 with all components taken in the body (° their rates)
namespace holon {

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

/// M = (m I, -[m s]; [m s], Θ_o) from the mass [kg], the centre of mass s = p_OS [m] and the
/// inertia about the centre of mass Θ_c [kg m²] (symmetric, 3 x 3; entries of the matrix, so off
/// the diagonal the negative products of inertia).
template <class T>
InertiaDyad<T> inertia_dyad(const T& mass, const Vector3<T>& center_of_mass,
                            const Matrix3<T>& about_center) {
  const Matrix3<T> first = cross_matrix<T>(
      {mass * center_of_mass[0], mass * center_of_mass[1], mass * center_of_mass[2]});
  return {diagonal<T>({mass, mass, mass}), transpose(first), first,
          shift_from_center(mass, center_of_mass, about_center)};
}

/// T = ½ (𝔳, M∘𝔳) [J].
template <class T>
T calc_kinetic_energy(const InertiaDyad<T>& M, const VelocityMotor<T>& V) {
  return T(0.5) * dot(V, M * V);
}

/// P = (𝔣, 𝔳) [W].
template <class T>
T calc_power(const ForceMotor<T>& F, const VelocityMotor<T>& V) {
  return dot(F, V);
}

/// The force motor that a motion needs: M∘𝔞 + 𝔳 × (M∘𝔳), 𝔞 the acceleration motor (whose components
/// in the body are the rates of those of 𝔳).
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

}  // namespace holon
