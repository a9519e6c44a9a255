// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/machine/contact_ground.h"

#include <gtest/gtest.h>

#include "machines.h"

namespace holon {
namespace {

using namespace test;  // NOLINT: the machines of this folder

/// Two spheres of radii 0.1 and 0.2 m that move 3 m along x above a plane at z = -1.
struct Rolling {
  Rolling() {
    scene.bodies.resize(1);
    scene.bodies[0].name = "cart";
    scene.contacts = {{"front", {-1, {0, 0, -1}}, {0, {0, 0, 0}}, {0, 0, 1}, 0.1},
                      {"back", {-1, {7, 7, -1}}, {0, {-1, 0.5, 0}}, {0, 0, 1}, 0.2}};
    motion = make_motion_of({{0, Pose(Vec(0, 0, -0.9))}, {1, Pose(Vec(3, 0, -0.9))}});
  }
  Scene scene;
  Motion motion;
};

TEST(ContactGround, IsOnePieceForAllThatTouchesAPlane) {
  const Rolling rolling;
  const std::vector<GroundPatch> patches = find_ground(rolling.scene, rolling.motion);
  ASSERT_EQ(patches.size(), 1u);
  // From -1 to 3 m along x, and 12 % of that around it.
  constexpr double kRoom = 0.12 * 4;
  const Vec corners[] = {{-1 - kRoom, -kRoom, -1},
                         {3 + kRoom, -kRoom, -1},
                         {3 + kRoom, 0.5 + kRoom, -1},
                         {-1 - kRoom, 0.5 + kRoom, -1}};
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR((patches[0][k] - corners[k]).norm(), 0, 1e-12);
}

TEST(ContactGround, OfBodiesIsNotThatOfTheWorld) {
  Rolling rolling;
  rolling.scene.contacts[0].ground.body = 0;
  rolling.scene.contacts[1].normal = {1, 0, 0};
  const std::vector<GroundPatch> patches = find_ground(rolling.scene, rolling.motion);
  ASSERT_EQ(patches.size(), 1u);
  for (const Vec& corner : patches[0]) EXPECT_NEAR(corner[0], 7, 1e-12);
}

TEST(ContactGround, IsHatchedWhereItIsSeenFromItsEdge) {
  const Rolling rolling;
  SvgWriter edge, above;
  draw_ground(edge, rolling.scene, rolling.motion, Camera({0, 0, 0}, {0, 1, 0}, {0, 0, 1}, false));
  Camera down({0, 0, 0}, {0, 0, -1}, {0, 1, 0}, false);
  down.fit({-2, -2}, {4, 4}, 100, 100, 0);
  draw_ground(above, rolling.scene, rolling.motion, down);
  EXPECT_NE(edge.str().find("<line"), std::string::npos);
  EXPECT_EQ(above.str().find("<line"), std::string::npos);
  EXPECT_NE(above.str().find("<path"), std::string::npos);
}

}  // namespace
}  // namespace holon
