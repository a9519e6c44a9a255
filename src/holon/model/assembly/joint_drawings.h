// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "holon/expr/graph/expr.h"

namespace holon {

/// What drawings show of joints: a store of the assembly (Assembly::domain).
struct JointDrawings {
  enum class Symbol : std::uint8_t {
    free,   ///< none
    weld,   ///< none; a support on the world
    pin,    ///< turns about its axis
    plane,  ///< a pin without a stand
    ball,   ///< turns about several axes
    rail,   ///< slides along its axis alone
  };
  struct Elements {
    bool has_spring = false, has_damper = false;
    bool any() const { return has_spring || has_damper; }
  };
  struct InPlane {
    Elements elements;
    std::array<Expr, 3> direction;  ///< in the axes of the parent's frame
  };
  struct OfJoint {
    Symbol symbol = Symbol::pin;
    Elements along, about;          ///< springs and dampers along and about its axis
    std::vector<InPlane> in_plane;  ///< and along x and y of a joint that moves in a plane
  };
  std::unordered_map<std::string, OfJoint> by_joint;
};

}  // namespace holon
