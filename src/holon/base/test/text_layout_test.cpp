// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/text_layout.h"

#include <gtest/gtest.h>

namespace holon {
namespace {

TEST(TextLayout, AWidthCountsCharactersAndNotBytes) {
  EXPECT_EQ(display_width("Größe"), 5);
  EXPECT_EQ(pad("Größe", 7), "Größe  ");
  EXPECT_EQ(pad("Größe", 3), "Größe");
}

TEST(TextLayout, LinesBreakAtBlanksAndAreIndented) {
  EXPECT_EQ(wrap("one two three", 9, 2), "one two\n  three");
  EXPECT_EQ(wrap("unbreakable", 4, 0), "unbreakable");
}

TEST(TextLayout, DigitsStandInGroupsOfThree) {
  EXPECT_EQ(group_digits(12), "12");
  EXPECT_EQ(group_digits(1234567), "1 234 567");
  EXPECT_EQ(group_digits(-123456), "-123 456");
}

}  // namespace
}  // namespace holon
