// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "holon/view/plots/draw_sparsity.h"

namespace holon {
namespace {

TEST(Sparsity, DrawsAMarkForEveryEntryAndNamesTheGroups) {
  SparsityPlot image;
  image.title = "Two & one";
  image.size = 3;
  image.groups = {{"body", 2}, {"pin", 1}};
  image.entries = {{0, 0}, {1, 1}, {2, 0}, {0, 2}};
  const std::string svg = draw_sparsity(image);
  const std::string marks = svg.substr(svg.find("<path"));
  EXPECT_EQ(std::count(marks.begin(), marks.end(), 'M'), 4);
  for (const char* text : {"Two &amp; one", ">body<", ">pin<", "3 x 3, 4 entries, 44.4 % filled"}) {
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  }
  EXPECT_EQ(svg, draw_sparsity(image));
}

TEST(Sparsity, IsAsWideAsItsTitle) {
  SparsityPlot image;
  image.title = "A machine with a name that is longer than its matrix is wide";
  image.size = 1;
  const std::string svg = draw_sparsity(image), begin = "width=\"";
  const double width = std::stod(svg.substr(svg.find(begin) + begin.size()));
  // No letter of a sans-serif is narrower than a fifth of its size in the mean.
  EXPECT_GT(width, 0.2 * 15 * static_cast<double>(image.title.size()));
  EXPECT_LT(width, 15 * static_cast<double>(image.title.size()));
}

}  // namespace
}  // namespace holon
