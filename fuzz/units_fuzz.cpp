// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A text as a unit: errors lie within the text; a dimension that is printed reads as the
// same one; a value goes to SI and back.
#include <cmath>

#include "fuzz.h"
#include "holon/base/units.h"

namespace holon::fuzz {

void try_text(std::string_view text) {
  const UnitParse parse = parse_unit(text);
  if (!parse) {
    require(!parse.message.empty(), "a refused unit has a message");
    require(parse.offset >= 0 && parse.length >= 0 &&
                static_cast<std::size_t>(parse.offset) <= text.size() &&
                static_cast<std::size_t>(parse.length) <= text.size() + 1,
            "the wrong piece lies within the text", parse.message);
    return;
  }
  const Unit& unit = *parse.unit;
  require(std::isfinite(unit.factor()) && unit.factor() > 0, "a unit is a finite positive factor");
  const std::string printed = unit.dimension.to_string();
  const UnitParse again = parse_unit(printed);
  require(again && again.unit->dimension == unit.dimension, "a printed dimension reads as itself",
          printed);
  const double there = unit.to_si(3.0), back = unit.from_si(there);
  // Rounding of the product, and of an offset of 273 K that is added and taken away.
  const double tolerance = 1e-12 * (3 + std::abs(unit.offset / unit.factor()));
  require(!std::isfinite(there) || there == 0 || std::abs(back - 3) <= tolerance,
          "to SI and back is the same value", unit.text);
  for (const char* needed : {"m", "rad/s", "Hz", "K", "delta K", "1", "any"}) {
    const Converted converted = convert(2.5, unit, Requirement::from_unit(needed));
    require(converted.ok || !converted.message.empty(), "a refused quantity has a message");
  }
}

}  // namespace holon::fuzz
