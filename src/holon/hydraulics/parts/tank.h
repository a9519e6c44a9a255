// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Holds the pressure of a node, whatever flows: a reservoir under pressure, a charge circuit. The
/// node `tank`, at the atmosphere's pressure, is there without one.
struct Tank {
  std::string at;
  Expr pressure = 0.0;  ///< [Pa] gauge

  static void describe(Descriptor<Tank>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
