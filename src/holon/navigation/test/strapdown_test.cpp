// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/strapdown.h"

#include <numbers>

#include "holon/mechanics/parts/frames/frame.h"
#include "holon/navigation/parts/imu.h"
#include "holon/navigation/strapdown_step.h"
#include "run_sensors.h"

namespace holon {
namespace {

using namespace test;

constexpr double kStrapdownPeriod = 0.01;  // [s] of the samples

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
    state = calc_strapdown_step(state, calc_strapdown_increment<N, double>(samples, period),
                                StrapdownWorld<double>({0, 0, 0}, period),
                                [&](const Vec&) { return gravity; });
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

/// Roll, pitch and yaw of 0.2 rad and positions of some metres, each with a frequency of its own.
struct Swaying {
  static constexpr double kAngle = 0.2;  // [rad]
  static Vec angles(double t) {
    return kAngle * Vec(std::sin(t + 0.3), std::sin(1.3 * t + 1.1), std::sin(0.7 * t + 2.0));
  }
  static Vec position(double t) {
    return {2 * std::sin(0.9 * t + 0.2), 1.5 * std::sin(1.2 * t + 0.9),
            0.5 * std::sin(0.6 * t + 1.7)};
  }
  static Vec velocity(double t) {
    return {1.8 * std::cos(0.9 * t + 0.2), 1.8 * std::cos(1.2 * t + 0.9),
            0.3 * std::cos(0.6 * t + 1.7)};
  }
  static std::pair<Vec, Vec> rates(double t) {
    const Vec a = angles(t);
    const Vec d = kAngle * Vec(std::cos(t + 0.3), 1.3 * std::cos(1.3 * t + 1.1),
                               0.7 * std::cos(0.7 * t + 2.0));
    const double cr = std::cos(a[0]), sr = std::sin(a[0]), cp = std::cos(a[1]), sp = std::sin(a[1]);
    const Vec p = position(t);
    const Vec acceleration(-0.81 * p[0], -1.44 * p[1], -0.36 * p[2]);
    return {Vec(d[0] - d[2] * sp, d[1] * cr + d[2] * cp * sr, -d[1] * sr + d[2] * cp * cr),
            Rotation<double>::from_rpy(a).inverse() * Vec(acceleration + Vec(0, 0, kGravity))};
  }
};

template <int N>
double swaying_error(double until) {
  StrapdownState<double> state;
  state.attitude = Rotation<double>::from_rpy(Swaying::angles(0));
  state.velocity = Swaying::velocity(0);
  state.position = Swaying::position(0);
  const int count = static_cast<int>(std::lround(until / kStrapdownPeriod));
  state = navigate<N>(state, Swaying::rates, count, kStrapdownPeriod, {0, 0, -kGravity});
  return (state.position - Swaying::position(until)).norm();
}

TEST(Strapdown, AnIdealImuAt100HzHoldsAMicrometreAfterTenMinutesWithFourSamples) {
  EXPECT_LT(swaying_error<4>(600), 1e-6);
  // Two samples: the attitude drifts by 2e-11 rad/s, and its tilt is integrated twice.
  const double two = swaying_error<2>(600);
  EXPECT_LT(two, 1e-2);
  EXPECT_GT(two, 1e-3);
}

/// A machine whose motion starts at rest and does not repeat.
Model shaken(const Strapdown& strapdown, double until, bool instants = false) {
  Model model;
  const Expr t = model.time();
  const Expr begun = 1.0 - exp(-(t * t * t * t) / 16.0);
  const auto wave = [&](double amplitude, double rate, double phase) {
    return amplitude * begun * sin(rate * t + phase);
  };
  model.add<Frame>("table",
                   {.position = {wave(2, 0.9, 0.2), wave(1.5, 1.2, 0.9), wave(0.5, 0.6, 1.7)},
                    .orientation = Orientation::rpy(wave(0.2, 1.0, 0.3), wave(0.2, 1.3, 1.1),
                                                    wave(0.2, 0.7, 2.0))});
  model.add<Imu>("imu", {.on = "table", .sample = kStrapdownPeriod});
  Strapdown ins = strapdown;
  ins.sample = kStrapdownPeriod;
  ins.initial.frame = "table";
  if (instants) {
    ins.angular_velocity = model.vector_output("imu.angular_velocity");
    ins.specific_force = model.vector_output("imu.specific_force");
  } else {
    ins.delta_angle = model.vector_output("imu.delta_angle");
    ins.delta_velocity = model.vector_output("imu.delta_velocity");
  }
  model.add<Strapdown>("ins", ins);
  model.simulate.until = until;
  return model;
}

double position_error(const Results& r) {
  const std::size_t end = r.row_count() - 1;
  return (vector_of(r, end, "ins.position") - vector_of(r, end, "table.position")).norm();
}

TEST(Strapdown, AnIdealImuComesBackToTheTrueTrajectory) {
  // At 10 s; at 600 s, 0.9 µm: the page of the part.
  const std::vector<std::string> outputs{"ins.position", "table.position", "ins.orientation",
                                         "table.orientation"};
  const double tolerance = 1e-12;
  const Results r = run(shaken({.samples = 4}, 10), 10, outputs, 1, 0, tolerance);
  EXPECT_LT(position_error(r), 2e-8);
  const Results two = run(shaken({}, 10), 10, outputs, 1, 0, tolerance);
  EXPECT_LT(position_error(two), 1e-5);
  const Results one = run(shaken({.samples = 1}, 10), 10, outputs, 1, 0, tolerance);
  EXPECT_GT(position_error(one), 10 * position_error(two));
  // Instantaneous values by the trapezoidal rule: the error of a sample is T³/12 of the second
  // derivative, here up to some 1 m/s⁴ after 10 s: T² t²/24.
  const Results instants = run(shaken({}, 10, true), 10, outputs, 1, 0, tolerance);
  EXPECT_LT(position_error(instants), 30 * kStrapdownPeriod * kStrapdownPeriod * 100 / 24);
}

TEST(Strapdown, KnowsTheRotationOfTheWorld) {
  // In axes that turn about z at Ω a craft turns and moves; what its Imu feels of Ω is taken out
  // again. The steps' mean of the velocity leaves T² Ω |v''| t/12, some 1e-6 m/s.
  Model model;
  const Expr t = model.time();
  model.add<RotatingWorld>("rotating", {.rate = 0.1});
  model.add<Frame>("table",
                   {.position = {2.0 * sin(t), 3.0 * cos(0.7 * t), 0.0},
                    .orientation = Orientation::axis_angle({0.0, 1.0, 0.0}, 0.3 * sin(0.8 * t))});
  model.add<Imu>("imu", {.on = "table", .sample = kStrapdownPeriod});
  model.add<Strapdown>("ins", {.delta_angle = model.vector_output("imu.delta_angle"),
                               .delta_velocity = model.vector_output("imu.delta_velocity"),
                               .sample = kStrapdownPeriod,
                               .samples = 4,
                               .initial = {.frame = "table"}});
  const Results r = run(model, 10, {"ins.position", "table.position"}, 1);
  EXPECT_LT(position_error(r), 1e-4);
}

TEST(Strapdown, FreeFallAndRestInGravity) {
  // Without measurements at all it falls.
  Model model;
  const Vector3<Expr> none(0.0, 0.0, 0.0);
  model.add<Strapdown>("ins", {.delta_angle = none,
                               .delta_velocity = none,
                               .sample = 0.1,
                               .initial = {.velocity = {1.0, 0.0, 0.0}}});
  const Results r = run(model, 2.0, {"ins.position", "ins.velocity", "ins.rpy"}, 1.0);
  expect_vector(vector_of(r, 2, "ins.position"), {2, 0, -2 * kGravity}, 1e-12);
  expect_vector(vector_of(r, 2, "ins.velocity"), {1, 0, -2 * kGravity}, 1e-12);
}

TEST(Strapdown, NamesWhatIsMissing) {
  const auto errors = [](const Strapdown& part) {
    Model model;
    model.add<Strapdown>("ins", part);
    return errors_of(model);
  };
  EXPECT_EQ(errors({}),
            "parts/ins: a Strapdown needs a 'sample', the rate of its measurements; "
            "write 'sample: 100 Hz'\n");
  EXPECT_EQ(errors({.delta_angle = Vector3<Expr>(0.0, 0.0, 0.0), .sample = 0.1}),
            "parts/ins: a Strapdown needs either 'delta_angle' and 'delta_velocity' or "
            "'angular_velocity' and 'specific_force'; write 'delta_angle: imu.delta_angle, "
            "delta_velocity: imu.delta_velocity'\n");
}

}  // namespace
}  // namespace holon
