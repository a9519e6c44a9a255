// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/statistics/allan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "holon/analyse/statistics/chi_square.h"
#include "holon/base/errors.h"
#include "holon/simulate/events/random.h"

namespace holon {
namespace {

constexpr double kSamplePeriod = 0.01;  // [s]

/// Normal numbers of a stream of their own.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : seed_(seed) {}
  double normal() { return draw_number(SystemDraw::Distribution::normal, seed_, 7, ++count_); }
  double uniform() { return draw_number(SystemDraw::Distribution::uniform, seed_, 7, ++count_); }

 private:
  std::uint64_t seed_, count_ = 0;
};

std::vector<double> make_signal(std::size_t count, const std::function<double(std::size_t)>& next) {
  std::vector<double> y(count);
  for (std::size_t k = 0; k < count; ++k) y[k] = next(k);
  return y;
}

std::vector<double> white(std::size_t count, double N, std::uint64_t seed) {
  Draws draws(seed);
  return make_signal(count,
                     [&](std::size_t) { return N / std::sqrt(kSamplePeriod) * draws.normal(); });
}

std::vector<double> random_walk(std::size_t count, double K, std::uint64_t seed) {
  Draws draws(seed);
  double y = 0;
  return make_signal(
      count, [&](std::size_t) { return y += K * std::sqrt(kSamplePeriod) * draws.normal(); });
}

std::vector<double> markov(std::size_t count, double sigma, double time, std::uint64_t seed) {
  Draws draws(seed);
  const double decay = std::exp(-kSamplePeriod / time);
  double y = sigma * draws.normal();
  return make_signal(count, [&](std::size_t) {
    return y = decay * y + sigma * std::sqrt(1 - decay * decay) * draws.normal();
  });
}

/// Increments of an angle that is rounded to multiples of q, as rates.
std::vector<double> quantised(std::size_t count, double q, std::uint64_t seed) {
  Draws draws(seed);
  double before = 0;
  return make_signal(count, [&](std::size_t) {
    const double now = q * (draws.uniform() - 0.5), rate = (now - before) / kSamplePeriod;
    before = now;
    return rate;
  });
}

const AllanTerm& term_of(const AllanAnalysis& a, AllanNoise noise) {
  return a.terms[static_cast<std::size_t>(noise)];
}

/// Every estimate is within its band of the exact deviation. At this confidence a false alarm of
/// one of some fifty dependent points is rarer than one in a thousand, and the seeds are fixed.
constexpr double kBand = 0.9999;
void expect_in_bands(const AllanAnalysis& a, const std::function<double(double)>& variance,
                     double from = 0) {
  for (const AllanPoint& p : a.points) {
    if (p.time < from) continue;
    EXPECT_LT(p.lower, std::sqrt(variance(p.time))) << "at " << p.time << " s";
    EXPECT_GT(p.upper, std::sqrt(variance(p.time))) << "at " << p.time << " s";
  }
}

void expect_recovered(const AllanAnalysis& a, AllanNoise noise, double coefficient) {
  const AllanTerm& term = term_of(a, noise);
  EXPECT_TRUE(term.is_found) << name_of(noise);
  EXPECT_LT(term.lower, coefficient) << name_of(noise);
  EXPECT_GT(term.upper, coefficient) << name_of(noise);
}

TEST(Allan, WhiteNoiseHasItsClosedForm) {
  constexpr double N = 0.3;
  const AllanAnalysis a = calc_allan(white(40000, N, 1), kSamplePeriod, kBand);
  expect_in_bands(a, [](double tau) { return N * N / tau; });
  expect_recovered(a, AllanNoise::white, N);
  for (const AllanNoise other : {AllanNoise::quantisation, AllanNoise::bias_instability,
                                 AllanNoise::random_walk, AllanNoise::ramp})
    EXPECT_FALSE(term_of(a, other).is_found) << name_of(other);
}

TEST(Allan, RandomWalkHasItsClosedForm) {
  constexpr double K = 0.02;
  const AllanAnalysis a = calc_allan(random_walk(40000, K, 2), kSamplePeriod, kBand);
  // Of a walk in steps of T the variance is K² (2 m² + 1)/(6 m²) τ: K² τ/3 within 5 % from m = 4
  // on.
  expect_in_bands(
      a, [](double tau) { return K * K * tau / 3; }, 10 * kSamplePeriod);
  expect_recovered(a, AllanNoise::random_walk, K);
}

TEST(Allan, AGaussMarkovProcessHasItsClosedForm) {
  constexpr double kSigma = 0.5, kTime = 1.0;
  const AllanAnalysis a = calc_allan(markov(60000, kSigma, kTime, 3), kSamplePeriod, kBand);
  expect_in_bands(
      a, [](double tau) { return calc_markov_allan_variance(kSigma, kTime, tau); },
      10 * kSamplePeriod);
  // The largest deviation of the closed form, by SciPy's minimize_scalar: 0.61736 σ at 1.8926 τ.
  EXPECT_NEAR(std::sqrt(calc_markov_allan_variance(1, 1, 1.8926)), 0.61736, 1e-5);
  // Its series joins the closed form at half the correlation time, and begins with 2/3 u.
  EXPECT_NEAR(calc_markov_allan_variance(1, 1, 0.5 - 1e-9), calc_markov_allan_variance(1, 1, 0.5),
              2e-9);
  EXPECT_NEAR(calc_markov_allan_variance(1, 1, 1e-6), 2e-6 / 3 - 0.5e-12, 1e-18);
}

TEST(Allan, SeparatesQuantisationWhiteNoiseAndRandomWalk) {
  constexpr std::size_t kCount = 200000;
  constexpr double q = 2e-3, N = 1e-3, K = 5e-4;
  std::vector<double> y = white(kCount, N, 4);
  const std::vector<double> walk = random_walk(kCount, K, 5), steps = quantised(kCount, q, 6);
  for (std::size_t k = 0; k < kCount; ++k) y[k] += walk[k] + steps[k] + 3.0;
  const AllanAnalysis a = calc_allan(y, kSamplePeriod, 0.999);
  EXPECT_NEAR(a.mean, 3.0, 0.1);
  expect_recovered(a, AllanNoise::quantisation, q / std::sqrt(12));
  expect_recovered(a, AllanNoise::white, N);
  expect_recovered(a, AllanNoise::random_walk, K);
  EXPECT_FALSE(term_of(a, AllanNoise::ramp).is_found);
}

TEST(Allan, FindsARamp) {
  constexpr double R = 1e-3;
  std::vector<double> y = white(20000, 1e-3, 8);
  for (std::size_t k = 0; k < y.size(); ++k) y[k] += R * kSamplePeriod * static_cast<double>(k);
  const AllanTerm& ramp = term_of(calc_allan(y, kSamplePeriod), AllanNoise::ramp);
  EXPECT_TRUE(ramp.is_found);
  // Exact up to the white noise at the longest times.
  EXPECT_NEAR(ramp.coefficient, R, 0.02 * R);
}

TEST(Allan, IntervalsOfTheCoefficientContainItAsOftenAsTheySay) {
  constexpr double N = 1.0;
  constexpr int kRuns = 300;
  int hits = 0;
  for (int run = 0; run < kRuns; ++run) {
    const AllanTerm term = term_of(
        calc_allan(white(500, N, 100 + static_cast<std::uint64_t>(run)), kSamplePeriod, 0.9, 4),
        AllanNoise::white);
    hits += term.lower < N && N < term.upper;
  }
  // Nominal 90 %, and the binomial deviation of 300 runs is 1.7 %. That now and then a further term
  // takes a share of the noise costs some.
  EXPECT_GT(hits, 0.84 * kRuns);
  EXPECT_LT(hits, 0.96 * kRuns);
}

TEST(Allan, ChiSquareQuantiles) {
  // scipy.stats.chi2.ppf
  EXPECT_NEAR(find_chi_square(0.975, 1), 5.023886187314888, 1e-9);
  EXPECT_NEAR(find_chi_square(0.025, 10), 3.2469727802368396, 1e-9);
  EXPECT_NEAR(find_chi_square(0.5, 2.5), 1.8738477677808791, 1e-9);
  EXPECT_NEAR(find_chi_square(0.975, 5000), 5197.883771923797, 1e-6);
}

TEST(Allan, NamesWhatIsMissing) {
  const std::vector<double> few(8, 1.0);
  try {
    calc_allan(few, 1.0);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("an Allan deviation needs at least 9 samples, not 8"),
              std::string::npos);
  }
  const std::vector<double> constant(100, 1.0);
  const AllanAnalysis a = calc_allan(constant, 1.0);
  EXPECT_EQ(a.points[0].deviation, 0);
  EXPECT_FALSE(term_of(a, AllanNoise::white).is_found);
}

