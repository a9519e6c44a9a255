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

/// Ten cells in a row, 60 mm too high; eight of them are worked until errors of 1 to 8 mm are left.
HeightFilm make_graded_row() {
  HeightFilm film;
  film.nx = 10, film.ny = 2;
  film.start.assign(20, 0.06);
  film.design.assign(20, 0.0);
  film.frames.resize(1);
  for (std::uint64_t k = 0; k < 8; ++k) {
    film.frames[0].cells.push_back(k);
    film.frames[0].heights.push_back(1e-3 * static_cast<double>(k + 1));
  }
  return film;
}

TEST(Terrain, HasColorsThatTellTheErrorsLeftFromThoseOfTheStart) {
  const HeightFilm film = make_graded_row();
  const HeightScale scale = choose_error_scale(film);
  EXPECT_EQ(scale.fine, 5e-3);  // the median is 4 mm
  EXPECT_EQ(scale.span, 0.1);
  EXPECT_EQ(scale.share_of(0.1), 1);
  EXPECT_EQ(scale.share_of(-0.3), -1);
  // ln(1 + 0.8)/ln(21) and ln(1 + 1.6)/ln(21): a tenth of the bar apart.
  EXPECT_NEAR(scale.share_of(4e-3), 0.19306, 1e-5);
  EXPECT_NEAR(scale.share_of(8e-3), 0.31385, 1e-5);
  // Nine in ten of 52 to 59 mm are at most 59 mm.
  EXPECT_EQ(choose_change_scale(film).span, 0.1);
}

TEST(Terrain, IsDrawnBelowTheMachineWithItsLegend) {
  SvgWriter svg;
  Camera down({0, 0, 0}, {0, 0, -1}, {0, 1, 0}, false);
  down.fit({-1, -1}, {11, 3}, 400, 200, 0);
  draw_terrain(svg, make_graded_row(), down, 400, 200);
  const std::string text = svg.str();
  // Nine tiles between the centres of ten cells in two rows.
  std::size_t tiles = 0;
  for (std::size_t at = text.find("<path"); at != std::string::npos;
       at = text.find("<path", at + 1))
    ++tiles;
  EXPECT_EQ(tiles, 9u);
  EXPECT_NE(text.find("too high, mm"), std::string::npos);
  EXPECT_NE(text.find("+100"), std::string::npos);
}

}  // namespace
}  // namespace holon
