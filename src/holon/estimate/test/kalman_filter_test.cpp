// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The part KalmanFilter, from text to numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "holon/catalogue/builtin.h"
#include "holon/estimate/parts/kalman_filter.h"
#include "holon/estimate/test/model_run.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"

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
            "nav: of 31 measurements of z, 29 were late and taken in by replay, 2 were not valid");
}

TEST(KalmanFilterPart, NamesWhatItsModelDoesNotHave) {
  EXPECT_EQ(errors_of_text(R"M(
holon: 1
parts:
  plant: {type: Equations, states: {x: {initial: 2, der: "-x/(1 [s])"}}}
  nav:
    type: KalmanFilter
    sample: 10 Hz
    measurements: {z: {measured: plant.x, predicted: plant.y, sigma: 0.5}}
    initial: {plant.x: {mean: 0, sigma: 1}}
)M"),
            "no part has an output 'plant.y'\n");
  EXPECT_EQ(errors_of_text(R"M(
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

TEST(KalmanFilterPart, KnowsWhatAControllerDoesThatActsOnItsEstimate) {
  // The model is exact and there is no noise: once the start is right, estimate and state agree
  // through the loop, whatever the controller, at its rate and at one half of it.
  for (const char* rate : {"10 Hz", "5 Hz"}) {
    const ModelRun run = run_model(std::string(R"M(
holon: 1
parts:
  plant: {type: Equations, inputs: {u: law.output}, states: {x: {initial: 2, der: "(u - x)/(1 [s])"}}}
  law: {type: Hold, input: 1 - 3*nav.estimate.plant.x, sample: )M") +
                                   rate + R"M(}
  nav:
    type: KalmanFilter
    step: exact
    sample: 10 Hz
    measurements: {z: {measured: plant.x, sigma: 0.5}}
    initial: {plant.x: {mean: 2, sigma: 0.1}}
simulate: {until: 3 s, interval: 0.1 s, tolerance: 1e-12}
outputs: [plant.x, nav.estimate.plant.x, law.output]
)M");
    constexpr double kRun = 1e-10;  // the tolerance of the run
    for (std::size_t k = 0; k < run.rows.row_count(); ++k)
      EXPECT_NEAR(run.at(k, "nav.estimate.plant.x"), run.at(k, "plant.x"), kRun) << k;
    // In closed form: x⁺ = F x + (1 - F)(1 - 3 x), F = exp(-h).
    const double h = std::string(rate) == "10 Hz" ? 0.1 : 0.2, F = std::exp(-h);
    double x = 2;
    for (int k = 0; k < static_cast<int>(std::lround(3 / h)); ++k)
      x = F * x + (1 - F) * (1 - 3 * x);
    EXPECT_NEAR(run.at(30, "plant.x"), x, kRun);
  }
}

TEST(KalmanFilterPart, DoesNotKnowRandomNumbers) {
  EXPECT_EQ(
      errors_of_text(R"M(
holon: 1
parts:
  wind: {type: Noise, deviation: 1, sample: 10 Hz}
  plant: {type: Equations, inputs: {w: wind.output}, states: {x: {initial: 2, der: "(w - x)/(1 [s])"}}}
  nav:
    type: KalmanFilter
    sample: 10 Hz
    measurements: {z: {measured: plant.x, sigma: 0.5}}
    initial: {plant.x: {sigma: 1}}
)M"),
      "in the filter's model: the motion depends on 'wind.output', random numbers, which exist in "
      "the machine itself only; omit the part with 'without', or put another in its place "
      "with 'replace'\n");
}

TEST(KalmanFilterPart, InputsOfItsModelAreKnownSignals) {
  // x' = u - b from 0, with u = 1 at even ticks and -2 at odd ones, held: the estimate is their
  // sum.
  const ModelRun run = run_model(R"M(
holon: 1
parameters: {u: 5 m/s, b: 0.5 m/s}
parts:
  count: {type: Equations, outputs: {n: "floor(time*10/1 [s] + 0.5)"}}
  drive: {type: Hold, input: "1 [m/s] - 3 [m/s]*(count.n - 2*floor(count.n/2))", sample: 10 Hz}
  ins: {type: Equations, states: {x: {initial: 0 m, der: u - b}}}
  nav:
    type: KalmanFilter
    model: ins
    sample: 10 Hz
    inputs: {u: drive.output}
    estimate: [b]
    measurements: {p: {measured: "0 [m]", predicted: ins.x, sigma: 1e9 m}}
    initial: {ins.x: {sigma: 1e-6 m}}
simulate: {until: 2 s, interval: 0.1 s}
outputs: [nav.estimate.ins.x, nav.estimate.b, nav.nees]
)M");
  double x = 0;
  for (int k = 0; k <= 20; ++k) {
    EXPECT_NEAR(run.at(static_cast<std::size_t>(k), "nav.estimate.ins.x"), x, 1e-12) << k;
    x += 0.1 * ((k % 2 == 0 ? 1 : -2) - 0.5);
  }
}

std::string model_of_a_copy(const std::string& truth) {
  return R"M(
holon: 1
parts:
  plant: {type: Equations, states: {x: {initial: 1 m, der: v}, v: {initial: 2 m/s, der: "-x/(1 [s^2])"}}}
  copy: {type: Equations, states: {x: {initial: 0 m, der: v}, v: {initial: 1 m/s, der: "-x/(1 [s^2])"}}}
  probe: {type: Equations, outputs: {x: "3 [m]"}}
  wrong: {type: Equations, outputs: {w: "3 [m]"}}
  nav:
    type: KalmanFilter
    model: copy
    sample: 10 Hz
    measurements: {p: {measured: plant.x, predicted: copy.x, sigma: 1 m}}
    initial: {copy.x: {sigma: 1 m}, copy.v: {sigma: 1 m/s}}
    truth: )M" +
         truth + R"M(
simulate: {until: 2 s, interval: 0.1 s}
outputs: [plant.x, plant.v, probe.x, nav.estimate.copy.x, nav.estimate.copy.v, nav.error.copy.x,
          nav.error.copy.v, nav.nees, nav.nees_bound]
)M";
}

TEST(KalmanFilterPart, TrueValuesMayBeThoseOfAPart) {
  const ModelRun run = run_model(model_of_a_copy("{copy: plant}"));
  for (std::size_t k = 0; k <= run.last(); ++k)
    for (const std::string name : {"x", "v"})
      EXPECT_EQ(run.at(k, "nav.error.copy." + name),
                run.at(k, "nav.estimate.copy." + name) - run.at(k, "plant." + name));
  // 95 % of chi-square with two degrees of freedom: both states have a true value.
  EXPECT_NEAR(run.at(run.last(), "nav.nees_bound"), 5.991464547107979, 1e-9);

  // What a part does not have is not known; a state that is given by itself is not taken from it.
  const ModelRun one = run_model(model_of_a_copy("{copy: probe}"));
  EXPECT_EQ(one.at(one.last(), "nav.error.copy.x"), one.at(one.last(), "nav.estimate.copy.x") - 3);
  EXPECT_EQ(one.at(one.last(), "nav.error.copy.v"), 0);
  const ModelRun both = run_model(model_of_a_copy("{copy: plant, copy.x: probe.x}"));
  EXPECT_EQ(both.at(both.last(), "nav.error.copy.x"),
            both.at(both.last(), "nav.estimate.copy.x") - 3);
  EXPECT_EQ(both.at(both.last(), "nav.error.copy.v"),
            both.at(both.last(), "nav.estimate.copy.v") - both.at(both.last(), "plant.v"));

  EXPECT_EQ(errors_of_text(model_of_a_copy("{copy: planet}")),
            "'copy' has 2 states, whose values are those of a part, and 'planet' is not a part; "
            "name a part or a frame, or give each of them: copy.x\n");
  EXPECT_EQ(errors_of_text(model_of_a_copy("{copy: wrong}")),
            "'wrong' has none of the states of 'copy', such as 'x'\n");
}

ModelRun run_example(const std::string& name) {
  Diagnostics diagnostics;
  Model model = load_model(std::string(HOLON_SOURCE_DIR) + "/examples/" + name, builtin_catalogue(),
                           {}, diagnostics);
  diagnostics.throw_if_errors();
  model.simulate.engine = EngineChoice::tape;
  const System system = make_system(model);
  ModelRun run;
  Simulation simulation(system, model.simulate);
  simulation.record(run.rows, model.outputs, RowSchedule::from(model.simulate));
  run.notes = simulation.run().notes;
  return run;
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

// A parallelogram linkage: both cranks have one angle, and the coupler only translates. So the loop
// is (J_A + J_C + m_B r²) φ'' = −g (m_A r/2 + m_B r + m_C r/2) cos φ in the reduced coordinate φ,
// φ'' = −9/8 g/r cos φ with the masses here.
std::string linkage(const std::string& mean, const std::string& more = {}) {
  return R"M(
holon: 1
parts:
  a: {type: RigidBody, mass: 1 kg, inertia: {rod: {length: 1, axis: x}}, center_of_mass: [0.5, 0, 0],
      frames: {tip: {at: [1, 0, 0]}}}
  b: {type: RigidBody, mass: 2 kg, inertia: {rod: {length: 2, axis: x}}, center_of_mass: [1, 0, 0],
      frames: {tip: {at: [2, 0, 0]}}}
  c: {type: RigidBody, mass: 1 kg, inertia: {rod: {length: 1, axis: x}}, center_of_mass: [0.5, 0, 0],
      frames: {tip: {at: [1, 0, 0]}}}
  base: {type: Frame, position: [2, 0, 0]}
  A: {type: Revolute, between: [world, a], axis: -y, initial: {angle: -60 deg}}
  B: {type: Revolute, between: [a.tip, b], axis: -y, guess: {angle: 60 deg}}
  C: {type: Revolute, between: [base, c], axis: -y, guess: {angle: -60 deg}}
  D: {type: Revolute, between: [b.tip, c.tip], axis: -y}
  plant:
    type: Equations
    states:
      phi: {initial: -60 deg, der: w}
      w: {initial: 0 rad/s, der: "-9/8*9.80665 [1/s^2]*cos(phi)*1 [rad]"}
  encoder: {type: Encoder, angle: A.angle, sigma: 0.5 deg, sample: 50 Hz}
  loop:
    type: KalmanFilter
    model: machine
    without: [plant]
    sample: 50 Hz
    step: {substeps: 4}
    measurements: [encoder]
    process_noise: {A.rate: 0.05 rad/s^1.5}
    initial:
      A.angle: {mean: )M" +
         mean + R"M(, sigma: 5 deg}
      A.rate: {mean: 0.1 rad/s, sigma: 0.2 rad/s})M" +
         more + R"M(
  reduced:
    type: KalmanFilter
    model: plant
    sample: 50 Hz
    step: {substeps: 4}
    measurements: {encoder: {measured: encoder.angle, predicted: plant.phi, sigma: 0.5 deg}}
    process_noise: {plant.w: 0.05 rad/s^1.5}
    initial:
      plant.phi: {mean: -55 deg, sigma: 5 deg}
      plant.w: {mean: 0.1 rad/s, sigma: 0.2 rad/s}
simulate: {until: 6 s, interval: 0.1 s, tolerance: 1e-10, seed: 5}
outputs: [loop.estimate.A.angle, loop.estimate.B.angle, loop.estimate.C.angle, loop.estimate.C.rate,
  loop.estimate.A.rate, loop.sigma.A.angle, loop.sigma.A.rate, loop.sigma.C.angle, loop.nees,
  loop.nees_bound, reduced.estimate.plant.phi, reduced.estimate.plant.w, reduced.sigma.plant.phi,
  reduced.sigma.plant.w, loop.nis.encoder, reduced.nis.encoder, loop.error.A.angle,
  loop.error.A.rate, "reduced.covariance[0][0]", "reduced.covariance[0][1]",
  "reduced.covariance[1][1]"]
)M";
}

TEST(KalmanFilterPart, ClosedLoopAgreesWithItsReducedCoordinate) {
  const ModelRun run = run_model(linkage("-55 deg"));
  // Two discretisations of one flow by steps of 5 ms, of order 4 (their noise of order 6).
  constexpr double kDiscretisation = 1e-6, kOnLoop = 1e-12;
  for (std::size_t k = 0; k < run.rows.row_count(); ++k) {
    const double A = run.at(k, "loop.estimate.A.angle");
    EXPECT_NEAR(A, run.at(k, "reduced.estimate.plant.phi"), kDiscretisation) << k;
    EXPECT_NEAR(run.at(k, "loop.estimate.A.rate"), run.at(k, "reduced.estimate.plant.w"),
                kDiscretisation);
    EXPECT_NEAR(run.at(k, "loop.sigma.A.angle") / run.at(k, "reduced.sigma.plant.phi"), 1,
                kDiscretisation);
    EXPECT_NEAR(run.at(k, "loop.sigma.A.rate") / run.at(k, "reduced.sigma.plant.w"), 1,
                kDiscretisation);
    EXPECT_NEAR(run.at(k, "loop.nis.encoder"), run.at(k, "reduced.nis.encoder"), 1e-5);
    EXPECT_NEAR(run.at(k, "loop.estimate.C.angle"), A, kOnLoop);
    EXPECT_NEAR(run.at(k, "loop.estimate.B.angle"), -A, kOnLoop);
    EXPECT_NEAR(run.at(k, "loop.sigma.C.angle"), run.at(k, "loop.sigma.A.angle"), 1e-9);
    // Of two freedoms: the pseudo-inverse is the inverse in the reduced coordinate.
    const double e = run.at(k, "loop.error.A.angle"), v = run.at(k, "loop.error.A.rate");
    const double P = run.at(k, "reduced.covariance[0][0]"),
                 C = run.at(k, "reduced.covariance[0][1]"),
                 V = run.at(k, "reduced.covariance[1][1]");
    const double nees = (V * e * e - 2 * C * e * v + P * v * v) / (P * V - C * C);
    EXPECT_NEAR(run.at(k, "loop.nees"), nees, 1e-3 * (1 + nees)) << k;
    EXPECT_NEAR(run.at(k, "loop.nees_bound"), 5.991464547, 1e-6);
  }
}

TEST(KalmanFilterPart, MeansThatContradictAClosedLoop) {
  try {
    run_model(linkage("-55 deg", "\n      C.angle: {mean: -80 deg, sigma: 1 deg}"));
    FAIL();
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("contradict the closed loops"), std::string::npos)
        << error.what();
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
