// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The orbit of a GLONASS satellite from what it broadcasts: position, velocity, and the
// acceleration a by Sun and Moon at the time t_b, in Earth-fixed axes (GLONASS ICD 5.1, 2008,
// A.3.1.2; constants of table 3.2, PZ-90). With r = |(x, y, z)| and c = 3/2 J μ a_e²/r⁵,
//
//   x'' = (ω² − μ/r³ − c (1 − 5 z²/r²)) x + 2 ω y' + a_x
//   y'' = (ω² − μ/r³ − c (1 − 5 z²/r²)) y − 2 ω x' + a_y
//   z'' = (−μ/r³ − c (3 − 5 z²/r²)) z + a_z
//   δt = −τ_n + γ_n (t − t_b)
//
// The ICD integrates these equations by the Runge–Kutta method of order 4. In a model the position
// has to be a formula of time: the integrated motion within kGlonassReach of t_b is a series of
// Chebyshev polynomials, which differs from it by less than 1 µm.

#include <array>
#include <vector>

#include "holon/navigation/broadcast_orbit.h"

namespace holon {

/// [s] how far from t_b the series holds. The ICD uses the data within 15 minutes.
constexpr double kGlonassReach = 3600;
constexpr int kGlonassTerms = 19;
constexpr int kGlonassNumbers = 3 + 3 * kGlonassTerms;

/// The orbit `duration` [s] after t_b, by integration.
SatelliteState<double> integrate_glonass(const BroadcastOrbit& orbit, double duration);

/// The time since t_b at the epoch `t0`, −τ_n, γ_n, and the coefficients of x, y, z.
std::array<double, kGlonassNumbers> glonass_numbers(const BroadcastOrbit& orbit, const GpsTime& t0);

/// From these numbers, with the time since t_b first.
template <class T>
SatelliteState<T> calc_glonass(const std::vector<T>& numbers) {
  const T u = numbers[0] * (1.0 / kGlonassReach);
  // T_n of the first kind for the positions, U_{n−1} of the second for T_n' = n U_{n−1}.
  T first[2] = {T(1.0), u}, second[2] = {T(0.0), T(1.0)};
  SatelliteState<T> s;
  for (int axis = 0; axis < 3; ++axis) s.position[axis] = s.velocity[axis] = T(0.0);
  for (int n = 0; n < kGlonassTerms; ++n) {
    const T value = n < 2 ? first[n] : 2.0 * u * first[1] - first[0];
    const T slope = n < 2 ? second[n] : 2.0 * u * second[1] - second[0];
    if (n >= 2) {
      first[0] = first[1], first[1] = value;
      second[0] = second[1], second[1] = slope;
    }
    for (int axis = 0; axis < 3; ++axis) {
      const T& c = numbers[static_cast<std::size_t>(3 + axis * kGlonassTerms + n)];
      s.position[axis] = s.position[axis] + c * value;
      if (n > 0) s.velocity[axis] = s.velocity[axis] + (n / kGlonassReach) * c * slope;
    }
  }
  s.clock = numbers[1] + numbers[2] * numbers[0];
  return s;
}

}  // namespace holon
