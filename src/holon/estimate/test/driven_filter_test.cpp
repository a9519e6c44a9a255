// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Filters whose model is inertial navigation with an Imu of the machine ('model: imu'), corrected
// by positions or pseudoranges.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "holon/analyse/statistics/chi_square.h"
#include "holon/catalogue/builtin.h"
#include "holon/estimate/test/model_run.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"

namespace holon {
namespace {

using test::errors_of_text;
using test::ModelRun;

ModelRun run_driven(const std::string& text, std::uint64_t seed = 1,
                    EngineChoice engine = EngineChoice::tape) {
  return test::run_model(text, {engine, seed});
}

struct Vehicle {
  std::string world{}, imu = "grade: ideal", gps = "sigma: {horizontal: 0.3 m, vertical: 0.5 m}",
                       filter{}, sky{}, outputs = "nav.nees", until = "20 s", on = "chassis",
                       antenna = "chassis.antenna", rate = "100 Hz", measurements = "[gps]";
};

/// A figure eight that climbs and falls, with a bank; the IMU is on a plate that is welded to the
/// chassis.
std::string write_vehicle(const Vehicle& v) {
  return "holon: 1\n" + v.world + R"M(
parts:
  chassis:
    type: RigidBody
    mass: 900 kg
    inertia: {box: [2.4, 1.5, 0.6]}
    frames: {antenna: {at: [0.5, 0, 1.5]}, mount: {at: [0.2, 0.1, 0]}}
  plate: {type: RigidBody, mass: 1 kg, inertia: {box: [0.1, 0.1, 0.1]}}
  weld: {type: Fixed, between: [chassis.mount, plate]}
  trailer: {type: RigidBody, mass: 10 kg, inertia: {box: [1, 1, 1]}}
  hitch: {type: Revolute, between: [chassis, trailer], axis: z}
  path: {type: Frame, position: ["50*sin(0.06*time)", "25*sin(0.12*time)", "2*sin(0.1*time)"],
         orientation: {rpy: ["0.1*sin(0.3*time)", "0.05*sin(0.2*time)", "0.3 + 0.5*sin(0.1*time)"]}}
  hold: {type: Fixed, between: [path, chassis]}
)M" + v.sky +
         "  imu: {type: Imu, on: " + v.on + ", sample: " + v.rate + ", lever_arm: [0.1, 0, 0.2], " +
         v.imu + "}\n  gps: {type: GnssReceiver, on: " + v.antenna + ", sample: 5 Hz, " + v.gps +
         "}\n" + R"M(
  nav:
    type: KalmanFilter
    method: eskf
    model: imu
    measurements: )M" +
         v.measurements + "\n" + v.filter + "simulate: {until: " + v.until +
         ", interval: 0.1 s, tolerance: 1e-10}\noutputs: [" + v.outputs + "]\n";
}

constexpr const char* kStart = R"M(
    start: drawn
    initial:
      imu.position: {sigma: 1 m}
      imu.velocity: {sigma: 0.3 m/s}
      imu.orientation: {sigma: 1 deg}
)M";

/// The largest error of position and attitude of a filter that learns nothing from its receiver.
std::pair<double, double> find_drift(const std::string& rate, const std::string& world = {}) {
  Vehicle v;
  v.rate = rate;
  v.world = world;
  v.gps = "sigma: {horizontal: 1e9 m, vertical: 1e9 m, velocity: 1e9 m/s}";
  v.filter = "    initial: {imu.position: {sigma: 1 m}}\n";
  v.outputs =
      "nav.error.imu.position, nav.error.imu.orientation, nav.estimate.imu.velocity, "
      "imu.velocity, imu.position, nav.estimate.imu.position";
  const ModelRun run = run_driven(write_vehicle(v));
  double position = 0, attitude = 0;
  for (std::size_t k = 0; k <= run.last(); ++k)
    for (const char* axis : {"x", "y", "z"}) {
      const std::string of = axis;
      position = std::max(position, std::abs(run.at(k, "nav.error.imu.position." + of)));
      attitude = std::max(attitude, std::abs(run.at(k, "nav.error.imu.orientation." + of)));
    }
  return {position, attitude};
}

TEST(DrivenFilter, UsesSamplesOfTheUnitWithoutLag) {
  // Linear between samples: an error of h²/12 times the change of the rates, of order 2. Held
  // samples would lag by h/2: 0.05 rad/s · 5 ms = 2.5e-4 rad.
  const auto [position, attitude] = find_drift("100 Hz");
  const auto [position2, attitude2] = find_drift("50 Hz");
  EXPECT_LT(attitude, 1e-6);
  EXPECT_LT(position, 2e-4);
  EXPECT_NEAR(attitude2 / attitude, 4, 0.3);
  EXPECT_NEAR(position2 / position, 4, 0.3);
}

