// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/model/elaborate/scopes.h"

namespace holon::detail {

class Elaboration;
class PendingValues;

/// Dimensions of outputs, and those that follow from values of a part. Nothing for a bare number.
/// They are evaluated on demand, as values are; one that depends on itself, or on very many others,
/// is unknown: a bare number, which fits everywhere.
class DimensionFinder {
 public:
  DimensionFinder(Elaboration& elaboration, const PendingValues& pending)
      : elaboration_(elaboration), pending_(pending) {}

  std::optional<Dimension> of(const Meaning& meaning);
  std::optional<Dimension> of_name(OwnName& name);
  /// For lists, that of the first element that has one.
  std::optional<Dimension> of_value(const SourceNode& node, PartEntry& entry);
  /// "input|setpoint": of the first of them that has one.
  std::optional<Dimension> of_parameter(PartEntry& entry, const std::string& parameter);
  /// Like formulas: a product with a bare factor is bare.
  std::optional<Dimension> of_product(PartEntry& entry, const std::vector<std::string>& parameters,
                                      const Dimension& unit);

 private:
  std::optional<Dimension> calc(const OwnName& name);

  Elaboration& elaboration_;
  const PendingValues& pending_;
  int open_ = 0;  // being evaluated, each for the next
};

}  // namespace holon::detail
