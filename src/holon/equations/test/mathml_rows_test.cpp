// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/equations/mathml_rows.h"

#include <gtest/gtest.h>

namespace holon {
namespace {

constexpr const char* kTimes = "<mo>&#x2062;</mo>";
constexpr const char* kSpace = "<mspace width=\"0.17em\"/>";

std::string name(const std::string& text) { return "<mi>" + text + "</mi>"; }

std::string square(const std::string& text) {
  return "<msup><mrow>" + name(text) + "</mrow><mn>2</mn></msup>";
}

int count_spaces(const std::string& equation) {
  const std::string block = write_math_block({equation});
  int count = 0;
  for (std::size_t at = block.find(kSpace); at != std::string::npos;
       at = block.find(kSpace, at + 1))
    ++count;
  return count;
}

TEST(MathmlRows, SeparateFactorsThatAreWords) {
  EXPECT_EQ(count_spaces(name("r") + kTimes + name("l")), 0);
  EXPECT_EQ(count_spaces(name("speed") + kTimes + name("l")), 1);
  EXPECT_EQ(count_spaces(name("r") + kTimes + name("speed")), 1);
  EXPECT_EQ(count_spaces(name("θ") + kTimes + name("r")), 0);  // one letter of two bytes
}

TEST(MathmlRows, SeparatePowersOfWords) {
  EXPECT_EQ(count_spaces(name("r") + kTimes + square("speed")), 1);
  EXPECT_EQ(count_spaces(square("speed") + kTimes + name("r")), 1);
  EXPECT_EQ(count_spaces(square("l") + kTimes + square("r")), 0);
}

TEST(MathmlRows, BreakAnEquationBeforeItsSigns) {
  const std::string plus = "<mo>+</mo>", equals = "<mo>=</mo>";
  const std::vector<std::string> pieces =
      split_mathml(name("a") + plus + name("b") + equals + name("c"));
  ASSERT_EQ(pieces.size(), 3u);
  EXPECT_EQ(pieces[1], plus + name("b"));
  EXPECT_EQ(pieces[2], equals + name("c"));
}

}  // namespace
}  // namespace holon
