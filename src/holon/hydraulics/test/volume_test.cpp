// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/volume.h"

#include "circuits.h"

namespace holon {
namespace {

using test::at;
using test::at_end;

TEST(Volume, GainsPressureAsItsBulkModulusAndDensitySay) {
  const Model model = test::read_circuit(
      "  pump: {type: FixedPump, to: P, displacement: 1 cm^3/rev, speed: 60 rpm, volume: 1e-9}\n"
      "  oil: {type: Volume, at: P, volume: 1 l, initial: {pressure: 20 bar}}\n");
  const Results r = test::run(model, 5.0, {"oil.pressure", "oil.density", "oil.bulk_modulus"}, 5.0);
  // 5 cm³ of the tank's density into a litre.
  EXPECT_NEAR(at_end(r, "oil.density") - at(r, 0, "oil.density"),
              test::tank_density() * 5e-6 / (1e-3 + 1e-9), 1e-9 * test::kLiquid);
  EXPECT_NEAR(at_end(r, "oil.density"), test::density(at_end(r, "oil.pressure")),
              1e-12 * test::kLiquid);
  EXPECT_NEAR(at_end(r, "oil.bulk_modulus"), 1.4e9 + at_end(r, "oil.pressure"), 1e-4 * 1.4e9);
}

}  // namespace
}  // namespace holon
