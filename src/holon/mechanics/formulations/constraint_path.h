// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "holon/expr/graph/expr.h"

namespace holon {

/// Rows of a closure: their values, and what their unit multipliers do.
struct ConstraintPath {
  std::vector<Expr> position, velocity, bias;
  /// Of a unit multiplier: on a link, force and moment (6) by row.
  struct Acting {
    int link = 0;
    std::vector<std::vector<Expr>> wrenches;
  };
  std::vector<Acting> acting;
  /// Likewise, along the freedoms of a link's joint: by link, by freedom and row.
  std::map<int, std::vector<std::vector<Expr>>> own_efforts;
  /// What a unit multiplier is along the rates of a part with inner states, and adds to their
  /// accelerations: by row and rate.
  struct Inner {
    std::size_t part = 0;
    std::vector<std::vector<Expr>> efforts, accelerations;
  };
  std::vector<Inner> inner;
  std::size_t first_row = 0;  ///< in S
  std::size_t count() const { return position.size(); }

  /// What a row of this and one of another have of S through parts with inner states.
  bool shares_inner(const ConstraintPath& other) const;
  Expr calc_inner(std::size_t row, const ConstraintPath& other, std::size_t column) const;
};

}  // namespace holon
