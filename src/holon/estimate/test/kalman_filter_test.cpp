// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The part KalmanFilter, from text to numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "holon/catalogue/builtin.h"
#include "holon/estimate/parts/kalman_filter.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"

namespace holon {
namespace {

constexpr double kEpsOfFilter = 2.220446049250313e-16;

struct FilterRun {
  Results rows;
  std::vector<std::string> notes;
  double at(std::size_t row, const std::string& name) const { return rows.values(name)[row]; }
};

std::string errors_of(const std::string& text) {
  Diagnostics diagnostics;
  try {
    const Model model = load_model_text(text, builtin_catalogue(), {}, diagnostics, "model.yaml");
    const auto assembly = assemble(model, diagnostics);
    if (!diagnostics.has_errors()) assembly->make_system("model");
  } catch (const InputError& error) {
    diagnostics.append(error.diagnostics());
  } catch (const ModelError& error) {
    return error.what();
  }
  std::string all;
  for (const Diagnostic& d : diagnostics.all())
    if (d.severity == Severity::error) all += d.message + (d.suggestion.empty() ? "" : "; " + d.suggestion) + "\n";
  return all;
}

FilterRun run_text(const std::string& text, EngineChoice engine = EngineChoice::tape) {
  Diagnostics diagnostics;
  Model model = load_model_text(text, builtin_catalogue(), {}, diagnostics, "model.yaml");
  diagnostics.throw_if_errors();
  model.simulate.engine = engine;
  const System system = make_system(model);
  FilterRun run;
  Simulation simulation(system, model.simulate);
  simulation.record(run.rows, model.outputs, RowSchedule::from(model.simulate));
  run.notes = simulation.run().notes;
  return run;
}

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
    const FilterRun run = run_text(scalar_model(method));
    // P(-) = F² P + q (1 - F²)/2, K = P(-)/(P(-) + R), by hand.
    const double h = 0.1, F = std::exp(-h), q = 0.09, R = 0.25;
    double x = 0, P = 1, likelihood = 0;
    const std::size_t count = run.rows.row_count();
    ASSERT_EQ(count, 31u);
    constexpr double kRun = 1e-10;     // the tolerance of the run, in z
    constexpr double kPoints = 1e-9;   // rounding error of sigma points with α = 1e-3
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
  const FilterRun run = run_text(scalar_model("ekf", ", gate: 50 %"));
  EXPECT_NEAR(run.at(0, "nav.nis.z"), 3.2, 64 * kEpsOfFilter);
  EXPECT_EQ(run.at(0, "nav.accepted.z"), 0);
  EXPECT_EQ(run.at(0, "nav.estimate.plant.x"), 0);
  ASSERT_FALSE(run.notes.empty());
  EXPECT_TRUE(run.notes.back().starts_with("nav: of 31 measurements of z, ")) << run.notes.back();
  EXPECT_TRUE(run.notes.back().ends_with(" were rejected by the gate")) << run.notes.back();
}

TEST(KalmanFilterPart, EnginesGiveTheSameBits) {
  const FilterRun tape = run_text(scalar_model("ekf"));
  const FilterRun native = run_text(scalar_model("ekf"), EngineChoice::native);
  for (std::size_t c = 0; c < tape.rows.columns().size(); ++c)
    EXPECT_EQ(tape.rows.values(c), native.rows.values(c)) << tape.rows.columns()[c].name;
}

TEST(KalmanFilterPart, LateMeasurementsAreReplayed) {
  // Each is known two ticks after it was valid: the estimate is that of two ticks before without the
  // delay, predicted over it.
  const FilterRun in_time = run_text(scalar_model("ekf"));
  const FilterRun late =
      run_text(scalar_model("ekf", ", delay: 0.2 s, valid: time > 0.15 s",
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
            "nav: of 31 measurements of z, 29 were late and taken in by replay, 2 were not valid");
}

TEST(KalmanFilterPart, NamesWhatItsModelDoesNotHave) {
  EXPECT_EQ(errors_of(R"M(
holon: 1
parts:
  plant: {type: Equations, states: {x: {initial: 2, der: "-x/(1 [s])"}}}
  nav:
    type: KalmanFilter
    sample: 10 Hz
    measurements: {z: {measured: plant.x, predicted: plant.y, sigma: 0.5}}
    initial: {plant.x: {mean: 0, sigma: 1}}
)M"),
            "no part has an output 'plant.y'; did you mean 'plant.x'?\n");
  EXPECT_EQ(errors_of(R"M(
holon: 1
parts:
  plant: {type: Equations, states: {x: {initial: 2, der: "-x/(1 [s])"}}}
  nav:
    type: KalmanFilter
    sample: 10 Hz
    measurements: {z: {measured: plant.x, sigma: 0.5}}
    initial: {plant.z: {mean: 0, sigma: 1}}
)M"),
            "there is no state 'plant.z'; there are 'plant.x'\n");
}

}  // namespace
}  // namespace holon
