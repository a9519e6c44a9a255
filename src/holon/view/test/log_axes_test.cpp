// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "holon/view/machine/figure.h"
#include "holon/view/plots/ticks.h"

namespace holon {
namespace {

using Labels = std::vector<std::string>;

TEST(LogAxes, MarksStandAtPowersOfTen) {
  const Ticks ticks = make_log_ticks(-2, 5, 10);
  EXPECT_EQ(ticks.labels, (Labels{"0.01", "0.1", "1", "10", "100", "1000", "10000", "10⁵"}));
  EXPECT_EQ(ticks.values.front(), -2);
}

TEST(LogAxes, ManyDecadesHaveFewerMarksAndFewHaveMore) {
  EXPECT_EQ(make_log_ticks(-8, 8, 5).labels, (Labels{"10⁻⁸", "10⁻⁴", "1", "10000", "10⁸"}));
  EXPECT_EQ(make_log_ticks(0, 1, 10).labels, (Labels{"1", "2", "5", "10"}));
  EXPECT_EQ(make_log_ticks(-1, 0, 10).labels, (Labels{"0.1", "0.2", "0.5", "1"}));
}

TEST(LogAxes, PanelsDrawMarksAndGuidesWithinTheirFrames) {
  Panel panel;
  panel.x_is_log = true;
  panel.curves.push_back({"gain", {0.1, 1, 100}, {3, 2, -5}});
  panel.curves.push_back({"poles", {1, 10}, {0, 1}, Curve::Mark::cross});
  panel.guides.push_back({"", {0.01, 0.1, 100, 1000}, {0, 0, 0, 0}});  // its ends are outside
  Figure figure;
  figure.panels.push_back(panel);
  const std::string svg = write_svg(figure);
  EXPECT_NE(svg.find(">0.1<"), std::string::npos);
  EXPECT_NE(svg.find(">100<"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  EXPECT_NE(svg.find("poles"), std::string::npos);
}

}  // namespace
}  // namespace holon
