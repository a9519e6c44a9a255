// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/line.h"

#include "circuits.h"

namespace holon {
namespace {

using test::at;
using test::at_end;
using test::kBar;
using test::kLitrePerMinute;

TEST(Line, LosesPressureByHagenAndPoiseuilleThenByBlasius) {
  const double d = 0.012, length = 3, viscosity = 40e-6 * 860;
  double last = 0;
  for (const double flow : {1.0, 20.0, 50.0, 70.0, 90.0, 400.0}) {
    const Model model = test::read_circuit(
        "  pump: {type: FixedPump, to: P, displacement: " + std::to_string(flow) +
        " cm^3/rev, speed: 1000 rpm, initial: {pressure: 0.1 bar}}\n"
        "  pipe: {type: Line, from: P, to: tank, length: 3 m, diameter: 12 mm}\n");
    const Results r = test::run(model, 20.0, {"pipe.flow", "pipe.drop", "pipe.loss"}, 20.0);
    const double drop = at_end(r, "pipe.drop");
    const double drawn = flow * kLitrePerMinute * test::tank_density();
    const double q = drawn / test::density(drop), speed = q / (test::kPi / 4 * d * d);
    const double thicker = std::exp(2e-8 * drop / 2);  // HLP's, at the mean pressure
    const double reynolds = speed * d / (40e-6 * thicker);
    const double laminar = 128 * viscosity * thicker * length * q / (test::kPi * std::pow(d, 4));
    const double blasius =
        0.3164 * std::pow(reynolds, -0.25) * length / d * 860 / 2 * speed * speed;
    EXPECT_NEAR(at_end(r, "pipe.flow"), q, 1e-5 * q);
    EXPECT_NEAR(at_end(r, "pipe.loss"), drawn * test::enthalpy(drop), 1e-4 * q * drop);
    // The pump starts at rest and its volume is filled: the deviation of the flow, doubled in the
    // turbulent drop.
    if (reynolds < 2300) {
      EXPECT_NEAR(drop, laminar, 2e-5 * laminar) << "Re = " << reynolds;
    } else if (reynolds > 4000) {
      EXPECT_NEAR(drop, blasius, 1e-4 * blasius) << "Re = " << reynolds;
    } else {
      EXPECT_GT(drop, laminar);
      EXPECT_LT(drop, blasius);
    }
    EXPECT_GT(drop, last);
    last = drop;
  }
}

TEST(Line, IsMoreViscousUnderPressure) {
  // Between 400 and 399.9 bar the viscosity of HLP46 is exp(a p) times that without pressure
  // (Barus).
  const auto flow_at = [](double bar, const char* coefficient) {
    Diagnostics diagnostics;
    const Model model = load_model_text(
        "holon: 1\nfluid: {density: 860, viscosity: 40e-6, pressure_coefficient: " +
            std::string(coefficient) +
            "}\nparts:\n  high: {type: Tank, at: P, pressure: " + std::to_string(bar) +
            " bar}\n  low: {type: Tank, at: Q, pressure: " + std::to_string(bar - 0.1) +
            " bar}\n  pipe: {type: Line, from: P, to: Q, length: 3 m, diameter: 5 mm}\n",
        builtin_catalogue(), {}, diagnostics);
    diagnostics.throw_if_errors();
    return at_end(test::run(model, 5.0, {"pipe.flow"}, 5.0), "pipe.flow");
  };
  const double ratio = flow_at(400, "2e-8") / flow_at(400, "0");
  EXPECT_NEAR(ratio, std::exp(-2e-8 * 399.95 * kBar), 1e-3 * ratio);
}

TEST(Line, SwingsItsOilAgainstAVolume) {
  const Model model = test::read_circuit(
      "  oil: {type: Volume, at: P, volume: 2 l, initial: {pressure: 100.1 bar}}\n"
      "  supply: {type: Tank, at: R, pressure: 100 bar}\n"
      "  pipe: {type: Line, from: P, to: R, length: 2 m, diameter: 30 mm}\n");
  const Results r = test::run(model, 0.5, {"oil.pressure"}, 1e-4);
  // ω² = A β/(ρ L (V + A L/2)); the oscillations pass 100 bar every half period.
  const double area = test::kPi / 4 * 0.03 * 0.03;
  const double w = std::sqrt(area * (1.4e9 + 100 * kBar) / (860 * 2 * (2e-3 + area * 1)));
  double first = 0, last = 0;
  int passages = 0;
  for (std::size_t row = 1; row < r.row_count(); ++row) {
    const double before = at(r, row - 1, "oil.pressure") - 100 * kBar;
    const double now = at(r, row, "oil.pressure") - 100 * kBar;
    if ((before > 0) == (now > 0)) continue;
    last = at(r, row - 1, "time") + 1e-4 * before / (before - now);
    if (passages++ == 0) first = last;
  }
  ASSERT_GT(passages, 10);
  // The damping ratio due to friction is about 0.03, which lowers the frequency by its square.
  EXPECT_NEAR((last - first) / (passages - 1), test::kPi / w, 3e-3 * test::kPi / w);
}

}  // namespace
}  // namespace holon
