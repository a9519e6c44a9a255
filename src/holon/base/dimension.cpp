// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/dimension.h"

#include <fmt/format.h>

#include <climits>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "holon/base/errors.h"

namespace holon {
namespace {

using Factors = std::vector<std::pair<std::string_view, Rational>>;

// Cycles are written with Hz.
constexpr std::string_view kSymbols[Dimension::kCount] = {"kg",  "m",  "s",   "A", "K",
                                                          "mol", "cd", "rad", ""};

// Derived units that printing may use, besides the base units. Joule is excluded, because kg
// m^2/s^2 is far more often a torque in a machine.
struct Derived {
  std::string_view symbol;
  Dimension dimension;
};
constexpr Derived kDerived[] = {
    {"N", {1, 1, -2}},     {"Pa", {1, -1, -2}},   {"W", {1, 2, -3}},
    {"C", {0, 0, 1, 1}},   {"V", {1, 2, -3, -1}}, {"ohm", {1, 2, -3, -2}},
    {"F", {-1, -2, 4, 2}}, {"H", {1, 2, -2, -2}}, {"T", {1, 0, -2, -1}},
};
constexpr Derived kJoule{"J", {1, 2, -2}};

// A measure of how hard the product is to read.
double cost(const Factors& factors) {
  double sum = 0;
  for (const auto& [symbol, exponent] : factors) {
    sum += 1 + 0.25 * (std::abs(exponent.value()) - 1) + (exponent.denominator() > 1 ? 0.5 : 0.0);
  }
  return sum;
}

Factors base_factors(const Dimension& dimension) {
  Factors factors;
  for (std::size_t k = 0; k < Dimension::kCount; ++k) {
    const Rational& exponent = dimension.exponent(static_cast<BaseQuantity>(k));
    if (exponent != Rational(0)) factors.emplace_back(kSymbols[k], exponent);
  }
  return factors;
}

// A derived unit or its reciprocal times the remaining base units, if that is easier to read: N m s
// for kg m^2/s, but not N/kg for m/s^2, nor W s^2 for N m s.
void try_derived(const Derived& derived, const Dimension& dimension, Factors& best) {
  for (const int sign : {1, -1}) {
    const Dimension rest = dimension / derived.dimension.pow(sign);
    if (derived.symbol != kJoule.symbol && rest.exponent(BaseQuantity::mass) != Rational(0))
      continue;
    if (std::abs(rest.exponent(BaseQuantity::time).value()) > 1) continue;
    Factors factors{{derived.symbol, sign}};
    const Factors others = base_factors(rest);
    factors.insert(factors.end(), others.begin(), others.end());
    if (cost(factors) < cost(best)) best = factors;
  }
}

void append_power(std::string& text, std::string_view symbol, const Rational& exponent) {
  if (!text.empty() && text.back() != '(') text += ' ';
  text += symbol;
  if (exponent.denominator() > 1) {
    text += "^(" + exponent.to_string() + ")";
  } else if (exponent.numerator() != 1) {
    text += "^" + exponent.to_string();
  }
}

struct NamedDimension {
  Dimension dimension;
  std::string_view name;
};
constexpr NamedDimension kNamed[] = {
    {dimensions::kNumber, "a pure number"},
    {dimensions::kMass, "a mass"},
    {dimensions::kLength, "a length"},
    {dimensions::kTime, "a time"},
    {dimensions::kCurrent, "a current"},
    {dimensions::kTemperature, "a temperature"},
    {dimensions::kAngle, "an angle"},
    {dimensions::kFrequency, "a frequency"},
    {dimensions::kPerTime, "a rate"},
    {dimensions::kCycles, "a number of cycles"},
    {dimensions::kAngularRate, "an angular rate"},
    {dimensions::kAngularAcceleration, "an angular acceleration"},
    {dimensions::kSpeed, "a speed"},
    {dimensions::kAcceleration, "an acceleration"},
    {{0, 2, 0}, "an area"},
    {{0, 3, 0}, "a volume"},
    {{0, 3, -1}, "a volume flow"},
    {{1, -3, 0}, "a density"},
    {dimensions::kForce, "a force"},
    {dimensions::kTorque, "a torque or energy"},
    {dimensions::kPower, "a power"},
    {dimensions::kPressure, "a pressure"},
    {dimensions::kInertia, "a moment of inertia"},
    {dimensions::kMomentum, "a momentum"},
    {dimensions::kAngularMomentum, "an angular momentum"},
    {{1, 0, -2}, "a stiffness"},
    {{1, 0, -1}, "a damping or mass flow"},
    {{1, 2, -2, 0, 0, 0, 0, -1}, "an angular stiffness"},
    {{1, 2, -1, 0, 0, 0, 0, -1}, "an angular damping"},
    {{1, 2, -3, -1}, "a voltage"},
    {{1, 2, -3, -2}, "a resistance"},
    {{-1, -2, 4, 2}, "a capacitance"},
    {{1, 2, -2, -2}, "an inductance"},
    {{0, 0, 1, 1}, "a charge"},
    {{1, 0, -2, -1}, "a magnetic flux density"},
};

}  // namespace

Rational::Rational(long long numerator, long long denominator) {
  HOLON_CHECK(denominator != 0, "a fraction with denominator 0");
  const long long divisor = std::gcd(numerator, denominator) * (denominator < 0 ? -1 : 1);
  numerator /= divisor;
  denominator /= divisor;
  if (std::llabs(numerator) > INT_MAX || denominator > INT_MAX) {
    throw std::overflow_error("an exponent of a dimension is too large");
  }
  numerator_ = static_cast<int>(numerator);
  denominator_ = static_cast<int>(denominator);
}

std::optional<Rational> Rational::find(double value) {
  if (!(std::abs(value) < 1e6)) return std::nullopt;
  for (int denominator = 1; denominator <= 64; ++denominator) {
    const double numerator = std::round(value * denominator);
    if (std::abs(numerator - value * denominator) <= 1e-12 * std::abs(value * denominator)) {
      return Rational(static_cast<long long>(numerator), denominator);
    }
  }
  return std::nullopt;
}

std::string Rational::to_string() const {
  return denominator_ == 1 ? fmt::format("{}", numerator_)
                           : fmt::format("{}/{}", numerator_, denominator_);
}

// The sums and products below stay inside 64 bits: every part is below 2^31 in magnitude.
Rational operator+(const Rational& a, const Rational& b) {
  const long long d = b.denominator_;
  return {a.numerator_ * d + static_cast<long long>(b.numerator_) * a.denominator_,
          a.denominator_ * d};
}
Rational operator-(const Rational& a, const Rational& b) {
  const long long d = b.denominator_;
  return {a.numerator_ * d - static_cast<long long>(b.numerator_) * a.denominator_,
          a.denominator_ * d};
}
Rational operator*(const Rational& a, const Rational& b) {
  return {static_cast<long long>(a.numerator_) * b.numerator_,
          static_cast<long long>(a.denominator_) * b.denominator_};
}

Dimension Dimension::base(BaseQuantity quantity) {
  Dimension dimension;
  dimension.exponents_[static_cast<std::size_t>(quantity)] = 1;
  return dimension;
}

Dimension Dimension::pow(const Rational& exponent) const {
  Dimension result;
  for (std::size_t k = 0; k < kCount; ++k) result.exponents_[k] = exponents_[k] * exponent;
  return exponent == Rational(1) ? result.as(kind_) : result;
}

Dimension Dimension::without(BaseQuantity quantity) const {
  Dimension result = *this;
  Rational& exponent = result.exponents_[static_cast<std::size_t>(quantity)];
  if (exponent != Rational(0)) result.kind_ = Kind::any;
  exponent = 0;
  return result;
}

Dimension::Kind Dimension::find_product_kind(const Dimension& a, const Dimension& b) {
  using namespace dimensions;
  if (b.is_number()) return a.kind_;
  if (a.is_number()) return b.kind_;
  if ((a.kind_ == Kind::power && b == kTime) || (b.kind_ == Kind::power && a == kTime))
    return Kind::energy;
  if ((a == kForce && b == kSpeed) || (b == kForce && a == kSpeed)) return Kind::power;
  return Kind::any;
}

Dimension::Kind Dimension::find_quotient_kind(const Dimension& a, const Dimension& b) {
  if (b.is_number()) return a.kind_;
  return a.is_energy() && b == dimensions::kTime ? Kind::power : Kind::any;
}

Dimension operator*(const Dimension& a, const Dimension& b) {
  Dimension result;
  for (std::size_t k = 0; k < Dimension::kCount; ++k) {
    result.exponents_[k] = a.exponents_[k] + b.exponents_[k];
  }
  return result.as(Dimension::find_product_kind(a, b));
}

Dimension operator/(const Dimension& a, const Dimension& b) {
  Dimension result;
  for (std::size_t k = 0; k < Dimension::kCount; ++k) {
    result.exponents_[k] = a.exponents_[k] - b.exponents_[k];
  }
  return result.as(Dimension::find_quotient_kind(a, b));
}

std::string Dimension::to_string() const {
  if (is_number()) return "1";
  if (is_energy()) return "J";
  const Rational& cycles = exponent(BaseQuantity::cycle);
  const Dimension rest = *this / dimensions::kFrequency.pow(cycles);
  Factors best = base_factors(rest);
  for (const Derived& derived : kDerived) try_derived(derived, rest, best);
  const bool thermal = exponent(BaseQuantity::temperature) != Rational(0) ||
                       exponent(BaseQuantity::amount) != Rational(0);
  if (thermal) try_derived(kJoule, rest, best);
  if (cycles.numerator() > 0) best.emplace(best.begin(), "Hz", cycles);
  if (cycles.numerator() < 0) best.emplace_back("Hz", cycles);

  std::string above;
  std::string below;
  int factors_below = 0;
  for (const auto& [symbol, exponent] : best) {
    if (exponent.numerator() > 0) {
      append_power(above, symbol, exponent);
    } else {
      append_power(below, symbol, exponent * -1);
      ++factors_below;
    }
  }
  if (factors_below == 0) return above;
  if (above.empty()) above = "1";
  return factors_below == 1 ? above + "/" + below : above + "/(" + below + ")";
}

std::string describe(const Dimension& dimension) {
  if (dimension.is_number()) return "a pure number";
  if (dimension.is_energy()) return "an energy (J)";
  for (const NamedDimension& named : kNamed) {
    if (named.dimension == dimension) {
      return fmt::format("{} ({})", named.name, dimension.to_string());
    }
  }
  return "a quantity in " + dimension.to_string();
}

namespace {

double power_of(const Dimension& dimension, BaseQuantity quantity) {
  return dimension.exponent(quantity).value();
}

}  // namespace

bool trades_cycles(const Dimension& a, const Dimension& b) {
  const auto difference = [&](BaseQuantity q) { return power_of(a, q) - power_of(b, q); };
  return a.si() == b.si() && difference(BaseQuantity::angle) * difference(BaseQuantity::cycle) < 0;
}

bool can_add(const Dimension& a, const Dimension& b) {
  return a.si() == b.si() && !trades_cycles(a, b);
}

Dimension sum_dimension(const Dimension& a, const Dimension& b) {
  const auto is_higher = [&](BaseQuantity q) {
    return std::abs(power_of(a, q)) > std::abs(power_of(b, q));
  };
  const Dimension& angles = is_higher(BaseQuantity::angle) ? b : a;
  const Dimension& cycles = is_higher(BaseQuantity::cycle) ? a : b;
  const Dimension sum =
      angles.without(BaseQuantity::cycle) *
      Dimension::base(BaseQuantity::cycle).pow(cycles.exponent(BaseQuantity::cycle));
  for (const Dimension* known : {&a, &b})
    if (known->kind_ != Dimension::Kind::any && sum == *known) return *known;
  return sum;
}

}  // namespace holon
