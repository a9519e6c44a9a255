// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Holds two frames together. Bodies that are fixed to each other are one body for the equations.
struct Fixed {
  std::array<FrameName, 2> between{};  ///< parent, child
  Placement origin{};                  ///< of the joint frame in the parent frame

  static void describe(Descriptor<Fixed>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
