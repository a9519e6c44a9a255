// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/accumulator.h"

#include "circuits.h"

namespace holon {
namespace {

using test::at;
using test::at_end;
using test::kBar;

TEST(Accumulator, StoresFluidByTheGasLaw) {
  for (const double n : {1.0, 1.4}) {
    const Model model = test::read_circuit(
        "  pump: {type: FixedPump, to: P, displacement: 60 cm^3/rev, speed: 60 rpm, volume: 1e-9}\n"
        "  bladder: {type: Accumulator, at: P, volume: 10 l, precharge: 90 bar, neck: 1 cm^3,\n"
        "    initial: {pressure: 100 bar}, exponent: " +
        std::to_string(n) + "}\n");
    const Results r = test::run(model, 50.0, {"bladder.pressure", "bladder.fluid_volume"}, 50.0);
    const auto oil = [&](double p) {
      return 10e-3 * (1 - std::pow((90 * kBar + 101325) / (p + 101325), 1 / n));
    };
    EXPECT_NEAR(at(r, 0, "bladder.fluid_volume"), oil(100 * kBar), 1e-12);
    EXPECT_NEAR(at_end(r, "bladder.fluid_volume"), oil(at_end(r, "bladder.pressure")), 1e-12);
    // All of the mass that was pumped, from the tank's density, is in bladder, neck and pump.
    const auto mass = [&](std::size_t row) {
      return test::density(at(r, row, "bladder.pressure")) *
             (at(r, row, "bladder.fluid_volume") + 1e-6 + 1e-9);
    };
    EXPECT_NEAR(mass(r.row_count() - 1) - mass(0), 3e-3 * test::tank_density(),
                1e-8 * mass(0));  // accuracy of the solved pressure
  }
}

TEST(Accumulator, IsEmptyBelowItsPrecharge) {
  const Model model = test::read_circuit(
      "  pump: {type: FixedPump, to: P, displacement: 60 cm^3/rev, speed: 60 rpm}\n"
      "  bladder: {type: Accumulator, at: P, volume: 10 l, precharge: 90 bar, initial: {pressure: "
      "5 bar}}\n");
  const Results r = test::run(model, 2.0, {"bladder.pressure", "bladder.fluid_volume"}, 1e-2);
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    if (at(r, row, "bladder.pressure") < 89 * kBar)
      EXPECT_EQ(at(r, row, "bladder.fluid_volume"), 0.0);
  }
  EXPECT_GT(at_end(r, "bladder.fluid_volume"), 0.0);
}

TEST(Accumulator, EmptiesToThePressureOfTheTank) {
  // Its pressure ends at zero, and in an empty accumulator at the start it is zero.
  for (const char* start : {"", ", initial: {pressure: 120 bar}"}) {
    const Model model =
        test::read_circuit("  bladder: {type: Accumulator, at: A, volume: 10 l, precharge: 90 bar" +
                           std::string(start) +
                           "}\n"
                           "  hole: {type: Orifice, from: A, to: tank, area: 200 mm^2}\n");
    const Results r = test::run(model, 1.0, {"A.pressure"}, 1e-2);
    for (std::size_t row = 0; row < r.row_count(); ++row)
      EXPECT_TRUE(std::isfinite(at(r, row, "A.pressure"))) << row;
    EXPECT_NEAR(at_end(r, "A.pressure"), 0.0, 1.0);
  }
}

TEST(Accumulator, IsEmptiedByAPumpLikeAVolume) {
  // What a pump leaves is vacuum; the fluid that was in the accumulator has passed it.
  const Model model = test::read_circuit(
      "  bladder: {type: Accumulator, at: A, volume: 1 l, precharge: 50 bar, initial: {pressure: "
      "80 bar}}\n"
      "  pump: {type: FixedPump, from: A, to: B, displacement: 10 cm^3/rev, speed: 1500 rpm}\n"
      "  out: {type: Orifice, from: B, to: tank, area: 1 cm^2}\n"
      "  passed: {type: Integrator, input: out.mass_flow}\n");
  const Results r = test::run(model, 5.0, {"A.pressure", "A.mass", "B.mass", "passed.output"}, 0.1);
  const auto all = [&](std::size_t row) {
    return at(r, row, "A.mass") + at(r, row, "B.mass") + at(r, row, "passed.output");
  };
  for (std::size_t row = 0; row < r.row_count(); ++row)
    EXPECT_NEAR(all(row), all(0), 1e-6 * all(0)) << row;
  EXPECT_LT(at_end(r, "A.pressure"), -0.9 * kBar);
  EXPECT_GE(at_end(r, "A.pressure"), -101325.0 - 1e-6);
}

}  // namespace
}  // namespace holon
