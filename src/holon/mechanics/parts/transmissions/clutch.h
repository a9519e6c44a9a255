// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A friction clutch between two joints. It slips with the torque `torque` of the faster on the
/// slower side, or sticks and transmits up to `static`. machine/slip.h has the equations.
struct Clutch {
  std::vector<std::string> joints{};
  Expr torque = 0.0;                    ///< [N m] capacity while it slips; 0: open
  std::optional<Expr> static_torque{};  ///< [N m] capacity while it sticks; as `torque`

  static void describe(Descriptor<Clutch>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
