// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/bonds/bond_layout.h"

#include <gtest/gtest.h>

#include <cmath>

#include "holon/view/bonds/bond_drawing.h"

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

/// A net of n × n nodes with a storage each, resistances between them, and a source.
struct Net {
  std::vector<BondLayoutNode> nodes;
  std::vector<BondLayoutEdge> edges;

  int add(double side = 0) {
    nodes.push_back({44, 38, side});
    return static_cast<int>(nodes.size()) - 1;
  }
  int hang(int at) {
    const int leaf = add();
    edges.push_back({at, leaf});
    return leaf;
  }
  static Net square(int n) {
    Net net;
    std::vector<int> places;
    for (int k = 0; k < n * n; ++k) {
      places.push_back(net.add());
      net.hang(places.back());
    }
    const auto join = [&](int a, int b) {
      const int between = net.add();
      net.hang(between);
      net.edges.push_back({places[static_cast<std::size_t>(a)], between});
      net.edges.push_back({between, places[static_cast<std::size_t>(b)]});
    };
    for (int row = 0; row < n; ++row)
      for (int k = 0; k < n; ++k) {
        if (k + 1 < n) join(n * row + k, n * row + k + 1);
        if (row + 1 < n) join(n * row + k, n * (row + 1) + k);
      }
    net.edges.push_back({net.add(-1), places[0]});
    return net;
  }
  /// A chain of cells with two elements each.
  static Net chain(int n) {
    Net net;
    int before = net.add(-1);
    for (int k = 0; k < n; ++k) {
      const int cell = net.add();
      net.edges.push_back({before, cell});
      net.hang(cell), net.hang(cell);
      before = cell;
    }
    return net;
  }
};

void expect_readable(const Net& net, const BondPlacement& at) {
  const auto half_height = [&](std::size_t k) { return 0.5 * at.heights[k]; };
  for (std::size_t a = 0; a < net.nodes.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const bool apart =
          std::abs(at.centers[a].x - at.centers[b].x) >=
              0.5 * (net.nodes[a].width + net.nodes[b].width) ||
          std::abs(at.centers[a].y - at.centers[b].y) >= half_height(a) + half_height(b);
      EXPECT_TRUE(apart) << a << " on " << b;
    }
  }
  // Horizontal and vertical segments of bonds, which have numbers and symbols, pass through no
  // element.
  for (std::size_t e = 0; e < net.edges.size(); ++e) {
    const auto& route = at.routes[e];
    ASSERT_GE(route.size(), 2u);
    for (std::size_t p = 0; p + 1 < route.size(); ++p) {
      const BondLayoutPoint a = route[p], b = route[p + 1];
      const bool is_straight = std::abs(a.x - b.x) < 1e-6 || std::abs(a.y - b.y) < 1e-6;
      for (std::size_t k = 0; is_straight && k < net.nodes.size(); ++k) {
        const double w = 0.5 * net.nodes[k].width - 1, h = half_height(k) - 1;
        const bool beside = std::max(a.x, b.x) <= at.centers[k].x - w ||
                            std::min(a.x, b.x) >= at.centers[k].x + w ||
                            std::max(a.y, b.y) <= at.centers[k].y - h ||
                            std::min(a.y, b.y) >= at.centers[k].y + h;
        EXPECT_TRUE(beside) << "bond " << e << " through " << k;
      }
    }
    // Each end is on the rim of its element.
    for (const auto& [node, end] :
         {std::pair{net.edges[e].from, route.front()}, std::pair{net.edges[e].to, route.back()}}) {
      const auto k = static_cast<std::size_t>(node);
      const double x = std::abs(end.x - at.centers[k].x) - 0.5 * net.nodes[k].width,
                   y = std::abs(end.y - at.centers[k].y) - half_height(k);
      EXPECT_NEAR(std::max(x, y), 0, 1e-6) << e;
    }
  }
}

TEST(BondLayers, ANetIsReadable) {
  const Net net = Net::square(4);
  const BondPlacement at = place_bonds(net.nodes, net.edges);
  expect_readable(net, at);
  // The source is to the left of everything.
  for (std::size_t k = 0; k + 1 < net.nodes.size(); ++k)
    EXPECT_LE(at.centers.back().x, at.centers[k].x + 1e-6) << k;
}

TEST(BondLayers, ALongChainGoesOnInTheNextRow) {
  const Net net = Net::chain(40);
  const BondPlacement at = place_bonds(net.nodes, net.edges);
  expect_readable(net, at);
  double left = 1e300, right = -1e300;
  for (const BondLayoutPoint& p : at.centers)
    left = std::min(left, p.x), right = std::max(right, p.x);
  EXPECT_LT(right - left, 1700);
}

TEST(BondLayers, ManyElementsTakeNoLongTime) {
  const Net net = Net::square(12);  // 1 000 elements
  EXPECT_EQ(place_bonds(net.nodes, net.edges).routes.size(), net.edges.size());
}

}  // namespace
}  // namespace holon
