// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Runs that begin at an equilibrium: `simulate: {start: equilibrium}`.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "holon/base/errors.h"
#include "holon/catalogue/builtin.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"
#include "holon/simulate/start/equilibrium.h"
#include "holon/simulate/start/pure_integrals.h"

namespace holon {
namespace {

constexpr double kG = 9.80665;
// Newton's method ends at the rounding of its equations; positions are of size 1.
constexpr double kFound = 1e-10;
// What a run at a tolerance of 1e-10 moves of what is at rest.
constexpr double kRest = 1e-8;

Results run_from_start(const std::string& text, const std::vector<std::string>& outputs,
                       double until, const std::vector<std::string>& overrides = {},
                       bool is_file = false) {
  LoadOptions options;
  options.overrides = overrides;
  Diagnostics diagnostics;
  const Model model = is_file ? load_model(text, builtin_catalogue(), options, diagnostics)
                              : load_model_text(text, builtin_catalogue(), options, diagnostics);
  diagnostics.throw_if_errors();
  SimulateSettings settings = model.simulate;
  settings.until = until;
  settings.interval = until;
  settings.solver = SolverMethod::automatic;
  settings.tolerance = 1e-10;
  settings.start = RunStart::equilibrium;
  settings.engine = EngineChoice::tape;
  Results results;
  const System system = make_system(model);
  Simulation simulation(system, settings);
  simulation.record(results, outputs, RowSchedule::from(settings));
  simulation.run();
  return results;
}

const std::vector<std::vector<std::string>> kFormulationOverrides{
    {"simulate.formulation=recursive"},
    {"simulate.formulation=augmented"},
    {"simulate.formulation=aggregate"}};

std::string example_path(const std::string& name) {
  return std::string(HOLON_SOURCE_DIR) + "/examples/" + name + ".yaml";
}

TEST(StartAtEquilibrium, OfAPendulumOnASpringIsWhereTorquesBalance) {
  // k θ = m g l sin θ of an inverted pendulum with k < m g l: bisection of the closed form.
  double low = 0.1, high = 3;
  const double k = 3, mgl = 1 * kG * 0.5;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (k * middle < mgl * std::sin(middle) ? low : high) = middle;
  }
  for (const auto& overrides : kFormulationOverrides) {
    const Results r = run_from_start(R"(holon: 1
parts:
  pin: {type: Revolute, between: [world, rod], axis: y, stiffness: 3 N m/rad, initial: {angle: 1.2 rad}}
  rod: {type: RigidBody, mass: 1 kg, center_of_mass: [0, 0, 0.5], inertia: [0.02, 0.02, 0.001]}
)",
                                     {"pin.angle", "pin.rate"}, 2, overrides);
    EXPECT_NEAR(r.values("pin.angle").front(), low, kFound);
    EXPECT_EQ(std::abs(r.values("pin.rate").front()) < kFound, true);
    EXPECT_NEAR(r.values("pin.angle").back(), low, kRest);
  }
}

TEST(StartAtEquilibrium, RestsOnAJointLimit) {
  // Gravity presses the pendulum on its limit with m g l sin θ.
  for (const auto& overrides : kFormulationOverrides) {
    const Results r = run_from_start(R"(holon: 1
parts:
  pin: {type: Revolute, between: [world, rod], axis: y, limits: [10 deg, 90 deg], initial: {angle: 40 deg}}
  rod: {type: RigidBody, mass: 1 kg, center_of_mass: [0, 0, -0.5], inertia: [0.02, 0.02, 0.001]}
)",
                                     {"pin.angle", "pin.stop_torque"}, 1, overrides);
    const double limit = 10 * M_PI / 180;
    // What may lie beyond a limit: a billionth of the range.
    EXPECT_NEAR(r.values("pin.angle").front(), limit, 2e-9);
    EXPECT_NEAR(r.values("pin.stop_torque").front(), kG * 0.5 * std::sin(limit), 1e-7);
    EXPECT_NEAR(r.values("pin.angle").back(), limit, kRest);
  }
}

TEST(StartAtEquilibrium, StaysWhereFrictionHolds) {
  const std::string text = R"(holon: 1
parts:
  pin: {type: Revolute, between: [world, rod], axis: y, friction: {coulomb: 1, static: 1.5}, initial: {angle: ANGLE}}
  rod: {type: RigidBody, mass: 1 kg, center_of_mass: [0, 0, -0.5], inertia: [0.02, 0.02, 0.001]}
)";
  const double edge = std::asin(1.5 / (kG * 0.5));
  for (const auto& overrides : kFormulationOverrides)
    for (const double angle : {0.2, -0.25, 0.9, -1.1}) {
      std::string with = text;
      with.replace(with.find("ANGLE"), 5, std::to_string(angle));
      const Results r = run_from_start(with, {"pin.angle", "pin.friction_torque"}, 1, overrides);
      const double found = r.values("pin.angle").front();
      // Within the static level where it is; else where that is reached, from the same side.
      if (std::abs(angle) < edge)
        EXPECT_NEAR(found, angle, kFound);
      else
        EXPECT_NEAR(found, std::copysign(edge, angle), 2e-6);
      EXPECT_NEAR(r.values("pin.friction_torque").front(), kG * 0.5 * std::sin(found), 1e-9);
      EXPECT_NEAR(r.values("pin.angle").back(), found, kRest);
    }
}

