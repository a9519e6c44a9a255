// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/shear_law.h"

#include "holon/model/assembly/smooth_limits.h"

namespace holon::terrain {

namespace {

constexpr double kRestTrackSpeed = 1e-4;  // [m/s] below which a track counts as at rest
constexpr double kRestSlip = 1e-6;        // [m/s] over which |v| is rounded
constexpr double kSurface = 1e-3;         // [m] ε
constexpr double kSurfaceCorner = 2e-4;   // [m] over which ζ is rounded
// Below it the series is used: its remainder U⁶/20160 is then below 1e-12.
constexpr double kSeries = 0.05;

}  // namespace

Expr calc_slip_ratio_over_fraction(Expr u) {
  const Expr series =
      0.5 - u * (1.0 / 6.0 - u * (1.0 / 24.0 - u * (1.0 / 120.0 - u * (1.0 / 720.0 - u / 5040.0))));
  const Expr large = max(u, kSeries);
  return select(less(u, kSeries), 1.0 / series, square(large) / (large - 1.0 + exp(-large)));
}

ShearRate calc_shear_rate(const std::array<Expr, 2>& fraction, const std::array<Expr, 2>& slip,
                          Expr track_speed, Expr length, Expr modulus) {
  const Expr rolling = sqrt(square(track_speed) + kRestTrackSpeed * kRestTrackSpeed);
  const Expr sliding = sqrt(square(slip[0]) + square(slip[1]) + kRestSlip * kRestSlip);
  const Expr per_length = modulus * rolling / length;
  const Expr h = per_length * calc_slip_ratio_over_fraction(sliding / per_length);
  ShearRate result;
  for (std::size_t k = 0; k < 2; ++k)
    result.rate[k] = (slip[k] - h * fraction[k]) / (2.0 * modulus);
  return result;
}

Expr SinkageLaw::calc_pressure(Expr sinkage) const {
  const Expr depth = detail::smooth_ramp(sinkage, kSurfaceCorner);
  const Expr slope = min(max((sinkage + kSurfaceCorner) / (2.0 * kSurfaceCorner), 0.0), 1.0);
  // Of the work: with the slope of the rounding, so that it is exactly its derivative.
  return modulus * depth * pow(square(depth) + kSurface * kSurface, 0.5 * (exponent - 1.0)) * slope;
}

Expr SinkageLaw::calc_work(Expr sinkage) const {
  const Expr depth = detail::smooth_ramp(sinkage, kSurfaceCorner);
  const Expr size = square(depth) + kSurface * kSurface;
  // (ζ² + ε²)^{(n+1)/2}, with the power that the pressure has, too.
  return modulus / (exponent + 1.0) *
         (size * pow(size, 0.5 * (exponent - 1.0)) -
          pow(Expr(kSurface * kSurface), 0.5 * (exponent + 1.0)));
}

}  // namespace holon::terrain
