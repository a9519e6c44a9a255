// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Rays beside and through shapes, by the distances of their edges.
#include "holon/navigation/obstacles.h"

#include <gtest/gtest.h>

#include <cmath>

#include "degree.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/joints/fixed.h"
#include "holon/navigation/parts/constellation.h"
#include "holon/navigation/parts/gnss_receiver.h"
#include "run_sensors.h"

namespace holon {
namespace {

using test::errors_of;

using test::kDegree;

bool meets(const Shape& shape, const Vector3<double>& from, Vector3<double> along) {
  const double size = std::sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
  const Expr hit =
      meets_ray(shape, {from[0], from[1], from[2]},
                {along[0] / size, along[1] / size, along[2] / size}, Obstacles::kClearance);
  return hit.value() != 0;
}

TEST(Obstacles, BoxIsMetWithinItsEdges) {
  const Shape box{.geometry = Box{.size = {2.0, 4.0, 6.0}}, .at = {10.0, 0.0, 0.0}};
  // Its near face is at x = 9, from −2 to 2 and −3 to 3.
  EXPECT_TRUE(meets(box, {0, 0, 0}, {1, 0, 0}));
  EXPECT_FALSE(meets(box, {0, 0, 0}, {-1, 0, 0}));
  EXPECT_TRUE(meets(box, {0, 0, 0}, {9, 1.999, 0}));
  EXPECT_FALSE(meets(box, {0, 0, 0}, {9, 2.001, 0}));
  EXPECT_TRUE(meets(box, {0, 0, 0}, {9, 0, -2.999}));
  EXPECT_FALSE(meets(box, {0, 0, 0}, {9, 0, -3.001}));
  // Parallel to its faces.
  EXPECT_TRUE(meets(box, {10, -9, 2.999}, {0, 1, 0}));
  EXPECT_FALSE(meets(box, {10, -9, 3.001}, {0, 1, 0}));
  // From its top face upwards, and from inside.
  EXPECT_FALSE(meets(box, {10, 0, 3}, {0.3, 0, 1}));
  EXPECT_TRUE(meets(box, {10, 0, 3}, {0.3, 0, -1}));
  EXPECT_TRUE(meets(box, {10, 0, 2.9}, {0, 0, 1}));
}

TEST(Obstacles, ARotatedBoxIsHitInItsPose) {
  // Turned by 45° about z: its corner points to the ray, √2 wide to either side.
  const Shape box{.geometry = Box{.size = {2.0, 2.0, 2.0}},
                  .at = {5.0, 0.0, 0.0},
                  .rotate = Orientation::axis_angle({0.0, 0.0, 1.0}, 45 * kDegree)};
  EXPECT_TRUE(meets(box, {0, 1.414, 0}, {1, 0, 0}));
  EXPECT_FALSE(meets(box, {0, 1.415, 0}, {1, 0, 0}));
}

TEST(Obstacles, SphereIsMetWithinItsRadius) {
  const Shape sphere{.geometry = Sphere{.radius = 3.0}, .at = {0.0, 5.0, 0.0}};
  // The tangent from 5 m has the sine 3/5: slope 3/4.
  EXPECT_TRUE(meets(sphere, {0, 0, 0}, {0.749, 1, 0}));
  EXPECT_FALSE(meets(sphere, {0, 0, 0}, {0.751, 1, 0}));
  EXPECT_FALSE(meets(sphere, {0, 0, 0}, {0, -1, 0}));
  EXPECT_TRUE(meets(sphere, {0, 5, 0}, {0, 0, 1}));   // from its centre
  EXPECT_FALSE(meets(sphere, {0, 8, 0}, {0, 1, 0}));  // away from its surface
}

TEST(Obstacles, CylinderIsMetWithinItsRadiusAndItsEnds) {
  const Shape cylinder{.geometry = Cylinder{.radius = 1.0, .length = 4.0, .axis = "z"},
                       .at = {5.0, 0.0, 0.0}};
  EXPECT_TRUE(meets(cylinder, {0, 0.999, 0}, {1, 0, 0}));
  EXPECT_FALSE(meets(cylinder, {0, 1.001, 0}, {1, 0, 0}));
  // Over its near rim, 4 m away, at 2 m, and over the far one.
  EXPECT_TRUE(meets(cylinder, {0, 0, 0}, {4, 0, 1.999}));
  EXPECT_FALSE(meets(cylinder, {0, 0, 0}, {4, 0, 2.001}));
  EXPECT_TRUE(meets(cylinder, {0, 0, 3}, {5.9, 0, -1}));
  // Along its axis.
  EXPECT_TRUE(meets(cylinder, {5.999, 0, -9}, {0, 0, 1}));
  EXPECT_FALSE(meets(cylinder, {6.001, 0, -9}, {0, 0, 1}));
}

TEST(Obstacles, CapsuleHasRoundEnds) {
  const Shape capsule{.geometry = Capsule{.radius = 1.0, .length = 4.0, .axis = "z"}};
  EXPECT_TRUE(meets(capsule, {-9, 0, 2.999}, {1, 0, 0}));
  EXPECT_FALSE(meets(capsule, {-9, 0, 3.001}, {1, 0, 0}));
  // At half the radius beside the axis its end is √3/2 above the cylinder's.
  EXPECT_TRUE(meets(capsule, {-9, 0.5, 2.866}, {1, 0, 0}));
  EXPECT_FALSE(meets(capsule, {-9, 0.5, 2.867}, {1, 0, 0}));
}

/// An antenna at the origin, level with the middle of a wall of 2000 m, 1 m north of it.
Model with_wall(const std::vector<std::string>& obstacles) {
  Model model;
  model.world.earth = EarthSettings{};
  model.world.earth->latitude = 48 * kDegree;
  model.world.earth->longitude = 11 * kDegree;
  RigidBody wall{.mass = 1.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}};
  wall.shapes = {Shape{.geometry = Box{.size = {2000.0, 0.2, 2000.0}}, .at = {0.0, 1.1, 0.0}}};
  model.add<RigidBody>("wall", wall);
  model.add<Fixed>("joint", {.between = {"world", "wall"}});
  RigidBody bare{.mass = 1.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}};
  model.add<RigidBody>("bare", bare);
  model.add<Fixed>("other", {.between = {"world", "bare"}});
  model.add<Constellation>("sky", Constellation{});
  GnssReceiver gps{.on = "world", .sample = 1.0};
  for (const std::string& name : obstacles) gps.obstacles.push_back({name});
  model.add<GnssReceiver>("gps", gps);
  return model;
}

