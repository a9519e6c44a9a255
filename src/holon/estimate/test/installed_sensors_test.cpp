// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Filters by the names of the sensors that are installed, against filters that are given
// everything.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "holon/catalogue/builtin.h"
#include "holon/estimate/test/model_run.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"

namespace holon {
namespace {

using test::errors_of_text;
using test::ModelRun;
using test::run_model;

std::string pendulum(const std::string& sensor, const std::string& filters,
                     const std::string& outputs) {
  return R"M(
holon: 1
parts:
  link: {type: RigidBody, mass: 1 kg, inertia: {rod: {length: 1 m, axis: z}},
         center_of_mass: [0, 0, -0.5 m]}
  pin: {type: Revolute, between: [world, link], axis: y, damping: 0.15 N m s/rad,
        initial: {angle: 60 deg}}
)M" + sensor +
         filters +
         "simulate: {until: 10 s, interval: 20 ms, tolerance: 1e-10, seed: 3}\noutputs: [" +
         outputs + "]\n";
}

std::string pendulum_filter(const std::string& name, const std::string& measurements,
                            const std::string& more = {}) {
  return "  " + name + R"M(:
    type: KalmanFilter
    sample: 50 Hz
    measurements: )M" +
         measurements + R"M(
    process_noise: {pin.rate: 0.001 rad/s^1.5}
    initial:
      pin.angle: {mean: 50 deg, sigma: 10 deg}
      pin.rate: {mean: 0.3 rad/s, sigma: 0.5 rad/s}
)M" + more;
}

TEST(InstalledSensors, EncoderOnAPendulum) {
  // σ² + Δ²/12 of 4096 counts, which show half a count too little.
  const ModelRun run = run_model(
      pendulum("  encoder: {type: Encoder, angle: pin.angle, counts: 4096, sigma: 0.2 deg, "
               "sample: 50 Hz}\n",
               pendulum_filter("named", "[encoder]") +
                   pendulum_filter("given",
                                   "{encoder: {measured: \"encoder.angle + pi/4096*1 [rad]\", "
                                   "predicted: pin.angle, sigma: \"sqrt((0.2 [deg])^2 + "
                                   "(2*pi/4096*1 [rad])^2/12)\"}}"),
               "named.estimate.pin.angle, given.estimate.pin.angle, named.sigma.pin.rate, "
               "given.sigma.pin.rate, named.nis.encoder, named.received.encoder, named.nees, "
               "given.nees"));
  constexpr double kRounding = 1e-12;
  double nis = 0;
  for (std::size_t k = 0; k <= run.last(); ++k) {
    EXPECT_NEAR(run.at(k, "named.estimate.pin.angle"), run.at(k, "given.estimate.pin.angle"),
                kRounding);
    EXPECT_NEAR(run.at(k, "named.sigma.pin.rate"), run.at(k, "given.sigma.pin.rate"), kRounding);
    nis += run.at(k, "named.nis.encoder");
  }
  EXPECT_EQ(run.at(run.last(), "named.received.encoder"), 501);
  // Mean of NIS of one number over 501 measurements, 99.9 %: 1 ± 3.3 sqrt(2/501).
  EXPECT_NEAR(nis / 501, 1, 0.21);
}

TEST(InstalledSensors, LatencyAndRateAreThoseOfTheSensor) {
  // 30 ms at 25 Hz: less than a period. Before it nothing has arrived.
  const ModelRun run = run_model(
      pendulum("  encoder: {type: Encoder, angle: pin.angle, sigma: 0.2 deg, sample: 25 Hz, "
               "latency: 30 ms}\n",
               pendulum_filter("nav", "[encoder]"),
               "nav.received.encoder, nav.late.encoder, nav.nis.encoder"));
  // At 0.03 s, 0.07 s, … 9.99 s.
  EXPECT_EQ(run.at(run.last(), "nav.received.encoder"), 250);
  double nis = 0;
  for (std::size_t k = 2; k <= run.last(); ++k) nis += run.at(k, "nav.nis.encoder");
  // 99.9 % of the mean over 250 measurements: 1 ± 3.3 sqrt(2/250); each is held for two rows.
  EXPECT_NEAR(nis / static_cast<double>(run.last() - 1), 1, 0.3);
}

