// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The logs of a trip, an inertial unit's table and a receiver's NMEA sentences, through the filter
// of the machine that they come from. The machine is simulated, so its true motion is known.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>

#include "command_line_fixture.h"

namespace holon {
namespace {

using ReceiverLog = test::CommandLine;
using test::Outcome;

// A vehicle on a figure eight; the filter begins 1 m and 2 degrees off.
std::string write_vehicle(const std::string& more, const std::string& outputs) {
  return R"M(holon: 1
units: strict
world: {earth: {latitude: 48.1 deg, longitude: 11.6 deg, height: 520 m}}
parts:
  chassis: {type: RigidBody, mass: 900 kg, inertia: {box: [2.4, 1.5, 0.6]}, frames: {antenna: {at: [0.5, 0, 1.5]}}}
  ground:
    type: Planar
    between: [world, chassis]
    axis: z
    motion_x: "50 [m]*sin(0.06 [rad/s]*time)"
    motion_y: "25 [m]*sin(0.12 [rad/s]*time)"
    motion_angle: "atan2(cos(0.06 [rad/s]*time), -cos(0.12 [rad/s]*time)) - 90 [deg]"
  imu:
    type: Imu
    on: chassis
    sample: 100 Hz
    grade: tactical
    gyro: {scale: {value: [0, 0, 0]}, misalignment: {value: [0 rad, 0 rad, 0 rad]}}
    accelerometer: {scale: {value: [0, 0, 0]}, misalignment: {value: [0 rad, 0 rad, 0 rad]}}
  sky: {type: Constellation, epoch: 2026-06-01T10:00:00Z}
  gps: {type: GnssReceiver, on: chassis.antenna, sample: 5 Hz, sigma: {horizontal: 0.3 m, vertical: 0.5 m, velocity: 0.05 m/s}, latency: 50 ms, outages: [[12 s, 15 s]]}
  nav:
    type: KalmanFilter
    method: eskf
    model: imu
    measurements: [gps]
    estimate: [imu.bias]
)M" + more +
         R"M(    initial:
      imu.position: {mean: [0.7 m, -0.5 m, 0.5 m], sigma: 1 m}
      imu.velocity: {mean: [3 m/s, 3 m/s, 0 m/s], sigma: 0.3 m/s}
      imu.orientation: {mean: [0.9205, 0, 0.0175, 0.3907], sigma: 2 deg}
simulate: {until: 30 s, interval: 10 ms, seed: 4}
outputs: [)M" +
         outputs + "]\n";
}

constexpr const char* kUnit = "imu.angular_velocity, imu.specific_force, imu.position";

/// A table by its headings, without units.
std::map<std::string, std::vector<double>> read_table(const std::string& text) {
  std::map<std::string, std::vector<double>> table;
  std::vector<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    std::size_t at = 0;
    const bool is_heading = names.empty();
    for (std::string cell; std::getline(cells, cell, ',');) {
      if (is_heading)
        names.push_back(cell.substr(0, cell.find(" [")));
      else
        table[names.at(at++)].push_back(std::strtod(cell.c_str(), nullptr));
    }
  }
  return table;
}

/// The mean of (error/σ)² of the position, from a time on, and the largest |error/σ|.
std::pair<double, double> compare_positions(const std::map<std::string, std::vector<double>>& of,
                                            const std::string& estimate, const std::string& sigma,
                                            const std::map<std::string, std::vector<double>>& truth,
                                            double from) {
  double sum = 0, largest = 0;
  int count = 0;
  for (std::size_t k = 0; k < of.at("time").size(); ++k) {
    if (of.at("time")[k] < from) continue;
    for (const char* axis : {".x", ".y", ".z"}) {
      const double error =
          of.at(estimate + axis)[k] - truth.at(std::string("imu.position") + axis)[k];
      const double ratio = error / of.at(sigma + axis)[k];
      sum += ratio * ratio, ++count;
      largest = std::max(largest, std::abs(ratio));
    }
  }
  return {sum / count, largest};
}

