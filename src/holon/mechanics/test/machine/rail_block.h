// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/test/run_model.h"

namespace holon::test {

// A joint counts as stopped at a millionth of its Stribeck rate (1e-8 m/s here): what that leaves
// open of positions and energies of order one, with decelerations above 0.1.
constexpr double kStopping = 1e-7;

/// A block of 1 kg on a rail along x.
inline Model make_block(Prismatic rail) {
  Model model;
  model.add<PointMass>("block", {.mass = 1.0});
  rail.between = {"world", "block"};
  rail.axis = "x";
  model.add<Prismatic>("rail", rail);
  return model;
}

}  // namespace holon::test