// A table at equal intervals repeats what a sensor shows until its next measurement.
TEST(InstalledSensors, ALogCountsAMeasurementOnce) {
  const std::string sensor =
      "  encoder: {type: Encoder, angle: pin.angle, sigma: 0.2 deg, sample: 10 Hz}\n";
  const std::string outputs =
      "encoder.angle, nav.received.encoder, nav.estimate.pin.rate, nav.sigma.pin.rate";
  const ModelRun live = run_model(pendulum(sensor, pendulum_filter("nav", "[encoder]"), outputs));
  const std::filesystem::path log =
      std::filesystem::temp_directory_path() / "holon_held_encoder_log.csv";
  {
    std::ofstream file(log);
    file.precision(17);
    file << "time,encoder.angle";
    for (std::size_t k = 0; k <= live.last(); ++k)
      file << "\n" << live.at(k, "time") << "," << live.at(k, "encoder.angle");
  }
  const ModelRun logged = run_model(pendulum(
      sensor, pendulum_filter("nav", "[encoder]", "    log: " + log.string() + "\n"), outputs));
  // One at each tenth of a second, from 0 to 10 s.
  EXPECT_EQ(live.at(live.last(), "nav.received.encoder"), 101);
  EXPECT_EQ(logged.at(logged.last(), "nav.received.encoder"), 101);
  constexpr double kRounded = 1e-9;  // times of rows
  for (std::size_t k = 0; k <= live.last(); ++k) {
    EXPECT_NEAR(logged.at(k, "nav.estimate.pin.rate"), live.at(k, "nav.estimate.pin.rate"),
                kRounded);
    EXPECT_NEAR(logged.at(k, "nav.sigma.pin.rate"), live.at(k, "nav.sigma.pin.rate"), kRounded);
  }
  std::filesystem::remove(log);
}

TEST(InstalledSensors, BiasByOneWord) {
  const ModelRun run = run_model(
      pendulum("  encoder: {type: Encoder, angle: pin.angle, sigma: 0.2 deg, sample: 50 Hz, "
               "bias: {value: 1 deg, sigma: 2 deg}}\n",
               pendulum_filter("nav", "[encoder]", "    estimate: encoder.bias\n"),
               "nav.estimate.encoder.bias, nav.sigma.encoder.bias, nav.error.encoder.bias, "
               "nav.nees"));
  constexpr double kDegree = M_PI / 180;
  EXPECT_LT(run.at(run.last(), "nav.sigma.encoder.bias"), 0.2 * kDegree);
  EXPECT_NEAR(run.at(run.last(), "nav.error.encoder.bias"), 0,
              3 * run.at(run.last(), "nav.sigma.encoder.bias"));
  // The true one is what was drawn, and the error the difference to it.
  EXPECT_GT(std::abs(run.at(run.last(), "nav.estimate.encoder.bias")), 0.05 * kDegree);
}

// The damper's losses are a state of the machine where they are read, and none of the filter.
TEST(InstalledSensors, EnergiesAreNoStatesOfTheFilter) {
  const std::string text = pendulum(
      "  encoder: {type: Encoder, angle: pin.angle, counts: 4096, sample: 50 Hz}\n",
      pendulum_filter("nav", "[encoder]"), "system.energy.dissipated, \"nav.covariance[1][1]\"");
  EXPECT_EQ(errors_of_text(text), "");
  std::string wrong = text;
  wrong.replace(wrong.find("[1][1]"), 6, "[2][2]");
  EXPECT_NE(errors_of_text(wrong).find("'nav' (KalmanFilter) has no 'covariance[2][2]'"),
            std::string::npos)
      << errors_of_text(wrong);
}

// K = P Hᵀ/R with the covariance P after the update; the angle is measured, so H = [1 0].
TEST(InstalledSensors, GainIsThatOfTheUpdatedCovariance) {
  const ModelRun run = run_model(pendulum(
      "  encoder: {type: Encoder, angle: pin.angle, counts: 4096, sigma: 0.2 deg, sample: 50 Hz}\n",
      pendulum_filter("nav", "[encoder]"),
      "\"nav.gain.encoder[0][0]\", \"nav.gain.encoder[1][0]\", \"nav.covariance[0][0]\", "
      "\"nav.covariance[1][0]\""));
  const double kSigma = 0.2 * std::acos(-1) / 180, kStep = 2 * std::acos(-1) / 4096;
  const double R = kSigma * kSigma + kStep * kStep / 12;
  constexpr double kRounding = 1e-10;
  for (std::size_t k = 0; k <= run.last(); k += 50)
    for (const char* row : {"[0][0]", "[1][0]"}) {
      const double P = run.at(k, std::string("nav.covariance") + row);
      EXPECT_NEAR(run.at(k, std::string("nav.gain.encoder") + row), P / R,
                  kRounding * (1 + std::abs(P / R)));
    }
}

