// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The hydraulic examples: energy to the last joule, frequencies and steady states by hand.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "holon/catalogue/builtin.h"
#include "holon/hydraulics/fluid.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"

namespace holon {
namespace {

constexpr double kBar = 1e5;

Model load_example(const std::string& name) {
  Diagnostics diagnostics;
  Model model = load_model(std::string(HOLON_SOURCE_DIR) + "/examples/" + name + ".yaml",
                           builtin_catalogue(), {}, diagnostics);
  diagnostics.throw_if_errors();
  EXPECT_TRUE(diagnostics.empty()) << diagnostics.to_string();
  return model;
}

Results run_example(const Model& model, double tolerance, double interval,
                    const std::vector<std::string>& outputs) {
  SimulateSettings settings = model.simulate;
  settings.engine = EngineChoice::tape;
  settings.tolerance = tolerance;
  settings.interval = interval;
  return simulate(make_system(model), settings, outputs);
}

/// Largest distance from its first value.
template <class Value>
double find_drift(const Results& r, const Value& value) {
  double drift = 0;
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    drift = std::max(drift, std::abs(value(row) - value(0)));
  }
  return drift;
}

TEST(HydraulicExamples, ExcavatorBoomLosesNoEnergyUnseen) {
  Model model = load_example("excavator_boom");
  // The account of all domains against sums of the outputs of the parts.
  const std::vector<std::string> account{"system.energy.supplied", "system.energy.dissipated",
                                         "system.energy.stored"};
  model.outputs.insert(model.outputs.end(), account.begin(), account.end());
  double last = 1;
  for (const double tolerance : {1e-6, 1e-8}) {
    const Results r = run_example(
        model, tolerance, 0.1,
        {"shaft_work.output", "lost_energy.output", "stored_energy.output", "work_on_bodies.output",
         "system.energy.kinetic", "system.energy.potential", account[0], account[1], account[2]});
    const auto column = [&](const std::string& name, std::size_t row) {
      return r.values(name)[row];
    };
    const double passed = column("shaft_work.output", r.row_count() - 1);
    EXPECT_GT(passed, 3e5);  // [J]
    const double circuit = find_drift(r, [&](std::size_t row) {
      return column("shaft_work.output", row) - column("lost_energy.output", row) -
             column("stored_energy.output", row) - column("work_on_bodies.output", row);
    });
    const double bodies = find_drift(r, [&](std::size_t row) {
      return column("work_on_bodies.output", row) - column("system.energy.kinetic", row) -
             column("system.energy.potential", row);
    });
    const char* const sums[] = {"shaft_work.output", "lost_energy.output", "stored_energy.output"};
    for (std::size_t k = 0; k < account.size(); ++k) {
      const double apart = find_drift(
          r, [&](std::size_t row) { return column(account[k], row) - column(sums[k], row); });
      EXPECT_LE(apart, 100 * tolerance * passed) << account[k];
    }
    EXPECT_LE(circuit, 100 * tolerance * passed) << tolerance;
    EXPECT_LE(bodies, 100 * tolerance * passed) << tolerance;
    EXPECT_LT(bodies, last);
    last = 0.2 * bodies;
  }
}

TEST(HydraulicExamples, ExcavatorBoomFollowsItsCourse) {
  const Results r = run_example(
      load_example("excavator_boom"), 1e-7, 0.05,
      {"boom_pin.angle", "course.boom", "arm_pin.angle", "course.arm", "pump.pressure"});
  double worst = 0, highest = 0;
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    for (const auto& [is, wanted] :
         {std::pair("boom_pin.angle", "course.boom"), std::pair("arm_pin.angle", "course.arm")}) {
      worst = std::max(worst, std::abs(r.values(is)[row] - r.values(wanted)[row]));
    }
    highest = std::max(highest, r.values("pump.pressure")[row]);
  }
  EXPECT_LT(worst, 6 * std::numbers::pi / 180);
  EXPECT_LT(highest, 330 * kBar);
}

