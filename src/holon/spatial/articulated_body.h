// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "holon/spatial/inertia.h"

/// Articulated bodies: a body that carries others through joints answers an acceleration motor
/// 𝔞 = (α, a) with the force motor
///
///   𝔣 = I∘𝔞 + 𝔭:     f = M a  + H α + f₀   [N]
///                     n = Hᵀ a + J α + n₀   [N m]                                             (1)
///
/// I, the articulated inertia, is a self-adjoint dyad like that of one body, except that the
/// apparent mass M depends on the direction; 𝔭 is the bias force motor. All about one point and in
/// one set of axes. With T = Expr whatever is constant zero costs nothing.
///
/// R. Featherstone, "Rigid Body Dynamics Algorithms", Springer 2008, ch. 7;
/// docs/design/recursive.md
namespace holon {

/// I of (1), the dyad (M, H; Hᵀ, J): 21 numbers.
template <class T>
struct ArticulatedInertia {
  SymmetricMatrix3<T> M;                           ///< [kg]
  Matrix3<T> H = diagonal<T>({T(0), T(0), T(0)});  ///< [kg m]
  SymmetricMatrix3<T> J;                           ///< [kg m²]

  /// Zero.
  ArticulatedInertia() = default;
  /// Of one body: (m I, −[mc]; [mc], Θ).
  explicit ArticulatedInertia(const InertiaDyad<T>& body) : J(body.theta()) {
    const Vector3<T>& mc = body.first_moment();
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      M(i, i) = body.mass();
      H(i, j) = mc[k];
      H(j, i) = -mc[k];
    }
  }

  /// Entry of the symmetric matrix (M, H; Hᵀ, J) (6 x 6) between the coordinates i and j of motors,
  /// see `coordinate`.
  T& at(int i, int j) {
    if (i < 3) return j < 3 ? M(i, j) : H(i, j - 3);
    return j < 3 ? H(j, i - 3) : J(i - 3, j - 3);
  }
  /// The four blocks.
  Dyad<T, DyadKind::inertia> to_dyad() const {
    return {M.to_matrix(), H, transpose(H), J.to_matrix()};
  }

  ArticulatedInertia& operator+=(const ArticulatedInertia& other) {
    M += other.M;
    J += other.J;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) H(i, j) += other.H(i, j);
    }
    return *this;
  }
  /// I∘𝔞.
  friend ForceMotor<T> operator*(const ArticulatedInertia& I, const AccelerationMotor<T>& A) {
    return {multiply(I.M, A.a()) + multiply(I.H, A.alpha()),
            multiply_transposed(I.H, A.a()) + multiply(I.J, A.alpha())};
  }

  /// The same with the reference point moved from P back to O, r = p_OP:
  ///   H' = H − M [r],   J' = J + [r] H' − Hᵀ [r]                                              (2)
  ArticulatedInertia shift_back(const Vector3<T>& r) const;
  /// From axes B to axes A.
  template <class R>
  ArticulatedInertia rotate(const R& R_AB) const {
    ArticulatedInertia I;
    I.M = M.rotate(R_AB);
    I.H = rotate_matrix(R_AB, H);
    I.J = J.rotate(R_AB);
    return I;
  }
};

/// One freedom along which a body was released: v̇ = rate − 𝔞_k − (weight, 𝔞).
template <class T>
struct Pivot {
  int k = 0;    ///< the freedom's coordinate
  T rate{};     ///< (τ − p_k) / D
  T inverse{};  ///< 1 / D
  ForceMotor<T>
      weight;  ///< U / D, the column of I over the pivot, without its entry k (which is 1)

  /// v̇ of the freedom where the body that it is released from has the acceleration motor A.
  T calc_rate(const AccelerationMotor<T>& A) const {
    const T by_force = dot(weight.force(), A.a());
    const T by_torque = dot(weight.torque(), A.alpha());
    return (rate - by_force) - (by_torque + coordinate(A, k));
  }
};

/// I and 𝔭 of (1).
template <class T>
struct ArticulatedBody {
  ArticulatedInertia<T> inertia;
  ForceMotor<T> bias;

  /// All 27 numbers in a fixed order: M (6), H (9, by rows), J (6), f₀, n₀.
  std::array<T*, 27> entries();

