// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/start.h"

namespace holon {

/// Mass in a point. Where no joint holds it, it has three freedoms and does not turn.
struct PointMass {
  Expr mass;  ///< [kg]
  std::vector<Shape> shapes{};
  std::optional<PointStart> initial{}, guess{};  ///< of a mass that no joint holds

  static void describe(Descriptor<PointMass>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
