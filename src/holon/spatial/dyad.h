// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "holon/spatial/motor.h"

namespace holon {

/// The kind of a dyad by the motors that it maps.
enum class DyadKind : std::uint8_t {
  general,   ///< a motor of the same kind (or see Dyad::apply)
  inertia,   ///< velocity -> momentum, acceleration -> force
  mobility,  ///< momentum -> velocity, force -> acceleration: the inverse of an inertia
};

/// The kind of the composition: `inner` first, then `outer`.
constexpr bool has_composition(DyadKind outer, DyadKind inner) {
  return outer == DyadKind::general || inner == DyadKind::general || outer != inner;
}
constexpr DyadKind composition_of(DyadKind outer, DyadKind inner) {
  if (outer == DyadKind::general) return inner;
  return inner == DyadKind::general ? outer : DyadKind::general;
}
constexpr bool has_image(DyadKind dyad, MotorKind k) {
  if (dyad == DyadKind::general) return true;
  return dyad == DyadKind::inertia ? k == MotorKind::velocity || k == MotorKind::acceleration
                                   : !is_motion(k);
}
constexpr MotorKind image_of(DyadKind dyad, MotorKind k) {
  if (dyad == DyadKind::general) return k;
  switch (k) {
    case MotorKind::velocity: return MotorKind::momentum;
    case MotorKind::acceleration: return MotorKind::force;
    case MotorKind::momentum: return MotorKind::velocity;
    default: return MotorKind::acceleration;
  }
}
constexpr DyadKind inverse_of(DyadKind k) {
  return k == DyadKind::inertia    ? DyadKind::mobility
         : k == DyadKind::mobility ? DyadKind::inertia
                                   : DyadKind::general;
}

/// A linear map of motors, four blocks (3 x 3) in von Mises' order: D∘𝔥 = (D₁₁ h + D₁₂ g, D₂₁ h +
/// D₂₂ g), resultant first. As with motors, the variable's name states axes and reference point.
///
/// In this order the inertia of a body is (m I, -[m s]; [m s], Θ_o), and the identity (0, I; I, 0).
template <class T, DyadKind K = DyadKind::general>
class Dyad {
 public:
  static constexpr DyadKind kKind = K;

  /// Zero.
  Dyad() {
    for (Matrix3<T>& block : blocks_) block = diagonal<T>({T(0), T(0), T(0)});
  }
  Dyad(const Matrix3<T>& D11, const Matrix3<T>& D12, const Matrix3<T>& D21, const Matrix3<T>& D22)
      : blocks_{D11, D12, D21, D22} {}
  static Dyad identity() requires(K == DyadKind::general) {
    const Matrix3<T> zero = diagonal<T>({T(0), T(0), T(0)});
    return {zero, identity3<T>(), identity3<T>(), zero};
  }

  const Matrix3<T>& D11() const { return blocks_[0]; }
  const Matrix3<T>& D12() const { return blocks_[1]; }
  const Matrix3<T>& D21() const { return blocks_[2]; }
  const Matrix3<T>& D22() const { return blocks_[3]; }
  /// The matrix (6 x 6) that maps (g, h) to (g, h): (D₁₂, D₁₁; D₂₂, D₂₁).
  Matrix6<T> to_matrix() const;
  /// (D₂₂, D₂₁; D₁₂, D₁₁) (6 x 6), the matrix of the form (a, D∘b) in (g, h): symmetric for an
  /// inertia.
  Matrix6<T> to_form() const;

  friend Dyad operator+(const Dyad& a, const Dyad& b) { return combine(a, b, T(1)); }
  friend Dyad operator-(const Dyad& a, const Dyad& b) { return combine(a, b, T(-1)); }
  friend Dyad operator*(const T& s, const Dyad& a) {
    return {s * a.D11(), s * a.D12(), s * a.D21(), s * a.D22()};
  }
  friend Dyad operator*(const Dyad& a, const T& s) { return s * a; }
  friend bool operator==(const Dyad& a, const Dyad& b) {
    return a.D11() == b.D11() && a.D12() == b.D12() && a.D21() == b.D21() && a.D22() == b.D22();
  }

  /// D∘𝔥, by the kinds of DyadKind.
  template <MotorKind L>
  requires(has_image(K, L)) friend Motor<T, image_of(K, L)> operator*(const Dyad& D,
                                                                      const Motor<T, L>& a) {
    return D.template apply<image_of(K, L)>(a);
  }
  /// D∘𝔥 as a motor of the kind `Result`, for dyads that carry other units (stiffness: screw ->
  /// force).
  template <MotorKind Result, MotorKind L>
  Motor<T, Result> apply(const Motor<T, L>& a) const {
    return {multiply(D11(), a.moment()) + multiply(D12(), a.resultant()),
            multiply(D21(), a.moment()) + multiply(D22(), a.resultant())};
  }