TEST_F(ReceiverLog, OfARealReceiverAndAnInertialUnitGiveThePositionWithinItsSigma) {
  write("trip.yaml",
        write_vehicle("    smooth: rts\n",
                      std::string(kUnit) +
                          ", nav.estimate.imu.position, nav.sigma.imu.position, "
                          "nav.smoothed.imu.position, nav.smoothed_sigma.imu.position"));
  std::string quiet = write_vehicle("", kUnit);
  write("unit.yaml", quiet);
  ASSERT_EQ(holon("run unit.yaml -o unit.csv").status, 0);
  ASSERT_EQ(holon("export nmea unit.yaml --of gps -o rover.nmea").status, 0);
  const Outcome o =
      holon("estimate trip.yaml --log unit.csv --log gps=rover.nmea@0 -o estimate.csv");
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_TRUE(has(o.err, "rows have no solution")) << o.err;
  EXPECT_FALSE(has(o.err, "is nan in this run")) << o.err;
  const Outcome plain = holon("run trip.yaml -o plain.csv");
  EXPECT_EQ(plain.status, 0);
  EXPECT_TRUE(has(plain.err, "nav: 'smoothed' is nan in this run")) << plain.err;
  const auto truth = read_table(read("unit.csv")), estimated = read_table(read("estimate.csv"));
  ASSERT_EQ(truth.at("time").size(), estimated.at("time").size());
  // Errors stay correlated for seconds: some dozen independent values in 27 s, whose mean square is
  // within 1 ± 0.9 (99 %); no value beyond 4 sigma.
  const auto [mean, largest] =
      compare_positions(estimated, "nav.estimate.imu.position", "nav.sigma.imu.position", truth, 3);
  EXPECT_LT(mean, 1.9);
  EXPECT_GT(mean, 0.1);
  EXPECT_LT(largest, 4);
  const auto [smoothed, most] = compare_positions(estimated, "nav.smoothed.imu.position",
                                                  "nav.smoothed_sigma.imu.position", truth, 0);
  EXPECT_LT(smoothed, 1.9);
  EXPECT_LT(most, 4);
  // Later measurements help most at the start, where one fix is known, and in the outage; at the
  // end there are none. Nowhere do they make it worse, but for the axes of errors, which turn by a
  // degree.
  const auto sigma = [&](const char* kind, std::size_t row) {
    return estimated.at(std::string("nav.") + kind + ".imu.position.x")[row];
  };
  const std::size_t end = estimated.at("time").size() - 1;
  EXPECT_LT(sigma("smoothed_sigma", 0), 0.5 * sigma("sigma", 0));
  EXPECT_LT(sigma("smoothed_sigma", 1490), 0.8 * sigma("sigma", 1490));
  EXPECT_NEAR(sigma("smoothed_sigma", end), sigma("sigma", end), 1e-12);
  for (std::size_t k = 0; k <= end; k += 50)
    EXPECT_LT(sigma("smoothed_sigma", k), 1.02 * sigma("sigma", k)) << k;
}

// What a run records of its sensors is a log, held values and latency included.
TEST_F(ReceiverLog, OfARunGivesTheEstimateOfTheRun) {
  write("trip.yaml", write_vehicle("", std::string(kUnit) +
                                           ", gps.position, gps.velocity, gps.sigma, gps.valid, "
                                           "gps.time_of_validity, nav.estimate.imu.position, "
                                           "nav.sigma.imu.orientation"));
  ASSERT_EQ(holon("run trip.yaml -o run.csv").status, 0);
  const Outcome o = holon("estimate trip.yaml --log run.csv -o again.csv");
  ASSERT_EQ(o.status, 0) << o.err;
  const auto run = read_table(read("run.csv")), again = read_table(read("again.csv"));
  constexpr double kRounded = 1e-7;  // times of rows
  for (const char* name : {"nav.estimate.imu.position.x", "nav.estimate.imu.position.z",
                           "nav.sigma.imu.orientation.z"})
    for (std::size_t k = 0; k < run.at("time").size(); k += 100)
      EXPECT_NEAR(run.at(name)[k], again.at(name)[k], kRounded) << name << k;
}

