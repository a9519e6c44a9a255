// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/start.h"

namespace holon {

/// A ball joint: the child frame turns about its origin, which stays on the parent frame's.
struct Spherical {
  std::array<FrameName, 2> between{};  ///< parent, child
  Placement origin{};                  ///< of the joint frame in the parent frame
  AttitudeStart initial{}, guess{};

  static void describe(Descriptor<Spherical>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
