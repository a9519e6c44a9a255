// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/record/results.h"

namespace holon {

/// Columns that belong together: a number, or the components of a vector or a quaternion.
struct Quantity {
  std::string name;                     ///< "pin.angle", "link.position"
  std::vector<std::string> components;  ///< "x", "y", "z"; empty for a number
  std::vector<std::size_t> columns;     ///< one, or one for each component
};

/// The quantities in the order of their columns. Adjacent columns .x .y .z or .w .x .y .z of one
/// dimension are one quantity, unless another column has their common name or is below it.
std::vector<Quantity> find_quantities(const std::vector<Column>& columns);

}  // namespace holon
