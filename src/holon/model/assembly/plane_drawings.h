// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "holon/expr/graph/expr.h"
#include "holon/model/assembly/joint_drawings.h"

namespace holon {

/// Springs and dampers along x and y of joints that move in a plane, for drawings: a store of the
/// assembly (Assembly::domain).
struct PlaneDrawings {
  struct Along {
    JointDrawings::Elements elements;
    std::array<Expr, 3> direction;  ///< in the axes of the parent's frame
  };
  std::unordered_map<std::string, std::vector<Along>> by_joint;
};

}  // namespace holon