// Names of a filter over installed sensors are checked as all others are.
TEST(InstalledSensors, UnknownOutputsOfTheFilterAreErrors) {
  EXPECT_NE(errors_of_text(pendulum("  encoder: {type: Encoder, angle: pin.angle, counts: 4096, "
                                    "sample: 50 Hz}\n",
                                    pendulum_filter("nav", "[encoder]"), "nav.estimate.pin.angel"))
                .find("'nav' (KalmanFilter) has no 'estimate.pin.angel'; did you mean "
                      "'nav.estimate.pin.angle'?"),
            std::string::npos);
}

TEST(InstalledSensors, ErrorsNameTheSensor) {
  EXPECT_EQ(errors_of_text(pendulum("  encoder: {type: Encoder, angle: pin.angle, sample: 50 Hz}\n",
                                    pendulum_filter("nav", "[encoder]"), "pin.angle")),
            "measurements.encoder: 'encoder' has no noise in 'encoder.angle', so the filter would "
            "take it "
            "as exact; give the sensor its noise, or write 'encoder: {sigma: …}'\n");
  EXPECT_EQ(errors_of_text(pendulum(
                "  encoder: {type: Encoder, angle: pin.angle, sigma: 1 deg, sample: 50 Hz}\n",
                pendulum_filter("nav", "[encode]"), "pin.angle")),
            "the filter's model has no sensor 'encode'; did you mean 'encoder'?\n");
  EXPECT_EQ(errors_of_text(pendulum(
                "  encoder: {type: Encoder, angle: pin.angle, sigma: 1 deg, sample: 50 Hz}\n",
                pendulum_filter("nav", "[encoder]", "    estimate: encoder.bias\n"), "pin.angle")),
            "'encoder.bias' is to be estimated, but 'encoder' has no random bias; omit it, give "
            "the sensor its bias, or write 'initial: {encoder.bias: {sigma: …}}'\n");
}

// What a study varies is no number when the filter is made: it must not count as zero.
TEST(InstalledSensors, FiguresThatVaryAreAskedFor) {
  const auto errors = [](const std::string& more) {
    LoadOptions options;
    options.opened.push_back({"spread", {}, true});
    Diagnostics diagnostics;
    const std::string text = pendulum(
        "  encoder: {type: Encoder, angle: pin.angle, sigma: 1 deg, sample: 50 Hz, "
        "bias: {sigma: spread}}\n",
        pendulum_filter("nav", "[encoder]", "      " + more + "\n    estimate: encoder.bias\n"),
        "pin.angle");
    const std::size_t at = text.find("parts:");
    const Model model =
        load_model_text(text.substr(0, at) + "parameters: {spread: 1 deg}\n" + text.substr(at),
                        builtin_catalogue(), options, diagnostics, "model.yaml");
    assemble(model, diagnostics);
    std::string all;
    for (const Diagnostic& d : diagnostics.all())
      if (d.severity == Severity::error) all += d.message + "; " + d.suggestion;
    return all;
  };
  EXPECT_EQ(errors(""),
            "'encoder.bias' is to be estimated, and figures of 'encoder' from which its standard "
            "deviation at the start would follow are not numbers here (a study varies them, or "
            "formulas give them); write 'initial: {encoder.bias: {sigma: …}}'");
  EXPECT_EQ(errors("encoder.bias: {sigma: 1 deg}"), "");
}

// A stone in free fall with an antenna: constant acceleration, so both filters are linear.
std::string falling_antenna(const std::string& receiver, const std::string& sensors,
                            const std::string& filters, const std::string& outputs) {
  return R"M(
holon: 1
parts:
  stone: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
  slide: {type: Prismatic, between: [world, stone], axis: z,
          initial: {position: 0 m, speed: 20 m/s}}
  gps: {type: GnssReceiver, on: stone, sample: 10 Hz, )M" +
         receiver + "}\n" + sensors + filters +
         "simulate: {until: 10 s, interval: 0.1 s, tolerance: 1e-10, seed: 5}\noutputs: [" +
         outputs + "]\n";
}

std::string falling_filter(const std::string& name, const std::string& measurements,
                           const std::string& more = {}) {
  return "  " + name + R"M(:
    type: KalmanFilter
    sample: 20 Hz
    measurements: )M" +
         measurements + R"M(
    process_noise: {slide.speed: 0.01 m/s^1.5}
    initial: {slide.position: {sigma: 3 m}, slide.speed: {sigma: 1 m/s}}
)M" + more;
}