TEST(Obstacles, WallHidesTheNorthernSky) {
  const System system = make_system(with_wall({"wall"}));
  std::vector<std::string> outputs{"gps.satellites"};
  constexpr int kSatellites = 24;
  for (int k = 0; k < kSatellites; ++k)
    for (const char* name : {"azimuth", "elevation", "active", "hidden"})
      outputs.push_back("gps." + std::string(name) + "[" + std::to_string(k) + "]");
  const Results r = simulate(system, test::tape_settings(0, 1.0, 1e-9), outputs);
  int used = 0, hidden = 0;
  for (int k = 0; k < kSatellites; ++k) {
    const auto value = [&](const char* name) {
      return r.values("gps." + std::string(name) + "[" + std::to_string(k) + "]")[0];
    };
    const bool is_above = value("elevation") > 10 * kDegree;
    // The wall ends 1000 m to the east and west, 0.06° from the line through the antenna.
    const bool is_north = std::cos(value("azimuth")) > 0.002;
    EXPECT_EQ(value("hidden"), is_above && is_north) << k;
    EXPECT_EQ(value("active"), is_above && !is_north) << k;
    used += is_above && !is_north;
    hidden += is_above && is_north;
  }
  EXPECT_EQ(r.values("gps.satellites")[0], used);
  EXPECT_GT(used, 0);
  EXPECT_GT(hidden, 0);
}

TEST(Obstacles, SayWhatHidesNothing) {
  EXPECT_EQ(errors_of(with_wall({"bare"})),
            "parts/gps: obstacles[0]: 'bare' has no shapes and therefore hides no satellite; name "
            "a body with boxes, "
            "cylinders, spheres or capsules\n");
  EXPECT_EQ(errors_of(with_wall({"world"})),
            "parts/gps: obstacles[0]: 'world' is not a body; name a body with boxes, cylinders, "
            "spheres or "
            "capsules\n");
  EXPECT_EQ(errors_of(with_wall({"wal"})).substr(0, 52),
            "parts/gps: obstacles[0]: there is no frame 'wal'; di");
}

}  // namespace
}  // namespace holon