  ArticulatedBody& operator+=(const ArticulatedBody& other) {
    inertia += other.inertia;
    bias += other.bias;
    return *this;
  }
  ArticulatedBody shift_back(const Vector3<T>& r) const {
    return {inertia.shift_back(r), bias.shift_back(r)};
  }
  template <class R>
  ArticulatedBody rotate(const R& R_AB) const {
    return {inertia.rotate(R_AB), bias.rotate(R_AB)};
  }

  /// In coordinates in which the rotation about axis k contains a translation along it by `pitch`
  /// [m/rad]: row and column 3 + k grow by pitch times row and column k. −pitch undoes it.
  void add_pitch(int k, const T& pitch);
  /// Releases the body along coordinate k (0–2: translation, 3–5: rotation), so that only the
  /// effort τ [N or N m] acts on it there. With D the entry kk of I and U the rest of its column
  ///   I' = I − U Uᵀ / D,   𝔭' = 𝔭 + U (τ − p_k) / D,   row and column k of I' are 0,  p'_k = τ (3)
  /// Row and column k are set to zero and not computed, so that with Expr no later step pays for
  /// them.
  Pivot<T> release(int k, const T& effort);
};

/// `add_pitch` of a force motor alone.
template <class T>
void add_pitch(ForceMotor<T>& F, int k, const T& pitch) {
  coordinate(F, 3 + k) += pitch * coordinate(F, k);
}

template <class T>
ArticulatedInertia<T> ArticulatedInertia<T>::shift_back(const Vector3<T>& r) const {
  ArticulatedInertia I = *this;
  for (int i = 0; i < 3; ++i) {
    // Row i of M [r] is (row i of M) × r.
    const Vector3<T> row = cross(Vector3<T>(M(i, 0), M(i, 1), M(i, 2)), r);
    for (int j = 0; j < 3; ++j) I.H(i, j) -= row[j];
  }
  for (int i = 0; i < 3; ++i) {
    const int p = (i + 1) % 3, q = (i + 2) % 3;
    for (int j = i; j < 3; ++j) {
      const int u = (j + 1) % 3, v = (j + 2) % 3;
      const T first = r[p] * I.H(q, j) - r[q] * I.H(p, j);  // ([r] H')_ij
      const T second = H(u, i) * r[v] - H(v, i) * r[u];     // (Hᵀ [r])_ij
      I.J(i, j) += first - second;
    }
  }
  return I;
}

template <class T>
std::array<T*, 27> ArticulatedBody<T>::entries() {
  std::array<T*, 27> all{};
  std::size_t at = 0;
  for (T& e : inertia.M.entries()) all[at++] = &e;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) all[at++] = &inertia.H(i, j);
  }
  for (T& e : inertia.J.entries()) all[at++] = &e;
  for (int i = 0; i < 6; ++i) all[at++] = &coordinate(bias, i);
  return all;
}

template <class T>
void ArticulatedBody<T>::add_pitch(int k, const T& pitch) {
  const T across = inertia.at(3 + k, k);
  inertia.J(k, k) += pitch * (across + across + pitch * inertia.M(k, k));
  for (int i = 0; i < 6; ++i) {
    if (i != 3 + k) inertia.at(3 + k, i) += pitch * inertia.at(k, i);
  }
  holon::add_pitch(bias, k, pitch);
}

template <class T>
Pivot<T> ArticulatedBody<T>::release(int k, const T& effort) {
  Pivot<T> pivot;
  pivot.k = k;
  std::array<T, 6> column;
  for (int i = 0; i < 6; ++i) column[static_cast<std::size_t>(i)] = inertia.at(i, k);
  pivot.inverse = T(1) / column[static_cast<std::size_t>(k)];
  const T rest = effort - coordinate(bias, k);
  pivot.rate = rest * pivot.inverse;
  for (int i = 0; i < 6; ++i) {
    if (i != k) coordinate(pivot.weight, i) = column[static_cast<std::size_t>(i)] * pivot.inverse;
  }
  for (int i = 0; i < 6; ++i) {
    if (i == k) continue;
    const T weight = coordinate(pivot.weight, i);
    for (int j = i; j < 6; ++j) {
      if (j != k) inertia.at(i, j) -= weight * column[static_cast<std::size_t>(j)];
    }
    coordinate(bias, i) += weight * rest;
  }
  for (int i = 0; i < 6; ++i) inertia.at(i, k) = T(0);
  coordinate(bias, k) = effort;
  return pivot;
}

}  // namespace holon