TEST(InstalledSensors, ReceiverWithLatencyAndOutage) {
  const ModelRun run = run_model(falling_antenna(
      "sigma: {horizontal: 1 m, vertical: 2 m, velocity: 0.1 m/s}, latency: 130 ms, outages: [[4 "
      "s, "
      "6 s]]",
      "",
      falling_filter("named", "[gps]") +
          falling_filter(
              "given",
              "{p: {measured: gps.position, predicted: stone.position, sigma: [1 m, 1 m, "
              "2 m], delay: 130 ms, valid: gps.valid > 0.5}, v: {measured: gps.velocity, "
              "predicted: stone.velocity, sigma: 0.1 m/s, delay: 130 ms, valid: "
              "gps.valid > 0.5}}"),
      "named.estimate.slide.position, given.estimate.slide.position, named.sigma.slide.position, "
      "given.sigma.slide.position, named.received.gps.position, named.received.gps.velocity, "
      "named.late.gps.position, named.nees"));
  constexpr double kRounding = 1e-10;  // of positions of some 300 m
  for (std::size_t k = 0; k <= run.last(); ++k) {
    EXPECT_NEAR(run.at(k, "named.estimate.slide.position"),
                run.at(k, "given.estimate.slide.position"), kRounding);
    EXPECT_NEAR(run.at(k, "named.sigma.slide.position"), run.at(k, "given.sigma.slide.position"),
                kRounding);
  }
  // Of the instants 0, 0.1 … 9.8 s that have arrived by 10 s, without 4.0 … 5.9 s.
  EXPECT_EQ(run.at(run.last(), "named.received.gps.position"), 99 - 20);
  EXPECT_EQ(run.at(run.last(), "named.received.gps.velocity"), 99 - 20);
  EXPECT_EQ(run.at(run.last(), "named.late.gps.position"), 99 - 20);
}

TEST(InstalledSensors, NoiseFollowsTheFix) {
  // Fixed until 3 s, then float, with standard deviations that the receiver reports.
  const ModelRun run = run_model(falling_antenna(
      "mode: rtk, sigma: {horizontal: 1 cm, vertical: 2 cm, velocity: 10 m/s}, float_sigma: "
      "{horizontal: 0.3 m, vertical: 0.5 m}, float_phases: [[3 s, 11 s]]",
      "", falling_filter("nav", "[gps]"),
      "nav.innovation_sigma.gps.position, nav.sigma.slide.position, gps.fix"));
  constexpr double kRounding = 1e-12;
  for (const auto& [row, sigma] : {std::pair<std::size_t, double>{20, 0.01}, {60, 0.3}})
    EXPECT_NEAR(run.at(row, "nav.innovation_sigma.gps.position.x"), sigma, kRounding);
}

TEST(InstalledSensors, ImuIsAMeasurementOfTheMachine) {
  // The specific force of free fall is zero whatever the state, so only the bias shows: with n
  // samples of deviation σ its own is σ/√n.
  const ModelRun run = run_model(falling_antenna(
      "",
      "  imu: {type: Imu, on: stone, sample: 100 Hz, accelerometer: {noise_density: 1e-3 "
      "m/s^2/sqrt(Hz), bias: {sigma: 0.05 m/s^2}}, gyro: {noise_density: 1e-4 "
      "rad/s/sqrt(Hz)}}\n",
      falling_filter("nav", "[gps, imu]", "    estimate: imu.accelerometer.bias\n"),
      "nav.sigma.imu.accelerometer.bias, nav.error.imu.accelerometer.bias, "
      "nav.received.imu.specific_force, nav.received.imu.angular_velocity"));
  EXPECT_EQ(run.at(run.last(), "nav.received.imu.specific_force"), 1001);
  const double deviation = 1e-3 * std::sqrt(100.0);
  const double expected = 1 / std::sqrt(1001 / (deviation * deviation) + 1 / (0.05 * 0.05));
  for (const char* axis : {"x", "y", "z"}) {
    const std::string name = std::string("imu.accelerometer.bias.") + axis;
    EXPECT_NEAR(run.at(run.last(), "nav.sigma." + name), expected, 1e-12);
    EXPECT_NEAR(run.at(run.last(), "nav.error." + name), 0, 3.5 * expected);
  }
}