TEST(HydraulicExamples, CylinderAndMassSwingsOnItsOil) {
  const Results r = run_example(load_example("cylinder_and_mass"), 1e-9, 1e-4,
                                {"ram.position", "ram.speed", "ram.volume_A", "ram.volume_B",
                                 "ram.pressure_A", "ram.pressure_B"});
  // From 1.5 s on, when it has died down: periods of the speed against
  // w² = (β_A A_A²/V_A + β_B A_B²/V_B)/m at the mean pressures and volumes of that time.
  std::vector<double> passages;
  const std::vector<double>&t = r.values("time"), &v = r.values("ram.speed");
  double count = 0, p_a = 0, p_b = 0, v_a = 0, v_b = 0;
  for (std::size_t row = 1; row < r.row_count(); ++row) {
    if (t[row] < 1.5) continue;
    ++count;
    p_a += r.values("ram.pressure_A")[row];
    p_b += r.values("ram.pressure_B")[row];
    v_a += r.values("ram.volume_A")[row];
    v_b += r.values("ram.volume_B")[row];
    if ((v[row - 1] > 0) == (v[row] > 0)) continue;
    passages.push_back(t[row - 1] + (t[row] - t[row - 1]) * v[row - 1] / (v[row - 1] - v[row]));
  }
  ASSERT_GT(passages.size(), 8u);
  const double w = std::numbers::pi * static_cast<double>(passages.size() - 1) /
                   (passages.back() - passages.front());
  const Fluid oil(load_example("cylinder_and_mass").fluid);
  const double area_a = std::numbers::pi / 4 * 0.05 * 0.05;
  const double area_b = area_a - std::numbers::pi / 4 * 0.028 * 0.028;
  const double stiffness = oil.bulk_modulus(p_a / count).value() * area_a * area_a / (v_a / count) +
                           oil.bulk_modulus(p_b / count).value() * area_b * area_b / (v_b / count);
  // Bulk moduli change by a few percent within a swing of some bars, and friction damps a little.
  EXPECT_NEAR(w, std::sqrt(stiffness / 2000), 0.02 * w);
}

TEST(HydraulicExamples, HydrostaticDriveRollsAsItsPumpSays) {
  const Results r = run_example(load_example("hydrostatic_drive"), 1e-8, 0.1,
                                {"motor.shaft_speed", "pump.setting", "pump.pressure",
                                 "low.pressure", "train.v.flow", "train.way"});
  const auto row_at = [&](double time) {
    return static_cast<std::size_t>(std::lround(time / 0.1));
  };
  // Flat out on the slope: the motor takes the mass that the pump draws in on the low side, less
  // the leakage of both: ρ_H D_m ω_m = ρ_L u D_p ω_p − 2 ρ_H k_l (p_H − p_L).
  const std::size_t row = row_at(8.9);
  const double turn = 2 * std::numbers::pi,
               drop = r.values("pump.pressure")[row] - r.values("low.pressure")[row];
  const double leak = 2 * 0.02e-3 / 60 / kBar * drop;
  const Fluid oil(load_example("hydrostatic_drive").fluid);
  const double ratio = oil.density(r.values("low.pressure")[row]).value() /
                       oil.density(r.values("pump.pressure")[row]).value();
  const double speed = (ratio * 0.8 * 71e-6 * 2200 / 60 - leak) / 80e-6 * turn;
  EXPECT_NEAR(r.values("motor.shaft_speed")[row], speed, 2e-3 * speed);
  EXPECT_NEAR(r.values("train.v.flow")[row], r.values("motor.shaft_speed")[row] * 0.6 / 24, 1e-9);
  // It comes to rest, rolls back, and the low side never runs dry.
  EXPECT_LT(r.values("train.v.flow")[row_at(19.9)], -0.5);
  for (const double p : r.values("low.pressure")) EXPECT_GT(p, 0.0);
}

}  // namespace
}  // namespace holon
