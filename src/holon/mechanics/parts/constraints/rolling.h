// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A disc whose edge rolls on a plane without slip; parts/constraints/rolling.cpp has the
/// equations. The plane is a part's too, and may move. Both ways: it neither slips nor lifts off.
struct Rolling {
  std::array<FrameName, 2> between{};  ///< on the plane, and the disc's centre
  Axis axis = "z";                     ///< of the disc, in the second frame
  Expr radius;                         ///< [m]
  Axis normal = "z";                   ///< of the plane, in the first frame

  static void describe(Descriptor<Rolling>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