  /// D* with (a, D∘b) = (D*∘a, b): (D₁₁ᵀ, D₂₁ᵀ; D₁₂ᵀ, D₂₂ᵀ). Equal to D for an inertia.
  Dyad adjoint() const {
    return {transpose(D11()), transpose(D21()), transpose(D12()), transpose(D22())};
  }

  /// The same dyad with the reference point moved from O to P, r = p_OP (for an inertia: Steiner).
  Dyad shift(const Vector3<T>& r) const;
  /// From axes B to axes A: R_AB D_ij R_BA.
  Dyad rotate(const Matrix3<T>& R_AB) const;
  Dyad rotate(const Rotation<T>& R_AB) const { return rotate(R_AB.to_matrix()); }
  /// From B (axes and reference point) to A, and back.
  Dyad transform(const Transform<T>& X_AB) const {
    const Vector3<T>& p = X_AB.translation();
    return rotate(X_AB.matrix()).shift({-p[0], -p[1], -p[2]});
  }
  Dyad inverse_transform(const Transform<T>& X_AB) const {
    return shift(X_AB.translation()).rotate(Matrix3<T>(transpose(X_AB.matrix())));
  }

  /// D⁻¹ of an inertia or mobility, positive definite by construction; by elimination without
  /// pivoting and without branches. NaN or infinite if it is not positive definite.
  Dyad<T, inverse_of(K)> calc_inverse() const requires(K != DyadKind::general);

 private:
  static Dyad combine(const Dyad& a, const Dyad& b, const T& s) {
    return {a.D11() + s * b.D11(), a.D12() + s * b.D12(), a.D21() + s * b.D21(),
            a.D22() + s * b.D22()};
  }

  Matrix3<T> blocks_[4];
};

template <class T>
using MobilityDyad = Dyad<T, DyadKind::mobility>;

/// `outer`∘`inner`: the map by `inner`, then by `outer`. Not for two inertias.
template <class T, DyadKind K, DyadKind L>
requires(has_composition(K, L)) Dyad<T, composition_of(K, L)>
operator*(const Dyad<T, K>& outer, const Dyad<T, L>& inner) {
  const Matrix3<T>&A11 = outer.D11(), &A12 = outer.D12(), &A21 = outer.D21(), &A22 = outer.D22();
  const Matrix3<T>&B11 = inner.D11(), &B12 = inner.D12(), &B21 = inner.D21(), &B22 = inner.D22();
  return {multiply(A11, B21) + multiply(A12, B11), multiply(A11, B22) + multiply(A12, B12),
          multiply(A21, B21) + multiply(A22, B11), multiply(A21, B22) + multiply(A22, B12)};
}

/// D⁻¹ of any dyad by LU with full pivoting; none if it is numerically singular. T is double or
/// float.
template <class T>
std::optional<Dyad<T>> find_inverse(const Dyad<T>& D);

/// The dyad 𝔥 -> 𝔞 × 𝔥: (0, [g]; [g], [h]). Its adjoint is its negative.
template <class T>
Dyad<T> make_cross_dyad(const Vector3<T>& resultant, const Vector3<T>& moment) {
  const Matrix3<T> g = cross_matrix(resultant);
  return {diagonal<T>({T(0), T(0), T(0)}), g, g, cross_matrix(moment)};
}
template <class T, MotorKind L>
Dyad<T> make_cross_dyad(const Motor<T, L>& a) {
  return make_cross_dyad(a.resultant(), a.moment());
}

/// The dyadic product 𝔵 -> 𝔞 (𝔟, 𝔵): (g_a g_bᵀ, g_a h_bᵀ; h_a g_bᵀ, h_a h_bᵀ). Its adjoint is the
/// product of 𝔟 and 𝔞. The caller specifies the kind: of two momenta an inertia, of two velocities
/// a mobility.
template <DyadKind Result, class T, MotorKind K, MotorKind L>
Dyad<T, Result> make_product_dyad(const Motor<T, K>& a, const Motor<T, L>& b) {
  const auto product = [](const Vector3<T>& x, const Vector3<T>& y) {
    Matrix3<T> A;
    for (int j = 0; j < 3; ++j) {
      for (int i = 0; i < 3; ++i) A(i, j) = x[i] * y[j];
    }
    return A;
  };
  return {product(a.resultant(), b.resultant()), product(a.resultant(), b.moment()),
          product(a.moment(), b.resultant()), product(a.moment(), b.moment())};
}

extern template class Dyad<double, DyadKind::general>;
extern template class Dyad<double, DyadKind::inertia>;
extern template class Dyad<double, DyadKind::mobility>;
extern template class Dyad<float, DyadKind::general>;
extern template class Dyad<float, DyadKind::inertia>;
extern template class Dyad<float, DyadKind::mobility>;
extern template class Dyad<Expr, DyadKind::general>;
extern template class Dyad<Expr, DyadKind::inertia>;
extern template class Dyad<Expr, DyadKind::mobility>;

}  // namespace holon