TEST(DrivenFilter, FeelsTheRotationOfTheEarth) {
  const std::string world =
      "world: {earth: {latitude: 48.1 deg, longitude: 11.6 deg, height: 520 m, rotation: true}}\n";
  // Without it the attitude would be off by 7.3e-5 rad/s · 20 s = 1.5e-3 rad.
  const auto [position, attitude] = find_drift("100 Hz", world);
  EXPECT_LT(attitude, 1e-6);
  EXPECT_LT(position, 2e-4);
}

TEST(DrivenFilter, NoiseIsThatOfTheUnit) {
  // At rest in all but name: σ² of a velocity after T without measurements, by the accelerometer's
  // figures alone: N² T; of the attitude by the gyros': N² T. Gravity couples tilt to the velocity:
  // g² (N_g² T³/3).
  Vehicle v;
  v.imu =
      "gyro: {noise_density: 1e-4 rad/s/sqrt(Hz)}, "
      "accelerometer: {noise_density: 2e-3 m/s^2/sqrt(Hz)}";
  v.gps = "sigma: {horizontal: 1e9 m, vertical: 1e9 m, velocity: 1e9 m/s}";
  v.filter = "    initial: {imu.position: {sigma: 1e-6 m}}\n";
  v.outputs = "nav.sigma.imu.velocity, nav.sigma.imu.orientation";
  v.until = "10 s";
  const ModelRun run = run_driven(write_vehicle(v));
  constexpr double T = 10, g = 9.80665;
  // The vehicle turns by up to 0.6 rad and accelerates by 0.3 m/s², which the closed form leaves
  // out: 3 % of g.
  constexpr double kLeftOut = 0.05;
  EXPECT_NEAR(run.at(run.last(), "nav.sigma.imu.orientation.x"), 1e-4 * std::sqrt(T), 1e-9);
  EXPECT_NEAR(run.at(run.last(), "nav.sigma.imu.velocity.z") / (2e-3 * std::sqrt(T)), 1, kLeftOut);
  const double level = std::sqrt(4e-6 * T + g * g * 1e-8 * T * T * T / 3);
  EXPECT_NEAR(run.at(run.last(), "nav.sigma.imu.velocity.x") / level, 1, kLeftOut);
}

TEST(DrivenFilter, IsConsistentFromErrorsThatAreDrawn) {
  Vehicle v;
  v.on = "plate";
  v.imu =
      "grade: tactical, gyro: {scale: {value: [0, 0, 0]}, misalignment: {value: [0, 0, 0]}}, "
      "accelerometer: {scale: {value: [0, 0, 0]}, misalignment: {value: [0, 0, 0]}}";
  v.gps += ", latency: 50 ms";
  v.filter = std::string("    estimate: [imu.bias]\n") + kStart;
  v.outputs = "nav.nees, nav.nis.gps.position, nav.late.gps.position, nav.sigma.imu.position";
  // NEES of independent runs is chi-square with 15 degrees each (99.9 %).
  constexpr int kRuns = 6;
  std::vector<double> sums(4, 0);
  for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
    const ModelRun run = run_driven(write_vehicle(v), seed);
    const std::size_t rows[] = {0, 50, 120, run.last()};
    for (std::size_t k = 0; k < 4; ++k) sums[k] += run.at(rows[k], "nav.nees");
    EXPECT_GT(run.at(run.last(), "nav.late.gps.position"), 90);
    EXPECT_LT(run.at(run.last(), "nav.sigma.imu.position.x"), 0.1);
  }
  for (const double sum : sums) {
    EXPECT_GT(sum, find_chi_square(0.0005, 15 * kRuns));
    EXPECT_LT(sum, find_chi_square(0.9995, 15 * kRuns));
  }
}

