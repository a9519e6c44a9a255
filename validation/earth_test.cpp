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
  EXPECT_MESSAGE(
      errors,
      "'earth' determines gravity at its location, which 'gravity' would override; leave one "
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
                 "'world: {earth: {latitude: …, longitude: …}}' gives every frame its location on "
                 "the Earth");
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

TEST(EarthInAFile, GivesAnEllipsoidInInertialSpace) {
  const Results r = test::run(R"yaml(
parts:
  earth: {type: Gravity, ellipsoidal: WGS84}
  stone: {type: PointMass, mass: 1 kg, initial: {position: [0, 0, 6356752.3142 m]}}
simulate: {until: 0 s}
)yaml",
                              {"stone.acceleration"});
  EXPECT_NEAR(r.values("stone.acceleration.z")[0], -9.8321849378, 1e-9);  // NIMA TR8350.2
  EXPECT_MESSAGE(
      test::errors_in("parts: {earth: {type: Gravity, ellipsoidal: GRS80}, stone: {type: "
                      "PointMass, mass: 1 kg}}\n"),
      "'GRS80' is not a known ellipsoid");
}

// The model of docs/parts/Force.md with the panel turned by 60° about y: n = (sin 60°, 0, cos 60°).
TEST(SolarPressure, IsWhatThePageOfForceWrites) {
  std::ifstream file(std::string(HOLON_SOURCE_DIR) + "/docs/parts/Force.md");
  std::string page{std::istreambuf_iterator<char>(file), {}};
  page.erase(0, page.find("parameters: {P:"));
  page.erase(page.find("```"));
  const std::string frames = "frames: {panel: {at: [0, 1.5 m, 0]}}";
  ASSERT_NE(page.find(frames), std::string::npos);
  page.replace(page.find(frames), frames.size(),
               frames + ", initial: {orientation: {axis: y, angle: 60 deg}}");
  const Results r =
      test::run("world: {gravity: [0, 0, 0]}\nsimulate: {until: 0 s}\n" + page,
                {"sunlight.world_force", "craft.com.acceleration", "craft.angular_acceleration"});
  const double P = 4.56e-6, A = 2, specular = 0.2, diffuse = 0.1;
  const double nx = std::sin(60 * kDegree), nz = std::cos(60 * kDegree);
  const double along_n = 2 * (specular * nx + diffuse / 3);
  const double Fx = -P * A * nx * ((1 - specular) + along_n * nx), Fz = -P * A * nx * along_n * nz;
  EXPECT_NEAR(r.values("sunlight.world_force.x")[0], Fx, 1e-18);
  EXPECT_NEAR(r.values("sunlight.world_force.y")[0], 0, 1e-18);
  EXPECT_NEAR(r.values("sunlight.world_force.z")[0], Fz, 1e-18);
  EXPECT_NEAR(r.values("craft.com.acceleration.x")[0], Fx / 50, 1e-18);
  // The arm 1.5 m along y, and 50 kg (1 m)²/6 of a cube.
  EXPECT_NEAR(r.values("craft.angular_acceleration.x")[0], 1.5 * Fz / (50 / 6.0), 1e-17);
  EXPECT_NEAR(r.values("craft.angular_acceleration.z")[0], -1.5 * Fx / (50 / 6.0), 1e-17);
}

}  // namespace
}  // namespace holon
