// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The part KalmanFilter, from text to numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "holon/catalogue/builtin.h"
#include "holon/estimate/parts/kalman_filter.h"
#include "holon/estimate/test/model_run.h"
#include "holon/reader/load.h"

namespace holon {
namespace {

using test::errors_of_text;
using test::ModelRun;
using test::run_model;

constexpr double kEpsOfFilter = 2.220446049250313e-16;

/// x' = -x, measured at every tick without error in truth, but the filter believes it has one.
std::string scalar_model(const std::string& method, const std::string& more = {},
                         const std::string& measured = "plant.x") {
  return R"M(
holon: 1
parts:
  plant: {type: Equations, states: {x: {initial: 2, der: "-x/(1 [s])"}}}
  nav:
    type: KalmanFilter
    method: )M" +
         method + R"M(
    step: exact
    sample: 10 Hz
    measurements: {z: {measured: )M" +
         measured + R"M(, predicted: plant.x, sigma: 0.5)M" + more + R"M(}}
    process_noise: {plant.x: 0.3 1/s^0.5}
    initial: {plant.x: {mean: 0, sigma: 1}}
simulate: {until: 3 s, interval: 0.1 s, tolerance: 1e-12}
outputs: [plant.x, nav.estimate.plant.x, nav.sigma.plant.x, nav.error.plant.x, nav.innovation.z,
          nav.innovation_sigma.z, nav.nis.z, nav.nees, nav.accepted.z, nav.received.z,
          "nav.covariance[0][0]", nav.log_likelihood]
)M";
}

TEST(KalmanFilterPart, HoldsTheClosedFormOfAScalarModel) {
  for (const std::string method : {"kf", "ekf", "eskf", "ukf"}) {
    const ModelRun run = run_model(scalar_model(method));
    // P(-) = F² P + q (1 - F²)/2, K = P(-)/(P(-) + R), by hand.
    const double h = 0.1, F = std::exp(-h), q = 0.09, R = 0.25;
    double x = 0, P = 1, likelihood = 0;
    const std::size_t count = run.rows.row_count();
    ASSERT_EQ(count, 31u);
    constexpr double kRun = 1e-10;    // the tolerance of the run, in z
    constexpr double kPoints = 1e-9;  // rounding error of sigma points with α = 1e-3
    const double tolerance = method == "ukf" ? kPoints : kRun;
    for (std::size_t k = 0; k < count; ++k) {
      if (k > 0) x *= F, P = F * F * P + q * (1 - F * F) / 2;
      const double z = 2 * std::exp(-h * static_cast<double>(k)), y = z - x, S = P + R;
      x += P / S * y;
      P *= R / S;
      likelihood -= 0.5 * (y * y / S + std::log(2 * M_PI * S));
      EXPECT_NEAR(run.at(k, "nav.estimate.plant.x"), x, tolerance) << method << k;
      EXPECT_NEAR(run.at(k, "nav.sigma.plant.x"), std::sqrt(P), tolerance) << method << k;
      EXPECT_NEAR(run.at(k, "nav.covariance[0][0]"), P, tolerance);
      EXPECT_NEAR(run.at(k, "nav.innovation.z"), y, tolerance);
      EXPECT_NEAR(run.at(k, "nav.innovation_sigma.z"), std::sqrt(S), tolerance);
      EXPECT_NEAR(run.at(k, "nav.nis.z"), y * y / S, 10 * tolerance);
      EXPECT_NEAR(run.at(k, "nav.error.plant.x"), x - z, 2 * tolerance);
      EXPECT_NEAR(run.at(k, "nav.nees"), (x - z) * (x - z) / P, 100 * tolerance);
      EXPECT_NEAR(run.at(k, "nav.log_likelihood"), likelihood, 1e3 * tolerance);
      EXPECT_EQ(run.at(k, "nav.accepted.z"), 1);
      EXPECT_EQ(run.at(k, "nav.received.z"), static_cast<double>(k + 1));
    }
  }
}

TEST(KalmanFilterPart, CountsMeasurementsThatTheGateRejects) {
  // The first innovation is 2 with a variance of 1.25: a NIS of 3.2, beyond the 50 % bound 0.455.
  const ModelRun run = run_model(scalar_model("ekf", ", gate: 50 %"));
  EXPECT_NEAR(run.at(0, "nav.nis.z"), 3.2, 64 * kEpsOfFilter);
  EXPECT_EQ(run.at(0, "nav.accepted.z"), 0);
  EXPECT_EQ(run.at(0, "nav.estimate.plant.x"), 0);
  ASSERT_FALSE(run.notes.empty());
  EXPECT_TRUE(run.notes.back().starts_with("nav: of 31 measurements of z, ")) << run.notes.back();
  EXPECT_TRUE(run.notes.back().ends_with(" were rejected by the gate")) << run.notes.back();
}

TEST(KalmanFilterPart, EnginesGiveTheSameBits) {
  const ModelRun tape = run_model(scalar_model("ekf"));
  const ModelRun native = run_model(scalar_model("ekf"), {EngineChoice::native});
  for (std::size_t c = 0; c < tape.rows.columns().size(); ++c)
    EXPECT_EQ(tape.rows.values(c), native.rows.values(c)) << tape.rows.columns()[c].name;
}

TEST(KalmanFilterPart, LateMeasurementsAreReplayed) {
  // Each is known two ticks after it was valid: the estimate is that of two ticks before without
  // the delay, predicted over it.
  const ModelRun in_time = run_model(scalar_model("ekf"));
  const ModelRun late = run_model(scalar_model("ekf", ", delay: 0.2 s, valid: \"time > 0.15 [s]\"",
                                               "\"2*exp(-(time - 0.2 [s])/(1 [s]))\""));
  const double F = std::exp(-0.2), q = 0.09;
  constexpr double kRun = 1e-10;  // the tolerance of the run, in the measurements in time
  for (std::size_t k = 2; k < late.rows.row_count(); ++k) {
    const double sigma = in_time.at(k - 2, "nav.sigma.plant.x");
    EXPECT_NEAR(late.at(k, "nav.estimate.plant.x"), F * in_time.at(k - 2, "nav.estimate.plant.x"),
                kRun);
    EXPECT_NEAR(late.at(k, "nav.sigma.plant.x"),
                std::sqrt(F * F * sigma * sigma + q * (1 - F * F) / 2), kRun);
  }
  ASSERT_FALSE(late.notes.empty());
  EXPECT_EQ(late.notes.back(),
            "nav: of 31 measurements of z, 29 were late and processed by replay, 2 were not valid");
}

ModelRun run_example(const std::string& name) {
  Diagnostics diagnostics;
  Model model = load_model(std::string(HOLON_SOURCE_DIR) + "/examples/" + name, builtin_catalogue(),
                           {}, diagnostics);
  diagnostics.throw_if_errors();
  return run_model(std::move(model));
}

TEST(KalmanFilterPart, CovarianceOfLinearKalmanHoldsTheRiccatiRecursion) {
  const ModelRun run = run_example("linear_kalman.yaml");
  // Python, numpy and scipy: Van Loan's discretisation (scipy.linalg.expm) of the density 0.05² of
  // x, H = [[1, 2, 0], [-1, 0, 3]], R = 0.04 I, P(0) = I, Joseph's form, 10 Hz, first at t = 0.
  const struct {
    std::size_t row;
    double x, y, z;
  } expected[] = {{0, 0.8580785681218416, 0.43628969553392266, 0.2924266925853971},
                  {5, 0.05834695934578314, 0.06894406161473475, 0.04966303374793737},
                  {300, 0.030709334317827956, 0.029111280078679986, 0.016568523740681407}};
  constexpr double kRounding = 1e-12;  // of 300 steps
  for (const auto& e : expected) {
    EXPECT_NEAR(run.at(e.row, "filter.sigma.plant.x"), e.x, kRounding);
    EXPECT_NEAR(run.at(e.row, "filter.sigma.plant.y"), e.y, kRounding);
    EXPECT_NEAR(run.at(e.row, "filter.sigma.plant.z"), e.z, kRounding);
  }
  double sum = 0;
  for (std::size_t k = 0; k < 301; ++k)
    sum += run.at(k, "filter.nis.u") + run.at(k, "filter.nis.v");
  // The mean of NIS over 602 measurements, 99.9 %: 1 ± 3.3 sqrt(2/602).
  EXPECT_NEAR(sum / 602, 1, 0.19);
}

TEST(KalmanFilterPart, PendulumObserverFindsTheFriction) {
  const ModelRun run = run_example("pendulum_observer.yaml");
  const std::size_t last = run.rows.row_count() - 1;
  const double sigma = run.at(last, "observer.sigma.pin.damping");
  EXPECT_LT(sigma, 0.01);
  EXPECT_NEAR(run.at(last, "observer.estimate.pin.damping"), 0.15, 3 * sigma);
  EXPECT_NEAR(run.at(last, "observer.error.pin.rate"), 0,
              3.5 * run.at(last, "observer.sigma.pin.rate"));
  double nis = 0;
  std::size_t count = 0;
  for (std::size_t k = 50; k <= last; ++k, ++count) nis += run.at(k, "observer.nis.angle");
  // Mean of NIS of one number over 951 measurements, 99.9 %: 1 ± 3.3 sqrt(2/951).
  EXPECT_NEAR(nis / static_cast<double>(count), 1, 0.16);
}

TEST(KalmanFilterPart, RefusesALogWhoseUnitDoesNotFit) {
  namespace fs = std::filesystem;
  const fs::path log = fs::path(testing::TempDir()) / "filter_log_units.csv";
  const auto messages = [&](const char* heading) {
    std::ofstream(log) << "time," << heading << "\n0,1\n1,2\n";
    return errors_of_text(R"M(
holon: 1
parts:
  plant: {type: Equations, states: {x: {initial: 2 m, der: "-x/(1 [s])"}}}
  nav:
    type: KalmanFilter
    sample: 1 Hz
    log: )M" + log.string() +
                          R"M(
    model: plant
    measurements: {z: {columns: z, predicted: plant.x, sigma: 0.5 m}}
    initial: {plant.x: {sigma: 1 m}}
)M");
  };
  EXPECT_TRUE(messages("z [kg]").find("the column 'z' of '" + log.string() +
                                      "': a length (m) is needed, not a mass (kg); correct the "
                                      "unit in the heading") != std::string::npos)
      << messages("z [kg]");
  EXPECT_EQ(messages("z [mm]"), "");
  EXPECT_EQ(messages("z"), "");
}

