// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <type_traits>

#include "holon/spatial/vector.h"

/// Functions of x = θ² for the exponential maps, smooth at θ = 0. Below θ = 1 they are Taylor
/// polynomials, so that values and derivatives are accurate to rounding error there, where the
/// closed forms suffer from cancellation.
namespace holon::detail {

/// Whether only the polynomial is needed, where that is known: a number below 1.
template <class T>
bool is_below_one(const T& x) {
  if constexpr (std::is_floating_point_v<T>) return x < T(1);
  return false;
}

/// Σ (-x)^k / (2k + first)!, first < 4, for k = 0 … 9. For 0 <= x <= 1 the remainder is below 1/20!
/// of the first term.
template <class T>
T alternating_series(const T& x, int first) {
  constexpr int kTerms = 10;
  static constexpr auto kTables = [] {
    std::array<std::array<double, kTerms>, 4> tables{};
    for (int offset = 0; offset < 4; ++offset) {
      double factorial = 1;
      for (int i = 2; i <= offset; ++i) factorial *= i;
      for (int k = 0; k < kTerms; ++k) {
        tables[static_cast<std::size_t>(offset)][static_cast<std::size_t>(k)] = 1 / factorial;
        factorial *= (2 * k + offset + 1) * (2 * k + offset + 2);
      }
    }
    return tables;
  }();
  const double* const coefficients = kTables[static_cast<std::size_t>(first)].data();
  T sum(coefficients[kTerms - 1]);
  for (int k = kTerms - 2; k >= 0; --k) sum = T(coefficients[k]) - x * sum;
  return sum;
}

/// cos θ.
template <class T>
T cos_of_square(const T& x) {
  using std::cos, std::sqrt;
  if (is_below_one(x)) return alternating_series(x, 0);
  return choose_less(x, T(1), alternating_series(x, 0), cos(sqrt(x)));
}

/// sin θ / θ.
template <class T>
T sinc_of_square(const T& x) {
  using std::sin, std::sqrt;
  if (is_below_one(x)) return alternating_series(x, 1);
  const T theta = sqrt(x);
  return choose_less(x, T(1), alternating_series(x, 1), sin(theta) / theta);
}

/// (1 - cos θ) / θ² = ½ (sin(θ/2) / (θ/2))².
template <class T>
T versine_of_square(const T& x) {
  const T half = sinc_of_square<T>(T(0.25) * x);
  return T(0.5) * half * half;
}

/// (θ - sin θ) / θ³.
template <class T>
T third_of_square(const T& x) {
  using std::sin, std::sqrt;
  const T theta = sqrt(x);
  return choose_less(x, T(1), alternating_series(x, 3), (theta - sin(theta)) / (x * theta));
}

}  // namespace holon::detail
