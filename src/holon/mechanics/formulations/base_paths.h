// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "holon/mechanics/formulations/constraint_rows.h"

namespace holon {

/// What rows do to the freedoms between them and the world, from the pivots of the passes.
class BasePaths {
 public:
  /// The way of a closure's rows to the world.
  struct Path {
    std::vector<int> links;  ///< with freedoms, on the way, from the world
    std::map<int, std::vector<std::vector<Expr>>> efforts;  ///< by link: u by freedom and row
  };
  /// `rows` must live as long as this.
  explicit BasePaths(const ConstraintRows& rows);

  /// What every row's unit wrenches do.
  Path propagate_to_base(const ConstraintPath& path);
  /// Some rows hold whatever the coordinates are: a planar mechanism never leaves its plane. They
  /// ask for no effort, wherever the links are; that is tried with a few random states. By closure
  /// the rows that remain; those of line bodies all do.
  std::vector<std::vector<bool>> find_needed_rows();

 private:
  const ConstraintRows& rows_;
  detail::Kinds step_kinds_;                           ///< by link
  std::map<int, FunctionRef> functions_with_efforts_;  ///< by kind
};

}  // namespace holon
