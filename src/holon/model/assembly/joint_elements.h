// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>

namespace holon {

/// Springs and dampers of joints, for drawings: a store of the assembly (Assembly::domain).
struct JointElements {
  struct Elements {
    bool has_spring = false, has_damper = false;
    bool any() const { return has_spring || has_damper; }
  };
  struct OfJoint {
    Elements along, about;  ///< its axis
  };
  std::unordered_map<std::string, OfJoint> by_joint;
};

}  // namespace holon
