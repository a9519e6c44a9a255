// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/filter_design.h"

#include <cmath>
#include <complex>
#include <numbers>

#include "holon/base/errors.h"
#include "holon/expr/graph/scalar.h"

namespace holon {
namespace {

using Complex = std::complex<double>;
constexpr double kPi = std::numbers::pi;

/// (2k + 1) π/(2n): the angle of a pole of a Butterworth filter from the imaginary axis.
double angle_of(int k, int order) {
  return (2.0 * static_cast<double>(k) + 1) * kPi / (2.0 * static_cast<double>(order));
}

double asinh_of(double x) { return detail::runtime_log(x + std::sqrt(x * x + 1)); }
double power_of_ten(double x) { return detail::runtime_exp(x * std::numbers::ln10); }

/// Poles -sinh μ sin φ ± i cosh μ cos φ on an ellipse instead of Butterworth's circle.
FilterPrototype make_on_ellipse(int order, double mu) {
  FilterPrototype f;
  const double minor = detail::runtime_sinh(mu), major = detail::runtime_cosh(mu);
  for (int k = 0; k < order / 2; ++k) {
    const double sigma = minor * detail::runtime_sin(angle_of(k, order));
    const double omega = major * detail::runtime_cos(angle_of(k, order));
    const double modulus = std::sqrt(sigma * sigma + omega * omega);
    f.pairs.push_back({modulus, sigma / modulus, 0});
  }
  if (order % 2 == 1) f.real_pole = minor;
  return f;
}

/// 1/z by products alone, whose bits do not depend on a library.
Complex invert(Complex z) { return std::conj(z) * (1 / std::norm(z)); }

/// θ_n(s)/θ_n'(s), by θ_k = (2k - 1) θ_(k-1) + s² θ_(k-2).
Complex newton_step(int order, Complex s) {
  Complex before = 1, value = s + 1.0, slope_before = 0, slope = 1;
  for (int k = 2; k <= order; ++k) {
    const double factor = 2 * k - 1;
    const Complex next = factor * value + s * s * before;
    const Complex slope_next = factor * slope + 2.0 * s * before + s * s * slope_before;
    before = value, value = next;
    slope_before = slope, slope = slope_next;
  }
  return value * invert(slope);
}

/// The roots of θ_n with imaginary part ≥ 0 by Ehrlich's and Aberth's simultaneous iteration (O.
/// Aberth, Math. Comp. 27 (1973) 339), from points about an arc on which they nearly lie.
std::vector<Complex> find_bessel_roots(int order) {
  constexpr int kMostRounds = 100;
  constexpr double kSmallest = 1e-15;
  const double radius = (2.0 * order + 1) / 2.6;
  std::vector<Complex> upper;
  for (int k = 0; k < (order + 1) / 2; ++k) {
    const double angle = kPi / 2 + kPi * (k + 0.5) / order;
    const bool is_real = 2 * k + 1 == order;
    upper.emplace_back(radius * detail::runtime_cos(angle),
                       is_real ? 0 : radius * detail::runtime_sin(angle));
  }
  for (int round = 0; round < kMostRounds; ++round) {
    double largest = 0;
    for (std::size_t k = 0; k < upper.size(); ++k) {
      Complex& root = upper[k];
      const Complex step = newton_step(order, root);
      Complex others = 0;
      for (std::size_t j = 0; j < upper.size(); ++j) {
        if (j != k) others += invert(root - upper[j]);
        if (upper[j].imag() != 0) others += invert(root - std::conj(upper[j]));
      }
      const Complex change = step * invert(1.0 - step * others);
      root -= change;
      largest = std::max(largest, std::abs(change) / std::abs(root));
    }
    if (largest < kSmallest) break;
  }
  return upper;
}

}  // namespace

FilterPrototype make_butterworth(int order) {
  FilterPrototype f;
  for (int k = 0; k < order / 2; ++k)
    f.pairs.push_back({1, detail::runtime_sin(angle_of(k, order)), 0});
  if (order % 2 == 1) f.real_pole = 1;
  return f;
}

FilterPrototype make_chebyshev1(int order, double ripple) {
  const double epsilon = std::sqrt(power_of_ten(ripple / 10) - 1);
  FilterPrototype f = make_on_ellipse(order, asinh_of(1 / epsilon) / order);
  if (order % 2 == 0) f.gain = power_of_ten(-ripple / 20);
  return f;
}

FilterPrototype make_chebyshev2(int order, double attenuation) {
  const double epsilon = 1 / std::sqrt(power_of_ten(attenuation / 10) - 1);
  FilterPrototype f = make_on_ellipse(order, asinh_of(1 / epsilon) / order);
  for (int k = 0; k < order / 2; ++k) {
    FilterPrototype::Section& pair = f.pairs[static_cast<std::size_t>(k)];
    pair.omega = 1 / pair.omega;
    pair.zero = 1 / detail::runtime_cos(angle_of(k, order));
  }
  if (order % 2 == 1) f.real_pole = 1 / f.real_pole;
  return f;
}

FilterPrototype make_bessel(int order) {
  HOLON_CHECK(order >= 1 && order <= kHighestBesselOrder, "an order of a Bessel filter");
  const std::vector<Complex> roots = find_bessel_roots(order);
  FilterPrototype f;
  for (const Complex root : roots) {
    const double modulus = std::sqrt(std::norm(root));
    if (root.imag() == 0)
      f.real_pole = modulus;
    else
      f.pairs.push_back({modulus, -root.real() / modulus, 0});
  }
  // 1/gain² over ω², which is monotonic.
  const auto loss = [&](double w) {
    double product = f.real_pole > 0 ? 1 + (w / f.real_pole) * (w / f.real_pole) : 1;
    for (const FilterPrototype::Section& p : f.pairs) {
      const double r = w / p.omega, real = 1 - r * r, imaginary = 2 * p.damping * r;
      product *= real * real + imaginary * imaginary;
    }
    return product;
  };
  double low = 0, high = 2.0 * order;
  for (int k = 0; k < 200 && low < high; ++k) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    (loss(middle) < 2 ? low : high) = middle;
  }
  for (FilterPrototype::Section& p : f.pairs) p.omega /= high;
  f.real_pole /= high;
  return f;
}

}  // namespace holon
