// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/statistics/chi_square.h"

#include <fmt/format.h>

#include <cmath>

#include "holon/base/errors.h"

namespace holon {
namespace {

/// The regularised incomplete gamma function P(a, x), by its series or continued fraction (W. H.
/// Press et al., Numerical Recipes, 6.2).
double calc_incomplete_gamma(double a, double x) {
  constexpr int kMostTerms = 100000;
  constexpr double kEps = 1e-16;
  if (x <= 0) return 0;
  const double factor = std::exp(-x + a * std::log(x) - std::lgamma(a));
  if (x < a + 1) {
    double term = 1 / a, sum = term;
    for (int k = 1; k < kMostTerms && term > sum * kEps; ++k) sum += term *= x / (a + k);
    return sum * factor;
  }
  constexpr double kTiny = 1e-300;
  double b = x + 1 - a, c = 1 / kTiny, d = 1 / b, h = d;
  for (int k = 1; k < kMostTerms; ++k) {
    const double an = -k * (k - a);
    b += 2;
    d = an * d + b;
    if (std::abs(d) < kTiny) d = kTiny;
    c = b + an / c;
    if (std::abs(c) < kTiny) c = kTiny;
    d = 1 / d;
    h *= d * c;
    if (std::abs(d * c - 1) < kEps) break;
  }
  return 1 - factor * h;
}

}  // namespace

double calc_chi_square(double x, double n) { return calc_incomplete_gamma(n / 2, x / 2); }

double find_chi_square(double probability, double n) {
  if (!(probability >= 0) || !(probability < 1) || !(n > 0))
    throw InputError({},
                     fmt::format("the chi-square distribution has no quantile of {:g} with {:g} "
                                 "degrees of freedom",
                                 probability, n));
  // Bisection: the bounds hold, and the function is cheap.
  double low = 0, high = n + 10;
  while (calc_chi_square(high, n) < probability) high *= 2;
  for (int k = 0; k < 200 && high - low > 1e-15 * high; ++k) {
    const double middle = 0.5 * (low + high);
    (calc_chi_square(middle, n) < probability ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace holon
