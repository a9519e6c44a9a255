// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/model/describe/field.h"
#include "holon/system/symbols.h"

namespace holon::detail {

/// A value that varies during a run, and the condition that it has left its range.
struct WatchedRange {
  std::string path;
  std::string violation;  ///< "is negative"
  Expr value, is_outside;
  Dimension dimension;
};

/// The values with a range that are formulas of time or outputs, without those that cannot leave
/// it: "max(x, 0)" is not negative.
std::vector<WatchedRange> find_watched_ranges(const Schema& schema, const void* object,
                                              Symbols& symbols);

/// The same of values that are constant during a run and depend on parameters: a study, or a search
/// for steady states, may give these any values.
std::vector<WatchedRange> find_parameter_ranges(const Schema& schema, const void* object,
                                                Symbols& symbols);

}  // namespace holon::detail
