// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Points of studies and the indices that come of them, for functions whose indices are known in
// closed form.
#include "holon/batch/influence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <set>

#include "holon/base/errors.h"
#include "holon/batch/normal_quantile.h"

namespace holon {
namespace {

using Kind = StudySettings::Kind;

StudyVariation uniform(const std::string& name, double from, double to) {
  return {.name = name, .kind = StudyVariation::Kind::uniform, .numbers = {from, to}};
}

StudyVariation normal(const std::string& name, double mean, double sigma) {
  return {.name = name, .kind = StudyVariation::Kind::normal, .numbers = {mean, sigma}};
}

StudySettings make_study(Kind kind, std::int64_t samples, std::vector<StudyVariation> vary) {
  StudySettings study;
  study.kind = kind;
  study.samples = samples;
  study.vary = std::move(vary);
  return study;
}

using Values = std::vector<double>;

Influence influence_on(const StudySettings& study,
                       const std::function<double(const Values&)>& function) {
  const SamplePlan plan(study);
  Values y;
  for (std::int64_t k = 0; k < plan.count(); ++k) y.push_back(function(plan.values(k)));
  return calc_influence(study, plan, y);
}

std::uint64_t gray(std::uint64_t n) { return n ^ (n >> 1); }

TEST(SobolSequence, HasThePointsOfThePublishedDirectionNumbers) {
  // scipy.stats.qmc.Sobol(40, scramble=False).random(16), whose points are in the order of the
  // Gray code.
  const SobolSequence sequence(40);
  const Values first{0, 0.5, 0.75, 0.25, 0.375, 0.875, 0.625, 0.125};
  const Values fourth{0, 0.5, 0.25, 0.75, 0.875, 0.375, 0.625, 0.125};
  const Values last{0,      0.5,    0.25,   0.75,   0.875,  0.375,  0.625,  0.125,
                    0.5625, 0.0625, 0.8125, 0.3125, 0.4375, 0.9375, 0.1875, 0.6875};
  for (std::size_t n = 0; n < first.size(); ++n) {
    EXPECT_EQ(sequence.bits(gray(n), 0) * 0x1p-32, first[n]);
    EXPECT_EQ(sequence.bits(gray(n), 3) * 0x1p-32, fourth[n]);
  }
  for (std::size_t n = 0; n < last.size(); ++n)
    EXPECT_EQ(sequence.bits(gray(n), 39) * 0x1p-32, last[n]);
}

TEST(SobolSequence, EveryDimensionIsStratified) {
  // The first 2^k points have one in each of 2^k intervals.
  const SobolSequence sequence(SobolSequence::kMostDimensions);
  for (int j = 0; j < SobolSequence::kMostDimensions; ++j) {
    std::set<std::uint32_t> strata;
    for (std::uint64_t n = 0; n < 1024; ++n) strata.insert(sequence.bits(n, j) >> 22);
    EXPECT_EQ(strata.size(), 1024U) << "dimension " << j;
  }
}

TEST(NormalQuantile, IsTheInverseOfTheDistribution) {
  // scipy.stats.norm.ppf
  const std::pair<double, double> known[] = {
      {1e-300, -37.0470962993612}, {1e-10, -6.361340902404056}, {0.01, -2.3263478740408408},
      {0.07, -1.4757910281791706}, {0.3, -0.5244005127080409},  {0.5, 0.0},
      {0.925, 1.4395314709384563}};
  for (const auto& [p, x] : known) EXPECT_NEAR(normal_quantile(p), x, 1e-14 * (1 + std::abs(x)));
  // 1 − p has an error of half a digit, 6e-17 of 1e-5.
  EXPECT_NEAR(normal_quantile(0.99999), 4.264890793923841, 1e-11);
}

TEST(LatinHypercube, HasOneSampleInEachStratumOfEachValue) {
  const StudySettings study = make_study(
      Kind::latin_hypercube, 50, {uniform("a", 0, 1), normal("b", 3, 2), uniform("c", -1, 1)});
  const SamplePlan plan(study);
  ASSERT_EQ(plan.count(), 50);
  std::set<int> a, b, c;
  int same = 0;
  for (std::int64_t k = 0; k < 50; ++k) {
    const Values v = plan.values(k);
    a.insert(static_cast<int>(50 * v[0]));
    b.insert(static_cast<int>(50 * 0.5 * std::erfc(-(v[1] - 3) / 2 / std::sqrt(2.0))));
    c.insert(static_cast<int>(25 * (v[2] + 1)));
    same += static_cast<int>(50 * v[0]) == static_cast<int>(25 * (v[2] + 1));
  }
  EXPECT_EQ(a.size(), 50U);
  EXPECT_EQ(b.size(), 50U);
  EXPECT_EQ(c.size(), 50U);
  EXPECT_LT(same, 8);  // one by chance
  // The mean is far better than that of independent samples, 0.29/√50 = 0.04.
  double mean = 0;
  for (std::int64_t k = 0; k < 50; ++k) mean += plan.values(k)[0] / 50;
  EXPECT_NEAR(mean, 0.5, 0.01);
}

// Ishigami's function: T. Ishigami, T. Homma, Proc. ISUMA '90, with a = 7 and b = 0.1. Its indices
// in closed form: V = a²/8 + b π⁴/5 + b² π⁸/18 + 1/2, V1 = (1 + b π⁴/5)²/2, V2 = a²/8,
// V13 = 8 b² π⁸/225.
double ishigami(const Values& x) {
  return std::sin(x[0]) + 7 * std::pow(std::sin(x[1]), 2) +
         0.1 * std::pow(x[2], 4) * std::sin(x[0]);
}

TEST(Sobol, FindsTheIndicesOfIshigamisFunction) {
  constexpr double kPi = std::numbers::pi;
  const StudySettings study =
      make_study(Kind::sobol, 4096,
                 {uniform("x1", -kPi, kPi), uniform("x2", -kPi, kPi), uniform("x3", -kPi, kPi)});
  const Influence found = influence_on(study, ishigami);
  EXPECT_EQ(found.blocks, 4096);
  const double first[] = {0.3139, 0.4424, 0.0}, total[] = {0.5576, 0.4424, 0.2437};
  // At 4096 points; the root of the mean square error of independent points would be 0.02.
  constexpr double kSampling = 0.01;
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(found.first[i].value, first[i], kSampling);
    EXPECT_NEAR(found.total[i].value, total[i], kSampling);
    EXPECT_LE(found.first[i].low, first[i]);
    EXPECT_GE(found.first[i].high, first[i]);
    EXPECT_LE(found.total[i].low, total[i]);
    EXPECT_GE(found.total[i].high, total[i]);
  }
  EXPECT_NEAR(found.variance, 49.0 / 8 + 0.02 * std::pow(kPi, 4) + std::pow(kPi, 8) / 1800 + 0.5,
              0.1);
}

TEST(Sobol, OfASumAreThePartsOfItsVariance) {
  // 3 a + b with σ 1 and 2: parts 9/13 and 4/13; c has none. No interactions.
  const StudySettings study =
      make_study(Kind::sobol, 2048, {normal("a", 5, 1), normal("b", -2, 2), uniform("c", 0, 9)});
  const Influence found =
      influence_on(study, [](const Values& x) { return 3 * x[0] + x[1] + 100; });
  constexpr double kSampling = 0.01;
  EXPECT_NEAR(found.first[0].value, 9.0 / 13, kSampling);
  EXPECT_NEAR(found.total[0].value, 9.0 / 13, kSampling);
  EXPECT_NEAR(found.first[1].value, 4.0 / 13, kSampling);
  EXPECT_NEAR(found.total[1].value, 4.0 / 13, kSampling);
  EXPECT_EQ(found.first[2].value, 0.0);
  EXPECT_EQ(found.total[2].value, 0.0);
}

TEST(Sobol, MoreSamplesAddToTheFormerOnes) {
  const auto plan_of = [](std::int64_t samples) {
    return SamplePlan(make_study(Kind::sobol, samples, {uniform("a", 0, 1), uniform("b", 0, 1)}));
  };
  const SamplePlan few = plan_of(4), many = plan_of(64);
  EXPECT_EQ(few.count(), 16);
  for (std::int64_t k = 0; k < few.count(); ++k) {
    EXPECT_EQ(few.values(k), many.values(k));
    EXPECT_EQ(few.seed(k), many.seed(k));
  }
  // A block shares its noise.
  EXPECT_EQ(few.seed(0), few.seed(3));
  EXPECT_NE(few.seed(3), few.seed(4));
}

TEST(Sobol, LeavesOutBlocksInWhichARunFailed) {
  const StudySettings study =
      make_study(Kind::sobol, 256, {uniform("a", 0, 1), uniform("b", 0, 1)});
  const SamplePlan plan(study);
  Values y;
  for (std::int64_t k = 0; k < plan.count(); ++k) y.push_back(plan.values(k)[0]);
  y[17] = std::nan("");
  const Influence found = calc_influence(study, plan, y);
  EXPECT_EQ(found.blocks, 255);
  EXPECT_NEAR(found.first[0].value, 1, 0.02);
  EXPECT_EQ(found.total[1].value, 0);
  const Influence none = influence_on(study, [](const Values&) { return 7.0; });
  EXPECT_TRUE(none.is_constant);
  EXPECT_TRUE(none.first.empty());
}

TEST(Sobol, HasSixtyFourDimensions) {
  std::vector<StudyVariation> many;
  for (int k = 0; k < 33; ++k) many.push_back(uniform("v" + std::to_string(k), 0, 1));
  try {
    SamplePlan plan(make_study(Kind::sobol, 8, many));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(error.diagnostics().to_string().find(
                  "at most 32 values vary in a study of the kind 'sobol', not 33"),
              std::string::npos);
  }
}

TEST(Morris, OfALinearFunctionAreItsSlopesTimesTheRanges) {
  const StudySettings study =
      make_study(Kind::morris, 12, {uniform("a", 0, 2), uniform("b", -1, 3), uniform("c", 0, 1)});
  const SamplePlan plan(study);
  EXPECT_EQ(plan.count(), 48);
  EXPECT_NEAR(plan.step(), 2.0 / 3, 1e-15);
  const Influence found = influence_on(study, [](const Values& x) { return 3 * x[0] - 5 * x[1]; });
  constexpr double kRounding = 1e-12;
  const double mean[] = {6, -20, 0};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(found.mean[i], mean[i], kRounding);
    EXPECT_NEAR(found.mean_abs[i].value, std::abs(mean[i]), kRounding);
    EXPECT_NEAR(found.sigma[i], 0, kRounding);
    EXPECT_NEAR(found.mean_abs[i].low, std::abs(mean[i]), kRounding);
  }
}

