// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Whether a quantity fits the requirement of a field. Rules and reasons: docs/design/units.md.
#include "holon/base/units.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "holon/base/errors.h"
#include "holon/base/unit_table.h"

namespace holon {
namespace {

constexpr double kTwoPi = 2 * std::numbers::pi;
/// The unit of a field of any dimension that is a difference: never a temperature in degC.
constexpr std::string_view kAnyDifference = "delta any";
using Kind = Requirement::Kind;

bool is_rate(const Dimension& d) { return d == dimensions::kAngularRate; }

// Hz or 1/s.
bool is_frequency(const Dimension& d) {
  return d.without(BaseQuantity::cycle) == dimensions::kPerTime;
}

// A literal must have the exact dimension; only cycles may be implicit.
bool is_same_but_for_cycles(const Dimension& a, const Dimension& b) {
  return a.without(BaseQuantity::cycle) == b.without(BaseQuantity::cycle);
}

// "a length (mm)": the name of the dimension with the unit as written.
std::string describe_as(const Dimension& dimension, const std::string& unit) {
  const std::string text = describe(dimension);
  if (unit.empty()) return text;
  if (dimension.is_number()) return unit == "1" ? text : fmt::format("{} ({})", text, unit);
  const std::size_t bracket = text.rfind(" (");
  return bracket == std::string::npos || text.back() != ')'
             ? "a quantity in " + unit
             : fmt::format("{} ({})", text.substr(0, bracket), unit);
}

std::string describe_need(const Requirement& needed) {
  if (needed.kind == Kind::frequency) return "a frequency (Hz)";
  if (needed.kind == Kind::temperature_difference) return "a temperature difference (K)";
  return describe_as(needed.dimension, needed.text);
}

std::string unit_of(const Requirement& needed) {
  return needed.text.empty() || needed.text == kAnyDifference ? needed.dimension.to_string()
                                                              : needed.text;
}

std::string explain_misfit(const Dimension& given, const std::string& unit,
                           const Requirement& needed) {
  std::string text =
      fmt::format("{} is needed, not {}", describe_need(needed), describe_as(given, unit));
  if (is_rate(needed.dimension) && is_frequency(given)) {
    text += ": Hz and 1/s count cycles, an angular rate counts radians";
  }
  return text;
}

bool is_reciprocal(const Dimension& given, const Dimension& needed) {
  return !given.si().is_number() && given.inverse().si() == needed.si();
}

// A suggestion for a dimension that does not fit, independent of the value.
std::string advise(const Dimension& given, const Requirement& needed) {
  if (needed.dimension.is_number()) return "give it without a unit";
  if (is_rate(needed.dimension) && is_frequency(given)) {
    return "give it in rad/s, deg/s, rpm or rev/s, or as 2*pi times the frequency";
  }
  if (trades_cycles(given, needed.dimension)) return "a cycle is 2*pi radians: multiply by 2*pi";
  if (is_reciprocal(given, needed.dimension)) {
    return fmt::format("give the reciprocal, in {}: it is never converted silently",
                       unit_of(needed));
  }
  if (can_add(given, needed.dimension)) {
    return fmt::format("give it in {}: angle is a dimension of its own", unit_of(needed));
  }
  return "give it in " + unit_of(needed);
}

// The same for a literal, whose value and unit permit a more specific suggestion.
std::string advise_literal(double value, const Unit& unit, const Requirement& needed) {
  if (is_rate(needed.dimension) && is_frequency(unit.dimension)) {
    const double rev = unit.to_si(value);
    return fmt::format("write {:.6g} rev/s or {:.6g} rad/s", rev, rev * kTwoPi);
  }
  if (is_same_but_for_cycles(unit.dimension.inverse(), needed.dimension) && unit.offset == 0 &&
      value != 0) {
    return fmt::format("a reciprocal is never converted silently: write {:.6g} {}",
                       1 / unit.to_si(value), unit_of(needed));
  }
  if (needed.dimension == dimensions::kTime.inverse() &&
      unit.dimension == dimensions::kAngularRate) {
    return fmt::format("of one per turn write {:.6g} 1/s", unit.to_si(value) / kTwoPi);
  }
  if (needed.dimension * dimensions::kAngle == unit.dimension && !unit.dimension.is_number()) {
    return fmt::format("state the angle: {0}/rev, {0}/deg or {0}/rad", unit.text);
  }
  if (needed.dimension == dimensions::kAcceleration && (unit.text == "g" || unit.text == "mg")) {
    return fmt::format("for standard gravity write {0}n, as {0} is a mass", unit.text);
  }
  if (needed.dimension == dimensions::kForce && (unit.text == "kg" || unit.text == "lb")) {
    return fmt::format("for its weight write {}", unit.text == "kg" ? "kgf" : "lbf");
  }
  for (const std::string& other : detail::find_other_case(unit.text)) {
    const UnitParse parse = parse_unit(other);  // 'PS' of 'pS' is refused
    if (parse && parse.unit->dimension == needed.dimension) {
      return fmt::format("did you mean '{}'?", other);
    }
  }
  return advise(unit.dimension, needed);
}

}  // namespace

Requirement Requirement::from_unit(std::string_view text) {
  constexpr std::string_view kDelta = "delta ";
  Requirement needed;
  if (text.empty()) return needed;
  if (text == "any" || text == kAnyDifference) {
    needed.kind = Kind::any;
    if (text == kAnyDifference) needed.text = text;
    return needed;
  }
  const bool difference = text.starts_with(kDelta);
  if (difference) text.remove_prefix(kDelta.size());
  const Unit unit = make_unit(text);
  HOLON_CHECK(unit.factor() == 1 && unit.offset == 0,
              fmt::format("'{}' is not a coherent SI unit", text));
  needed.dimension = unit.dimension;
  needed.text = text;
  if (text == "Hz") needed.kind = Kind::frequency;
  if (text == "K") needed.kind = difference ? Kind::temperature_difference : Kind::temperature;
  HOLON_CHECK(!difference || text == "K", "only 'delta K' is a difference");
  return needed;
}

Fit fit(const Dimension& given, const Requirement& needed, Strictness strictness) {
  Fit result;
  result.ok = true;
  if (needed.kind == Kind::any) return result;
  if (needed.kind == Kind::frequency && is_rate(given)) {
    result.scale = 1 / kTwoPi;
    return result;
  }
  if (is_same_but_for_cycles(given, needed.dimension)) return result;
  if (strictness == Strictness::formula && can_add(given, needed.dimension)) return result;
  result.ok = false;
  result.message = explain_misfit(given, {}, needed);
  result.suggestion = advise(given, needed);
  if (given.is_number() && strictness == Strictness::formula) {
    result.suggestion = "multiply it by a quantity: 1 [" + unit_of(needed) + "]";
  }
  return result;
}

Converted convert(double value, const Unit& unit, const Requirement& needed) {
  Converted result;
  const Fit fits = fit(unit.dimension, needed, Strictness::quantity);
  if (!fits.ok) {
    result.message = explain_misfit(unit.dimension, unit.text, needed);
    result.suggestion = advise_literal(value, unit, needed);
    return result;
  }
  if (needed.text == kAnyDifference && unit.offset != 0) {
    const std::string written = fmt::format("{:.6g} {}", value, unit.text);
    result.message =
        fmt::format("'{}' is a temperature, not a difference of temperatures", written);
    result.suggestion = fmt::format("write {:.6g} K", value * unit.numerator / unit.denominator);
    return result;
  }
  if (needed.kind == Kind::temperature_difference) {
    result.value = value * unit.numerator / unit.denominator;
  } else if (needed.kind == Kind::frequency && is_rate(unit.dimension)) {
    // One fraction, so that 3000 rpm is 50 Hz to the last bit: 2π cancels first.
    const double cycles = unit.numerator / kTwoPi;
    result.value = value * cycles / unit.denominator;
  } else {
    result.value = unit.to_si(value);
  }
  if (needed.kind == Kind::temperature && result.value < 0) {
    result.message = fmt::format("{} {} is below absolute zero", value, unit.text);
    return result;
  }
  result.ok = true;
  return result;
}

}  // namespace holon
