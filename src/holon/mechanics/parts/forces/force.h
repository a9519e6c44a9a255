// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A force on a frame, at its origin.
struct Force {
  FrameName on{};
  FrameName in{};                      ///< whose axes
  Vector3<Expr> force{0.0, 0.0, 0.0};  ///< [N]

  static void describe(Descriptor<Force>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