// The estimate of a model that measurements hardly touch: 3 e^(−k t) with the k that is set.
TEST_F(ReceiverLog, SettingsReachTheFiltersAndWhatTheyTakeForTheMachine) {
  write("decay.yaml", R"M(holon: 1
parameters: {k: 1}
parts:
  plant: {type: Equations, parameters: {slope: 1}, states: {x: {initial: 2, der: "-k*slope*x/(1 [s])"}}}
  nav:
    type: KalmanFilter
    method: kf
    step: exact
    sample: 10 Hz
    measurements: {z: {measured: plant.x, sigma: 1e6}}
    initial: {plant.x: {mean: 3, sigma: 1e-6}}
simulate: {until: 1 s, interval: 0.1 s}
outputs: [plant.x, nav.estimate.plant.x]
)M");
  ASSERT_EQ(holon("run decay.yaml -o log.csv").status, 0);
  const auto final_estimate = [&](const std::string& settings) {
    const Outcome o = holon("estimate decay.yaml --log log.csv -o estimate.csv " + settings);
    EXPECT_EQ(o.status, 0) << o.err;
    return read_table(read("estimate.csv")).at("nav.estimate.plant.x").back();
  };
  constexpr double kWeight =
      1e-9;  // of all measurements: (σ of the start/σ)² and digits of the table
  EXPECT_NEAR(final_estimate(""), 3 * std::exp(-1), kWeight);
  EXPECT_NEAR(final_estimate("--set k=2"), 3 * std::exp(-2), kWeight);
  EXPECT_NEAR(final_estimate("--set plant.slope=0.5"), 3 * std::exp(-0.5), kWeight);
  EXPECT_NEAR(final_estimate("--set k=2 --set plant.slope=0.25"), 3 * std::exp(-0.5), kWeight);
  EXPECT_EQ(
      holon("estimate decay.yaml --log log.csv -o slow.csv --set simulate.interval=0.5").status, 0);
  EXPECT_EQ(read_table(read("slow.csv")).at("time").size(), 3u);
  const Outcome o = holon("estimate decay.yaml --log log.csv --set simulate.until=3");
  EXPECT_EQ(o.status, 2);
  EXPECT_TRUE(has(o.err, "--set simulate.until: only values of parts")) << o.err;
  const Outcome unknown = holon("estimate decay.yaml --log log.csv --set plant.slop=3");
  EXPECT_NE(unknown.status, 0);
  EXPECT_TRUE(has(unknown.err, "'slop' is not a parameter")) << unknown.err;
}

TEST_F(ReceiverLog, ErrorsNameTheFileAndWhatIsMissing) {
  write("trip.yaml", write_vehicle("", "nav.estimate.imu.position"));
  write("unit.csv", "time,imu.angular_velocity.x\n0,1\n1,1\n");
  write("rover.nmea",
        "$GNGGA,100000.00,4806.0000000,N,01136.0000000,E,4,07,1.04,520.0000,M,0.0000,M,,*7C\r\n");
  const auto error = [&](const std::string& logs) {
    const Outcome o = holon("estimate trip.yaml " + logs + " -o estimate.csv");
    EXPECT_NE(o.status, 0);
    return o.err;
  };
  EXPECT_TRUE(has(error("--log unit.csv --log spg=rover.nmea"),
                  "'spg' is not a GnssReceiver of the model; there is 'gps'"))
      << error("--log unit.csv --log spg=rover.nmea");
  EXPECT_TRUE(has(error("--log unit.csv --log rover.nmea"), "they have no time in common"))
      << error("--log unit.csv --log rover.nmea");
  EXPECT_TRUE(has(error("--log unit.csv --log gone.nmea"), "'gone.nmea' cannot be read"))
      << error("--log unit.csv --log gone.nmea");
  EXPECT_TRUE(has(error("--log unit.csv --log unit.csv"), "two columns 'imu.angular_velocity.x'"));
  EXPECT_TRUE(has(error("--log unit.csv"), "has no column 'gps.position'"))
      << error("--log unit.csv");
}

}  // namespace
}  // namespace holon
