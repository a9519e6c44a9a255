// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/drives/hydrostatic_transmission.h"

#include "holon/mechanics/test/engine_models.h"

namespace holon {
namespace {

using test::engine_with;
using test::kDroop;
using test::kFlatCurve;
using test::kIdle;
using test::make_rotor;
using test::number_of;

constexpr double kOutputInertia = 400.0;  // [kg m²]

/// The engine drives a wheel through the transmission, against a load torque or held at rest.
template <class Load>
Model drive_with(HydrostaticTransmission transmission, const Load& load, bool held = false,
                 bool swings = false) {
  Model model = engine_with(0.0, kIdle);
  if (swings) transmission.command = sin(0.7 * model.time());
  model.add<RigidBody>("wheel", make_rotor(kOutputInertia));
  Revolute pin{.between = {"world", "wheel"}};
  if (held) {
    pin.motion = Expr(0.0);
  } else {
    pin.torque = load(model);
  }
  model.add<Revolute>("pin", pin);
  model.add<CombustionEngine>("engine", {.shaft = "crank.flange",
                                         .curve = kFlatCurve,
                                         .governor = {.speed = kIdle, .droop = kDroop}});
  model.add<HydrostaticTransmission>("drive", transmission);
  return model;
}

Expr no_load(const Model&) { return 0.0; }

HydrostaticTransmission make_transmission() {
  return {.input = "crank.flange",
          .output = "pin.flange",
          .pump = 1.3e-5,
          .motor = 2.4e-5,
          .ratio = 40.0,
          .command = 0.5,
          .volume = 6e-3,
          .leakage = 2e-13,
          .pressure_friction = 0.04,
          .input_friction = 0.02,
          .output_friction = 10.0};
}

TEST(HydrostaticTransmission, ReachesTheSpeedRatioOfItsDisplacements) {
  HydrostaticTransmission ideal = make_transmission();
  ideal.leakage = 0.0;
  ideal.pressure_friction = ideal.output_friction = ideal.input_friction = 0.0;
  const double load = 2000.0;  // [N m s]: it damps the fluid against the wheel within 1 s
  Model model = drive_with(ideal, [&](const Model& m) { return -load * m.output("pin.rate"); });
  const Results r = test::run(make_system(model), 20.0,
                              {"pin.rate", "crank.rate", "drive.pressure", "engine.torque",
                               "drive.input_power", "drive.output_power"});
  const std::size_t end = r.row_count() - 1;
  const double input = number_of(r, end, "crank.rate");
  EXPECT_NEAR(number_of(r, end, "pin.rate"), 0.5 * 1.3e-5 * input / (40.0 * 2.4e-5), 1e-6);
  EXPECT_NEAR(number_of(r, end, "drive.pressure"),
              load * number_of(r, end, "pin.rate") / (40.0 * 2.4e-5), 1.0);
  EXPECT_NEAR(number_of(r, end, "drive.input_power"), number_of(r, end, "drive.output_power"),
              1e-3);
}

TEST(HydrostaticTransmission, AccountsForAllOfItsPower) {
  HydrostaticTransmission real = make_transmission();
  real.time_constant = Expr(0.2);
  real.cut_off = Expr(38e6);
  real.load_limit = HydrostaticTransmission::LoadLimit{.speed = 200.0, .range = 40.0};
  const System system = make_system(drive_with(
      real, [](const Model&) { return Expr(-3000.0); }, false, true));
  const Results r =
      test::run(system, 10.0,
                {"drive.input_power", "drive.output_power", "drive.fluid_power", "drive.losses",
                 "system.energy.total", "system.energy.dissipated", "system.energy.supplied"});
  double largest = 0.0;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double in = number_of(r, k, "drive.input_power");
    largest = std::max(largest, std::abs(in));
    EXPECT_NEAR(in - number_of(r, k, "drive.output_power") - number_of(r, k, "drive.fluid_power"),
                number_of(r, k, "drive.losses"), 1e-9 * (1e5 + std::abs(in)));
    EXPECT_GE(number_of(r, k, "drive.losses"), -1e-9);
    EXPECT_NEAR(number_of(r, k, "system.energy.total") +
                    number_of(r, k, "system.energy.dissipated") -
                    number_of(r, k, "system.energy.supplied"),
                number_of(r, 0, "system.energy.total"), 1e-8 * 6e5);
  }
  EXPECT_GT(largest, 1e4);
}

TEST(HydrostaticTransmission, StallsAtItsReliefValvesOrCutOff) {
  // A held output: all of the pump's flow goes through leakage and relief valve.
  HydrostaticTransmission real = make_transmission();
  const System system = make_system(drive_with(real, no_load, true));
  const Results r = test::run(system, 10.0, {"drive.pressure", "crank.rate", "drive.losses"});
  const std::size_t end = r.row_count() - 1;
  const double flow = 0.5 * 1.3e-5 * number_of(r, end, "crank.rate");
  const double slope = 200.0 * 1.3e-5 / 2e6, leak = 2e-13;
  // k_l p + k_r (p − p_r) = flow
  EXPECT_NEAR(number_of(r, end, "drive.pressure"), (flow + slope * 42e6) / (leak + slope), 10.0);
  real.cut_off = Expr(38e6);
  const Results cut = test::run(make_system(drive_with(real, no_load, true)), 10.0,
                                {"drive.pressure", "drive.setting", "crank.rate"});
  const std::size_t last = cut.row_count() - 1;
  EXPECT_LT(number_of(cut, last, "drive.pressure"), 41e6);
  EXPECT_GT(number_of(cut, last, "drive.pressure"), 38e6);
  EXPECT_NEAR(number_of(cut, last, "drive.setting") * 1.3e-5 * number_of(cut, last, "crank.rate"),
              leak * number_of(cut, last, "drive.pressure"), 1e-9);
}

TEST(HydrostaticTransmission, RefusesACutOffAboveTheReliefPressure) {
  HydrostaticTransmission wrong = make_transmission();
  wrong.cut_off = Expr(41e6);
  const std::string text = test::errors_of(drive_with(wrong, no_load));
  EXPECT_NE(text.find("cut-off"), std::string::npos) << text;
}

}  // namespace
}  // namespace holon
