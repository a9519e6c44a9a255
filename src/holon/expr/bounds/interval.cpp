// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/bounds/interval.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "holon/expr/graph/operations.h"

namespace holon::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPi = std::numbers::pi;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr Interval kAll{-kInfinity, kInfinity}, kEmpty{kNaN, kNaN};
constexpr Interval kTrue{1, 1}, kFalse{0, 0}, kEither{0, 1};

bool is_none(const Interval& a) { return std::isnan(a.lower); }
/// Differences of infinities are unknown.
Interval known(Interval i) { return i.lower <= i.upper ? i : kAll; }

/// For an operation that is monotone in each of its arguments: determined by the corners.
template <class F>
Interval corners(const Interval& a, const Interval& b, const F& f) {
  const double values[] = {f(a.lower, b.lower), f(a.lower, b.upper), f(a.upper, b.lower),
                           f(a.upper, b.upper)};
  Interval result{values[0], values[0]};
  for (const double v : values) {
    if (std::isnan(v)) return kAll;
    result.lower = std::min(result.lower, v), result.upper = std::max(result.upper, v);
  }
  return result;
}

Interval rising(Op op, const Interval& a) {
  return is_none(a) ? kEmpty : known({apply(op, a.lower), apply(op, a.upper)});
}

/// Whether it contains one of first + k period.
bool holds_one_of(const Interval& a, double first, double period) {
  return std::ceil((a.lower - first) / period) * period + first <= a.upper;
}

/// For sin and cos, with the maximum at `top`.
Interval wave(Op op, const Interval& a, double top) {
  if (!(a.upper - a.lower < 2 * kPi)) return {-1, 1};
  Interval result = corners(a, kFalse, [op](double x, double) { return apply(op, x); });
  if (holds_one_of(a, top, 2 * kPi)) result.upper = 1;
  if (holds_one_of(a, top + kPi, 2 * kPi)) result.lower = -1;
  return result;
}

Interval product(const Interval& a, const Interval& b) {
  // A square is not the product of two independent numbers: x x of [-1, 1] is not negative.
  if (&a == &b && a.contains(0)) return {0, std::max(a.lower * a.lower, a.upper * a.upper)};
  return corners(a, b, [](double x, double y) { return x * y; });
}

Interval sum(const Interval& a, const Interval& b) {
  return known({a.lower + b.lower, a.upper + b.upper});
}

/// Within the domain of the operation.
Interval clipped(const Interval& a, double lower, double upper) {
  const Interval part{std::max(a.lower, lower), std::min(a.upper, upper)};
  return part.lower <= part.upper ? part : kEmpty;
}

Interval power(const Interval& a, const Interval& b) {
  const bool is_defined = a.lower > 0 || (a.lower == 0 && b.lower > 0);
  if (!is_defined) return kAll;
  return corners(a, b, [](double x, double y) { return apply(Op::pow, x, y); });
}

bool is_false(const Interval& a) { return a.lower == 0 && a.upper == 0; }
bool is_true(const Interval& a) { return a.lower > 0 || a.upper < 0; }

/// For conditions.
Interval either(bool holds, bool fails) { return holds ? kTrue : fails ? kFalse : kEither; }

}  // namespace

Interval unite(const Interval& a, const Interval& b) {
  if (is_none(a)) return b;
  if (is_none(b)) return a;
  return {std::min(a.lower, b.lower), std::max(a.upper, b.upper)};
}

