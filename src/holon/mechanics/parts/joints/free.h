// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/start.h"

namespace holon {

/// Holds nothing: the place of the child frame in the parent frame as a state. The child must lie
/// farther from the world than the parent.
struct Free {
  std::array<FrameName, 2> between{};  ///< parent, child
  Placement origin{};                  ///< of the joint frame in the parent frame
  FreeStart initial{}, guess{};

  static void describe(Descriptor<Free>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
