// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "holon/base/dimension.h"

namespace holon::detail {

/// A unit in the table: the value x in this unit is x*numerator/denominator + offset in SI.
struct UnitAtom {
  std::string_view name;
  Dimension dimension;
  double numerator;
  double denominator;
  double offset;
  bool takes_prefix;
};

/// A unit name with its prefix resolved; for a prefixed one the scale is a power of ten.
struct FoundAtom {
  const UnitAtom* atom;
  double scale_numerator;
  double scale_denominator;
};

std::span<const UnitAtom> unit_atoms();

/// The unit of a name, with at most one prefix. A name in the table takes precedence over a
/// prefixed one: "min" is the minute, "cd" the candela, "ft" the foot.
std::optional<FoundAtom> find_atom(std::string_view name);

/// Every unit whose name differs from `name` only in case, usual prefixes first.
std::vector<std::string> find_other_case(std::string_view name);

/// A suggestion for a name that is not a unit: the most similar unit, a full name's symbol
/// ("metres" -> "m"), a product run together ("Pas" -> "Pa s"), a trailing exponent ("s2" ->
/// "s^2"), as a clause "did you mean 'MPa'?"; "" if nothing is similar.
std::string suggest_unit(std::string_view name);

}  // namespace holon::detail
