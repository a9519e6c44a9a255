// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "holon/model/describe/field.h"
#include "holon/system/symbols.h"

namespace holon::detail {

/// Whether a list of numbers is [lower, upper]: either may be infinite, and is no limit then.
bool is_interval(const Field& field);

/// What is wrong with one value; `path` as visit_fields gives it.
using ComplainAt = std::function<void(const std::string& path, const std::string& message,
                                      const std::string& suggestion)>;

/// Checks ranges and lengths, that numbers are finite, that structural ones are constants and that
/// only varying ones depend on time or outputs. Tunable values are checked at their own value.
void validate(const Schema& schema, const void* object, Symbols& symbols,
              const ComplainAt& complain);

/// The number that an expression of tunable parameters has at their values; NaN where it depends on
/// anything else.
double value_at_parameters(Expr e, const Symbols& symbols);

}  // namespace holon::detail
