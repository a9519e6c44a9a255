// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/formula_ground.h"

#include "holon/terrain/cutter.h"

namespace holon::detail {

std::vector<GroundPoint> FormulaGround::survey(Assembly& assembly,
                                               const std::vector<GroundQuery>& queries) {
  for (const Cutter& cutter : Cutters::of(assembly).of_ground(name_))
    add_cutter_states(assembly, cutter, *soil_);
  std::vector<GroundPoint> points;
  for (const GroundQuery& query : queries) points.push_back(formula_.at(query.x, query.y));
  return points;
}

}  // namespace holon::detail
