// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/linear/modes.h"

#include <gtest/gtest.h>

namespace holon {
namespace {

using Complex = std::complex<double>;

TEST(Modes, TheAssuranceCriterionIsThatOfDirections) {
  const std::vector<double> units{1, 1};
  EXPECT_DOUBLE_EQ(calc_mac({1.0, 2.0}, {Complex(0, -3), Complex(0, -6)}, units), 1);
  EXPECT_DOUBLE_EQ(calc_mac({1.0, 1.0}, {1.0, -1.0}, units), 0);
  // Circles in opposite directions.
  EXPECT_NEAR(calc_mac({1.0, Complex(0, 1)}, {1.0, Complex(0, -1)}, units), 0, 1e-15);
  // cos² of 45°.
  EXPECT_NEAR(calc_mac({1.0, 0.0}, {1.0, 1.0}, units), 0.5, 1e-15);
  // In other units of the second component the same, by its nominal value.
  EXPECT_NEAR(calc_mac({1.0, 0.0}, {1.0, 1000.0}, {1, 1000}), 0.5, 1e-15);
}

}  // namespace
}  // namespace holon
