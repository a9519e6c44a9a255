// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Noise that a filter estimates, biases that return to their means, and whether it is
// overconfident.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "holon/estimate/consistency.h"
#include "holon/estimate/replay.h"
#include "holon/estimate/test/model_run.h"

namespace holon {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::errors_of_text;
using test::ModelRun;
using test::run_model;

/// A random walk with steps of variance 1, measured with noise of the variance 4: the mean of the
/// variance that the filter arrives at from a wrong one, over 30 000 readings.
double find_adapted_variance(double given) {
  constexpr int kSettled = 5000, kReadings = 35000, kWindow = 500;
  LinearTransition walk(MatrixXd::Identity(1, 1));
  LinearMeasurement sensor("z", MatrixXd::Identity(1, 1));
  GaussianFilter filter(Manifold::euclidean(1));
  filter.reset(0, VectorXd::Zero(1), MatrixXd::Identity(1, 1));
  ProcessNoise noise;
  noise.per_step = MatrixXd::Identity(1, 1);
  ReplayEstimator estimator(std::move(filter), walk, noise, {&sensor}, 0);
  estimator.adapt_noise(0, kWindow);
  std::mt19937_64 generator(7);
  std::normal_distribution<double> normal;
  double x = 0, sum = 0;
  for (int k = 1; k <= kReadings; ++k) {
    x += normal(generator);
    estimator.advance(k);
    SensorReading reading;
    reading.time = k;
    reading.number = k;
    reading.z = VectorXd::Constant(1, x + 2 * normal(generator));
    reading.R = MatrixXd::Constant(1, 1, given);
    estimator.receive(reading);
    const double sigma = estimator.find_recent(0, k)->noise[0];
    if (k > kSettled) sum += sigma * sigma;
  }
  return sum / (kReadings - kSettled);
}

TEST(AdaptiveFilter, FindsTheNoiseOfASensorFromAnyStart) {
  // The steady filter has P⁻ = (1 + √17)/2, S = P⁻ + 4 = 6.56. R is found from the variance of
  // innovations, which 30 000 give within √(2/30000) S = 0.054 (1 sigma); dS/dR = 1 + 1/√17.
  const double bound = 3 * 0.054 / (1 + 1 / std::sqrt(17.0));
  EXPECT_NEAR(find_adapted_variance(1), 4, bound);
  EXPECT_NEAR(find_adapted_variance(16), 4, bound);
}

TEST(AdaptiveFilter, ShowsTheDeviationThatItTakes) {
  // By hand: P = 1, R = 0.25, S = 1.25 and r = 2 give e = R/S r = 0.4, and the variance over the
  // given one is q = (0.4² + R − R²/S)/R = 1.44, of which a tenth counts.
  const std::string model = R"M(
holon: 1
parts:
  plant: {type: Equations, states: {x: {initial: 2, der: "0/(1 [s])"}}}
  nav:
    type: KalmanFilter
    method: kf
    sample: 10 Hz
    measurements: {z: {measured: plant.x, sigma: 0.5, adaptive: 10}}
    initial: {plant.x: {mean: 0, sigma: 1}}
simulate: {until: 0.1 s, interval: 0.1 s}
outputs: [nav.noise_sigma.z, nav.innovation_sigma.z, nav.sigma.plant.x]
)M";
  const ModelRun run = run_model(model);
  constexpr double kRounding = 1e-15;
  EXPECT_NEAR(run.at(0, "nav.innovation_sigma.z"), std::sqrt(1.25), kRounding);
  EXPECT_NEAR(run.at(0, "nav.noise_sigma.z"), 0.5 * std::sqrt(1.044), kRounding);
  // The second reading is taken with it: S = P⁺ + 1.044 · 0.25.
  EXPECT_NEAR(run.at(1, "nav.innovation_sigma.z"), std::sqrt(0.2 + 1.044 * 0.25), kRounding);
}

std::string bias_model(const std::string& noise, const std::string& method = "kf") {
  return R"M(
holon: 1
parts:
  plant: {type: Equations, states: {x: {initial: 2, der: "0/(1 [s])"}}}
  nav:
    type: KalmanFilter
    method: )M" +
         method + R"M(
    sample: 10 Hz
    measurements: {z: {measured: plant.x + 0.3, predicted: plant.x, sigma: 0.5}}
    estimate: [z.bias]
    process_noise: {)M" +
         noise + R"M(}
    initial: {z.bias: {mean: 0.1, sigma: 0.4}}
simulate: {until: 2 s, interval: 0.1 s}
outputs: [nav.estimate.z.bias, nav.sigma.z.bias]
)M";
}