Interval apply(Op op, const Interval& a, const Interval& b, const Interval& c) {
  const int count = arity(op);
  const bool chooses = op == Op::select;
  if (is_none(a) || (!chooses && ((count > 1 && is_none(b)) || (count > 2 && is_none(c)))))
    return kEmpty;
  const auto is_point = [](const Interval& i) { return i.lower == i.upper; };
  if (is_point(a) && (count < 2 || is_point(b)) && (count < 3 || is_point(c))) {
    const double value = apply(op, a.lower, b.lower, c.lower);
    return {value, value};
  }
  switch (op) {
    case Op::add: return sum(a, b);
    case Op::sub: return sum(a, {-b.upper, -b.lower});
    case Op::mul: return product(a, b);
    case Op::fma: return sum(product(a, b), c);
    case Op::div:
      return b.contains(0) ? kAll : corners(a, b, [](double x, double y) { return x / y; });
    case Op::neg: return {-a.upper, -a.lower};
    case Op::sqrt:
    case Op::log: return rising(op, clipped(a, 0, kInfinity));
    case Op::asin: return rising(op, clipped(a, -1, 1));
    case Op::acos: {
      const Interval within = clipped(a, -1, 1);
      return is_none(within) ? kEmpty : Interval{apply(op, within.upper), apply(op, within.lower)};
    }
    case Op::exp:
    case Op::atan:
    case Op::sinh:
    case Op::tanh:
    case Op::sign:
    case Op::floor: return rising(op, a);
    case Op::pow: return power(a, b);
    case Op::sin: return wave(op, a, kPi / 2);
    case Op::cos: return wave(op, a, 0);
    case Op::tan:
      return !(a.upper - a.lower < kPi) || holds_one_of(a, kPi / 2, kPi) ? kAll : rising(op, a);
    case Op::abs:
    case Op::cosh: {
      const Interval ends = corners(a, kFalse, [op](double x, double) { return apply(op, x); });
      return a.contains(0) ? Interval{apply(op, 0.0), ends.upper} : ends;
    }
    case Op::min: return {std::min(a.lower, b.lower), std::min(a.upper, b.upper)};
    case Op::max: return {std::max(a.lower, b.lower), std::max(a.upper, b.upper)};
    case Op::atan2: return {-kPi, kPi};
    case Op::relation: return either(a.lower > 0, a.upper <= 0);
    case Op::less: return either(a.upper < b.lower, a.lower >= b.upper);
    case Op::less_equal: return either(a.upper <= b.lower, a.lower > b.upper);
    case Op::equal:
      return either(a.lower == a.upper && b.lower == b.upper && a.lower == b.lower,
                    a.upper < b.lower || b.upper < a.lower);
    case Op::logical_and: return either(is_true(a) && is_true(b), is_false(a) || is_false(b));
    case Op::logical_or: return either(is_true(a) || is_true(b), is_false(a) && is_false(b));
    case Op::logical_not: return either(is_false(a), is_true(a));
    case Op::select: return is_true(a) ? b : is_false(a) ? c : unite(b, c);
    default: return kAll;
  }
}

double carry_rounding(Op op, const std::array<Interval, 3>& arguments,
                      const std::array<double, 3>& roundings, const Interval& result) {
  const auto& [a, b, c] = arguments;
  const auto& [ea, eb, ec] = roundings;
  const double size = result.magnitude(), own = std::numeric_limits<double>::epsilon() * size;
  // An exact value remains exact, whatever its factor.
  const auto times = [](double factor, double error) { return error == 0 ? 0.0 : factor * error; };
  const auto over = [](double error, double divisor) {
    return error == 0 ? 0.0 : divisor > 0 ? error / divisor : kInfinity;
  };
  const double of_product = times(a.magnitude(), eb) + times(b.magnitude(), ea);
  switch (op) {
    case Op::add:
    case Op::sub: return ea + eb + own;
    case Op::mul: return of_product + own;
    case Op::fma: return of_product + ec + own;
    case Op::div: return over(ea + times(size, eb), b.mignitude()) + own;
    case Op::neg:
    case Op::abs: return ea;
    case Op::sqrt: return std::min(std::sqrt(ea), over(ea, std::sqrt(a.mignitude()))) + own;
    case Op::exp:
    case Op::sinh:
    case Op::cosh: return times(size, ea) + own;
    case Op::log: return over(ea, a.mignitude()) + own;
    case Op::pow: {
      const double relative = over(times(b.magnitude(), ea), a.mignitude());
      return times(size, relative + times(std::abs(std::log(a.magnitude())), eb)) + own;
    }
    case Op::sin:
    case Op::cos:
    case Op::atan:
    case Op::tanh: return ea + own;
    case Op::tan: return times(1 + size * size, ea) + own;
    case Op::asin:
    case Op::acos: return a.magnitude() < 0.9 ? 3 * ea + own : std::sqrt(2 * ea) + own;
    case Op::atan2: return over(ea + eb, std::max(a.mignitude(), b.mignitude())) + own;
    case Op::min:
    case Op::max: return std::max(ea, eb);
    case Op::select: return std::max(eb, ec);
    default: return is_step(op) ? 0 : kInfinity;
  }
}

}  // namespace holon::detail
