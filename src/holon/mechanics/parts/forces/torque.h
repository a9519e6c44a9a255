// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A torque on the body of a frame.
struct Torque {
  FrameName on{};
  FrameName in{};                       ///< whose axes
  Vector3<Expr> torque{0.0, 0.0, 0.0};  ///< [N m]

  static void describe(Descriptor<Torque>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
