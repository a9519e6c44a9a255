// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A rod without mass between the origins of two frames, a ball joint at either end: keeps them at
/// a distance, which may be a function of time.
struct Distance {
  std::array<FrameName, 2> between{};
  Expr length;  ///< [m]

  static void describe(Descriptor<Distance>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
