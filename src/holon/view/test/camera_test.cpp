// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/scene/camera.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "holon/view/machine/solids.h"
#include "machines.h"

namespace holon {
namespace {

using namespace test;  // NOLINT: the machines of this folder

// View along y, x to the right, z up, 100 px per metre, the origin at (100, 100).
Camera make_front_camera() {
  Camera camera({0, 0, 0}, {0, 1, 0}, {0, 0, 1}, false);
  camera.fit({-1, -1}, {1, 1}, 200, 200, 0);
  return camera;
}

TEST(Camera, ParallelViewKeepsLengths) {
  const Camera camera = make_front_camera();
  const Projected p = camera.project({0.5, 3, 0.25});
  EXPECT_NEAR(p.x, 150, 1e-12);
  EXPECT_NEAR(p.y, 75, 1e-12);
  EXPECT_NEAR(p.depth, 3, 1e-12);
  EXPECT_NEAR(camera.scale_at({0, 7, 0}), 100, 1e-12);
}

TEST(Camera, PerspectiveShrinksWithDistance) {
  Camera camera({0, -4, 0}, {0, 1, 0}, {0, 0, 1}, true);
  camera.fit({-0.25, -0.25}, {0.25, 0.25}, 200, 200, 0);
  EXPECT_NEAR(camera.project({1, 0, 0}).x, 200, 1e-9);
  EXPECT_NEAR(camera.project({1, 4, 0}).x, 150, 1e-9);
  EXPECT_NEAR(camera.scale_at({0, 0, 0}), 2 * camera.scale_at({0, 4, 0}), 1e-9);
}

TEST(Camera, StandsBesideAPlaneMotion) {
  const Scene scene = make_bar_scene();
  const Camera side = choose_camera(scene, make_swing({0, 1, 0}));
  EXPECT_NEAR((side.forward() - Vec(0, 1, 0)).norm(), 0, 1e-12);
  EXPECT_NEAR((side.right() - Vec(1, 0, 0)).norm(), 0, 1e-12);
  EXPECT_NEAR((side.up() - Vec(0, 0, 1)).norm(), 0, 1e-12);
  const Camera above = choose_camera(scene, make_swing({0, 0, 1}));
  EXPECT_NEAR((above.right() - Vec(1, 0, 0)).norm(), 0, 1e-12);
  EXPECT_NEAR((above.up() - Vec(0, 1, 0)).norm(), 0, 1e-12);
  const Camera along_x = choose_camera(scene, make_swing({1, 0, 0}));
  EXPECT_NEAR((along_x.right() - Vec(0, 1, 0)).norm(), 0, 1e-12);
  EXPECT_NEAR((along_x.up() - Vec(0, 0, 1)).norm(), 0, 1e-12);
}

TEST(Camera, StandsObliquelyWhereMotionIsSpatial) {
  const Camera camera = choose_camera(make_bar_scene(), make_swing({1, 1, 0.3}));
  for (Eigen::Index i = 0; i < 3; ++i) EXPECT_GT(std::abs(camera.forward()[i]), 0.3);
  EXPECT_LT(camera.forward()[2], 0);  // from above
  EXPECT_GT(camera.up()[2], 0.9);
}

TEST(Camera, OfTheModelLooksAtItsTarget) {
  Scene scene = make_bar_scene();
  scene.cameras.push_back({"front", "world", "link", {0, -4, 0}, {0, 0, 1}, 0.7});
  const Camera camera = choose_camera(scene, make_swing({0, 1, 0}));
  EXPECT_TRUE(camera.is_perspective());
  EXPECT_NEAR((camera.forward() - Vec(0, 1, 0)).norm(), 0, 1e-12);
  EXPECT_NEAR(camera.half_height, std::tan(0.35), 1e-12);
}

TEST(Solids, ABoxShowsTheFacesTurnedToTheCamera) {
  const Camera front = make_front_camera();
  EXPECT_EQ(draw_faces(make_box({0.4, 0.2, 0.2}), Pose(), front).size(), 1u);
  EXPECT_EQ(draw_outline(make_box({0.4, 0.2, 0.2}), Pose(), front), "M80 90l40 0 0 20-40 0z");
  const Pose turned(Turn::from_axis_angle({1, 1, 1}, 0.7), Vec(0, 0, 0));
  EXPECT_EQ(draw_faces(make_box({0.4, 0.2, 0.2}), turned, front).size(), 3u);
}

TEST(Solids, LightComesFromAbove) {
  Camera above({0, 0, 0}, {0, 1, -0.5}, {0, 0, 1}, false);
  above.fit({-1, -1}, {1, 1}, 200, 200, 0);
  const std::vector<Face> faces = draw_faces(make_box({1, 1, 1}), Pose(), above);
  ASSERT_EQ(faces.size(), 2u);  // the front (-y), then the top (+z)
  EXPECT_GT(faces[1].brightness, faces[0].brightness);
}

TEST(Solids, RoundOnesHaveRoundOutlines) {
  const Camera front = make_front_camera();
  EXPECT_EQ(draw_outline(make_round(Solid::Kind::sphere, 0.1), Pose(), front),
            "M90 100A10 10 0 1 1 110 100A10 10 0 1 1 90 100Z");
  // A capsule along z: two half circles and two straight sides.
  const std::string capsule =
      draw_outline(make_round(Solid::Kind::capsule, 0.1, 0.4), Pose(), front);
  EXPECT_EQ(std::count(capsule.begin(), capsule.end(), 'A'), 2);
  EXPECT_NE(capsule.find("L"), std::string::npos);
  // Viewed along its axis it is a disc.
  const Pose away(Turn::about_x(M_PI / 2), Vec(0, 0, 0));
  EXPECT_EQ(draw_outline(make_round(Solid::Kind::capsule, 0.1, 0.4), away, front),
            "M90 100A10 10 0 1 1 110 100A10 10 0 1 1 90 100Z");
  // A cylinder from the side is a rectangle with one visible side, from above a disc.
  EXPECT_EQ(draw_outline(make_round(Solid::Kind::cylinder, 0.1, 0.4), Pose(), front),
            "M110 120L90 120L90 80L110 80Z");
  EXPECT_EQ(draw_faces(make_round(Solid::Kind::cylinder, 0.1, 0.4), Pose(), front).size(), 1u);
  EXPECT_EQ(draw_faces(make_round(Solid::Kind::cylinder, 0.1, 0.4), away, front).size(), 1u);
  // Obliquely its ends are ellipses, half as high as wide at 30 degrees.
  const Pose tilted(Turn::about_x(M_PI / 6), Vec(0, 0, 0));
  const std::string oblique =
      draw_outline(make_round(Solid::Kind::cylinder, 0.1, 0.4), tilted, front);
  EXPECT_NE(oblique.find("A10 5 "), std::string::npos) << oblique;
}

TEST(Solids, HullsHaveNoPointsInsideOrOnEdges) {
  const auto hull = convex_hull({{0, 0}, {10, 0}, {5, 0}, {10, 10}, {0, 10}, {5, 5}, {0, 0}});
  EXPECT_EQ(hull.size(), 4u);
  EXPECT_EQ(convex_hull({{1, 1}}).size(), 1u);
  EXPECT_EQ(convex_hull({{0, 0}, {1, 0}, {2, 0}}).size(), 2u);
}

TEST(Camera, OneThatGoesOrTurnsFarIsNoStill) {
  Scene scene = make_bar_scene();
  scene.cameras = {{"side", "world", "world", {0, -4, 0}, {0, 0, 1}, 0},
                   {"on it", "link", "world", {0, -4, 0}, {0, 0, 1}, 0},
                   {"narrow", "world", "link.tip", {0, 0, 2}, {0, 1, 0}, 0.1},
                   {"beside", "world", "link.tip", {0.5, 0, 0.1}, {0, 0, 1}, 0}};
  scene.bodies[0].frames.emplace_back("tip", Pose(Vec(1, 0, 0)));
  const Motion motion = make_swing({0, 1, 0});
  EXPECT_TRUE(stands_still(scene, motion, 0));
  EXPECT_FALSE(stands_still(scene, motion, 1));
  EXPECT_FALSE(stands_still(scene, motion, 2));
  EXPECT_FALSE(stands_still(scene, motion, 3));
  scene.cameras[3].hides = {"link"};
  scene.cameras[3].look_at = "world";
  EXPECT_TRUE(stands_still(scene, motion, 3));
}

}  // namespace
}  // namespace holon
