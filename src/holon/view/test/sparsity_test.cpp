// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "holon/view/plots/draw_sparsity.h"

namespace holon {
namespace {

TEST(Sparsity, DrawsAMarkForEveryEntryAndNamesTheGroups) {
  SparsityPicture picture;
  picture.title = "Two & one";
  picture.size = 3;
  picture.groups = {{"body", 2}, {"pin", 1}};
  picture.entries = {{0, 0}, {1, 1}, {2, 0}, {0, 2}};
  const std::string svg = draw_sparsity(picture);
  const std::string marks = svg.substr(svg.find("<path"));
  EXPECT_EQ(std::count(marks.begin(), marks.end(), 'M'), 4);
  for (const char* text : {"Two &amp; one", ">body<", ">pin<", "3 x 3, 4 entries, 44.4 % filled"}) {
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  }
  EXPECT_EQ(svg, draw_sparsity(picture));
}

TEST(Sparsity, IsAsWideAsItsTitle) {
  SparsityPicture picture;
  picture.title = "A machine with a name that is longer than its matrix is wide";
  picture.size = 1;
  const std::string svg = draw_sparsity(picture), begin = "width=\"";
  const double width = std::stod(svg.substr(svg.find(begin) + begin.size()));
  // No letter of a sans-serif is narrower than a fifth of its size in the mean.
  EXPECT_GT(width, 0.2 * 15 * static_cast<double>(picture.title.size()));
  EXPECT_LT(width, 15 * static_cast<double>(picture.title.size()));
}

}  // namespace
}  // namespace holon
