// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// unit     := product
// product  := power { ("*" | "·" | " " | "/") power }
// power    := primary [ ("^" | "**") exponent | superscript digits ]
// primary  := name | "1" | "(" product ")" | "sqrt" "(" product ")"
// exponent := [sign] (integer | decimal) | "(" [sign] integer [ "/" integer ] ")"
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "holon/base/characters.h"
#include "holon/base/errors.h"
#include "holon/base/unit_table.h"
#include "holon/base/units.h"

namespace holon {
namespace {

struct Failure {
  std::string message;
  std::string suggestion;
  std::size_t begin;
  std::size_t end;
};

constexpr std::string_view kSuperscripts[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
constexpr double kExact = 9007199254740992.0;  // integers up to 2^53 are exact
constexpr int kMaxDepth = 32;
constexpr int kMaxExponent = 100, kMaxDenominator = 12;

// Cancels common factors of numerator and denominator if both are exact integers.
void reduce(Unit& unit) {
  const auto exact = [](double x) { return x >= 1 && x <= kExact && x == std::floor(x); };
  if (!exact(unit.numerator) || !exact(unit.denominator)) return;
  const auto divisor = static_cast<double>(
      std::gcd(static_cast<long long>(unit.numerator), static_cast<long long>(unit.denominator)));
  unit.numerator /= divisor;
  unit.denominator /= divisor;
}

Unit multiply(const Unit& a, const Unit& b) {
  Unit c{
      a.dimension * b.dimension, a.numerator * b.numerator, a.denominator * b.denominator, 0, {}};
  reduce(c);
  return c;
}

Unit raise(const Unit& a, const Rational& exponent) {
  Unit c{a.dimension.pow(exponent), 1, 1, 0, {}};
  const Unit b = exponent.numerator() < 0 ? Unit{{}, a.denominator, a.numerator, 0, {}} : a;
  const int n = std::abs(exponent.numerator());
  if (exponent.denominator() == 1 && n <= 16) {
    for (int k = 0; k < n; ++k) {
      c.numerator *= b.numerator;
      c.denominator *= b.denominator;
    }
  } else if (exponent.denominator() == 2 && n == 1) {
    c.numerator = std::sqrt(b.numerator / b.denominator);
  } else {
    c.numerator = std::pow(b.numerator / b.denominator, std::abs(exponent.value()));
  }
  reduce(c);
  return c;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Unit parse() {
    skip_space();
    if (at_end()) fail("a unit is missing", {}, 0, 0);
    const Unit unit = product();
    if (!at_end()) {
      if (peek() == ')') fail("this ')' closes nothing", {}, at_, at_ + 1);
      fail(fmt::format("'{}' is not allowed in a unit", character()), {}, at_,
           at_ + character().size());
    }
    check_size(unit);
    return unit;
  }

 private:
  // Powers of powers, and of units that are products, can exceed the representable range.
  void check_size(const Unit& unit) const {
    for (std::size_t k = 0; k < Dimension::kCount; ++k) {
      const Rational& exponent = unit.dimension.exponent(static_cast<BaseQuantity>(k));
      if (std::abs(exponent.value()) > kMaxExponent || exponent.denominator() > kMaxDenominator)
        fail(fmt::format(
                 "the powers of this unit add up to {}, which is not a valid exponent of a unit",
                 exponent.to_string()),
             {}, 0, text_.size());
    }
    if (!std::isnormal(unit.factor()) || !std::isfinite(unit.numerator) ||
        !std::isnormal(unit.denominator))
      fail("this unit is too large or too small for a number", {}, 0, text_.size());
  }

  Unit product() {
    Unit unit = power();
    bool divided = false;
    for (;;) {
      const std::size_t before = at_;
      skip_space();
      if (eat("·") || eat("⋅") || (!starts("**") && eat("*"))) {
        skip_space();
        unit = multiply(unit, power());
      } else if (eat("/")) {
        skip_space();
        divided = true;
        unit = multiply(unit, raise(power(), -1));
      } else if (starts_primary() && at_ > before) {
        if (divided) fail_ambiguous();
        unit = multiply(unit, power());
      } else {
        return unit;
      }
    }
  }

  Unit power() {
    Unit unit = primary();
    if (starts("^") || starts("**")) {
      const std::size_t begin = at_;
      eat("**") || eat("^");
      unit = raise(unit, checked_exponent(begin));
    } else if (const std::size_t begin = at_; starts_superscript()) {
      unit = raise(unit, superscript(begin));
    }
    return unit;
  }

  Unit primary() {
    const std::size_t begin = at_;
    if (at_end()) fail("a unit is missing at the end", {}, begin, begin);
    if (eat("(")) return parenthesis(begin);
    if (is_digit(peek()) || peek() == '.') return one(begin);
    while (!at_end() && is_name(peek())) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (name.empty()) {
      fail(fmt::format("a unit is missing before '{}'", character()), {}, begin,
           begin + character().size());
    }
    if (name == "sqrt") {
      skip_space();
      if (!eat("(")) fail("'sqrt' needs parentheses", "write sqrt(Hz)", begin, at_);
      return raise(parenthesis(begin), Rational(1, 2));
    }
    const std::optional<detail::FoundAtom> found = detail::find_atom(name);
    if (!found) {
      fail(fmt::format("'{}' is not a unit", name), detail::suggest_unit(name), begin, at_);
    }
    if (name == "PS") {
      fail("'PS' would be petasiemens", "a metric horsepower is 735.49875 W", begin, at_);
    }
    const detail::UnitAtom& atom = *found->atom;
    Unit unit{atom.dimension,
              atom.numerator * found->scale_numerator,
              atom.denominator * found->scale_denominator,
              atom.offset,
              {}};
    reduce(unit);
    return unit;
  }

  Unit parenthesis(std::size_t begin) {
    if (++depth_ > kMaxDepth) fail("too many parentheses", {}, begin, begin + 1);
    skip_space();
    const Unit unit = product();
    skip_space();
    if (!eat(")")) fail("')' is missing", {}, begin, std::max(at_, begin + 1));
    --depth_;
    return unit;
  }

  Unit one(std::size_t begin) {
    while (!at_end() && (is_name(peek()) || peek() == '.')) ++at_;
    const std::string_view number = text_.substr(begin, at_ - begin);
    if (number != "1") {
      fail(fmt::format("'{}': the only number allowed in a unit is 1", number),
           "write it into the value", begin, at_);
    }
    return Unit{};
  }

  Rational checked_exponent(std::size_t begin) {
    const bool inner = eat("(");
    const std::size_t number_begin = at_;
    if (!at_end() && (peek() == '-' || peek() == '+')) ++at_;
    const std::size_t digits_begin = at_;
    while (!at_end() && (is_digit(peek()) || (peek() == '.'))) ++at_;
    const std::string_view number = text_.substr(number_begin, at_ - number_begin);
    if (at_ == digits_begin) fail_exponent(begin);
    double value = 0;
    const std::string_view digits = text_.substr(digits_begin, at_ - digits_begin);
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (code != std::errc() || end != digits.data() + digits.size()) fail_exponent(begin);
    if (number.front() == '-') value = -value;
    // For a fraction the quotient is checked: ^(121/5) is ^24.2.
    Rational exponent =
        exponent_from(value, begin, inner ? kMaxDenominator * kMaxExponent : kMaxExponent);
    if (inner) {
      if (eat("/")) {
        const std::size_t below_begin = at_;
        while (!at_end() && is_digit(peek())) ++at_;
        double below = 0;
        std::from_chars(text_.data() + below_begin, text_.data() + at_, below);
        if (below < 1) fail_exponent(begin);
        exponent =
            exponent * Rational(1, static_cast<long long>(exponent_from(below, begin).value()));
      }
      if (!eat(")")) fail_exponent(begin);
    }
    if (std::abs(exponent.value()) > kMaxExponent) {
      fail("this exponent is too large", {}, begin, at_);
    }
    return exponent;
  }

  Rational exponent_from(double value, std::size_t begin, int largest = kMaxExponent) {
    const std::optional<Rational> exponent = Rational::find(value);
    if (!exponent || exponent->denominator() > kMaxDenominator) {
      fail("an exponent of a unit is an integer or a simple fraction", "write it as ^(1/3)", begin,
           at_);
    }
    if (std::abs(value) > largest) fail("this exponent is too large", {}, begin, at_);
    return *exponent;
  }

  Rational superscript(std::size_t begin) {
    const bool negative = eat("⁻");
    int value = 0;
    bool any = false;
    for (bool more = true; more;) {
      more = false;
      for (int digit = 0; digit < 10; ++digit) {
        if (eat(kSuperscripts[digit])) {
          value = value * 10 + digit;
          any = more = true;
          break;
        }
      }
      if (value > kMaxExponent) fail("this exponent is too large", {}, begin, at_);
    }
    if (!any) fail_exponent(begin);
    return negative ? -value : value;
  }

  [[noreturn]] void fail_exponent(std::size_t begin) {
    fail("a number must follow '^'", "write m^2, s^-1, Hz^0.5 or Hz^(1/2)", begin,
         std::max(at_, begin + 1));
  }

  // "J/kg K": both readings are in use.
  [[noreturn]] void fail_ambiguous() {
    const std::string left(text_.substr(0, text_.find_last_not_of(' ', at_ - 1) + 1));
    const std::size_t slash = left.rfind('/');
    const std::string right(text_.substr(at_));
    fail(
        "a factor after a division could belong to the numerator or to the denominator",
        fmt::format("write {}({} {}) or {} {}{}", left.substr(0, slash + 1), left.substr(slash + 1),
                    right, left.substr(0, slash), right, left.substr(slash)),
        at_, text_.size());
  }

  [[noreturn]] static void fail(std::string message, std::string suggestion, std::size_t begin,
                                std::size_t end) {
    throw Failure{std::move(message), std::move(suggestion), begin, end};
  }

  // Letters, digits after letters, %, °, µ, Ω; but no superscripts and no middle dots.
  bool is_name(char c) const {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '%') return true;
    return static_cast<unsigned char>(c) >= 0x80 && !starts_superscript() && !starts("·") &&
           !starts("⋅");
  }
  bool starts_primary() const { return !at_end() && (peek() == '(' || is_name(peek())); }
  bool starts_superscript() const {
    return starts("⁻") || std::any_of(std::begin(kSuperscripts), std::end(kSuperscripts),
                                      [&](std::string_view s) { return starts(s); });
  }
  bool at_end() const { return at_ >= text_.size(); }
  char peek() const { return text_[at_]; }
  bool starts(std::string_view piece) const { return text_.substr(at_).starts_with(piece); }
  bool eat(std::string_view piece) {
    if (!starts(piece)) return false;
    at_ += piece.size();
    return true;
  }
  void skip_space() {
    while (!at_end() && (peek() == ' ' || peek() == '\t')) ++at_;
  }
  // The complete UTF-8 character at the position.
  std::string_view character() const {
    std::size_t end = at_ + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0) == 0x80) ++end;
    return text_.substr(at_, end - at_);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

UnitParse parse_unit(std::string_view text) {
  UnitParse result;
  try {
    Unit unit = Parser(text).parse();
    const std::size_t begin = text.find_first_not_of(" \t");
    unit.text = text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
    result.unit = std::move(unit);
  } catch (const Failure& failure) {
    result.message = failure.message;
    result.suggestion = failure.suggestion;
    const std::string_view part = text.substr(failure.begin, failure.end - failure.begin);
    result.offset = static_cast<int>(count_characters(text.substr(0, failure.begin)));
    result.length = static_cast<int>(count_characters(part));
  } catch (const std::overflow_error& error) {
    result.message = error.what();
    result.length = static_cast<int>(count_characters(text));
  }
  return result;
}

Unit make_unit(std::string_view text) {
  UnitParse result = parse_unit(text);
  HOLON_CHECK(result, fmt::format("unit '{}': {}", text, result.message));
  return *std::move(result.unit);
}

std::vector<std::string> unit_names() {
  std::vector<std::string> names;
  for (const detail::UnitAtom& atom : detail::unit_atoms()) names.emplace_back(atom.name);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace holon
