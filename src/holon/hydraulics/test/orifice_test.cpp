// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/orifice.h"

#include "pump_circuit.h"

namespace holon {
namespace {

using test::at_end;
using test::kBar;
using test::kFlow;

TEST(Orifice, EmptiesAVolumeIntoAnother) {
  Model model = test::oil_model();
  test::add_volume(model, "A", 1.0, 100);
  test::add_volume(model, "B", 3.0, 20);
  model.add<Orifice>("hole", {.from = "A", .to = "B", .area = 1e-7});
  const Results r = test::run(model, 5.0,
                              {"volume_A.pressure", "volume_B.pressure", "volume_A.density",
                               "volume_B.density", "hole.flow"},
                              0.1);
  // What leaves one litre enters three: V dp/(K + p) is the same. Some 40 bar; nuclei make up to
  // 1e-5 (1 bar/20 bar)^(1/1.4) K = 16 mbar.
  const double k = 1.4e9,
               expected = std::pow(k + 100 * kBar, 0.25) * std::pow(k + 20 * kBar, 0.75) - k;
  EXPECT_NEAR(at_end(r, "volume_A.pressure"), expected, 0.016 * kBar);
  EXPECT_NEAR(at_end(r, "volume_B.pressure"), expected, 0.016 * kBar);
  EXPECT_NEAR(at_end(r, "hole.flow"), 0.0, 1e-12);
}

TEST(Orifice, NeedsAnAreaOrARatedPoint) {
  Model model = test::oil_model();
  test::add_volume(model, "A", 1.0);
  model.add<Orifice>("hole", {.from = "A", .to = "tank", .rated_flow = kFlow});
  EXPECT_EQ(test::errors_of(model),
            "parts/hole: rated_flow: it is not said how much flows; give 'area', or 'rated_flow' "
            "and 'rated_drop'\n");
}

}  // namespace
}  // namespace holon
