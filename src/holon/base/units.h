// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holon/base/dimension.h"

namespace holon {

/// A unit of measure. The value in SI units and radians is x*numerator/denominator + offset; the
/// factor is kept as a fraction of (mostly) exact numbers, so that 3 dm is 0.3 m to the last bit.
struct Unit {
  Dimension dimension;
  double numerator = 1;
  double denominator = 1;
  double offset = 0;  ///< [K] of degC and degF only; 0 in compounds
  std::string text;   ///< as written

  double factor() const { return numerator / denominator; }
  double to_si(double value) const { return value * numerator / denominator + offset; }
  double from_si(double value) const { return (value - offset) * denominator / numerator; }
};

/// The result of parsing a unit: the unit, or an error with its position in the text.
struct UnitParse {
  std::optional<Unit> unit;
  std::string message;     ///< "'Mpa' is not a unit"
  std::string suggestion;  ///< "did you mean 'MPa'?"; may be ""
  int offset = 0;          ///< of the erroneous part, in characters from the start of the text
  int length = 0;          ///< of the erroneous part, in characters

  explicit operator bool() const { return unit.has_value(); }
};

/// Parses a unit expression: names of the table with SI prefixes, `*`, `·` or a space between
/// factors, `/`, `^` with an integer, decimal or (p/q), superscript digits, `sqrt(…)`, parentheses,
/// `1`. A space after a division is ambiguous and an error: J/(kg K), not J/kg K.
UnitParse parse_unit(std::string_view text);

/// As parse_unit, for units in C++ code; throws InternalError with the message.
Unit make_unit(std::string_view text);

/// The names of the table, without prefixes, sorted: for listings and completion.
std::vector<std::string> unit_names();

/// The requirement of a field of a model.
struct Requirement {
  enum class Kind {
    plain,
    frequency,               ///< counts cycles [Hz]; angular rates are divided by 2π
    temperature,             ///< absolute [K]
    temperature_difference,  ///< [K]; the offset of degC is omitted
    any                      ///< accepts any dimension, in its SI unit
  };
  Dimension dimension;
  Kind kind = Kind::plain;
  std::string text;  ///< the SI unit declared by the field, for messages; may be ""

  Requirement() = default;
  Requirement(const Dimension& needed)
      : dimension(needed) {}  // NOLINT: implicit conversion from a dimension is intended
  /// From the unit that a descriptor gives: "m", "rad/s", "Hz" (a frequency), "K" (an absolute
  /// temperature), "delta K" (a difference), "1" or "" (a pure number), "any". Only coherent SI
  /// units; throws InternalError otherwise.
  static Requirement from_unit(std::string_view text);
};

/// The kind of expression: a literal quantity or a bare name must have the exact dimension, the
/// result of a calculation may differ by powers of angle (reasons: docs/design/units.md).
enum class Strictness { quantity, formula };

/// Whether a value fits a requirement, with the factor of conversion, or the reason why it does
/// not.
struct Fit {
  bool ok = false;
  double scale = 1;        ///< factor from the value in SI to the value that the field requires
  std::string message;     ///< "a length (m) is needed, not an angle (rad)"
  std::string suggestion;  ///< may be ""
};

/// Checks a value in SI with a known dimension. (A value of unknown dimension, a bare number, fits
/// everything and needs no check.)
Fit fit(const Dimension& given, const Requirement& needed, Strictness strictness);

/// A literal quantity converted to the requirement.
struct Converted {
  bool ok = false;
  double value = 0;  ///< in SI units and radians
  std::string message;
  std::string suggestion;
};

/// Converts `value` `unit` strictly; Hz for an angular rate, s for Hz, values below 0 K and every
/// other mismatch are explained.
Converted convert(double value, const Unit& unit, const Requirement& needed);

}  // namespace holon
