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

/// A value of the field as messages show it, with its unit.
std::string print_quantity(const Field& field, double value);

/// The value of an expression of tunable parameters at their default values; NaN if it depends on
/// anything else.
double value_at_parameters(Expr e, const Symbols& symbols);

}  // namespace holon::detail
