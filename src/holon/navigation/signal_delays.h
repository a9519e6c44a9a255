// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Delays of GNSS signals on their way, in metres, and the geometry that they depend on.

#include <array>
#include <numbers>

#include "holon/earth/ellipsoid.h"

namespace holon::gnss {

/// Direction to a satellite from a position, in local axes east, north, up.
template <class T>
struct Direction {
  T elevation{0.0};  ///< [rad]
  T azimuth{0.0};    ///< [rad] from north, clockwise
};

/// `e`: unit vector in local axes.
template <class T>
Direction<T> direction_of(const Vector3<T>& e) {
  using std::asin;
  using std::atan2;
  return {asin(e[2]), atan2(e[0], e[1])};
}

/// [m] Klobuchar's model of the ionosphere at L1 (IS-GPS-200N, §20.3.3.5.2.5, figure 20-4). Angles
/// there are in semicircles. `second`: GPS time of the day or of the week [s].
template <class T>
T klobuchar_delay(const std::array<double, 4>& alpha, const std::array<double, 4>& beta, T latitude,
                  T longitude, const Direction<T>& to, T second) {
  using holon::detail::choose_less;
  using std::abs;
  using std::cos;
  using std::floor;
  using std::sin;
  constexpr double pi = std::numbers::pi;
  const T E = to.elevation / pi;
  const T psi = 0.0137 / (E + 0.11) - 0.022;
  T phi = latitude / pi + psi * cos(to.azimuth);
  phi = choose_less(phi, T(-0.416), T(-0.416), choose_less(T(0.416), phi, T(0.416), phi));
  const T lambda = longitude / pi + psi * sin(to.azimuth) / cos(phi * pi);
  const T geomagnetic = phi + 0.064 * cos((lambda - 1.617) * pi);
  const T local = 43200.0 * lambda + second;
  const T t = local - 86400.0 * floor(local / 86400.0);
  const T slant = 1.0 + 16.0 * (0.53 - E) * (0.53 - E) * (0.53 - E);
  const auto poly = [&](const std::array<double, 4>& c) {
    return c[0] + geomagnetic * (c[1] + geomagnetic * (c[2] + geomagnetic * c[3]));
  };
  T amplitude = poly(alpha), period = poly(beta);
  amplitude = choose_less(amplitude, T(0.0), T(0.0), amplitude);
  period = choose_less(period, T(72000.0), T(72000.0), period);
  const T x = 2 * pi * (t - 50400.0) / period, x2 = x * x;
  const T day = 5e-9 + amplitude * (1.0 - x2 / 2.0 + x2 * x2 / 24.0);
  return earth::kSpeedOfLight * slant * choose_less(T(abs(x)), T(1.57), day, T(5e-9));
}

/// [m] Saastamoinen's model of the troposphere in the standard atmosphere with a relative humidity
/// of 0.5, of a receiver at a height [m] (J. Saastamoinen, Bulletin géodésique 107 (1973) 13–34, in
/// the form of B. Hofmann-Wellenhof et al., GNSS, 2008, §5.4, without the small corrections B and
/// δR):
///
///   Δ = 0.002277/cos z (p + (1255/T + 0.05) e − tan²z),  p, e [hPa], T [K]
template <class T>
T saastamoinen_delay(T height, T elevation) {
  using holon::detail::choose_less;
  using std::exp;
  using std::log;
  using std::sin;
  const T h =
      choose_less(height, T(0.0), T(0.0), choose_less(T(11000.0), height, T(11000.0), height));
  const T pressure = 1013.25 * exp(5.2561 * log(1.0 - 2.2557e-5 * h));
  const T temperature = 288.15 - 6.5e-3 * h;
  const T vapour = 0.5 * 6.108 * exp((17.15 * temperature - 4684.0) / (temperature - 38.45));
  const T s = sin(elevation), cot2 = (1.0 - s * s) / (s * s);
  return 0.002277 / s * (pressure + (1255.0 / temperature + 0.05) * vapour - cot2);
}

/// Dilution of precision, from the cofactors of position (local axes) and time.
template <class T>
struct Dilution {
  T gdop, pdop, hdop, vdop, tdop;
};

/// Output of receivers where fewer than four satellites, or a degenerate geometry, give no
/// solution, and the largest value otherwise.
constexpr double kNoDilution = 99.99;

/// From unit vectors to satellites in local axes, each counted with its weight (1 or 0): the
/// diagonal of (Σ w g gᵀ)⁻¹, g = (−e, 1), by a Cholesky factorisation.
template <class T>
Dilution<T> calc_dilution(const std::vector<Vector3<T>>& directions,
                          const std::vector<T>& weights) {
  using holon::detail::choose_less;
  using std::sqrt;
  std::array<std::array<T, 4>, 4> N{};
  for (auto& row : N) row.fill(T(0.0));
  for (std::size_t k = 0; k < directions.size(); ++k) {
    const std::array<T, 4> g{-directions[k][0], -directions[k][1], -directions[k][2], T(1.0)};
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j <= i; ++j) N[i][j] = N[i][j] + weights[k] * g[i] * g[j];
    }
  }
  // L Lᵀ = N; a pivot below kLeast (of sums of squares up to the number of satellites) is none.
  constexpr double kLeast = 1e-6;
  std::array<std::array<T, 4>, 4> L{};
  T least(1.0);
  for (std::size_t j = 0; j < 4; ++j) {
    T pivot = N[j][j];
    for (std::size_t k = 0; k < j; ++k) pivot = pivot - L[j][k] * L[j][k];
    least = choose_less(pivot, least, pivot, least);
    L[j][j] = sqrt(choose_less(pivot, T(kLeast), T(kLeast), pivot));
    for (std::size_t i = j + 1; i < 4; ++i) {
      T sum = N[i][j];
      for (std::size_t k = 0; k < j; ++k) sum = sum - L[i][k] * L[j][k];
      L[i][j] = sum / L[j][j];
    }
  }
  // N⁻¹_jj = Σ_i X_ij², X = L⁻¹.
  std::array<T, 4> Q{};
  for (std::size_t j = 0; j < 4; ++j) {
    std::array<T, 4> x{};
    Q[j] = T(0.0);
    for (std::size_t i = j; i < 4; ++i) {
      T sum = i == j ? T(1.0) : T(0.0);
      for (std::size_t k = j; k < i; ++k) sum = sum - L[i][k] * x[k];
      x[i] = sum / L[i][i];
      Q[j] = Q[j] + x[i] * x[i];
    }
  }
  const auto shown = [&](const T& square) {
    const T root = sqrt(square);
    const T bounded = choose_less(root, T(kNoDilution), root, T(kNoDilution));
    return choose_less(least, T(2 * kLeast), T(kNoDilution), bounded);
  };
  return {shown(Q[0] + Q[1] + Q[2] + Q[3]), shown(Q[0] + Q[1] + Q[2]), shown(Q[0] + Q[1]),
          shown(Q[2]), shown(Q[3])};
}

