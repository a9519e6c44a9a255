// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A frame whose place in another one is given by formulas. Joints, forces and other frames may
/// hold on to it: where the formulas vary in time it moves as they say, whatever force that takes.
struct Frame {
  FrameName in{};
  Vector3<Expr> position{0.0, 0.0, 0.0};  ///< [m] in the axes of `in`
  Orientation orientation{};              ///< turns vectors of this frame into those of `in`
  std::vector<Shape> shapes{};

  static void describe(Descriptor<Frame>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