// Scale factors of a hundredth are no noise: without them among the states NEES is hundreds.
TEST(DrivenFilter, EstimatesScaleFactors) {
  Vehicle v;
  v.imu =
      "gyro: {noise_density: 0.002 deg/s/sqrt(Hz), scale: 1 %}, "
      "accelerometer: {noise_density: 5e-4 m/s^2/sqrt(Hz), scale: 1 %}";
  v.gps = "sigma: {horizontal: 0.05 m, vertical: 0.05 m, velocity: 0.02 m/s}";
  v.filter = std::string("    estimate: [imu.gyro.scale, imu.accelerometer.scale]\n") + kStart;
  v.outputs =
      "nav.nees, nav.sigma.imu.accelerometer.scale, nav.sigma.imu.gyro.scale, "
      "nav.error.imu.accelerometer.scale, nav.estimate.imu.accelerometer.scale";
  v.until = "40 s";
  constexpr int kRuns = 4;
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
    const ModelRun run = run_driven(write_vehicle(v), seed);
    sum += run.at(run.last(), "nav.nees");
    // The first velocity of the antenna, beside the unit, shows next to nothing of it.
    EXPECT_NEAR(run.at(0, "nav.sigma.imu.gyro.scale.z"), 0.01, 1e-6);
    // Gravity is always there: z is known to the noise of 40 s of velocities, some 0.02 m/s of
    // 392 m/s, and the tilt does not matter to it.
    EXPECT_LT(run.at(run.last(), "nav.sigma.imu.accelerometer.scale.z"), 5e-4);
    // 5σ of a drawn error.
    EXPECT_LT(std::abs(run.at(run.last(), "nav.error.imu.accelerometer.scale.z")),
              5 * run.at(run.last(), "nav.sigma.imu.accelerometer.scale.z"));
    EXPECT_GT(std::abs(run.at(run.last(), "nav.estimate.imu.accelerometer.scale.z")), 1e-6);
  }
  // 15 states: position, velocity, orientation and two times three scale factors (99.9 %).
  EXPECT_GT(sum, find_chi_square(0.0005, 15 * kRuns));
  EXPECT_LT(sum, find_chi_square(0.9995, 15 * kRuns));
}

Vehicle make_tight() {
  Vehicle v;
  v.world = "world: {earth: {latitude: 48.1 deg, longitude: 11.6 deg, height: 520 m}}\n";
  v.sky = "  sky: {type: Constellation}\n";
  v.imu =
      "grade: tactical, gyro: {scale: {value: [0, 0, 0]}, misalignment: {value: [0, 0, 0]}}, "
      "accelerometer: {scale: {value: [0, 0, 0]}, misalignment: {value: [0, 0, 0]}}";
  v.gps =
      "mode: pseudorange, latency: 50 ms, troposphere: true, "
      "clock: {offset: 1e-5 s, drift: 1e-8, phase_noise: 1e-10 s/sqrt(s), frequency_noise: "
      "1e-11 1/sqrt(s)}, elevation_mask: \"if(time > 10 [s], 42 [deg], 10 [deg])\"";
  v.filter = std::string("    estimate: [imu.bias]\n") + kStart;
  v.outputs =
      "nav.nees, gps.satellites, nav.sigma.imu.position, nav.error.gps.clock.bias, "
      "nav.sigma.gps.clock.bias, nav.nis.gps.pseudorange, nav.nis_bound.gps.pseudorange";
  return v;
}

TEST(DrivenFilter, PseudorangesOfFewSatellitesHelp) {
  constexpr int kRuns = 4;
  std::vector<double> sums(4, 0);
  for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
    const ModelRun run = run_driven(write_vehicle(make_tight()), seed);
    // From 10 s on there are too few for a position.
    EXPECT_GE(run.at(run.last(), "gps.satellites"), 1);
    EXPECT_LE(run.at(run.last(), "gps.satellites"), 3);
    EXPECT_NEAR(run.at(run.last(), "nav.nis_bound.gps.pseudorange"),
                find_chi_square(0.95, run.at(run.last(), "gps.satellites")), 1e-9);
    const std::size_t rows[] = {0, 50, 99, run.last()};
    for (std::size_t k = 0; k < 4; ++k) sums[k] += run.at(rows[k], "nav.nees");
  }
  // Position, velocity, attitude, two biases, and the clock with its rate: 17 (99.9 %).
  for (const double sum : sums) {
    EXPECT_GT(sum, find_chi_square(0.0005, 17 * kRuns));
    EXPECT_LT(sum, find_chi_square(0.9995, 17 * kRuns));
  }
  // Without any satellite: the gain of the few.
  Vehicle none = make_tight();
  none.gps += ", outages: [[10 s, 30 s]]";
  const ModelRun few = run_driven(write_vehicle(make_tight())),
                 blind = run_driven(write_vehicle(none));
  const auto volume = [](const ModelRun& run) {
    double product = 1;
    for (const char* axis : {"x", "y", "z"})
      product *= run.at(run.last(), std::string("nav.sigma.imu.position.") + axis);
    return product;
  };
  EXPECT_LT(volume(few), 0.8 * volume(blind));
}

