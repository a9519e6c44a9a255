// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/start.h"

namespace holon {

/// A homokinetic joint of two shafts (Rzeppa, tripod): the child frame bends against the parent's
/// in any direction, without rotating relative to it about the axis.
struct ConstantVelocity {
  std::array<FrameName, 2> between{};  ///< parent, child
  Axis axis{};         ///< of both shafts: in the joint frame and in the child frame
  Placement origin{};  ///< of the joint frame in the parent frame
  AttitudeStart guess{};

  static void describe(Descriptor<ConstantVelocity>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