TEST(StartAtEquilibrium, HangsOnARopeThatWasSlack) {
  // 1 m of slack, then m g / k of stretch.
  for (const auto& overrides : kFormulationOverrides) {
    const Results r = run_from_start(R"(holon: 1
parts:
  guide: {type: Prismatic, between: [world, load], axis: z, initial: {position: -1 m}}
  load: {type: PointMass, mass: 10 kg}
  rope: {type: Cable, between: [world, load], length: 2 m, stiffness: 5 kN/m, damping: 100 N s/m}
)",
                                     {"guide.position", "rope.tension"}, 1, overrides);
    EXPECT_NEAR(r.values("guide.position").front(), -2 - 10 * kG / 5000, kFound);
    EXPECT_NEAR(r.values("rope.tension").front(), 10 * kG, 1e-6);
    EXPECT_NEAR(r.values("guide.position").back(), -2 - 10 * kG / 5000, kRest);
  }
}

TEST(StartAtEquilibrium, HangsOnARopeThatDoesNotStretch) {
  const Results r = run_from_start(R"(holon: 1
parts:
  guide: {type: Prismatic, between: [world, load], axis: z, initial: {position: -1 m}}
  load: {type: PointMass, mass: 10 kg}
  rope: {type: Cable, between: [world, load], length: 2 m}
)",
                                   {"guide.position", "rope.tension"}, 1);
  EXPECT_NEAR(r.values("guide.position").front(), -2, 2e-9);
  EXPECT_NEAR(r.values("rope.tension").front(), 10 * kG, 1e-6);
}

TEST(StartAtEquilibrium, FallsOntoAnOpenContact) {
  // Two bodies one on the other, both contacts open: k δ = what lies on it.
  const Results r = run_from_start(R"(holon: 1
parts:
  low: {type: Prismatic, between: [world, a], axis: z, initial: {position: 0.4 m}}
  a: {type: PointMass, mass: 2 kg}
  high: {type: Prismatic, between: [world, b], axis: z, initial: {position: 1 m}}
  b: {type: PointMass, mass: 3 kg}
  floor: {type: Contact, between: [world, a], normal: z, radius: 5 cm, stiffness: 20 kN/m, dissipation: 0.2 s/m}
  between: {type: Contact, between: [a, b], normal: z, radius: 10 cm, stiffness: 50 kN/m, dissipation: 0.2 s/m}
)",
                                   {"low.position", "high.position"}, 1);
  const double a = 0.05 - 5 * kG / 20e3, b = a + 0.1 - 3 * kG / 50e3;
  EXPECT_NEAR(r.values("low.position").front(), a, kFound);
  EXPECT_NEAR(r.values("high.position").front(), b, kFound);
  EXPECT_NEAR(r.values("high.position").back(), b, kRest);
}

TEST(StartAtEquilibrium, OfALoopWithARedundantConditionIsFound) {
  // Bricard's: x y + x + y = 0 of x = cos(90 deg + a), y = cos(90 deg + b) with the angles a and b
  // of its hinges in turn, up to their signs. It hangs where a is as large as it can be, |x| = 1
  // and |y| = 1/2, and stays there.
  const Results r = run_from_start(example_path("bricard"),
                                   {"hinge0.angle", "hinge1.angle", "hinge2.angle"}, 1, {}, true);
  EXPECT_NEAR(std::abs(r.values("hinge0.angle").front()), M_PI / 2, 1e-7);
  EXPECT_NEAR(std::abs(r.values("hinge1.angle").front()), M_PI / 6, 1e-7);
  EXPECT_NEAR(std::abs(r.values("hinge2.angle").front()), M_PI / 2, 1e-7);
  EXPECT_NEAR(r.values("hinge1.angle").back(), r.values("hinge1.angle").front(), 1e-7);
}

TEST(StartAtEquilibrium, FillsAHydraulicCircuit) {
  // The boom of an excavator stands still: its valves, its pump and its pressures too.
  const std::vector<std::string> outputs{"boom_pin.angle", "lift.pressure_A", "pump.pressure"};
  const Results r = run_from_start(example_path("excavator_boom"), outputs, 0.5, {}, true);
  for (const std::string& output : outputs) {
    const double first = r.values(output).front(), last = r.values(output).back();
    EXPECT_NEAR(last, first, 1e-6 * std::abs(first)) << output;
  }
}

