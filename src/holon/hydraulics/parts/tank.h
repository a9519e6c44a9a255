// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Prescribes the pressure of a node, independent of the flow: a pressurised reservoir, a charge
/// circuit. The node `tank`, at atmospheric pressure, always exists.
struct Tank {
  std::string at;
  Expr pressure = 0.0;  ///< [Pa] gauge

  static void describe(Descriptor<Tank>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
