// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/strapdown.h"

#include <numbers>

#include "holon/mechanics/parts/frame.h"
#include "holon/navigation/parts/imu.h"
#include "holon/navigation/strapdown_step.h"
#include "run_sensors.h"

namespace holon {
namespace {

using namespace test;

constexpr double kPeriod = 0.01;  // [s] of the samples

/// Integrals over a sample that ends at t, by Gauss's formula with eight points, exact to rounding
/// error for the smooth motions here.
template <class Rates>
InertialSample<double> integrate_sample(const Rates& rates, double t, double period) {
  static const double x[] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                             0.9602898564975363};
  static const double w[] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                             0.1012285362903763};
  InertialSample<double> sample;
  for (int k = 0; k < 4; ++k) {
    for (const double side : {-1.0, 1.0}) {
      const auto [rate, force] = rates(t - 0.5 * period * (1 + side * x[k]));
      sample.angle += 0.5 * period * w[k] * rate;
      sample.velocity += 0.5 * period * w[k] * force;
    }
  }
  return sample;
}

template <int N, class Rates>
StrapdownState<double> navigate(StrapdownState<double> state, const Rates& rates, int count,
                                double period, const Vec& gravity) {
  std::array<InertialSample<double>, N> samples;
  // The motion before the start is known here.
  for (int k = 1; k < N; ++k)
    samples[static_cast<std::size_t>(k)] = integrate_sample(rates, (k + 1 - N) * period, period);
  for (int k = 1; k <= count; ++k) {
    for (std::size_t i = 0; i + 1 < N; ++i) samples[i] = samples[i + 1];
    samples[N - 1] = integrate_sample(rates, k * period, period);
    state = calc_strapdown_step(
        state, calc_strapdown_increment<N, double>(samples, period), period,
        [&](const Vec&) { return gravity; }, Vec(0, 0, 0));
  }
  return state;
}

// Classical coning: the axis of a rotation by the constant angle φ turns in a plane at the rate Ω,
// q = (cos φ/2, sin φ/2 cos Ωt, sin φ/2 sin Ωt, 0). Then
//   ω = (−Ω sin φ sin Ωt, Ω sin φ cos Ωt, −2 Ω sin² φ/2)
// (P. G. Savage 1998, part 1, eq. 60; J. E. Bortz 1971).
constexpr double kCone = 0.05;                      // [rad]
constexpr double kConeRate = 2 * std::numbers::pi;  // [rad/s]

std::pair<Vec, Vec> coning_rates(double t) {
  const double s = std::sin(0.5 * kCone);
  return {Vec(-kConeRate * std::sin(kCone) * std::sin(kConeRate * t),
              kConeRate * std::sin(kCone) * std::cos(kConeRate * t), -2 * kConeRate * s * s),
          Vec(0, 0, 0)};
}

Rotation<double> coning_attitude(double t) {
  const double s = std::sin(0.5 * kCone);
  return {std::cos(0.5 * kCone), s * std::cos(kConeRate * t), s * std::sin(kConeRate * t), 0};
}

template <int N>
double coning_error(double period) {
  StrapdownState<double> state;
  state.attitude = coning_attitude(0);
  const double until = 4;
  state = navigate<N>(state, coning_rates, static_cast<int>(std::lround(until / period)), period,
                      {0, 0, 0});
  return calc_angle_between(state.attitude, coning_attitude(until));
}

TEST(Strapdown, FollowsClassicalConingWithTheOrderOfItsCorrections) {
  // The drift of n samples falls with T^2, T^4, T^4, T^6: odd terms have no mean over a period.
  // Halved periods show these orders; the bound is theirs, less a fifth.
  EXPECT_GT(coning_error<1>(0.01) / coning_error<1>(0.005), std::pow(2, 1.8));
  EXPECT_GT(coning_error<2>(0.02) / coning_error<2>(0.01), std::pow(2, 3.8));
  EXPECT_GT(coning_error<4>(0.04) / coning_error<4>(0.02), std::pow(2, 5.8));
  // Constant rates drift by Ω sin² φ (ΩT)²/12 about the cone's axis: φ₂ of both vectors
  // Δθ', Δθ at the angle ΩT is |Δθ|² sin ΩT/12.
  const double T = 0.01, drift = 4 * kConeRate * std::pow(std::sin(kCone) * kConeRate * T, 2) / 12;
  EXPECT_NEAR(coning_error<1>(T), drift, 0.01 * drift);
}

}  // namespace
}  // namespace holon