TEST(Morris, EffectsOfAProductDependOnTheOtherValue) {
  // ∂(a b)/∂a = b, which is at one of four levels with equal probability: mean 1/2, variance 5/36.
  const StudySettings study =
      make_study(Kind::morris, 4000, {uniform("a", 0, 1), uniform("b", 0, 1)});
  const Influence found = influence_on(study, [](const Values& x) { return x[0] * x[1]; });
  const double sigma = std::sqrt(5.0 / 36);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(found.mean[i], 0.5, 4 * sigma / std::sqrt(4000));
    EXPECT_NEAR(found.sigma[i], sigma, 0.01);
  }
}

TEST(Morris, TrajectoriesMoveOneValueAtATime) {
  StudySettings study =
      make_study(Kind::morris, 20, {uniform("a", 0, 1), uniform("b", 0, 1), normal("c", 0, 1)});
  study.levels = 6;
  const SamplePlan plan(study);
  const double step = plan.step();
  EXPECT_NEAR(step, 0.6, 1e-15);
  std::set<int> levels;
  for (std::int64_t t = 0; t < 20; ++t) {
    std::set<int> moved;
    for (std::int64_t k = 0; k < 3; ++k) {
      const Values from = plan.values(4 * t + k), to = plan.values(4 * t + k + 1);
      for (int i = 0; i < 3; ++i) {
        if (from[static_cast<std::size_t>(i)] == to[static_cast<std::size_t>(i)]) continue;
        moved.insert(i);
        EXPECT_EQ(plan.find_move(t, i).step, k);
        if (i < 2) {
          EXPECT_NEAR(to[static_cast<std::size_t>(i)] - from[static_cast<std::size_t>(i)],
                      plan.find_move(t, i).delta, 1e-15);
          levels.insert(static_cast<int>(std::lround(5 * from[static_cast<std::size_t>(i)])));
        }
      }
    }
    EXPECT_EQ(moved.size(), 3U);
  }
  EXPECT_EQ(levels, (std::set<int>{0, 1, 2, 3, 4, 5}));
}

TEST(Morris, EffectsOfListsAndDistributionsAreThoseOfTheMovesMade) {
  // Each value matters by 1 over its own range, whatever the list rounds Δ to.
  StudyVariation two{.name = "a", .kind = StudyVariation::Kind::values, .numbers = {0, 1}};
  StudyVariation three{.name = "c", .kind = StudyVariation::Kind::values, .numbers = {0, 0.5, 1}};
  const double width = 2 * normal_quantile(0.995);
  for (const std::int64_t levels : {4, 6, 10}) {
    StudySettings study =
        make_study(Kind::morris, 20, {two, uniform("b", 0, 1), three, normal("d", 3, 2)});
    study.levels = levels;
    const Influence found = influence_on(
        study, [&](const Values& x) { return x[0] + x[1] + x[2] + (x[3] - 3) / (2 * width); });
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(found.mean_abs[i].value, 1, 1e-12) << i;
      EXPECT_NEAR(found.sigma[i], 0, 1e-12) << i;
    }
  }
}

}  // namespace
}  // namespace holon
