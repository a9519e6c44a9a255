// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A spring and a damper side by side along the line between the origins of two frames:
///   T = stiffness (x − length) + damping x' + force,  energy ½ stiffness (x − length)²
/// with x [m] the distance; T [N] is positive where it pulls the frames together.
struct SpringDamper {
  std::array<FrameName, 2> between{};
  Expr stiffness;     ///< [N/m]
  Expr length = 0.0;  ///< [m] unstretched
  Expr damping;       ///< [N s/m]
  Expr force = 0.0;   ///< [N] added to what the law gives

  static void describe(Descriptor<SpringDamper>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
