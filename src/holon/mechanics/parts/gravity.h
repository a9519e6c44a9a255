// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Uniform gravity, in the place of the one that `world` says.
struct Gravity {
  Vector3<Expr> uniform{0.0, 0.0, -9.80665};  ///< [m/s²] in world axes

  static void describe(Descriptor<Gravity>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
