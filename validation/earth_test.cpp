// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// `world: {earth: …}` and receivers in model files: values, and every message with its place.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "model_text.h"

namespace holon {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

TEST(EarthInAFile, GivesGravityAndPlaces) {
  const Results r = test::run(R"yaml(
world: {earth: {latitude: 48.1 deg, longitude: 11.6 deg, height: 520 m}}
parts:
  stone: {type: PointMass, mass: 1 kg}
simulate: {until: 0 s}
)yaml",
                              {"stone.acceleration", "stone.latitude", "stone.height"});
  // The closed formulas in 40 digits: module earth.
  EXPECT_NEAR(r.values("stone.acceleration.z")[0], -9.807394632769264, 1e-11);
  EXPECT_NEAR(r.values("stone.latitude")[0], 48.1 * kDegree, 1e-15);
  EXPECT_NEAR(r.values("stone.height")[0], 520, 4e-9);
}

TEST(EarthInAFile, RefusesAnotherGravity) {
  const std::string errors = test::errors_in(R"yaml(
world: {earth: {latitude: 48.1 deg, longitude: 11.6 deg}, gravity: [0, 0, -9.81]}
parts: {stone: {type: PointMass, mass: 1 kg}}
)yaml");
  EXPECT_MESSAGE(errors,
                 "'earth' gives the gravity of its place, which 'gravity' would replace; leave one "
                 "of them out");
  EXPECT_MESSAGE(test::errors_in(R"yaml(
world: {earth: {latitude: 98 deg, longitude: 11.6 deg}}
parts: {stone: {type: PointMass, mass: 1 kg}}
)yaml"),
                 "latitude");
}

TEST(EarthInAFile, IsWhatOutputsOfPlacesNeed) {
  EXPECT_MESSAGE(test::errors_in(R"yaml(
parts: {stone: {type: PointMass, mass: 1 kg}}
outputs: [stone.latitude]
)yaml"),
                 "'world: {earth: {latitude: …, longitude: …}}' gives every frame its place on the "
                 "Earth");
}

TEST(EarthInAFile, ALogOfAReceiverDrivesAModel) {
  const auto path = std::filesystem::temp_directory_path() / "holon_earth_test.nmea";
  std::ofstream(path) << "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"
                         "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r\n";
  const Results r = test::run("inputs: {log: " + path.string() + R"yaml(}
world: {earth: {latitude: 48.1173 deg, longitude: 11.516666666666667 deg, height: 592.3 m}}
parts:
  site: {type: SiteCalibration, latitude: log.latitude, longitude: log.longitude, height: log.height, utm: 32}
simulate: {until: 1 s, interval: 1 s}
)yaml",
                              {"site.position", "log.speed"});
  for (const char* axis : {".x", ".y", ".z"}) {
    EXPECT_NEAR(r.values(std::string("site.position") + axis)[0], 0, 1e-7);
  }
  EXPECT_NEAR(r.values("log.speed")[1], 22.4 * 1852 / 3600, 1e-12);
}

}  // namespace
}  // namespace holon
