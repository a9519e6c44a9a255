// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/machine/link_glyphs.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace holon {
namespace {

TEST(LinkGlyphs, EndWhereTheLinkEnds) {
  const Projected from{10, 20, 0}, to{110, 20, 0};
  EXPECT_EQ(draw_link(SceneLink::Kind::cable, from, to, 100), "M10 20L110 20");
  EXPECT_EQ(draw_link(SceneLink::Kind::rod, from, to, 100), "M10 18.5L110 18.5L110 21.5L10 21.5Z");
  const std::string spring = draw_link(SceneLink::Kind::spring, from, to, 100);
  EXPECT_TRUE(spring.starts_with("M10 20L20 20L")) << spring;
  EXPECT_TRUE(spring.ends_with("L100 20L110 20")) << spring;
  EXPECT_EQ(std::count(spring.begin(), spring.end(), 'L'), 1 + 2 * 8 + 2);
}

TEST(LinkGlyphs, ADampersPistonMovesWithItsEnd) {
  const auto rod = [](double end) {
    const std::string path = draw_link(SceneLink::Kind::damper, {0, 0, 0}, {end, 0, 0}, 100);
    return path.substr(path.rfind('M'));
  };
  EXPECT_EQ(rod(100), "M32.5 0L100 0");
  EXPECT_EQ(rod(110), "M42.5 0L110 0");
  EXPECT_EQ(rod(60), "M12 0L60 0");  // it stops at the bottom of the cylinder
}

TEST(LinkGlyphs, ACylindersRodComesOutOfItsBarrel) {
  const auto rod = [](double end) {
    const std::string path = draw_link(SceneLink::Kind::cylinder, {0, 0, 0}, {end, 0, 0}, 70);
    return path.substr(path.rfind('M'));
  };
  EXPECT_TRUE(rod(80).starts_with("M70 -2.2L80 -2.2")) << rod(80);
  EXPECT_TRUE(rod(120).starts_with("M70 -2.2L120 -2.2")) << rod(120);
}

TEST(LinkGlyphs, NothingIsDrawnWhereTheEndsMeet) {
  EXPECT_EQ(draw_link(SceneLink::Kind::spring, {5, 5, 0}, {5, 5, 0}, 0), "M0 0");
}

}  // namespace
}  // namespace holon
