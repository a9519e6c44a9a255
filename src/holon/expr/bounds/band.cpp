// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/bounds/band.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "holon/expr/graph/operations.h"

namespace holon::detail {
namespace {

constexpr std::size_t kDegree = 4;
constexpr std::array<double, kDegree + 1> kBinomials4 = {1, 4, 6, 4, 1};
constexpr std::array<double, 2 * kDegree + 1> kBinomials8 = {1, 8, 28, 56, 70, 56, 28, 8, 1};
constexpr Curve kOne = {1, 1, 1, 1, 1};

/// The coefficients of degree 8 of a product.
std::array<double, 2 * kDegree + 1> multiply(const Curve& a, const Curve& b) {
  std::array<double, 2 * kDegree + 1> product{};
  for (std::size_t i = 0; i <= kDegree; ++i)
    for (std::size_t j = 0; j <= kDegree; ++j)
      product[i + j] += kBinomials4[i] * kBinomials4[j] * a[i] * b[j];
  for (std::size_t k = 0; k < product.size(); ++k) product[k] /= kBinomials8[k];
  return product;
}

/// A function's value and its first two derivatives at one point, and a bound of the third.
struct Taylor {
  double value = 0, first = 0, second = 0, third = 0;
};

Band expand(const Taylor& f, const Band& x, const Interval& range, double middle) {
  Band d = x;
  for (double& c : d.curve) c -= middle;
  const double farthest = std::max(range.upper - middle, middle - range.lower);
  Band result = f.first * d + (0.5 * f.second) * (d * d);
  for (double& c : result.curve) c += f.value;
  result.slack += f.third / 6 * farthest * farthest * farthest;
  return result;
}

}  // namespace

Curve fit_curve(const std::array<double, 5>& p) {
  const double d1 = p[1] - p[0], d2 = p[2] - p[0], d3 = p[3] - p[0], d4 = p[4] - p[0];
  return {p[0], p[0] + (48 * d1 - 36 * d2 + 16 * d3 - 3 * d4) / 12,
          p[0] + (-64 * d1 + 120 * d2 - 64 * d3 + 13 * d4) / 18,
          p[0] + (16 * d1 - 36 * d2 + 48 * d3 - 13 * d4) / 12, p[4]};
}

std::array<double, 5> values_at_quarters(const Curve& c) {
  const auto at = [&](double s) {
    const double r = 1 - s;
    return r * r * r * r * c[0] + 4 * r * r * r * s * c[1] + 6 * r * r * s * s * c[2] +
           4 * r * s * s * s * c[3] + s * s * s * s * c[4];
  };
  return {c[0], at(0.25), at(0.5), at(0.75), c[4]};
}

void halve(const Curve& curve, Curve& left, Curve& right) {
  Curve c = curve;
  for (std::size_t j = 0; j <= kDegree; ++j) {
    left[j] = c[0];
    right[kDegree - j] = c[kDegree - j];
    for (std::size_t i = 0; i < kDegree - j; ++i) c[i] = 0.5 * (c[i] + c[i + 1]);
  }
}

Interval Band::range() const {
  const auto [low, high] = std::minmax_element(curve.begin(), curve.end());
  return {*low - slack, *high + slack};
}

bool Band::is_monotone() const {
  constexpr double kNothing = 1e-6;
  return (std::is_sorted(curve.begin(), curve.end()) ||
          std::is_sorted(curve.rbegin(), curve.rend())) &&
         slack <= kNothing * std::abs(curve.back() - curve.front());
}

Band operator+(const Band& a, const Band& b) {
  Band sum{{}, a.slack + b.slack};
  for (std::size_t k = 0; k <= kDegree; ++k) sum.curve[k] = a.curve[k] + b.curve[k];
  return sum;
}

Band operator-(const Band& a, const Band& b) {
  Band difference{{}, a.slack + b.slack};
  for (std::size_t k = 0; k <= kDegree; ++k) difference.curve[k] = a.curve[k] - b.curve[k];
  return difference;
}

Band operator*(double factor, const Band& a) {
  Band product{{}, std::abs(factor) * a.slack};
  for (std::size_t k = 0; k <= kDegree; ++k) product.curve[k] = factor * a.curve[k];
  return product;
}

// The polynomial of degree 4 through the product's values at the quarters, and the distance of that
// of degree 8 from it: the largest coefficient of the difference.
Band operator*(const Band& a, const Band& b) {
  std::array<double, 5> values = values_at_quarters(a.curve);
  const std::array<double, 5> factors = values_at_quarters(b.curve);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] *= factors[k];
  Band product{fit_curve(values), 0};
  const auto exact = multiply(a.curve, b.curve), taken = multiply(product.curve, kOne);
  for (std::size_t k = 0; k < exact.size(); ++k)
    product.slack = std::max(product.slack, std::abs(exact[k] - taken[k]));
  if (a.slack > 0 || b.slack > 0) {
    const double most_a = Band{a.curve, 0}.range().magnitude();
    const double most_b = Band{b.curve, 0}.range().magnitude();
    product.slack += most_a * b.slack + most_b * a.slack + a.slack * b.slack;
  }
  return product;
}

std::optional<Band> apply(Op op, const Band& x, const Interval& range) {
  const double m = 0.5 * (range.lower + range.upper), value = apply(op, m);
  const auto expanded = [&](double first, double second, double third) {
    return expand({value, first, second, third}, x, range, m);
  };
  switch (op) {
    case Op::sin: return expanded(std::cos(m), -value, 1);
    case Op::cos: return expanded(-std::sin(m), -value, 1);
    case Op::exp: return expanded(value, value, apply(op, range.upper));
    case Op::sinh: return expanded(std::cosh(m), value, std::cosh(range.magnitude()));
    case Op::cosh: return expanded(std::sinh(m), value, std::cosh(range.magnitude()));
    case Op::tanh: {
      const double first = 1 - value * value;
      return expanded(first, -2 * value * first, 2);
    }
    case Op::atan: {
      const double first = 1 / (1 + m * m);
      return expanded(first, -2 * m * first * first, 2);
    }
    case Op::log:
      if (!(range.lower > 0)) return std::nullopt;
      return expanded(1 / m, -1 / (m * m), 2 / (range.lower * range.lower * range.lower));
    case Op::sqrt: return raise(x, range, 0.5);
    default: return std::nullopt;
  }
}

std::optional<Band> invert(const Band& x, const Interval& range) {
  const double least = range.mignitude();
  if (!(least > 0)) return std::nullopt;
  const double m = 0.5 * (range.lower + range.upper), value = 1 / m;
  return expand(
      {value, -value * value, 2 * value * value * value, 6 / (least * least * least * least)}, x,
      range, m);
}

std::optional<Band> raise(const Band& x, const Interval& range, double p) {
  if (!(range.lower > 0)) return std::nullopt;
  const double m = 0.5 * (range.lower + range.upper), value = std::pow(m, p);
  const double third = std::abs(p * (p - 1) * (p - 2)) *
                       std::max(std::pow(range.lower, p - 3), std::pow(range.upper, p - 3));
  return expand({value, p * value / m, p * (p - 1) * value / (m * m), third}, x, range, m);
}

}  // namespace holon::detail
