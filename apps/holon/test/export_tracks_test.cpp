// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// `holon export nmea|kml|geojson`, and a log that comes back as a time series.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command_line_fixture.h"

namespace holon {
namespace {

using Tracks = test::CommandLine;
using test::Outcome;

constexpr const char* kRover = R"(holon: 1
world: {earth: {latitude: 48.1 deg, longitude: 11.6 deg, height: 520 m}}
parts:
  mast: {type: Frame, position: ["2 [m/s]*time", 0, 0]}
  gps: {type: GnssReceiver, on: mast, mode: rtk, sample: 2 Hz, sigma: {horizontal: 0, vertical: 0, velocity: 0}, outages: [[1 s, 2 s]]}
  sky: {type: Constellation, epoch: 2026-06-01T10:00:00Z}
simulate: {until: 3 s, interval: 0.5 s}
)";

TEST_F(Tracks, AsNmeaComeBackAsATimeSeries) {
  write("rover.yaml", kRover);
  const Outcome o = holon("export nmea rover.yaml -o rover.nmea");
  EXPECT_EQ(o.status, 0) << o.err;
  const std::string log = read("rover.nmea");
  // The place of the world's origin, seven satellites (numpy), fixed; then 1 s without a solution.
  EXPECT_TRUE(has(log, "$GNGGA,100000.00,4806.0000000,N,01136.0000000,E,4,07,1.04,520.0000,M,"))
      << log;
  EXPECT_TRUE(has(log, "$GNRMC,100001.50,V,,,,,")) << log;
  EXPECT_TRUE(has(log, "$GNVTG,90.000,T,,M,3.8877,N,7.2000,K,A")) << log;
  write("again.yaml", R"(holon: 1
inputs: {log: rover.nmea}
world: {earth: {latitude: 48.1 deg, longitude: 11.6 deg, height: 520 m}}
parts: {site: {type: SiteCalibration, latitude: log.latitude, longitude: log.longitude, height: log.height}}
simulate: {until: 3 s, interval: 0.5 s}
outputs: [site.position.x, log.fix]
)");
  const Outcome again = holon("run again.yaml -o again.csv");
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_TRUE(has(read("again.csv"), "\n1.5,")) << read("again.csv");
}

TEST_F(Tracks, AsGeojsonAndKmlHaveTheCourse) {
  write("rover.yaml", kRover);
  const Outcome o = holon("export geojson rover.yaml --of mast -o rover.geojson");
  EXPECT_EQ(o.status, 0) << o.err;
  const auto json = nlohmann::json::parse(read("rover.geojson"));
  const auto& line = json["features"][0]["geometry"]["coordinates"];
  ASSERT_EQ(line.size(), 7u);
  EXPECT_NEAR(line[0][0].get<double>(), 11.6, 1e-9);
  EXPECT_NEAR(line[0][1].get<double>(), 48.1, 1e-9);
  // 6 m to the east: over (N + h) cos φ, N + h = 6 390 517 m.
  EXPECT_NEAR(line[6][0].get<double>() - 11.6, 6 / (6390517 * 0.667833) * 57.29578, 2e-9);
  EXPECT_EQ(holon("export kml rover.yaml -o rover.kml").status, 0);
  EXPECT_TRUE(has(read("rover.kml"), "<name>gps</name>"));
  EXPECT_TRUE(has(read("rover.kml"), "<when>2026-06-01T10:00:00.000Z</when>"));
}

TEST_F(Tracks, AreRefusedWithTheReason) {
  write("rover.yaml", kRover);
  write("stone.yaml", "holon: 1\nparts: {stone: {type: PointMass, mass: 1 kg}}\n");
  const Outcome none = holon("export kml stone.yaml");
  EXPECT_EQ(none.status, 1);
  EXPECT_TRUE(has(none.err, "the model has no location on the Earth")) << none.err;
  const Outcome other = holon("export geojson rover.yaml --of mist");
  EXPECT_EQ(other.status, 1);
  EXPECT_TRUE(has(other.err, "'mist' is neither a frame nor a GnssReceiver; did you mean 'mast'?"))
      << other.err;
  EXPECT_EQ(holon("export nmea rover.yaml -o rover.txt").status, 2);
  EXPECT_EQ(holon("export nmea rover.yaml --fps 3").status, 2);
}

}  // namespace
}  // namespace holon
