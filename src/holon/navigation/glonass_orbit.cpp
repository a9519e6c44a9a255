// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/glonass_orbit.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace holon {
namespace {

// PZ-90 as of the ICD.
constexpr double kMuPz90 = 398600.4418e9;      // [m³/s²]
constexpr double kRadiusPz90 = 6378136;        // [m]
constexpr double kZonalPz90 = 1082625.75e-9;   // J
constexpr double kRotationPz90 = 7.292115e-5;  // [rad/s]
/// [s] of the integration: its error is below 1e-7 m in an hour.
constexpr double kLongestGlonassStep = 5;

struct GlonassMotion {
  Vector3<double> r, v;
};

GlonassMotion glonass_rates(const GlonassMotion& s, const Vector3<double>& a) {
  const double r2 = dot<double>(s.r, s.r), r = std::sqrt(r2), w = kRotationPz90;
  const double central = kMuPz90 / (r2 * r);
  const double c = 1.5 * kZonalPz90 * kMuPz90 * kRadiusPz90 * kRadiusPz90 / (r2 * r2 * r);
  const double ratio = 5 * s.r[2] * s.r[2] / r2;
  const double level = w * w - central - c * (1 - ratio);
  return {s.v,
          {level * s.r[0] + 2 * w * s.v[1] + a[0], level * s.r[1] - 2 * w * s.v[0] + a[1],
           (-central - c * (3 - ratio)) * s.r[2] + a[2]}};
}

void advance_glonass(GlonassMotion& s, const Vector3<double>& a, double duration) {
  const int steps =
      std::max(1, static_cast<int>(std::ceil(std::abs(duration) / kLongestGlonassStep)));
  const double h = duration / steps;
  const auto moved = [&s](const GlonassMotion& k, double by) {
    return GlonassMotion{s.r + by * k.r, s.v + by * k.v};
  };
  for (int step = 0; step < steps; ++step) {
    const GlonassMotion k1 = glonass_rates(s, a), k2 = glonass_rates(moved(k1, h / 2), a),
                        k3 = glonass_rates(moved(k2, h / 2), a),
                        k4 = glonass_rates(moved(k3, h), a);
    s.r = s.r + (h / 6) * (k1.r + 2.0 * k2.r + 2.0 * k3.r + k4.r);
    s.v = s.v + (h / 6) * (k1.v + 2.0 * k2.v + 2.0 * k3.v + k4.v);
  }
}

}  // namespace

SatelliteState<double> integrate_glonass(const BroadcastOrbit& orbit, double duration) {
  GlonassMotion s{orbit.state->position, orbit.state->velocity};
  if (duration != 0) advance_glonass(s, orbit.state->acceleration, duration);
  return {s.r, s.v, orbit.af0 + orbit.af1 * duration};
}

std::array<double, kGlonassNumbers> glonass_numbers(const BroadcastOrbit& orbit,
                                                    const GpsTime& t0) {
  constexpr int N = kGlonassTerms;
  // At the zeros of T_N, from the middle outwards on both sides.
  std::array<Vector3<double>, N> at;
  for (const int side : {1, -1}) {
    GlonassMotion s{orbit.state->position, orbit.state->velocity};
    double now = 0;
    for (int k = 0; k <= N / 2; ++k) {
      const int j = N / 2 - side * k;
      const double time = kGlonassReach * std::cos(std::numbers::pi * (j + 0.5) / N);
      if (time != now) advance_glonass(s, orbit.state->acceleration, time - now);
      now = time;
      at[static_cast<std::size_t>(j)] = s.r;
    }
  }
  std::array<double, kGlonassNumbers> numbers{t0.since(orbit.toe), orbit.af0, orbit.af1};
  for (int axis = 0; axis < 3; ++axis)
    for (int n = 0; n < N; ++n) {
      double sum = 0;
      for (int j = 0; j < N; ++j)
        sum +=
            at[static_cast<std::size_t>(j)][axis] * std::cos(std::numbers::pi * n * (j + 0.5) / N);
      numbers[static_cast<std::size_t>(3 + axis * N + n)] = (n == 0 ? 1.0 : 2.0) / N * sum;
    }
  return numbers;
}

}  // namespace holon
