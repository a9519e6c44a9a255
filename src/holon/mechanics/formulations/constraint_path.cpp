// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/constraint_path.h"

#include <algorithm>

namespace holon {

bool ConstraintPath::shares_inner(const ConstraintPath& other) const {
  return std::any_of(inner.begin(), inner.end(), [&](const Inner& one) {
    return std::any_of(other.inner.begin(), other.inner.end(),
                       [&](const Inner& its) { return one.part == its.part; });
  });
}

Expr ConstraintPath::calc_inner(std::size_t row, const ConstraintPath& other,
                                std::size_t column) const {
  Expr sum = 0.0;
  for (const Inner& one : inner) {
    for (const Inner& its : other.inner) {
      if (one.part != its.part) continue;
      for (std::size_t k = 0; k < one.efforts[row].size(); ++k)
        sum += one.efforts[row][k] * its.accelerations[column][k];
    }
  }
  return sum;
}

}  // namespace holon