TEST(KalmanFilterPart, ReadsALogInAnyOrderOfArrival) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "filter_log";
  fs::create_directories(folder);
  // The scalar model measured at 10 Hz; in the second log every other row arrives two rows late.
  const double h = 0.1;
  std::ofstream in_order(folder / "a.csv"), late(folder / "b.csv");
  in_order << "time,z\n", late << "time,received,z\n";
  in_order.precision(17), late.precision(17);
  for (int k = 0; k < 31; ++k) {
    const double t = 100 + h * k, z = 2 * std::exp(-h * k);
    in_order << t << ',' << z << '\n';
    late << t << ',' << (k % 2 == 1 && k < 29 ? t + 0.2 : t) << ',' << z << '\n';
  }
  in_order.close(), late.close();
  const auto run_log = [&](const std::string& file) {
    return run_model(R"M(
holon: 1
parts:
  plant: {type: Equations, states: {x: {initial: 2, der: "-x/(1 [s])"}}}
  nav:
    type: KalmanFilter
    step: exact
    sample: 10 Hz
    log: )M" + (folder / file).string() +
                     R"M(
    measurements: {z: {columns: z, predicted: plant.x, sigma: 0.5}}
    process_noise: {plant.x: 0.3 1/s^0.5}
    initial: {plant.x: {mean: 0, sigma: 1}}
simulate: {until: 3.05 s, interval: 0.1 s, tolerance: 1e-12}
outputs: [nav.estimate.plant.x, nav.sigma.plant.x, nav.received.z, nav.late.z]
)M");
  };
  const ModelRun a = run_log("a.csv"), b = run_log("b.csv");
  const ModelRun live = run_model(scalar_model("ekf"));
  constexpr double kRun = 1e-10;  // the tolerance of the run, in the measurements of `live`
  EXPECT_NEAR(a.at(30, "nav.estimate.plant.x"), live.at(30, "nav.estimate.plant.x"), kRun);
  EXPECT_EQ(a.at(30, "nav.received.z"), 31);
  EXPECT_EQ(a.at(30, "nav.late.z"), 0);
  EXPECT_EQ(b.at(30, "nav.received.z"), 31);
  EXPECT_EQ(b.at(30, "nav.late.z"), 14);
  constexpr double kReplay = 1e-12;
  EXPECT_NEAR(b.at(30, "nav.estimate.plant.x"), a.at(30, "nav.estimate.plant.x"), kReplay);
  EXPECT_NEAR(b.at(30, "nav.sigma.plant.x"), a.at(30, "nav.sigma.plant.x"), kReplay);
}

