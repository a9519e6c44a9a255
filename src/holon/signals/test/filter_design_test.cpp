// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/filter_design.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numeric>
#include <vector>

namespace holon {
namespace {

using Polynomial = std::vector<double>;  // coefficients, that of s^0 first

// Of a few dozen operations.
constexpr double kRounding = 1e-13;

Polynomial multiply(const Polynomial& a, const Polynomial& b) {
  Polynomial c(a.size() + b.size() - 1, 0.0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) c[i + j] += a[i] * b[j];
  return c;
}

/// Π (s - p), s in units of `omega`.
Polynomial denominator(const FilterPrototype& f, double omega = 1) {
  Polynomial d{1};
  for (const FilterPrototype::Section& p : f.pairs) {
    const double w = p.omega * omega;
    d = multiply(d, {w * w, 2 * p.damping * w, 1});
  }
  return f.real_pole > 0 ? multiply(d, {f.real_pole * omega, 1}) : d;
}

double gain_at(const FilterPrototype& f, double omega) {
  const std::complex<double> s(0, omega);
  std::complex<double> h = f.gain;
  for (const FilterPrototype::Section& p : f.pairs) {
    if (p.zero > 0) h *= 1.0 + s * s / (p.zero * p.zero);
    h /= 1.0 + 2 * p.damping * s / p.omega + s * s / (p.omega * p.omega);
  }
  if (f.real_pole > 0) h /= 1.0 + s / f.real_pole;
  return std::abs(h);
}

/// T_n.
double chebyshev(int n, double x) {
  return std::abs(x) <= 1 ? std::cos(n * std::acos(x)) : std::cosh(n * std::acosh(std::abs(x)));
}

void expect_coefficients(const Polynomial& found, const Polynomial& expected, double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k)
    EXPECT_NEAR(found[k], expected[k], tolerance * std::abs(expected[k])) << "s^" << k;
}

TEST(FilterDesign, BesselHasTheReverseBesselPolynomials) {
  // A. I. Zverev, Handbook of Filter Synthesis: 15/(s³ + 6 s² + 15 s + 15), and its neighbours,
  // all with a delay of 1 s at frequency 0. Frequencies of gain 1/√2 of these: roots of |θ_n|² =
  // 2 θ_n(0)², by mpmath to 16 digits (C. S. Lindquist, Active Network Design, gives 1.3617,
  // 1.7557, 2.1139).
  expect_coefficients(denominator(make_bessel(1)), {1, 1}, kRounding);
  expect_coefficients(denominator(make_bessel(2), 1.361654128716130), {3, 3, 1}, kRounding);
  expect_coefficients(denominator(make_bessel(3), 1.755672368681211), {15, 15, 6, 1}, kRounding);
  expect_coefficients(denominator(make_bessel(4), 2.113917674904216), {105, 105, 45, 10, 1},
                      kRounding);
}

TEST(FilterDesign, BesselOfEveryOrderIsThePolynomialOfItsSum) {
  for (int n = 1; n <= kHighestBesselOrder; ++n) {
    // (2n - k)!/(2^(n-k) k! (n-k)!)
    Polynomial expected;
    for (int k = 0; k <= n; ++k)
      expected.push_back(std::round(std::exp(std::lgamma(2 * n - k + 1) - std::lgamma(k + 1) -
                                             std::lgamma(n - k + 1) - (n - k) * M_LN2)));
    // The delay at 0, θ'(0)/θ(0) = 1, gives the unit of frequency.
    const Polynomial d = denominator(make_bessel(n));
    const double omega = d[0] / d[1];
    const FilterPrototype f = make_bessel(n);
    // lgamma is accurate to some rounding errors of a logarithm of 48; the roots to 2e-12 at the
    // order 10.
    expect_coefficients(denominator(f, 1 / omega), expected, 1e-10);
    EXPECT_NEAR(gain_at(f, 1), std::sqrt(0.5), kRounding);
    EXPECT_EQ(f.gain, 1);
  }
}

TEST(FilterDesign, ChebyshevOfTypeOneHasThePublishedCoefficients) {
  // L. Weinberg, Network Analysis and Synthesis, table 11-8: four to seven digits.
  expect_coefficients(denominator(make_chebyshev1(1, 1)), {1.9652267, 1}, 1e-7);
  expect_coefficients(denominator(make_chebyshev1(2, 1)), {1.1025103, 1.0977343, 1}, 1e-7);
  expect_coefficients(denominator(make_chebyshev1(3, 0.5)), {0.7156938, 1.5348954, 1.2529130, 1},
                      1e-7);
  expect_coefficients(denominator(make_chebyshev1(4, 3)),
                      {0.1769869, 0.4047679, 1.1691176, 0.5815799, 1}, 1e-6);
}

TEST(FilterDesign, ChebyshevsGainsAreThoseOfTheDefinition) {
  for (const int n : {1, 2, 3, 6, 9}) {
    for (const double w : {0.0, 0.3, 0.7, 1.0, 1.2, 3.0}) {
      const double ripple = 0.5, epsilon1 = std::sqrt(std::pow(10, ripple / 10) - 1);
      const double t1 = epsilon1 * chebyshev(n, w);
      EXPECT_NEAR(gain_at(make_chebyshev1(n, ripple), w), 1 / std::sqrt(1 + t1 * t1), 1e-12)
          << n << ", " << w;
      const double attenuation = 40, epsilon2 = 1 / std::sqrt(std::pow(10, attenuation / 10) - 1);
      const double t2 = w > 0 ? epsilon2 * chebyshev(n, 1 / w) : HUGE_VAL;
      EXPECT_NEAR(gain_at(make_chebyshev2(n, attenuation), w), 1 / std::sqrt(1 + 1 / (t2 * t2)),
                  1e-12)
          << n << ", " << w;
    }
  }
}

TEST(FilterDesign, ButterworthsGainIsMaximallyFlat) {
  for (const int n : {1, 2, 5, 20})
    for (const double w : {0.0, 0.5, 1.0, 2.0})
      EXPECT_NEAR(gain_at(make_butterworth(n), w), 1 / std::sqrt(1 + std::pow(w, 2.0 * n)), 1e-12);
}

}  // namespace
}  // namespace holon
