// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/earth/projection.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace holon::earth {

namespace {

constexpr double kZoneWidth = std::numbers::pi / 30;  // [rad] 6 degrees

/// Σ c_k n^k, k from `first`.
template <std::size_t N>
double power_sum(double n, int first, const std::array<double, N>& c) {
  double sum = 0;
  for (std::size_t k = N; k-- > 0;) sum = sum * n + c[k];
  return sum * std::pow(n, first);
}

detail::KruegerSeries make_series() {
  constexpr double n = kFlattening / (2 - kFlattening), n2 = n * n;
  detail::KruegerSeries s;
  s.radius = kSemiMajorAxis / (1 + n) * (1 + n2 * (1.0 / 4 + n2 * (1.0 / 64 + n2 / 256)));
  s.forward = {
      power_sum<6>(n, 1, {1.0 / 2, -2.0 / 3, 5.0 / 16, 41.0 / 180, -127.0 / 288, 7891.0 / 37800}),
      power_sum<5>(n, 2, {13.0 / 48, -3.0 / 5, 557.0 / 1440, 281.0 / 630, -1983433.0 / 1935360}),
      power_sum<4>(n, 3, {61.0 / 240, -103.0 / 140, 15061.0 / 26880, 167603.0 / 181440}),
      power_sum<3>(n, 4, {49561.0 / 161280, -179.0 / 168, 6601661.0 / 7257600}),
      power_sum<2>(n, 5, {34729.0 / 80640, -3418889.0 / 1995840}),
      power_sum<1>(n, 6, {212378941.0 / 319334400})};
  s.backward = {
      power_sum<6>(n, 1, {1.0 / 2, -2.0 / 3, 37.0 / 96, -1.0 / 360, -81.0 / 512, 96199.0 / 604800}),
      power_sum<5>(n, 2, {1.0 / 48, 1.0 / 15, -437.0 / 1440, 46.0 / 105, -1118711.0 / 3870720}),
      power_sum<4>(n, 3, {17.0 / 480, -37.0 / 840, -209.0 / 4480, 5569.0 / 90720}),
      power_sum<3>(n, 4, {4397.0 / 161280, -11.0 / 504, -830251.0 / 7257600}),
      power_sum<2>(n, 5, {4583.0 / 161280, -108847.0 / 3991680}),
      power_sum<1>(n, 6, {20648693.0 / 638668800})};
  return s;
}

}  // namespace

namespace detail {

const KruegerSeries& kruger_series() {
  static const KruegerSeries series = make_series();
  return series;
}

double meridian_xi(double latitude) {
  if (latitude == 0) return 0;
  const double xi = std::atan(conformal_tangent(std::tan(latitude)));
  return xi + sum_series(kruger_series().forward, xi, 0.0)[0];
}

}  // namespace detail

TransverseMercator TransverseMercator::utm(int zone, bool is_south) {
  TransverseMercator projection;
  projection.central_meridian = (zone - 30.5) * kZoneWidth;
  projection.false_north = is_south ? 10000000 : 0;
  return projection;
}

int TransverseMercator::utm_zone(double latitude, double longitude) {
  constexpr double kDegree = std::numbers::pi / 180;
  const double east = std::remainder(longitude, 2 * std::numbers::pi);
  const double lat = latitude / kDegree, lon = east / kDegree;
  if (lat >= 56 && lat < 64 && lon >= 3 && lon < 12) return 32;
  if (lat >= 72 && lat < 84 && lon >= 0 && lon < 42) {
    return lon < 9 ? 31 : lon < 21 ? 33 : lon < 33 ? 35 : 37;
  }
  const int zone = 31 + static_cast<int>(std::floor(east / kZoneWidth));
  return zone > 60 ? zone - 60 : zone;
}

double TransverseMercator::convergence(double latitude, double longitude) const {
  // By a central difference along the meridian; the truncation is 1e-10.
  constexpr double kStep = 1e-5;
  const auto above = project(latitude + kStep, longitude);
  const auto below = project(latitude - kStep, longitude);
  return -std::atan2(above.east - below.east, above.north - below.north);
}

}  // namespace holon::earth
