// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Geodesy on the ellipsoid of the World Geodetic System 1984 (NIMA TR8350.2, 3rd ed., 2000,
// table 3.1), written once for numbers and for expressions. The Earth-centred, Earth-fixed axes
// (Ecef) have z along the axis of rotation and x through the equator at longitude 0. With the
// prime-vertical radius N, the meridian radius M and the latitude φ, longitude λ and height h:
//
//   N = a/√(1 − e² sin²φ),   M = N (1 − e²)/(1 − e² sin²φ)
//   x = (N + h) cos φ cos λ,  y = (N + h) cos φ sin λ,  z = (N (1 − e²) + h) sin φ
//
// (P. D. Groves, Principles of GNSS, Inertial, and Multisensor Integrated Navigation Systems,
// 2nd ed., 2013, §2.4).

#include "holon/spatial/rotation.h"

namespace holon::earth {

constexpr double kSemiMajorAxis = 6378137.0;       ///< [m] a
constexpr double kFlattening = 1 / 298.257223563;  ///< f
constexpr double kRotationRate = 7.292115e-5;      ///< [rad/s]
constexpr double kGravitation = 3.986004418e14;    ///< [m³/s²] GM, the atmosphere included
constexpr double kSpeedOfLight = 299792458.0;      ///< [m/s]
constexpr double kSemiMinorAxis = kSemiMajorAxis * (1 - kFlattening);           ///< [m] b
constexpr double kEccentricity2 = kFlattening * (2 - kFlattening);              ///< e²
constexpr double kSecondEccentricity2 = kEccentricity2 / (1 - kEccentricity2);  ///< e'²

/// A place by geodetic coordinates.
template <class T>
struct Geodetic {
  T latitude{0.0};   ///< [rad] of the ellipsoid's normal
  T longitude{0.0};  ///< [rad] east
  T height{0.0};     ///< [m] above the ellipsoid
};

/// [m] N, the radius of curvature across the meridian.
template <class T>
T prime_vertical_radius(T latitude) {
  using std::sin;
  using std::sqrt;
  const T s = sin(latitude);
  return kSemiMajorAxis / sqrt(1.0 - kEccentricity2 * s * s);
}

/// [m] M, the radius of curvature along the meridian.
template <class T>
T meridian_radius(T latitude) {
  using std::sin;
  using std::sqrt;
  const T s = sin(latitude), w2 = 1.0 - kEccentricity2 * s * s;
  return kSemiMajorAxis * (1 - kEccentricity2) / (w2 * sqrt(w2));
}

/// [m] in Ecef axes.
template <class T>
Vector3<T> to_ecef(const Geodetic<T>& g) {
  using std::cos;
  using std::sin;
  const T N = prime_vertical_radius(g.latitude), across = (N + g.height) * cos(g.latitude);
  return {across * cos(g.longitude), across * sin(g.longitude),
          (N * (1 - kEccentricity2) + g.height) * sin(g.latitude)};
}

/// Of a point [m] in Ecef axes, 1000 km or more from the Earth's centre: Bowring's formula for the
/// latitude, three times (the first is exact at the surface; each cubes the relative error of
/// order e² h/a). Longitude 0 on the axis, where it is undefined.
///
/// B. R. Bowring, "Transformation from spatial to geographical coordinates", Survey Review 23
/// (1976) 323–327.
template <class T>
Geodetic<T> to_geodetic(const Vector3<T>& r) {
  using std::atan2;
  using std::sqrt;
  const T p = sqrt(r[0] * r[0] + r[1] * r[1]);
  T c = kSemiMinorAxis * p, s = kSemiMajorAxis * r[2];  // of the parametric latitude
  T up, out;
  for (int k = 0; k < 3; ++k) {
    const T size = sqrt(c * c + s * s);
    c = c / size;
    s = s / size;
    up = r[2] + kSecondEccentricity2 * kSemiMinorAxis * s * s * s;
    out = p - kEccentricity2 * kSemiMajorAxis * c * c * c;
    c = out;
    s = (1 - kFlattening) * up;
  }
  const T size = sqrt(out * out + up * up), cos_lat = out / size, sin_lat = up / size;
  Geodetic<T> g;
  g.latitude = atan2(up, out);
  g.longitude = atan2(r[1], r[0]);
  g.height = p * cos_lat + r[2] * sin_lat -
             kSemiMajorAxis * sqrt(1.0 - kEccentricity2 * sin_lat * sin_lat);
  return g;
}

/// R_EcefL: turns the local axes L (east, north, up) at a place into Ecef axes.
template <class T>
Matrix3<T> local_axes(T latitude, T longitude) {
  using std::cos;
  using std::sin;
  const T sf = sin(latitude), cf = cos(latitude), sl = sin(longitude), cl = cos(longitude);
  Matrix3<T> R;
  R(0, 0) = -sl;
  R(1, 0) = cl;
  R(2, 0) = T(0.0);
  R(0, 1) = -sf * cl;
  R(1, 1) = -sf * sl;
  R(2, 1) = cf;
  R(0, 2) = cf * cl;
  R(1, 2) = cf * sl;
  R(2, 2) = sf;
  return R;
}

/// [rad/s] of the Earth in inertial space, in local axes at a latitude: ω (0, cos φ, sin φ).
template <class T>
Vector3<T> earth_rate(T latitude) {
  using std::cos;
  using std::sin;
  return {T(0.0), kRotationRate * cos(latitude), kRotationRate * sin(latitude)};
}

/// [rad/s] of local axes that move along with a point, against the Earth, in local axes; `velocity`
/// [m/s] likewise (Groves, eq. 5.44, for east, north, up):
///
///   (−v_north/(M + h), v_east/(N + h), v_east tan φ/(N + h))
template <class T>
Vector3<T> transport_rate(const Geodetic<T>& g, const Vector3<T>& velocity) {
  using std::tan;
  const T east = velocity[0] / (prime_vertical_radius(g.latitude) + g.height);
  return {-velocity[1] / (meridian_radius(g.latitude) + g.height), east, east * tan(g.latitude)};
}

/// Axes east, north, up at a place, their origin there.
template <class T>
class LocalFrame {
 public:
  LocalFrame() : LocalFrame(Geodetic<T>{}) {}
  explicit LocalFrame(const Geodetic<T>& origin)
      : origin_(origin),
        center_(holon::earth::to_ecef(origin)),
        R_(local_axes(origin.latitude, origin.longitude)) {}

  const Geodetic<T>& origin() const { return origin_; }
  const Vector3<T>& origin_ecef() const { return center_; }  ///< [m]
  const Matrix3<T>& axes() const { return R_; }              ///< R_EcefL
  Vector3<T> to_ecef(const Vector3<T>& r_L) const { return center_ + multiply(R_, r_L); }
  Vector3<T> from_ecef(const Vector3<T>& r) const {
    return multiply_transposed(R_, Vector3<T>(r - center_));
  }
  Vector3<T> direction_to_ecef(const Vector3<T>& v_L) const { return multiply(R_, v_L); }
  Vector3<T> direction_from_ecef(const Vector3<T>& v) const { return multiply_transposed(R_, v); }
  Geodetic<T> to_geodetic(const Vector3<T>& r_L) const {
    return holon::earth::to_geodetic(to_ecef(r_L));
  }
  Vector3<T> from_geodetic(const Geodetic<T>& g) const {
    return from_ecef(holon::earth::to_ecef(g));
  }

 private:
  Geodetic<T> origin_;
  Vector3<T> center_;
  Matrix3<T> R_;
};

}  // namespace holon::earth
