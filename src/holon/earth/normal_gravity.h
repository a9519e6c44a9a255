// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Normal gravity of WGS84: the gravity, centrifugal acceleration included, of a rotating body whose
// surface, an ellipsoid, is an equipotential. In ellipsoidal coordinates u (semi-minor axis of the
// confocal ellipsoid) and β (reduced latitude), with E² = a² − b²:
//
//   p = √(u² + E²) cos β,  z = u sin β,  w = √((u² + E² sin²β)/(u² + E²))
//   U   = GM/E atan(E/u) + ½ ω²a² q/q0 (sin²β − ⅓) + ½ ω² p²
//   γ_u = −1/w (GM/(u² + E²) + ω²a²E/(u² + E²) q'/q0 (½ sin²β − ⅙)) + 1/w ω² u cos²β
//   γ_β = 1/w (ω²a²/√(u² + E²) q/q0 − ω² √(u² + E²)) sin β cos β
//   q  = ½ ((1 + 3 u²/E²) atan(E/u) − 3 u/E),   q0 = q at u = b
//   q' = 3 (1 + u²/E²)(1 − u/E atan(E/u)) − 1
//
// (W. A. Heiskanen, H. Moritz, Physical Geodesy, 1967, §2-7, 2-8; NIMA TR8350.2, 3rd ed., 2000,
// eq. 4-5 to 4-19). q and q' are differences of nearly equal numbers, hence summed as series of
// x = E/u:  q = Σ (−1)^(m+1) 2m x^(2m+1)/((2m+1)(2m+3)),  q' = Σ (−1)^(m+1) 6 x^2m/((2m+1)(2m+3)),
// whose terms fall by 150 each at the surface, and faster above it.

#include "holon/earth/ellipsoid.h"

namespace holon::earth {

constexpr double kEquatorialGravity = 9.7803253359;  ///< [m/s²] of WGS84
constexpr double kPolarGravity = 9.8321849378;       ///< [m/s²]
constexpr double kSomigliana = 0.00193185265241;     ///< k = b γp/(a γe) − 1
constexpr double kGravityRatio = 0.00344978650684;   ///< m = ω² a² b/GM

/// [m/s²] at the ellipsoid, by Somigliana's closed formula (NIMA TR8350.2, eq. 4-1).
template <class T>
T surface_gravity(T latitude) {
  using std::sin;
  using std::sqrt;
  const T s = sin(latitude), s2 = s * s;
  return kEquatorialGravity * (1.0 + kSomigliana * s2) / sqrt(1.0 - kEccentricity2 * s2);
}

/// [m/s²] its magnitude at a height, to second order in the height (NIMA TR8350.2, eq. 4-3): within
/// 2e-6 m/s² of the exact value up to 20 km. `gravity_vector` is exact.
template <class T>
T gravity_at_height(T latitude, T height) {
  using std::sin;
  const T s = sin(latitude), part = height / kSemiMajorAxis;
  return surface_gravity(latitude) *
         (1.0 - 2.0 * (1.0 + kFlattening + kGravityRatio - 2.0 * kFlattening * s * s) * part +
          3.0 * part * part);
}

namespace detail {

constexpr double kE2 = kSemiMajorAxis * kSemiMajorAxis * kEccentricity2;  ///< [m²] E²

/// q/x³ and q'/x² by their series in y = x², x = E/u.
template <class T>
std::array<T, 2> calc_series(T y) {
  constexpr int kTerms = 9;  // at the surface the tenth is 1e-18 of the first
  T q(0.0), dq(0.0);
  for (int m = kTerms; m >= 1; --m) {
    const double sign = m % 2 == 1 ? 1.0 : -1.0, over = (2.0 * m + 1) * (2.0 * m + 3);
    q = q * y + sign * 2.0 * m / over;
    dq = dq * y + sign * 6.0 / over;
  }
  return {q, dq};
}

/// What potential and gravity have in common.
template <class T>
struct EllipsoidalPoint {
  explicit EllipsoidalPoint(const Vector3<T>& r) {
    using std::sqrt;
    p2 = r[0] * r[0] + r[1] * r[1];
    const T d = p2 + r[2] * r[2] - kE2;
    u2 = 0.5 * (d + sqrt(d * d + 4.0 * kE2 * r[2] * r[2]));
    u = sqrt(u2);
    v2 = u2 + kE2;
    sin_beta = r[2] / u;
    const T y = kE2 / u2;
    const auto [q_part, dq_part] = calc_series(y);
    static const double q0 = calc_series(kE2 / (kSemiMinorAxis * kSemiMinorAxis))[0];
    const T ratio = kSemiMinorAxis / u;
    q = ratio * ratio * ratio * q_part / q0;  // q/q0
    // E q'/q0, E the linear eccentricity: x² E/x0³ = b³/u².
    dq = kSemiMinorAxis * ratio * ratio * dq_part / q0;
  }
  T p2, u2, u, v2, sin_beta, q, dq;
};

}  // namespace detail

/// [m²/s²] of a point [m] in Ecef axes; gravity is its gradient.
template <class T>
T gravity_potential(const Vector3<T>& r) {
  using std::atan;
  using std::sqrt;
  const detail::EllipsoidalPoint<T> at(r);
  const double E = std::sqrt(detail::kE2), w2 = kRotationRate * kRotationRate;
  return kGravitation / E * atan(E / at.u) +
         0.5 * w2 * kSemiMajorAxis * kSemiMajorAxis * at.q *
             (at.sin_beta * at.sin_beta - 1.0 / 3.0) +
         0.5 * w2 * at.p2;
}

/// [m/s²] at a point [m], both in Ecef axes. Outside and slightly below the surface.
template <class T>
Vector3<T> gravity_vector(const Vector3<T>& r) {
  using std::sqrt;
  const detail::EllipsoidalPoint<T> at(r);
  constexpr double w2 = kRotationRate * kRotationRate;
  constexpr double wa2 = w2 * kSemiMajorAxis * kSemiMajorAxis;
  const T s2 = at.sin_beta * at.sin_beta, v = sqrt(at.v2), part = at.u / v;
  const T cos2 = at.p2 / at.v2, along2 = (at.u2 + detail::kE2 * s2) / at.v2;  // w²
  // γ_u/w and γ_β sin β/(w cos β); the unit vectors are (part p/v, sin β)/w and
  // (−sin β p/v, part cos β)/w, horizontal along (x, y)/p.
  const T gu =
      (-(kGravitation + wa2 * at.dq * (0.5 * s2 - 1.0 / 6.0)) / at.v2 + w2 * at.u * cos2) / along2;
  const T gb = (wa2 * at.q / v - w2 * v) / along2;  // γ_β/(w sin β cos β)
  const T horizontal = (gu * part - gb * s2) / v;
  return {horizontal * r[0], horizontal * r[1], at.sin_beta * (gu + gb * part * cos2)};
}

}  // namespace holon::earth