// A known x measured with the bias 0.3, prior N(0, 1), R = 0.25: after n measurements the estimate
// is 0.3 n/(n + R) and the variance R/(n + R).
TEST(KalmanFilterPart, EstimatesABiasInClosedForm) {
  constexpr double kPoints = 1e-13;  // sigma points lie close together: rounding errors by 1/alpha
  for (const std::string method : {"kf", "ekf", "eskf", "ukf"}) {
    const ModelRun run = run_model(R"M(
holon: 1
parts:
  plant: {type: Equations, states: {x: {initial: 2, der: "0/(1 [s])"}}}
  nav:
    type: KalmanFilter
    method: )M" + method + R"M(
    sample: 10 Hz
    measurements: {z: {measured: plant.x + 0.3, predicted: plant.x, sigma: 0.5}}
    estimate: [z.bias]
    initial: {z.bias: {sigma: 1}}
simulate: {until: 2 s, interval: 0.1 s}
outputs: [nav.estimate.z.bias, nav.sigma.z.bias, nav.estimate.plant.x]
)M");
    for (const std::size_t row : {0, 1, 20}) {
      const auto n = static_cast<double>(row + 1);
      EXPECT_NEAR(run.at(row, "nav.estimate.z.bias"), 0.3 * n / (n + 0.25), kPoints) << method;
      EXPECT_NEAR(run.at(row, "nav.sigma.z.bias"), std::sqrt(0.25 / (n + 0.25)), kPoints) << method;
      EXPECT_NEAR(run.at(row, "nav.estimate.plant.x"), 2, kPoints) << method;
    }
  }
}

