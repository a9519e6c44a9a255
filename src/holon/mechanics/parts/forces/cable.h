// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A cable without mass between the origins of two frames, which pulls only:
///   T = max(0, stiffness (x − length) + damping x')  where x > length, else 0
/// with x [m] the distance and T [N] the tension.
struct Cable {
  std::array<FrameName, 2> between{};
  Expr length;                      ///< [m] without tension
  std::optional<Expr> stiffness{};  ///< [N/m]
  std::optional<Expr> damping{};    ///< [N s/m]

  static void describe(Descriptor<Cable>& d);
  void build(PartBuilder& b) const;

 private:
  void build_rigid(PartBuilder& b) const;
};

}  // namespace holon
