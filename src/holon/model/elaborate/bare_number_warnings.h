// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/expr/formula/formula_bare_numbers.h"
#include "holon/model/elaborate/scopes.h"

namespace holon::detail {

/// Warnings of bare numbers that represent a quantity, which are reported only if there are no
/// errors.
class BareNumberWarnings {
 public:
  /// In a formula.
  void add(const BareNumbers& found, const SourceNode& node, const PartLabel& label);
  /// For a number that is the whole value: 20 for an angle.
  void check_angle(double number, const SourceNode& node, const PartLabel& label,
                   const Requirement& needed);
  const Diagnostics& all() const { return warnings_; }

 private:
  Diagnostics warnings_;
};

}  // namespace holon::detail