TEST(BiasDecay, IsThatOfAGaussMarkovProcess) {
  // b⁺ = m + F (b − m), P⁺ = F² P + σ² (1 − F²) with F = exp(−h/τ), by hand. The series of the
  // covariance's own equation leaves out (h/τ)⁴ of the noise, 6e-6 here.
  for (const std::string method : {"kf", "ekf", "ukf"}) {
    const ModelRun run = run_model(bias_model("z.bias: {sigma: 0.6, time_constant: 2 s}", method));
    const double F = std::exp(-0.05), m = 0.1, tolerance = method == "kf" ? 1e-13 : 6e-6;
    double b = m, P = 0.16;
    for (std::size_t k = 0; k < run.rows.row_count(); ++k) {
      if (k > 0) b = m + F * (b - m), P = F * F * P + 0.36 * (1 - F * F);
      const double K = P / (P + 0.25);
      b += K * (0.3 - b);
      P *= 1 - K;
      EXPECT_NEAR(run.at(k, "nav.estimate.z.bias"), b, tolerance) << method << k;
      EXPECT_NEAR(run.at(k, "nav.sigma.z.bias"), std::sqrt(P), tolerance) << method << k;
    }
  }
}

TEST(BiasDecay, WrongInputIsRefused) {
  EXPECT_EQ(errors_of_text(bias_model("z.bias: {sigma: 0.6}")),
            "process_noise.z.bias.sigma: 'sigma' of a Gauss-Markov process needs its "
            "'time_constant'; write 'time_constant: 300 s', or a 'density'\n");
  EXPECT_EQ(errors_of_text(bias_model("z.bias: {time_constant: 3 s}")),
            "process_noise.z.bias: noise has a 'density', or 'sigma' and 'time_constant', or is "
            "given 'per_step'\n");
  std::string moving = bias_model("plant.x: {sigma: 0.6, time_constant: 3 s}");
  moving.replace(moving.find("0/(1 [s])"), 9, "-x/(1 [s])");
  EXPECT_EQ(errors_of_text(moving),
            "process_noise.plant.x.time_constant: the model determines how this state changes; "
            "'time_constant' is for biases, and for "
            "values under 'estimate'\n");
}

TEST(InnovationTest, CountsWhatTheGateRejectsAtTheGate) {
  // χ² of two degrees is an exponential distribution: E min(χ², g) = 2 (1 − e^(−g/2)), and of the
  // square 8 − (4 g + 8) e^(−g/2).
  constexpr double kRounding = 1e-14;
  InnovationTest test;
  const double g = 3, tail = std::exp(-g / 2);
  test.add(1, 2, g);
  test.add(10, 2, g);
  EXPECT_EQ(test.sum, 4);
  EXPECT_NEAR(test.expected, 4 * (1 - tail), kRounding);
  const double mean = 2 * (1 - tail);
  EXPECT_NEAR(test.variance, 2 * (8 - (4 * g + 8) * tail - mean * mean), 10 * kRounding);
  InnovationTest open;
  for (int k = 0; k < 100; ++k) open.add(4, 3, 0);
  EXPECT_NEAR(open.deviation(), 100 / std::sqrt(600.0), kRounding);
  EXPECT_EQ(open.verdict(), InnovationTest::Verdict::overconfident);
}

TEST(InnovationTest, NamesTheMeasurementByWhichAFilterIsTooSure) {
  const auto run = [](const std::string& sigma) {
    return run_model(R"M(
holon: 1
parts:
  plant: {type: Equations, states: {x: {initial: 2, der: "0/(1 [s])"}}}
  noise: {type: Noise, sample: 10 Hz, deviation: 0.4}
  nav:
    type: KalmanFilter
    method: kf
    without: [noise]
    sample: 10 Hz
    measurements:
      good: {measured: plant.x + noise.output, predicted: plant.x, sigma: 0.4}
      doubtful: {measured: plant.x - noise.output, predicted: plant.x, sigma: )M" +
                     sigma + R"M(}
    initial: {plant.x: {mean: 0, sigma: 2}}
simulate: {until: 100 s, interval: 1 s}
outputs: [nav.estimate.plant.x]
)M");
  };
  EXPECT_TRUE(run("0.4").notes.empty());
  const ModelRun overconfident = run("0.2, gate: 99 %");
  ASSERT_FALSE(overconfident.notes.empty());
  EXPECT_TRUE(overconfident.notes[0].starts_with(
      "nav is overconfident according to doubtful: NIS of its 1001 measurements"))
      << overconfident.notes[0];
  const ModelRun conservative = run("1");
  ASSERT_EQ(conservative.notes.size(), 1u);
  EXPECT_TRUE(conservative.notes[0].starts_with("nav is conservative according to doubtful"))
      << conservative.notes[0];
}

}  // namespace
}  // namespace holon