TEST(DrivenFilter, EnginesAgreeToTheBit) {
  Vehicle v;
  v.imu = "grade: industrial";
  v.filter = std::string("    estimate: [imu.bias]\n") + kStart;
  v.gps += ", latency: 33 ms";
  v.until = "3 s";
  v.outputs = "nav.estimate.imu.position, nav.sigma.imu.orientation";
  const ModelRun tape = run_driven(write_vehicle(v)),
                 native = run_driven(write_vehicle(v), 1, EngineChoice::native);
  for (std::size_t k = 0; k <= tape.last(); ++k)
    for (const char* name : {"nav.estimate.imu.position.x", "nav.sigma.imu.orientation.z"})
      EXPECT_EQ(tape.at(k, name), native.at(k, name));
}

TEST(DrivenFilter, RunsOverALog) {
  // A run writes its log, and a filter over the log gives the estimate of the run.
  Vehicle v;
  v.imu = "grade: tactical";
  v.gps = "sigma: {horizontal: 0.3 m, vertical: 0.3 m}";
  v.measurements =
      "{gps: {measured: gps.position, predicted: chassis.antenna.position, sigma: "
      "0.3 m, sample: 100 Hz}}";
  v.filter =
      "    initial: {imu.position: {mean: [0.3, 0.1, 0.2], sigma: 1 m}, imu.velocity: {mean: "
      "[3, 3, 0.2], sigma: 1 m/s}, imu.orientation: {mean: [0.9887710779, 0, 0, "
      "0.1494381324], sigma: 3 deg}}\n";
  v.outputs =
      "imu.angular_velocity, imu.specific_force, gps.position, nav.estimate.imu.position, "
      "nav.sigma.imu.orientation";
  v.until = "2 s";
  std::string text = write_vehicle(v);
  const std::string slow = "interval: 0.1 s";
  text.replace(text.find(slow), slow.size(), "interval: 0.01 s");
  const ModelRun run = run_driven(text);
  const std::filesystem::path log =
      std::filesystem::temp_directory_path() / "holon_driven_filter_log.csv";
  {
    std::ofstream file(log);
    file.precision(17);
    const char* columns[] = {"time",
                             "imu.angular_velocity.x",
                             "imu.angular_velocity.y",
                             "imu.angular_velocity.z",
                             "imu.specific_force.x",
                             "imu.specific_force.y",
                             "imu.specific_force.z",
                             "gps.position.x",
                             "gps.position.y",
                             "gps.position.z"};
    for (const char* c : columns) file << (c == columns[0] ? "" : ",") << c;
    for (std::size_t k = 0; k <= run.last(); ++k) {
      file << "\n";
      for (const char* c : columns) file << (c == columns[0] ? "" : ",") << run.at(k, c);
    }
  }
  Vehicle logged = v;
  logged.measurements =
      "{gps: {predicted: chassis.antenna.position, sigma: 0.3 m, columns: "
      "[gps.position]}}\n    log: " +
      log.string();
  logged.outputs = "nav.estimate.imu.position, nav.sigma.imu.orientation";
  const ModelRun again = run_driven(write_vehicle(logged));
  for (std::size_t k = 0; k <= again.last(); ++k) {
    constexpr double kRounded = 1e-9;  // times of rows
    EXPECT_NEAR(again.at(k, "nav.estimate.imu.position.x"),
                run.at(10 * k, "nav.estimate.imu.position.x"), kRounded);
    EXPECT_NEAR(again.at(k, "nav.sigma.imu.orientation.z"),
                run.at(10 * k, "nav.sigma.imu.orientation.z"), kRounded);
  }
  Vehicle no_mean = logged;
  no_mean.filter = "    initial: {imu.position: {sigma: 1 m}}\n";
  EXPECT_NE(errors_of_text(write_vehicle(no_mean))
                .find("with a 'log' the mean of 'imu.position' must be given"),
            std::string::npos)
      << errors_of_text(write_vehicle(no_mean));
  std::filesystem::remove(log);
}

