// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"
#include "holon/terrain/soil_settings.h"

namespace holon {

/// The ground that machines run on and work: its surface z(x, y) in world axes, and its soil.
struct Terrain {
  Expr height = 0.0;  ///< [m] a formula of x, y
  SoilSettings soil{};

  static std::vector<MadeName> list_names(const SourceNode& part);
  static void describe(Descriptor<Terrain>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
