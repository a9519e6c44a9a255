// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/time_integrals.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "holon/base/errors.h"

namespace holon {
namespace {

const std::vector<Column> kIntegratedColumns = {{"time", {}, ""}, {"f", {}, ""}};

/// ∫ sin from 0 to π by `count` unequal steps (t = s + 0.3 sin 2s).
double integrate_sine(int count) {
  TimeIntegrals integrals;
  integrals.begin(kIntegratedColumns);
  for (int k = 0; k <= count; ++k) {
    const double s = std::numbers::pi * k / count, t = s + 0.3 * std::sin(2 * s);
    const std::array<double, 2> row{t, std::sin(t)};
    integrals.row(row.data());
  }
  return integrals.values()[0];
}

TEST(TimeIntegralsTest, TheErrorIsOfFourthOrderOverUnequalSteps) {
  const double coarse = std::abs(integrate_sine(40) - 2), fine = std::abs(integrate_sine(80) - 2);
  EXPECT_LT(coarse, 1e-4);
  EXPECT_GT(coarse / fine, 8 * 0.9);  // at least third order, as at the ends
}

TEST(TimeIntegralsTest, ParabolasAreExactAndJumpsAreNotSmoothed) {
  TimeIntegrals integrals;
  integrals.begin(kIntegratedColumns);
  // t² from 0 to 1, then a jump to 5 - t until 3, over two rows alone.
  for (const auto& row :
       {std::array{0.0, 0.0}, {0.2, 0.04}, {0.7, 0.49}, {1.0, 1.0}, {1.0, 4.0}, {3.0, 2.0}}) {
    integrals.row(row.data());
  }
  EXPECT_NEAR(integrals.values()[0], 1.0 / 3 + 6, 1e-15 * 16);
}

TEST(TimeIntegralsTest, MuchShorterStepsBringNoRoundingErrors) {
  TimeIntegrals integrals;
  integrals.begin(kIntegratedColumns);
  // Noise of 1e-13 over a step of 1e-12: a parabola through it would err by 1e-2.
  for (const auto& row :
       {std::array{0.0, 1.0}, {1.0, 1.0}, {1.0 + 1e-12, 1.0 + 1e-13}, {2.0, 1.0}, {3.0, 1.0}}) {
    integrals.row(row.data());
  }
  EXPECT_NEAR(integrals.values()[0], 3, 1e-12);
}

TEST(TimeIntegralsTest, AnArchiveContinuesWithTheSameBits) {
  TimeIntegrals whole, first, second;
  for (TimeIntegrals* one : {&whole, &first, &second}) one->begin(kIntegratedColumns);
  const auto give = [](TimeIntegrals& to, int k) {
    const std::array<double, 2> row{0.1 * k, std::exp(0.1 * k)};
    to.row(row.data());
  };
  for (int k = 0; k < 20; ++k) give(whole, k);
  for (int k = 0; k < 9; ++k) give(first, k);
  Archive out;
  first.archive(out);
  Archive in(out.bytes(), "run.checkpoint");
  second.archive(in);
  for (int k = 9; k < 20; ++k) give(second, k);
  EXPECT_EQ(whole.values(), second.values());
  TimeIntegrals other;
  other.begin({kIntegratedColumns[0], kIntegratedColumns[1], kIntegratedColumns[1]});
  Archive again(out.bytes(), "run.checkpoint");
  EXPECT_THROW(other.archive(again), InputError);
}

TEST(TimeIntegralsTest, WithoutRowsThereIsNothing) {
  TimeIntegrals integrals;
  integrals.begin(kIntegratedColumns);
  EXPECT_TRUE(integrals.values().empty());
  const std::array<double, 2> row{1, 5};
  integrals.row(row.data());
  EXPECT_EQ(integrals.values(), std::vector<double>{0});
}

}  // namespace
}  // namespace holon