// White noise and a Gauss–Markov process whose hump is a hundred times below the record's length.
// Intervals of 95 %: of 8 records, at most one of each figure is outside by a twentieth's chance
// (the probability of more than two is 0.6 %).
TEST(Allan, FindsAGaussMarkovProcessWithItsCorrelationTime) {
  constexpr double kWhite = 0.002, kSigma = 0.03, kTime = 3;
  int outside_sigma = 0, outside_time = 0, outside_white = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    std::vector<double> y = markov(100'000, kSigma, kTime, seed);
    const std::vector<double> noise = white(y.size(), kWhite, 100 + seed);
    for (std::size_t k = 0; k < y.size(); ++k) y[k] += noise[k];
    const AllanAnalysis a = calc_allan(y, kSamplePeriod);
    ASSERT_TRUE(a.markov.is_found) << seed;
    EXPECT_NEAR(a.markov.sigma, kSigma, 0.3 * kSigma);
    EXPECT_NEAR(a.markov.time_constant, kTime, 0.5 * kTime);
    outside_sigma += kSigma < a.markov.sigma_lower || kSigma > a.markov.sigma_upper;
    outside_time += kTime < a.markov.time_lower || kTime > a.markov.time_upper;
    const AllanTerm& w = a.terms[static_cast<std::size_t>(AllanNoise::white)];
    outside_white += !w.is_found || kWhite < w.lower || kWhite > w.upper;
  }
  EXPECT_LE(outside_sigma, 2);
  EXPECT_LE(outside_time, 2);
  EXPECT_LE(outside_white, 2);
}

TEST(Allan, DoesNotTakeOtherNoiseForAGaussMarkovProcess) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    EXPECT_FALSE(calc_allan(white(20'000, 1, seed), kSamplePeriod).markov.is_found) << seed;
    EXPECT_FALSE(calc_allan(random_walk(20'000, 1, seed), kSamplePeriod).markov.is_found) << seed;
  }
}

}  // namespace
}  // namespace holon