TEST(InstalledSensors, KeysOfTheMapChangeWhatASensorBrings) {
  const ModelRun run = run_model(
      pendulum("  encoder: {type: Encoder, angle: pin.angle, sigma: 0.2 deg, sample: 50 Hz}\n",
               pendulum_filter("named", "{encoder: {sigma: 0.4 deg, gate: 99.9 %}}") +
                   pendulum_filter("given",
                                   "{encoder: {measured: encoder.angle, predicted: pin.angle, "
                                   "sigma: 0.4 deg, gate: 99.9 %}}"),
               "named.estimate.pin.rate, given.estimate.pin.rate, named.gate.encoder"));
  for (std::size_t k = 0; k <= run.last(); ++k)
    EXPECT_EQ(run.at(k, "named.estimate.pin.rate"), run.at(k, "given.estimate.pin.rate"));
  EXPECT_NEAR(run.at(0, "named.gate.encoder"), 10.827566170662733, 1e-9);  // χ² of 99.9 %
}

TEST(InstalledSensors, OrientationOfAStarTracker) {
  // A body that turns freely through more than a turn, with coarse noise about the boresight z.
  const ModelRun run = run_model(R"M(
holon: 1
parts:
  body: {type: RigidBody, mass: 1 kg, inertia: [1, 2, 3]}
  free: {type: Spherical, between: [world, body], initial: {angular_velocity: [0.1 rad/s, 1 rad/s, 0.2 rad/s]}}
  tracker: {type: StarTracker, on: body, sigma: {across: 1 mrad, about: 5 mrad}, sample: 10 Hz}
  nav:
    type: KalmanFilter
    sample: 10 Hz
    measurements: [tracker]
    process_noise: {free.angular_velocity: 1e-4 rad/s^1.5}
    initial:
      free.orientation: {sigma: 0.1 rad}
      free.angular_velocity: {sigma: 0.1 rad/s}
simulate: {until: 20 s, interval: 0.1 s, tolerance: 1e-10, seed: 1}
outputs: [nav.nis.tracker, nav.innovation_sigma.tracker, nav.sigma.free.orientation]
)M");
  double nis = 0;
  for (std::size_t k = 1; k <= run.last(); ++k) nis += run.at(k, "nav.nis.tracker");
  // Mean of NIS of three numbers over 200 measurements, 99.9 %: 3 ± 3.3 sqrt(6/200).
  EXPECT_NEAR(nis / 200, 3, 0.57);
  EXPECT_GT(run.at(run.last(), "nav.innovation_sigma.tracker.z"), 5e-3);
  EXPECT_LT(run.at(run.last(), "nav.innovation_sigma.tracker.x"), 2e-3);
}

// A table turns in a uniform field: the field turns against the sensor, its bias does not.
TEST(InstalledSensors, MagnetometerBringsItsBias) {
  const ModelRun run = run_model(R"M(
holon: 1
units: strict
parts:
  magnetic: {type: MagneticField, field: [0 T, 2e-5 T, -4e-5 T]}
  table: {type: RigidBody, mass: 1 kg, inertia: {sphere: 0.1 m}}
  pin: {type: Revolute, between: [world, table], axis: z, initial: {angle: 0.3 rad, rate: 0.5 rad/s}}
  compass: {type: Magnetometer, on: table, sample: 10 Hz, noise_density: 3e-8 T/sqrt(Hz), bias: {sigma: 2e-6 T}}
  nav:
    type: KalmanFilter
    model: machine
    sample: 10 Hz
    measurements: [compass]
    estimate: [compass.bias]
    initial: {pin.angle: {mean: 0.1 rad, sigma: 0.3 rad}, pin.rate: {mean: 0.45 rad/s, sigma: 0.1 rad/s}}
simulate: {until: 30 s, interval: 1 s, tolerance: 1e-9, seed: 3}
outputs: [nav.error.compass.bias, nav.sigma.compass.bias, nav.error.pin.angle, nav.sigma.pin.angle, compass.bias]
)M");
  for (const char* axis : {".x", ".y", ".z"}) {
    const std::string bias = std::string("compass.bias") + axis;
    // σ √(1/(N T)) = 5.5e-9 T of a bias that is constant, more across the turning field.
    EXPECT_LT(run.at(run.last(), "nav.sigma." + bias), 2e-8);
    EXPECT_LT(std::abs(run.at(run.last(), "nav.error." + bias)),
              4 * run.at(run.last(), "nav.sigma." + bias));
    EXPECT_GT(std::abs(run.at(run.last(), bias)), 3e-8);
  }
  EXPECT_LT(std::abs(run.at(run.last(), "nav.error.pin.angle")),
            4 * run.at(run.last(), "nav.sigma.pin.angle"));
}

}  // namespace
}  // namespace holon
