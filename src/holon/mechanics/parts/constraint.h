// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Equations g = 0 that the machine's places keep, as formulas of outputs and time. What holds them
/// is a force on every frame that they name, along the slope of g there.
struct Constraint {
  std::vector<Expr> equations;  ///< each of any dimension

  static void describe(Descriptor<Constraint>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