// A load that falls on a slack rope is found by relaxation, which follows rates.
const std::string kAccounts = R"yaml(holon: 1
parts:
  guide: {type: Prismatic, between: [world, load], axis: z, initial: {position: -1 m}}
  load: {type: PointMass, mass: 10 kg}
  rope: {type: Cable, between: [world, load], length: 2 m, stiffness: 5 kN/m, damping: 100 N s/m}
  travel: {type: Integrator, input: abs(guide.speed), initial: 3 m}
  twice: {type: Integrator, input: travel.output, initial: 2 m s}
  supply: {type: Integrator, input: 40 W, initial: 7 J}
  counted: {type: Integrator, input: guide.speed, initial: 0 m}
  heater: {type: Integrator, input: "if(counted.output > 100 [m], 1 [K/s], 0 [K/s])", initial: 20 K}
  warm: {type: Equations, states: {T: {der: "(heater.output - T)/(5 [s])", initial: 20 K}}}
  aged: {type: Integrator, input: abs(guide.speed), initial: 4 m}
  late: {type: Delay, input: aged.output, time: 1 s}
  follows: {type: Equations, states: {y: {der: "(late.output - y)/(2 [s])", initial: 4 m}}}
  worn: {type: Integrator, input: abs(guide.speed), initial: 0.5 m}
  sampled: {type: Hold, input: worn.output, sample: 10 Hz}
simulate: {stop: "supply.output > 1000 [J]"}
)yaml";

TEST(StartAtEquilibrium, LeavesIntegralsAtTheirInitialValues) {
  const std::vector<std::pair<std::string, double>> initial{
      {"travel.output", 3}, {"supply.output", 7}, {"worn.output", 0.5}};
  std::vector<std::string> outputs{"guide.position"};
  for (const auto& [name, value] : initial) outputs.push_back(name);
  for (const auto& overrides : kFormulationOverrides) {
    const Results r = run_from_start(kAccounts, outputs, 1, overrides);
    EXPECT_NEAR(r.values("guide.position").front(), -2 - 10 * kG / 5000, kFound);
    for (const auto& [name, value] : initial) EXPECT_EQ(r.values(name).front(), value) << name;
  }
  const Results boom = run_from_start(example_path("excavator_boom"),
                                      {"shaft_work.output", "lost_energy.output"}, 1e-3, {}, true);
  EXPECT_EQ(boom.values("shaft_work.output").front(), 0);
  EXPECT_EQ(boom.values("lost_energy.output").front(), 0);
}

TEST(PureIntegrals, AreStatesOnWhichNothingDependsNotEvenByAComparisonADelayOrATick) {
  Diagnostics diagnostics;
  const System system =
      make_system(load_model_text(kAccounts, builtin_catalogue(), {}, diagnostics));
  diagnostics.throw_if_errors();
  const std::vector<bool> found = find_pure_integrals(system);
  std::set<std::string> names;
  for (int j = 0; j < system.state_count(); ++j)
    if (found[static_cast<std::size_t>(j)]) names.insert(system.state_name(j));
  // The energy that dampers have lost is the model's own account.
  const std::set<std::string> expected{"travel.output", "twice.output", "supply.output",
                                       "worn.output", "system.energy.dissipated"};
  EXPECT_EQ(names, expected);
}

TEST(StartAtEquilibrium, NamesWhatCannotRest) {
  try {
    run_from_start(R"(holon: 1
parts:
  guide: {type: Prismatic, between: [world, load], axis: z}
  load: {type: PointMass, mass: 10 kg}
)",
                   {"guide.position"}, 1);
    FAIL() << "no error";
  } catch (const ModelError& e) {
    EXPECT_NE(std::string(e.what()).find("guide.speed' = -9.807 m/s"), std::string::npos)
        << e.what();
  }
}

TEST(StartAtEquilibrium, KeepsWhatIsGivenWhereItCan) {
  // A cart on its rail rests anywhere, and a spindle goes on with its rate.
  const Results r = run_from_start(R"(holon: 1
parts:
  rail: {type: Prismatic, between: [world, cart], axis: x, initial: {position: 0.7 m}}
  cart: {type: PointMass, mass: 10 kg}
  bearing: {type: Revolute, between: [world, wheel], axis: z, initial: {rate: 5 rad/s}}
  wheel: {type: RigidBody, mass: 1 kg, inertia: [0.1, 0.1, 0.1]}
)",
                                   {"rail.position", "bearing.rate"}, 1);
  EXPECT_EQ(r.values("rail.position").front(), 0.7);
  EXPECT_EQ(r.values("bearing.rate").back(), 5);
}

/// p' = 3e12 x - 25 p with x = u: the terms of a rate differ by eleven orders of magnitude in SI
/// units, and the pressure is 1.2e11 u, though no nominal value is given.
TEST(StartAtEquilibrium, JudgesStatesInUnitsOfDifferentSize) {
  for (const double u : {1e-4, 1e-9}) {
    const Results r = run_from_start(R"m(holon: 1
parts:
  h:
    type: Equations
    states:
      x: {initial: 0 mm, der: "()m" + std::to_string(u * 1e9) +
                                         R"m( [nm] - x)/5 [ms]"}
      p: {initial: 0 bar, der: "15000 [bar]/1 [l]*(2 [m^2/s]*x - 0.1 [l/min/bar]*p)"}
)m",
                                     {"h.p"}, 1);
    EXPECT_NEAR(r.values("h.p").front(), 1.2e11 * u, 1.2e11 * u * kFound) << u;
    EXPECT_NEAR(r.values("h.p").back(), 1.2e11 * u, 1.2e11 * u * kRest) << u;
  }
}

}  // namespace
}  // namespace holon
