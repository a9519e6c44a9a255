// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A friction brake of one joint: it slides with the torque `torque` against the motion, or holds
/// the joint up to `static`. machine/slip.h has the equations.
struct Brake {
  std::string joint{};
  Expr torque = 0.0;                    ///< [N m] while it slides; 0: released
  std::optional<Expr> static_torque{};  ///< [N m] at rest; as `torque`

  static void describe(Descriptor<Brake>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
