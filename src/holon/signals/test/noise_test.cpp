// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/noise.h"

#include "run_block.h"

namespace holon {
namespace {

using namespace test;

std::vector<double> numbers(const Noise& noise, std::int64_t seed, const std::string& name = "n") {
  Model model;
  model.add<Noise>(name, noise);
  std::vector<double> values =
      run(model, 49.99, {name + ".output"}, 0.01, seed).values(name + ".output");
  return values;
}

// Of N independent numbers the mean scatters by σ/√N, the variance by σ² √((κ - 1)/N) with the
// kurtosis κ of 3 (normal) or 1.8 (uniform), a correlation by 1/√N. Five of these do not occur by
// chance, and the seeds are fixed.
constexpr double kScatter = 5;

void expect_white(const std::vector<double>& x, double mean, double deviation, double kurtosis) {
  const double n = static_cast<double>(x.size());
  ASSERT_EQ(x.size(), 5000u);
  double m = 0, v = 0, correlation = 0;
  for (const double e : x) m += e / n;
  EXPECT_NEAR(m, mean, kScatter * deviation / std::sqrt(n));
  for (std::size_t k = 0; k < x.size(); ++k) {
    v += (x[k] - m) * (x[k] - m) / n;
    if (k > 0) correlation += (x[k] - m) * (x[k - 1] - m) / n;
  }
  EXPECT_NEAR(v, deviation * deviation,
              kScatter * deviation * deviation * std::sqrt((kurtosis - 1) / n));
  EXPECT_NEAR(correlation / v, 0, kScatter / std::sqrt(n));
}

TEST(Noise, HasTheMomentsThatItIsGiven) {
  expect_white(numbers({.mean = 1.0, .deviation = 0.5, .sample = 0.01}, 1), 1, 0.5, 3);
  expect_white(numbers({.distribution = Noise::Distribution::uniform,
                        .mean = -2.0,
                        .deviation = 3.0,
                        .sample = 0.01},
                       2),
               -2, 3, 1.8);
}

TEST(Noise, IsAMatterOfSeedAndNameAlone) {
  const Noise noise{.sample = 0.01};
  const auto first = numbers(noise, 7);
  EXPECT_EQ(first, numbers(noise, 7));
  EXPECT_NE(first, numbers(noise, 8));
  EXPECT_NE(first, numbers(noise, 7, "other"));
  // Other parts do not change it either.
  Model model;
  model.add<Noise>("a", {.sample = 0.003});
  model.add<Noise>("n", noise);
  EXPECT_EQ(first, run(model, 49.99, {"n.output"}, 0.01, 7).values("n.output"));
}

}  // namespace
}  // namespace holon