/// A signal on its way from a satellite to a receiver.
template <class T>
struct SignalPath {
  Vector3<T> satellite,
      satellite_velocity;  ///< [m, m/s] at transmission, in Ecef axes of reception
  Vector3<T> direction;    ///< unit, to the satellite, in the same
  T range, range_rate;     ///< [m, m/s]
  T clock;                 ///< [s] of the satellite, ahead
};

/// While the signal travels for τ, the Earth turns by ω τ (Sagnac effect): the satellite's position
/// q = R_z(−ω τ) p(t − τ), ρ = |q − r|. `satellite_at(τ)` gives position, velocity and clock at
/// t − τ in the axes fixed to the Earth then. From the range without travel time, one evaluation at
/// t − τ and a linear correction leave 1e-9 m.
///
///   ρ' = e·(R v − v_r)/(1 + e·(R v + ω × q)/c)
template <class T, class SatelliteAt>
SignalPath<T> calc_path(const SatelliteAt& satellite_at, const Vector3<T>& receiver,
                        const Vector3<T>& receiver_velocity, double earth_rate) {
  using std::cos;
  using std::sin;
  constexpr double c = earth::kSpeedOfLight;
  const auto turned = [&](const Vector3<T>& v, const T& tau) -> Vector3<T> {
    const T s = sin(earth_rate * tau), k = cos(earth_rate * tau);
    return {k * v[0] + s * v[1], k * v[1] - s * v[0], v[2]};
  };
  const auto now = satellite_at(T(0.0));
  const T tau0 = norm(Vector3<T>(now.position - receiver)) / c;
  const auto then = satellite_at(tau0);
  T tau = tau0;
  Vector3<T> q;
  for (int k = 0; k < 3; ++k) {
    const T more = tau0 - tau;  // later than t − tau0
    q = turned(Vector3<T>(then.position + more * then.velocity), tau);
    tau = norm(Vector3<T>(q - receiver)) / c;
  }
  SignalPath<T> path;
  path.satellite = q;
  path.satellite_velocity = turned(then.velocity, tau);
  path.range = c * tau;
  const T over = 1.0 / path.range;
  path.direction = over * Vector3<T>(q - receiver);
  const Vector3<T> swept{path.satellite_velocity[0] - earth_rate * q[1],
                         path.satellite_velocity[1] + earth_rate * q[0],
                         path.satellite_velocity[2]};
  path.range_rate = dot(path.direction, Vector3<T>(path.satellite_velocity - receiver_velocity)) /
                    (1.0 + dot(path.direction, swept) / c);
  path.clock = then.clock;
  return path;
}

}  // namespace holon::gnss
