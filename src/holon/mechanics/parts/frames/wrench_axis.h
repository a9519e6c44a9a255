// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// The central axis of a wrench: of a joint's reaction, or of any force f with a torque m about the
/// origin p of a frame.
///   direction  e = f / |f|
///   point      p + f × m / f²      the point of the axis nearest to p
///   pitch      h = f·m / f²        [m]
/// The force on this axis and the torque h f along it equal the wrench: L. Poinsot (1803). Below
/// `threshold` it is a couple: direction m / |m| through p, an infinite pitch.
struct WrenchAxis {
  std::string joint{};                    ///< of whose reaction
  std::optional<Vector3<Expr>> force{};   ///< [N]
  std::optional<Vector3<Expr>> torque{};  ///< [N m] about the origin of `at`
  FrameName at{};
  FrameName in{};         ///< whose axes
  Expr threshold = 1e-9;  ///< [N]

  static void describe(Descriptor<WrenchAxis>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
