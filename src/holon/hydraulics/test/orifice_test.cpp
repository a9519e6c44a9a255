// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/orifice.h"

#include "pump_circuit.h"

namespace holon {
namespace {

using test::at;
using test::at_end;
using test::kBar;
using test::kFlow;

TEST(Orifice, EmptiesAVolumeIntoAnother) {
  Model model = test::fluid_model();
  test::add_volume(model, "A", 1.0, 100);
  test::add_volume(model, "B", 3.0, 20);
  model.add<Orifice>("hole", {.from = "A", .to = "B", .area = 1e-7});
  const Results r = test::run(model, 5.0,
                              {"volume_A.pressure", "volume_B.pressure", "volume_A.density",
                               "volume_B.density", "hole.flow"},
                              0.1);
  // The flow out of one litre is that into three, to rounding error. ρ = ρ_l (1 + p/K) with a slope
  // of 1, so that the final pressures are (100 + 3 · 20)/4 bar; nuclei make up to 1e-5 (1 bar/20
  // bar)^(1/1.4) K = 16 mbar.
  const auto mass = [&](std::size_t row) {
    return 1e-3 * at(r, row, "volume_A.density") + 3e-3 * at(r, row, "volume_B.density");
  };
  EXPECT_NEAR(mass(r.row_count() - 1), mass(0), 1e-13 * mass(0));
  EXPECT_NEAR(at_end(r, "volume_A.pressure"), 40 * kBar, 0.016 * kBar);
  EXPECT_NEAR(at_end(r, "volume_B.pressure"), 40 * kBar, 0.016 * kBar);
  EXPECT_NEAR(at_end(r, "hole.flow"), 0.0, 1e-12);
}

TEST(Orifice, NeedsAnAreaOrARatedPoint) {
  Model model = test::fluid_model();
  test::add_volume(model, "A", 1.0);
  model.add<Orifice>("hole", {.from = "A", .to = "tank", .rated_flow = kFlow});
  EXPECT_EQ(test::errors_of(model),
            "parts/hole: rated_flow: nothing determines the flow; give 'area', or 'rated_flow' and "
            "'rated_drop'\n");
}

TEST(Orifice, EndsTheRunWhereItsAreaBecomesNegative) {
  const Model model = test::read_circuit(
      "  A: {type: Tank, at: A, pressure: 100 bar}\n"
      "  B: {type: Volume, at: B, volume: 1 l}\n"
      "  hole: {type: Orifice, from: A, to: B, area: \"2 [mm^2]*sin(10 [rad/s]*time)\"}\n");
  try {
    test::run(model, 1.0, {"hole.flow"}, 0.1);
    FAIL() << "the area is negative from 0.1 pi s on";
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("'hole.area' is negative"), std::string::npos)
        << error.what();
    EXPECT_NEAR(error.data().time, 0.1 * test::kPi, 1e-6);
  }
}

TEST(Orifice, AcceptsAreasThatCannotBecomeNegative) {
  // They are not watched: the system has no event.
  for (const char* area :
       {"1 [mm^2]*(1 + sin(10 [rad/s]*time))", "max(1 [mm^2]*sin(10 [rad/s]*time), 0)",
        "1 [mm^2]*sin(10 [rad/s]*time)^2", "abs(1 [mm^2]*sin(10 [rad/s]*time))"}) {
    const Model model = test::read_circuit(
        "  A: {type: Tank, at: A, pressure: 100 bar}\n"
        "  B: {type: Volume, at: B, volume: 1 l}\n"
        "  hole: {type: Orifice, from: A, to: B, area: \"" +
        std::string(area) + "\"}\n");
    EXPECT_TRUE(make_system(model).events.empty()) << area;
    EXPECT_NO_THROW(test::run(model, 1.0, {"hole.flow"}, 0.1)) << area;
  }
}

}  // namespace
}  // namespace holon
