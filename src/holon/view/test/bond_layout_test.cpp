// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/bond_layout.h"

#include <gtest/gtest.h>

#include <cmath>

#include "holon/view/bond_drawing.h"

namespace holon {
namespace {

TEST(BondLayout, AJunctionHasItsElementsAroundIt) {
  // A source on the left, three others: the four directions of the page.
  std::vector<BondLayoutNode> nodes(5, {30, 30, 0});
  nodes[1].side = -1;
  const auto at = lay_out_bonds(nodes, {{1, 0}, {0, 2}, {0, 3}, {0, 4}});
  int level = 0, upright = 0;
  for (std::size_t k = 1; k < 5; ++k) {
    const double x = at[k].x - at[0].x, y = at[k].y - at[0].y;
    EXPECT_NEAR(std::hypot(x, y), 62 + 30, 2) << k;  // the length of a bond from rim to rim
    level += std::abs(y) < 1 ? 1 : 0;
    upright += std::abs(x) < 1 ? 1 : 0;
  }
  EXPECT_EQ(level, 2);
  EXPECT_EQ(upright, 2);
}

TEST(BondLayout, NothingLiesOnAnother) {
  // A chain of junctions with elements, and a ring.
  std::vector<BondLayoutNode> nodes;
  std::vector<BondLayoutEdge> edges;
  const auto add = [&] {
    nodes.push_back({60, 35, 0});
    return static_cast<int>(nodes.size()) - 1;
  };
  std::vector<int> spine;
  for (int k = 0; k < 8; ++k) {
    spine.push_back(add());
    if (k > 0) edges.push_back({spine[static_cast<std::size_t>(k - 1)], spine.back()});
    for (int n = 0; n < 2; ++n) edges.push_back({spine.back(), add()});
  }
  edges.push_back({spine.front(), spine.back()});
  const auto at = lay_out_bonds(nodes, edges);
  for (std::size_t a = 0; a < at.size(); ++a) {
    for (std::size_t b = a + 1; b < at.size(); ++b) {
      const bool apart = std::abs(at[a].x - at[b].x) >= 60 || std::abs(at[a].y - at[b].y) >= 35;
      EXPECT_TRUE(apart) << a << " on " << b;
    }
  }
}

TEST(BondLayout, GraphsApartAndEmptyOnesAreDrawn) {
  EXPECT_TRUE(lay_out_bonds({}, {}).empty());
  const std::vector<BondLayoutNode> nodes(4, {20, 20, 0});
  const auto at = lay_out_bonds(nodes, {{0, 1}, {2, 3}});
  EXPECT_GT(at[2].y, at[0].y + 20);
  EXPECT_NE(draw_bonds({}).find("</svg>"), std::string::npos);
}

}  // namespace
}  // namespace holon
