// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A damper along the line between the origins of two frames, without mass:
///   T = damping x' + force
/// with x [m] the distance; T [N] is positive where it pulls the frames together.
struct Damper {
  std::array<FrameName, 2> between{};
  Expr damping;      ///< [N s/m]
  Expr force = 0.0;  ///< [N] added to what the law gives

  static void describe(Descriptor<Damper>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