std::string matrix_model(const std::string& filter) {
  return R"M(
holon: 1
parts:
  link: {type: RigidBody, mass: 1 kg, inertia: {rod: {length: 1 m, axis: z}},
         center_of_mass: [0, 0, -0.5 m]}
  pin: {type: Revolute, between: [world, link], axis: y, initial: {angle: 60 deg}}
  encoder: {type: Encoder, angle: pin.angle, sigma: 0.5 deg, sample: 50 Hz}
  nav:
    type: KalmanFilter
    sample: 50 Hz
)M" + filter +
         R"M(
simulate: {until: 3 s, interval: 0.1 s, seed: 2}
outputs: [nav.estimate.pin.angle, nav.estimate.pin.rate, nav.sigma.pin.rate, nav.nis.encoder]
)M";
}

TEST(KalmanFilterPart, MatricesStandForDeviations) {
  const ModelRun deviations = run_model(matrix_model(R"M(
    measurements: {encoder: {measured: encoder.angle, predicted: pin.angle, sigma: 0.01 rad}}
    process_noise: {pin.rate: 0.02 rad/s^1.5}
    initial: {pin.angle: {mean: 1 rad, sigma: 0.1 rad}, pin.rate: {mean: 0 rad/s, sigma: 0.5 rad/s}})M"));
  const ModelRun matrices = run_model(matrix_model(R"M(
    measurements: {encoder: {measured: encoder.angle, predicted: pin.angle, covariance: [[1e-4]]}}
    noise_matrix: [[0, 0], [0, 4e-4]]
    covariance: [[0.01, 0], [0, 0.25]]
    initial: {pin.angle: {mean: 1 rad}, pin.rate: {mean: 0 rad/s}})M"));
  const ModelRun differences = run_model(matrix_model(R"M(
    derivatives: differences
    measurements: {encoder: {measured: encoder.angle, predicted: pin.angle, sigma: 0.01 rad}}
    process_noise: {pin.rate: 0.02 rad/s^1.5}
    initial: {pin.angle: {mean: 1 rad, sigma: 0.1 rad}, pin.rate: {mean: 0 rad/s, sigma: 0.5 rad/s}})M"));
  constexpr double kRounding = 1e-12;
  constexpr double kDifferences = 1e-8;  // (6e-6)² times the curvature, over 150 steps
  for (std::size_t k = 0; k < matrices.rows.row_count(); ++k)
    for (const char* name : {"nav.estimate.pin.angle", "nav.estimate.pin.rate",
                             "nav.sigma.pin.rate", "nav.nis.encoder"}) {
      EXPECT_NEAR(matrices.at(k, name), deviations.at(k, name), kRounding) << name;
      EXPECT_NEAR(differences.at(k, name), deviations.at(k, name), kDifferences) << name;
    }
  const std::string measured =
      "    measurements: {encoder: {measured: encoder.angle, predicted: pin.angle, sigma: 0.01 "
      "rad}}\n";
  EXPECT_EQ(
      errors_of_text(matrix_model(measured + "    covariance: [[1, 2], [2, 1]]")),
      "it is not positive semidefinite, at pin.rate; correlations are at most 1 in modulus\n");
  EXPECT_EQ(errors_of_text(matrix_model(measured + "    covariance: [[1, 2], [0, 1]]")),
            "it is not symmetric: entries 2, 1\n");
  EXPECT_EQ(
      errors_of_text(matrix_model(measured + "    covariance: [[1]]")),
      "there are 2 error states and 1 rows; the outputs 'covariance[i][j]' name the errors in "
      "their order\n");
}

}  // namespace
}  // namespace holon
