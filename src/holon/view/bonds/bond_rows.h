// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "holon/view/bonds/bond_layout.h"

namespace holon::detail {

/// The extent of an element in its layer, including its attached elements [px].
struct RowBox {
  int node = 0, layer = 0;
  double left = 0, right = 0, top = 0, bottom = 0;
};

/// Breaks a drawing that is wider than a page into rows, where a single one of the bonds `joined`
/// connects one layer to the next: moves centres and routes, and reroutes that bond.
void break_rows(const std::vector<RowBox>& boxes, const std::vector<BondLayoutEdge>& edges,
                const std::vector<std::size_t>& joined, BondPlacement& placement);

}  // namespace holon::detail
