// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A freewheel between two joints, with the slip s = rate₁ − rate₂ and the torque T that the first
/// gives to the second:
///
///   s <= 0,   T >= 0,   s T = 0
///
/// The first drives the second, which may overrun it. It locks where the slip rises to zero, which
/// takes no impulse, and opens where T falls to zero.
struct OneWayClutch {
  std::vector<std::string> joints{};  ///< driving, driven

  static void describe(Descriptor<OneWayClutch>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
