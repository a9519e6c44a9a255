// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "holon/model/describe/field.h"
#include "holon/system/symbols.h"

namespace holon::detail {

/// Whether a list of numbers is [lower, upper]: an infinite value means no limit.
bool is_interval(const Field& field);

/// An error of one value; `path` as given by visit_fields.
using ComplainAt = std::function<void(const std::string& path, const std::string& message,
                                      const std::string& suggestion)>;

/// Checks ranges and lengths, that numbers are finite, that structural ones are constants and that
/// only varying ones depend on time or outputs. Tunable parameters are checked at their default
/// values.
void validate(const Schema& schema, const void* object, Symbols& symbols,
              const ComplainAt& complain);

/// A value that varies during a run, and the condition that it has left its range.
struct WatchedRange {
  std::string path;
  std::string violation;  ///< "becomes negative"
  Expr value, is_outside;
  Dimension dimension;
};

/// The values with a range that are formulas of time or outputs, without those that cannot leave
/// it: "max(x, 0)" is not negative.
std::vector<WatchedRange> find_watched_ranges(const Schema& schema, const void* object,
                                              Symbols& symbols);

/// The value of an expression of tunable parameters at their default values; NaN if it depends on
/// anything else.
double value_at_parameters(Expr e, const Symbols& symbols);

}  // namespace holon::detail