/// The vehicle as a composite part `rover`, in place or in a file; its frames are named from
/// outside.
std::string write_composite(Vehicle v, const std::string& file) {
  v.on = "rover." + v.on;
  v.antenna = "rover." + v.antenna;
  std::string text = write_vehicle(v);
  const std::size_t begin = text.find("  chassis:"), end = text.find("  imu:");
  const std::string parts = text.substr(begin, end - begin);
  std::string composite = "  rover: {type: " + file + "}\n";
  if (file.empty()) {
    composite = "  rover:\n    parts:\n";
    for (std::size_t at = 0; at < parts.size();) {
      const std::size_t line_end = parts.find('\n', at) + 1;
      composite += "    " + parts.substr(at, line_end - at);
      at = line_end;
    }
  } else {
    std::ofstream(file) << "holon: 1\nparts:\n" << parts;
  }
  return text.replace(begin, end - begin, composite);
}

TEST(DrivenFilter, TheBodyMayBeInACompositePart) {
  const std::vector<std::string> names{"nav.estimate.imu.position.x", "nav.estimate.imu.position.z",
                                       "nav.estimate.imu.orientation.w", "nav.sigma.imu.position.y",
                                       "nav.error.imu.velocity.x"};
  Vehicle v{.imu = "grade: tactical", .filter = kStart, .until = "5 s", .on = "plate"};
  v.outputs = names[0];
  for (std::size_t k = 1; k < names.size(); ++k) v.outputs += ", " + names[k];
  const ModelRun flat = run_driven(write_vehicle(v));
  const std::string file =
      (std::filesystem::temp_directory_path() / "holon_driven_rover.yaml").string();
  constexpr double kRounding = 1e-9;  // of numbers up to 10, through 500 predictions
  for (const std::string& at : {std::string(), file}) {
    const ModelRun run = run_driven(write_composite(v, at));
    for (const std::string& name : names)
      EXPECT_NEAR(run.at(run.last(), name), flat.at(flat.last(), name), kRounding) << name << at;
  }
  v.antenna = "trailer";
  EXPECT_NE(errors_of_text(write_composite(v, "")).find("which is not welded to 'rover'"),
            std::string::npos)
      << errors_of_text(write_composite(v, ""));
  std::filesystem::remove(file);
}

TEST(DrivenFilter, WrongInputIsRefused) {
  const auto error = [](const std::function<void(Vehicle&)>& change) {
    Vehicle v;
    v.imu = "grade: industrial";
    v.filter = std::string("    estimate: [imu.bias]\n") + kStart;
    change(v);
    return errors_of_text(write_vehicle(v));
  };
  EXPECT_EQ(error([](Vehicle&) {}), "");
  EXPECT_EQ(
      error([](Vehicle& v) { v.antenna = "trailer"; }),
      "in the filter's model: 'gps' is on 'trailer', which is not welded to 'chassis', the body "
      "of 'imu'; put the sensor on the body that carries the Imu, or write 'model: machine', which "
      "includes the joints in between\n");
  EXPECT_NE(error([](Vehicle& v) {
              v.measurements = "[imu]";
            }).find("it drives the model, so its measurements cannot correct it"),
            std::string::npos);
  EXPECT_NE(
      error([](Vehicle& v) { v.filter = std::string("    estimate: [imu.gyros.bias]\n") + kStart; })
          .find("'imu' has no bias 'imu.gyros.bias' to be estimated; did you mean "
                "'imu.gyro.bias'?"),
      std::string::npos);
  const auto without_scale = [](Vehicle& v, const std::string& initial) {
    v.imu = "grade: industrial, gyro: {scale: {value: [0, 0, 0]}}";
    v.filter = std::string("    estimate: [imu.gyro.scale]\n") + kStart + initial;
  };
  EXPECT_EQ(error([&](Vehicle& v) { without_scale(v, ""); }),
            "'imu.gyro.scale' is to be estimated, but 'imu' has no such random error; omit it, "
            "give the sensor its error ('sigma'), or write 'initial: {imu.gyro.scale: {sigma: "
            "…}}'\n");
  EXPECT_EQ(error([&](Vehicle& v) { without_scale(v, "      imu.gyro.scale: {sigma: 0.01}\n"); }),
            "");
  EXPECT_NE(error([](Vehicle& v) {
              v.filter += "    sample: 50 Hz\n";
            }).find("the filter predicts when 'imu' measures"),
            std::string::npos);
  EXPECT_NE(error([](Vehicle& v) {
              v.imu += ", latency: 10 ms";
            }).find("an Imu that drives a filter's model must not have a latency"),
            std::string::npos);
  EXPECT_NE(error([](Vehicle& v) {
              v.filter = "    initial: {imu.velocity: {sigma: 1 m}}\n";
            }).find("a speed"),
            std::string::npos);
}

}  // namespace
}  // namespace holon
