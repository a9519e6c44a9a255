// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Bounds of NEES and NIS, and how many independent values correlated ones are worth.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "holon/estimate/consistency.h"

namespace holon {
namespace {

// scipy 1.10, stats.chi2.ppf; NEES bounds of 50 runs.
TEST(Consistency, QuantilesAreThoseOfScipyAndBoundsThoseOfTheTextbooks) {
  EXPECT_NEAR(find_chi_square(0.999, 3), 16.26623619623813, 1e-11);
  EXPECT_NEAR(find_chi_square(0.025, 300), 253.91232260248975, 1e-10);
  EXPECT_NEAR(find_chi_square(0.975, 300), 349.87446882991526, 1e-10);
  EXPECT_NEAR(find_chi_square(0.5, 15), 14.338859510956645, 1e-11);
  // One value in each of 50 runs: 6 in 5.078 … 6.997, 15 in 13.52 … 16.56.
  const ConsistencyTest six = test_consistency(std::vector<std::vector<double>>(50, {6.0}), 6);
  EXPECT_NEAR(six.lower, 5.078, 5e-4);
  EXPECT_NEAR(six.upper, 6.997, 5e-4);
  EXPECT_EQ(six.verdict, ConsistencyTest::Verdict::consistent);
  const ConsistencyTest fifteen =
      test_consistency(std::vector<std::vector<double>>(50, {17.0}), 15);
  EXPECT_NEAR(fifteen.lower, 13.52, 5e-3);
  EXPECT_NEAR(fifteen.upper, 16.56, 5e-3);
  EXPECT_EQ(fifteen.verdict, ConsistencyTest::Verdict::overconfident);
  EXPECT_EQ(fifteen.describe(), "mean 17 in [13.52, 16.56]: overconfident");
}

// A first-order process with ρ(k) = a^k is worth n (1 − a)/(1 + a) values.
TEST(Consistency, CorrelatedValuesCountForLess) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  const double a = 0.9;
  std::vector<double> white, correlated;
  double x = 0;
  for (int k = 0; k < 20000; ++k) {
    white.push_back(normal(random));
    correlated.push_back(x = a * x + white.back());
  }
  // The estimate's own scatter over 20000 values is some 5 %.
  EXPECT_NEAR(find_effective_count(white), 20000, 2000);
  EXPECT_NEAR(find_effective_count(correlated), 20000 * (1 - a) / (1 + a), 200);
}

// Values with a part that stays for a run: x = a + w with variances 1 each have the variance 2, a
// mean over a run the variance 1 + 1/n. About its own mean a run would count for n values.
TEST(Consistency, WhatStaysThroughARunMakesItsValuesOne) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  constexpr int kRuns = 400, kValues = 200;
  std::vector<std::vector<double>> runs;
  for (int r = 0; r < kRuns; ++r) {
    const double stays = normal(random);
    std::vector<double> run;
    for (int k = 0; k < kValues; ++k) run.push_back(stays + normal(random));
    runs.push_back(std::move(run));
  }
  // The variance of 400 numbers is known to a σ of 7 %. The sum over lags weighs lag k by 1 − k/n.
  EXPECT_NEAR(find_effective_count(runs) / kRuns, 2 / (1 + 1.0 / kValues), 0.4);
  EXPECT_GT(find_effective_count(runs[0]), kValues / 4);
}

}  // namespace
}  // namespace holon
