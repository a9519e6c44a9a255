// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <vector>

/// Independent references for the examples: Jacobi's elliptic functions, and an extrapolation
/// method in long double. Neither shares a line with the library.
namespace holon::test {

using Real = long double;
using RealVector = std::vector<Real>;

struct Jacobi {
  Real sn, cn, dn;
};

/// sn, cn, dn (u | k²), 0 < k < 1, by descending Landen transformations (arithmetic-geometric
/// mean): Abramowitz and Stegun, Handbook of Mathematical Functions, 16.4.
inline Jacobi jacobi(Real u, Real k) {
  std::array<Real, 16> a{}, c{};
  a[0] = 1;
  Real b = std::sqrt(1 - k * k);
  c[0] = k;
  std::size_t n = 0;
  while (n + 1 < a.size() && std::abs(c[n]) > 1e-19L) {
    a[n + 1] = (a[n] + b) / 2;
    c[n + 1] = (a[n] - b) / 2;
    b = std::sqrt(a[n] * b);
    ++n;
  }
  Real phi = std::ldexp(a[n] * u, static_cast<int>(n));
  for (std::size_t i = n; i > 0; --i) phi = (phi + std::asin(c[i] / a[i] * std::sin(phi))) / 2;
  return {std::sin(phi), std::cos(phi), std::sqrt(1 - k * k * std::sin(phi) * std::sin(phi))};
}

using RealRhs = std::function<RealVector(Real t, const RealVector& x)>;

/// x(t + H) by Gragg's method with Bulirsch's and Stoer's extrapolation over 2, 4, … 18 substeps:
/// order 18, so that at the step used here rounding is all that is left (Hairer, Nørsett, Wanner,
/// Solving Ordinary Differential Equations I, II.9).
inline RealVector extrapolated_step(const RealRhs& f, Real t, const RealVector& x, Real H) {
  constexpr int kColumns = 9;
  std::array<std::array<RealVector, kColumns>, kColumns> table;
  const std::size_t size = x.size();
  for (int j = 0; j < kColumns; ++j) {
    const int n = 2 * (j + 1);
    const Real h = H / n;
    RealVector before = x, now = x, rate = f(t, x);
    for (std::size_t i = 0; i < size; ++i) now[i] += h * rate[i];
    for (int s = 1; s < n; ++s) {
      rate = f(t + s * h, now);
      RealVector next(size);
      for (std::size_t i = 0; i < size; ++i) next[i] = before[i] + 2 * h * rate[i];
      before = now;
      now = next;
    }
    rate = f(t + H, now);
    RealVector& first = table[static_cast<std::size_t>(j)][0];
    first.resize(size);
    for (std::size_t i = 0; i < size; ++i) first[i] = (now[i] + before[i] + h * rate[i]) / 2;
    for (int k = 1; k <= j; ++k) {
      const Real ratio = static_cast<Real>(n) / (2 * (j - k + 1));
      const RealVector& left = table[static_cast<std::size_t>(j)][static_cast<std::size_t>(k - 1)];
      const RealVector& above =
          table[static_cast<std::size_t>(j - 1)][static_cast<std::size_t>(k - 1)];
      RealVector& entry = table[static_cast<std::size_t>(j)][static_cast<std::size_t>(k)];
      entry = left;
      for (std::size_t i = 0; i < size; ++i) entry[i] += (left[i] - above[i]) / (ratio * ratio - 1);
    }
  }
  return table[kColumns - 1][kColumns - 1];
}

/// The solution at the given times (the first is the start), `substeps` extrapolated steps between.
inline std::vector<RealVector> solve_reference(const RealRhs& f, RealVector x,
                                               const std::vector<double>& times, int substeps = 2) {
  std::vector<RealVector> rows{x};
  for (std::size_t k = 1; k < times.size(); ++k) {
    const Real t = times[k - 1], H = (static_cast<Real>(times[k]) - t) / substeps;
    for (int s = 0; s < substeps; ++s) x = extrapolated_step(f, t + s * H, x, H);
    rows.push_back(x);
  }
  return rows;
}

}  // namespace holon::test
