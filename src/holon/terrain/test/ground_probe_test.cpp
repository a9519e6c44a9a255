// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/parts/ground_probe.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "holon/mechanics/parts/frames/frame.h"
#include "holon/model/assembly/model.h"
#include "holon/simulate/test/tape_settings.h"
#include "holon/terrain/parts/terrain.h"

namespace holon {
namespace {

TEST(GroundProbe, MeasuresTheSurfaceBelowAFrame) {
  constexpr double kProbeRounding = 64 * std::numeric_limits<double>::epsilon();
  Model model;
  const Expr t = model.time();
  model.add<Frame>("mast", {.position = {2.0 * t, -1.0, 3.0}});
  model.add<GroundProbe>("probe", {.on = "mast", .ground = "ground"});
  model.add<Terrain>("ground", {.height = 0.4 * sin(model.output("ground.x")) +
                                          0.1 * square(model.output("ground.y"))});
  const Results rows =
      simulate(make_system(model), test::tape_settings(1, 0.25, 1e-9),
               {"probe.height", "probe.clearance", "probe.slope_x", "probe.slope_y"});
  for (std::size_t k = 0; k < rows.row_count(); ++k) {
    const double x = 2 * rows.values("time")[k];
    EXPECT_NEAR(rows.values("probe.height")[k], 0.4 * std::sin(x) + 0.1, kProbeRounding);
    EXPECT_NEAR(rows.values("probe.clearance")[k], 2.9 - 0.4 * std::sin(x), kProbeRounding);
    EXPECT_NEAR(rows.values("probe.slope_x")[k], 0.4 * std::cos(x), kProbeRounding);
    EXPECT_NEAR(rows.values("probe.slope_y")[k], -0.2, kProbeRounding);
  }
}

}  // namespace
}  // namespace holon
