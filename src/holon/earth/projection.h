// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Transverse Mercator projection of WGS84 by Krüger's series to the sixth order of the third
// flattening n (C. F. F. Karney, "Transverse Mercator with an accuracy of a few nanometers",
// J. Geodesy 85 (2011) 475–485, eq. 6 to 12, 35, 36): errors below 1e-8 m within 3000 km of the
// central meridian.
//
//   τ = tan φ,  σ = sinh(e artanh(e τ/√(1 + τ²))),  τ' = τ √(1 + σ²) − σ √(1 + τ²)
//   ξ' = atan2(τ', cos λ),  η' = arsinh(sin λ/√(τ'² + cos²λ))
//   ξ = ξ' + Σ α_j sin 2jξ' cosh 2jη',  η = η' + Σ α_j cos 2jξ' sinh 2jη'
//   easting = k0 A η,  northing = k0 A ξ

#include "holon/earth/ellipsoid.h"

namespace holon::earth {

/// Easting and northing [m] of a projection.
template <class T>
struct GridPoint {
  T east{0.0}, north{0.0};
};

/// A transverse Mercator projection of WGS84 with its grid.
struct TransverseMercator {
  double central_meridian = 0;  ///< [rad]
  double scale = 0.9996;        ///< k0 on the central meridian
  double false_east = 500000;   ///< [m]
  double false_north = 0;       ///< [m]
  double origin_latitude = 0;   ///< [rad] where the northing is `false_north`

  /// Of a UTM zone, 1 to 60.
  static TransverseMercator utm(int zone, bool is_south);
  /// The UTM zone of a place, with the exceptions for Norway and Svalbard (latitude and longitude
  /// in rad).
  static int utm_zone(double latitude, double longitude);

  /// The place's height does not enter. More than 80° from the central meridian is outside the
  /// series' range.
  template <class T>
  GridPoint<T> project(T latitude, T longitude) const;
  /// Latitude and longitude [rad]; height 0.
  template <class T>
  Geodetic<T> unproject(const GridPoint<T>& point) const;
  /// [rad] meridian convergence: the azimuth of grid north, positive east of true north.
  double convergence(double latitude, double longitude) const;
};

namespace detail {

/// α (forward) and β (backward), and A/a.
struct KruegerSeries {
  std::array<double, 6> forward{}, backward{};
  double radius = 0;  ///< [m] A
};
const KruegerSeries& kruger_series();

template <class T>
T arsinh(T x) {
  using std::abs;
  using std::log;
  using std::sqrt;
  const T size = abs(x), value = log(size + sqrt(size * size + 1.0));
  return holon::detail::choose_less(x, T(0.0), T(-value), value);
}

template <class T>
T artanh(T x) {
  using std::log;
  return 0.5 * log((1.0 + x) / (1.0 - x));
}

/// τ' of the conformal latitude, from τ = tan φ.
template <class T>
T conformal_tangent(T tau) {
  using std::sinh;
  using std::sqrt;
  const double e = std::sqrt(kEccentricity2);
  const T root = sqrt(1.0 + tau * tau), sigma = sinh(e * artanh(T(e * tau / root)));
  return tau * sqrt(1.0 + sigma * sigma) - sigma * root;
}

/// Adds the series: Σ c_j sin 2jξ cosh 2jη and Σ c_j cos 2jξ sinh 2jη.
template <class T>
std::array<T, 2> sum_series(const std::array<double, 6>& c, T xi, T eta) {
  using std::cos;
  using std::cosh;
  using std::sin;
  using std::sinh;
  T a(0.0), b(0.0);
  for (int j = 6; j >= 1; --j) {
    const double k = c[static_cast<std::size_t>(j - 1)], twice = 2.0 * j;
    a = a + k * (sin(twice * xi) * cosh(twice * eta));
    b = b + k * (cos(twice * xi) * sinh(twice * eta));
  }
  return {a, b};
}

/// ξ of the projection on the central meridian.
double meridian_xi(double latitude);

}  // namespace detail

template <class T>
GridPoint<T> TransverseMercator::project(T latitude, T longitude) const {
  using std::atan2;
  using std::cos;
  using std::sin;
  using std::sqrt;
  using std::tan;
  const detail::KruegerSeries& series = detail::kruger_series();
  const T away = longitude - central_meridian, c = cos(away);
  const T tau = detail::conformal_tangent(T(tan(latitude)));
  const T xi = atan2(tau, c);
  const T eta = detail::arsinh(T(sin(away) / sqrt(tau * tau + c * c)));
  const auto [more_xi, more_eta] = detail::sum_series(series.forward, xi, eta);
  const double k = scale * series.radius;
  return {false_east + k * (eta + more_eta),
          false_north + k * (xi + more_xi - detail::meridian_xi(origin_latitude))};
}

template <class T>
Geodetic<T> TransverseMercator::unproject(const GridPoint<T>& point) const {
  using std::atan;
  using std::atan2;
  using std::cos;
  using std::sin;
  using std::sinh;
  using std::sqrt;
  const detail::KruegerSeries& series = detail::kruger_series();
  const double k = scale * series.radius;
  const T xi = (point.north - false_north) / k + detail::meridian_xi(origin_latitude);
  const T eta = (point.east - false_east) / k;
  const auto [more_xi, more_eta] = detail::sum_series(series.backward, xi, eta);
  const T xi1 = xi - more_xi, eta1 = eta - more_eta;
  const T sh = sinh(eta1), c = cos(xi1), target = sin(xi1) / sqrt(sh * sh + c * c);
  // Newton's method for τ (Karney, eq. 19 to 21); three steps reach rounding error.
  T tau = target;
  for (int step = 0; step < 3; ++step) {
    const T now = detail::conformal_tangent(tau);
    tau = tau + (target - now) / sqrt(1.0 + now * now) * (1.0 + (1 - kEccentricity2) * tau * tau) /
                    ((1 - kEccentricity2) * sqrt(1.0 + tau * tau));
  }
  Geodetic<T> g;
  g.latitude = atan(tau);
  g.longitude = central_meridian + atan2(sh, c);
  return g;
}

}  // namespace holon::earth
