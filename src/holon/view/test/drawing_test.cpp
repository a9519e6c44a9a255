// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "holon/view/plots/plot.h"
#include "holon/view/plots/ticks.h"
#include "holon/view/svg/palette.h"
#include "holon/view/svg/svg.h"

namespace holon {
namespace {

std::string fixed(double value, int decimals = 2) {
  std::string text;
  append_fixed(text, value, decimals);
  return text;
}

TEST(Svg, WritesNumbersWithoutSuperfluousDigits) {
  EXPECT_EQ(fixed(1.0), "1");
  EXPECT_EQ(fixed(-0.001), "0");
  EXPECT_EQ(fixed(12.345), "12.35");
  EXPECT_EQ(fixed(-7.1), "-7.1");
  EXPECT_EQ(fixed(100), "100");
  EXPECT_EQ(fixed(100, 0), "100");
  EXPECT_EQ(fixed(1e20, 1), "100000000000000000000");
  EXPECT_EQ(fixed(std::nan("")), "0");
}

TEST(Svg, EscapesTextAndNestsElements) {
  SvgWriter svg;
  svg.open("g", "id=\"a\"");
  svg.text(1, 2, "p < q & \"r\"");
  svg.close();
  EXPECT_EQ(svg.str(),
            "<g id=\"a\">\n <text x=\"1\" y=\"2\" font-size=\"12\" fill=\"#333333\">"
            "p &lt; q &amp; &quot;r&quot;</text>\n</g>\n");
}

TEST(Svg, WritesPolylinesAsStepsInTenthsOfAPixel) {
  SvgPolyline path(false);
  path.move(80, 90);
  path.line(120.04, 90);
  path.line(120, 110.5);
  path.line(119.5, 110.5);
  path.close();
  path.move(81, 89);
  path.line(80.9, 89.9);
  EXPECT_EQ(path.data(), "M80 90l40 0 0 20.5-.5 0zm1-1-.1 .9");
}

TEST(Svg, WritesDotsAsStrokesWithoutLength) {
  SvgPolyline path;
  path.dot(1.5, 2);
  path.dot(3, 1);
  EXPECT_EQ(path.data(), "M1.5 2h0m1.5-1h0");
}

/// The points of a path with one absolute move and steps.
std::vector<std::array<double, 2>> read_steps(const std::string& data) {
  std::vector<std::array<double, 2>> points;
  const char* at = data.c_str() + 1;
  while (*at) {
    if (*at == 'l') ++at;
    char* end = nullptr;
    const double x = std::strtod(at, &end), y = std::strtod(end, &end);
    at = end;
    const bool is_first = points.empty();
    points.push_back({is_first ? x : points.back()[0] + x, is_first ? y : points.back()[1] + y});
  }
  return points;
}

TEST(Svg, LeavesOutPointsOfPolylinesByLessThanAPrinterShows) {
  SvgPolyline path;
  std::vector<std::array<double, 2>> points;
  for (int k = 0; k <= 3000; ++k) {
    const double x = 0.1 * k;
    points.push_back({x, 50 + 40 * std::sin(0.05 * x) + 3 * std::sin(1.3 * x)});
    k == 0 ? path.move(points[0][0], points[0][1]) : path.line(points.back()[0], points.back()[1]);
  }
  const auto kept = read_steps(path.data());
  EXPECT_LT(kept.size(), points.size() / 3);
  // The tolerance along the way, and half a tenth of a pixel in x and y from rounding.
  constexpr double kMost = 0.067 + 0.0708;
  for (const auto& p : points) {
    double nearest = INFINITY;
    for (std::size_t k = 0; k + 1 < kept.size(); ++k) {
      const double dx = kept[k + 1][0] - kept[k][0], dy = kept[k + 1][1] - kept[k][1];
      const double ex = p[0] - kept[k][0], ey = p[1] - kept[k][1];
      const double part = std::clamp((ex * dx + ey * dy) / (dx * dx + dy * dy), 0.0, 1.0);
      nearest = std::min(nearest, std::hypot(ex - part * dx, ey - part * dy));
    }
    EXPECT_LE(nearest, kMost) << p[0];
  }
}

TEST(Svg, WidthsCountCharactersNotBytes) {
  EXPECT_NEAR(estimate_text_width("°", 10), estimate_text_width("n", 10), 1);
  EXPECT_LT(estimate_text_width("ill", 10), estimate_text_width("mmm", 10));
}

using Labels = std::vector<std::string>;

TEST(Ticks, StandAtRoundNumbers) {
  EXPECT_EQ(make_ticks(0, 6, 6).labels, (Labels{"0", "1", "2", "3", "4", "5", "6"}));
  EXPECT_EQ(make_ticks(-0.23, 1.02, 5).labels,
            (Labels{"−0.2", "0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(make_ticks(0.3, 0.31, 4).labels.front(), "0.300");
}

TEST(Ticks, OfAnglesDivideTheTurn) {
  EXPECT_EQ(make_ticks(-100, 100, 4, true).values, (std::vector<double>{-90, -45, 0, 45, 90}));
  EXPECT_EQ(make_ticks(0, 720, 4, true).values, (std::vector<double>{0, 180, 360, 540, 720}));
  EXPECT_EQ(make_ticks(0, 4, 4, true).values, (std::vector<double>{0, 1, 2, 3, 4}));
}

TEST(Ticks, OfLargeAndSmallNumbersShareAPowerOfTen) {
  const Ticks large = make_ticks(0, 2.4e6, 5);
  EXPECT_EQ(large.exponent, 6);
  EXPECT_EQ(large.labels, (Labels{"0.0", "0.5", "1.0", "1.5", "2.0"}));
  const Ticks small = make_ticks(-3e-5, 3e-5, 6);
  EXPECT_EQ(small.exponent, -6);
  EXPECT_EQ(small.labels.front(), "−30");
  EXPECT_EQ(make_ticks(0, 99999, 5).exponent, 0);
  EXPECT_EQ(format_power_of_ten(-12), "10⁻¹²");
  EXPECT_EQ(format_power_of_ten(0), "");
}

TEST(ThinOut, KeepsEndsAndExtremesOfEveryBin) {
  std::vector<double> x, y;
  for (int i = 0; i < 100000; ++i) {
    x.push_back(i);
    y.push_back(std::sin(0.001 * i));
  }
  y[51234] = 7;  // a peak of one sample
  y[51235] = -7;
  std::vector<double> thin_x = x, thin_y = y;
  thin_out(thin_x, thin_y, 500);
  EXPECT_LE(thin_x.size(), 5u * 501);
  EXPECT_EQ(thin_x.front(), 0);
  EXPECT_EQ(thin_x.back(), 99999);
  EXPECT_EQ(*std::max_element(thin_y.begin(), thin_y.end()), 7);
  EXPECT_EQ(*std::min_element(thin_y.begin(), thin_y.end()), -7);
  EXPECT_TRUE(std::is_sorted(thin_x.begin(), thin_x.end()));
  for (std::size_t i = 0; i < thin_x.size(); ++i)
    EXPECT_EQ(thin_y[i], y[static_cast<std::size_t>(thin_x[i])]);
}

TEST(ThinOut, KeepsGapsAndLeavesShortCurvesAlone) {
  std::vector<double> x, y;
  for (int i = 0; i < 10000; ++i) {
    x.push_back(i);
    y.push_back(i == 5000 ? std::nan("") : 1);
  }
  std::vector<double> thin_x = x, thin_y = y;
  thin_out(thin_x, thin_y, 100);
  EXPECT_EQ(std::count_if(thin_y.begin(), thin_y.end(), [](double v) { return std::isnan(v); }), 1);
  std::vector<double> few_x{0, 1, 2}, few_y{3, 1, 2};
  thin_out(few_x, few_y, 100);
  EXPECT_EQ(few_y, (std::vector<double>{3, 1, 2}));
}

TEST(Palette, ReadsColoursAsCssWritesThem) {
  Rgb color;
  ASSERT_TRUE(parse_color("steelblue", color));
  EXPECT_EQ(format_color(color), "#4682b4");
  ASSERT_TRUE(parse_color("#0aF", color));
  EXPECT_EQ(format_color(color), "#00aaff");
  ASSERT_TRUE(parse_color("#D55e00", color));
  EXPECT_EQ(format_color(color), "#d55e00");
  for (const char* first_and_last : {"aliceblue", "yellowgreen", "rebeccapurple", "tan"})
    EXPECT_TRUE(parse_color(first_and_last, color)) << first_and_last;
  for (const char* wrong : {"", "#12", "#12345g", "steelblu", "Steelblue"})
    EXPECT_FALSE(parse_color(wrong, color)) << wrong;
  EXPECT_EQ(nearest_color_name("stelblue"), "steelblue");
  EXPECT_EQ(format_color(mix({1, 0, 0}, {1, 1, 1}, 0.5)), "#ff8080");
}

TEST(Palette, CurvesBeyondTheLastColourDifferByTheirDash) {
  for (std::size_t i = 0; i + 1 < 20; ++i)
    EXPECT_TRUE(std::string(curve_color(i)) != curve_color(i + 1) ||
                std::string(curve_dash(i)) != curve_dash(i + 1));
  EXPECT_STREQ(curve_color(0), curve_color(kPalette.size()));
  EXPECT_STRNE(curve_dash(0), curve_dash(kPalette.size()));
}

}  // namespace
}  // namespace holon
