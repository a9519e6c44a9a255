// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Equations of constraints and motions that are easily taken for redundant: near a singular
// configuration, at other scales than metres and kilograms, in one branch of a formula.

#include "model_text.h"

namespace holon {
namespace {

using test::kFormulations;
using test::last;
using test::run;

std::string kept_rows_settings(const std::string& formulation, const std::string& until,
                               const std::string& tolerance) {
  return "simulate: {until: " + until + ", interval: " + until + ", tolerance: " + tolerance +
         ", formulation: " + formulation + "}\n";
}

TEST(KeptRows, RingsOfPointMassesPassGimbalLock) {
  // A top on a ball joint, since rings of points have no inertia: Euler's equations in body axes by
  // SciPy's DOP853 at 1e-13. The rings pass gimbal lock at 1e-6 rad and turn round in 5 μs.
  const std::string text = R"(
parts:
  r1: {type: PointMass, mass: 1}
  r2: {type: PointMass, mass: 1}
  top: {type: RigidBody, mass: 1, inertia: [0.01, 0.01, 0.02], center_of_mass: [0, 0, 0.2]}
  a: {type: Revolute, between: [world, r1], axis: z}
  b: {type: Revolute, between: [r1, r2], axis: x, initial: {angle: 0.001, rate: -0.5}}
  c: {type: Revolute, between: [r2, top], axis: z, initial: {rate: 3}}
)";
  constexpr double kReference[] = {-0.000637452985817, 0.010396026540055, 0.199728606578701};
  constexpr double kEnergy = 2.0575790193350816;
  // The motion is amplified near gimbal lock: some hundred tolerances of 1 m.
  constexpr double kNear = 3e-9, kEnergyNear = 1e-9;
  for (const char* formulation : kFormulations) {
    const Results r = run(
        text + kept_rows_settings(formulation, "0.1 s", "1e-11"),
        {"top.com.position.x", "top.com.position.y", "top.com.position.z", "system.energy.total"});
    EXPECT_NEAR(last(r, "top.com.position.x"), kReference[0], kNear) << formulation;
    EXPECT_NEAR(last(r, "top.com.position.y"), kReference[1], kNear) << formulation;
    EXPECT_NEAR(last(r, "top.com.position.z"), kReference[2], kNear) << formulation;
    EXPECT_NEAR(last(r, "system.energy.total"), kEnergy, kEnergyNear) << formulation;
  }
}

TEST(KeptRows, FrictionHoldsASlideTwice) {
  // The guide's friction and the cylinder's hold the same coordinate. How they share the load is
  // open; together they balance it, and the guide carries its own friction only.
  const std::string text = R"yaml(
world: {gravity: [0, 0, 0]}
parts:
  slide: {type: RigidBody, mass: 10, inertia: [1, 1, 1], frames: {lug: {at: [-0.2, 0, 0]}}}
  pin: {type: Frame, position: [-1.2 m, 0.8 m, 0]}
  guide: {type: Prismatic, between: [world, slide], axis: x, friction: {coulomb: 500}}
  ram:
    type: HydraulicCylinder
    between: [pin, slide.lug]
    bore: 50 mm
    rod: 30 mm
    stroke: 600 mm
    closed_length: 0.9 m
    A: tank
    B: tank
    friction: {coulomb: 300 N, sticks: true}
  push: {type: Force, on: slide, force: ["400 [N]*time/(1 [s])", 0, 0]}
)yaml";
  constexpr double kForce = 400, kRounding = 1e-9 * kForce;  // as `verify` asks
  for (const char* formulation : kFormulations) {
    const Results r = run(text + kept_rows_settings(formulation, "1 s", "1e-8"),
                          {"guide.position", "guide.friction_force", "guide.reaction.force.x",
                           "guide.reaction.force.y", "ram.rod_pin.force.x", "ram.rod_pin.force.y"});
    const double reaction = last(r, "guide.reaction.force.x");
    EXPECT_NEAR(last(r, "guide.position"), 0, 1e-12) << formulation;
    EXPECT_NEAR(reaction + last(r, "ram.rod_pin.force.x"), -kForce, kRounding) << formulation;
    EXPECT_NEAR(reaction, last(r, "guide.friction_force"), kRounding) << formulation;
    EXPECT_LT(reaction, -100) << formulation;
    EXPECT_NEAR(last(r, "guide.reaction.force.y"), -last(r, "ram.rod_pin.force.y"), kRounding)
        << formulation;
  }
}

std::string geared(const std::string& masses, const std::string& force, const std::string& place,
                   const std::string& equation) {
  return "world: {gravity: [0, 0, 0]}\nparts:\n  a: {type: RigidBody, " + masses +
         "}\n  b: {type: RigidBody, " + masses +
         "}\n  ra: {type: Prismatic, between: [world, a], axis: x, force: " + force +
         ", initial: {position: " + place +
         "}}\n  rb: {type: Prismatic, between: [world, b], axis: y, initial: {position: " + place +
         "}}\n  gear: {type: Constraint, equations: [\"" + equation + "\"]}\n";
}

TEST(KeptRows, AnEquationHoldsInABranchThatRandomPlacesMiss) {
  const std::string text = geared("mass: 2, inertia: [1, 1, 1]", "2 N", "1000 m",
                                  "if(ra.position > 500 [m], ra.position - rb.position, 0 [m])");
  for (const char* formulation : kFormulations) {
    const Results r =
        run(text + kept_rows_settings(formulation, "1 s", "1e-10"), {"ra.position", "rb.position"});
    EXPECT_NEAR(last(r, "ra.position"), 1000.25, 1e-8) << formulation;
    EXPECT_NEAR(last(r, "rb.position"), 1000.25, 1e-8) << formulation;
  }
}

TEST(KeptRows, EquationsHoldThatAreFlatWhereRandomPlacesLie) {
  // A table held outside 0 … 0.1 m, and an exponential that is 1e-80 at half a metre: both bodies
  // share 1 N, so that each moves by 0.25 m/s² t².
  const std::pair<const char*, std::string> cases[] = {
      {"20 mm", "lookup(cam, ra.position) - lookup(cam, rb.position)"},
      {"0", "exp(-ra.position/0.005[m]) - exp(-rb.position/0.005[m])"},
      {"0", "1e-13*(ra.position - rb.position)"}};
  for (const auto& [start, equation] : cases) {
    const std::string text =
        geared("mass: 1, inertia: [1, 1, 1]", "1 N", start, equation) +
        "  cam: {type: Table, x: [0 m, 0.05 m, 0.1 m], values: [0 m, 0.02 m, 0.06 m], "
        "interpolation: cubic}\n";
    const double moved = 0.25 * 0.1 * 0.1 + (start[0] == '2' ? 0.02 : 0);
    for (const char* formulation : kFormulations) {
      const Results r = run(text + kept_rows_settings(formulation, "0.1 s", "1e-10"),
                            {"ra.position", "rb.position"});
      EXPECT_NEAR(last(r, "ra.position"), moved, 1e-8) << formulation << equation;
      EXPECT_NEAR(last(r, "rb.position"), moved, 1e-8) << formulation << equation;
    }
  }
}

TEST(KeptRows, UnitsAreNoMatterOfRank) {
  // 2e-14 kg each, and slopes of 1e-8 and 1e8.
  for (const char* slope : {"", "1e-8*", "1e8*"}) {
    const std::string text = geared("mass: 2e-14, inertia: [1e-20, 1e-20, 1e-20]", "2e-14 N", "0",
                                    std::string(slope) + "(ra.position - rb.position)");
    for (const char* formulation : kFormulations) {
      const Results r = run(text + kept_rows_settings(formulation, "1 s", "1e-10"),
                            {"ra.position", "rb.position"});
      EXPECT_NEAR(last(r, "ra.position"), 0.25, 1e-8) << formulation << slope;
      EXPECT_NEAR(last(r, "rb.position"), 0.25, 1e-8) << formulation << slope;
    }
  }
}

/// Of an equation its solutions count, not its slope: started from another angle, it is met at the
/// start, and not noted as redundant.
TEST(KeptRows, StartsMeetEquationsOfAnySlope) {
  for (const char* slope : {"1", "1e-11", "1e-6", "1e11"}) {
    for (const char* formulation : kFormulations) {
      Diagnostics diagnostics;
      Model model = test::load(
          std::string("parts:\n"
                      "  a: {type: RigidBody, mass: 1, inertia: [0.1, 0.1, 0.1]}\n"
                      "  b: {type: RigidBody, mass: 1, inertia: [0.1, 0.1, 0.1]}\n"
                      "  p: {type: Revolute, between: [world, a], axis: y, torque: 1 N m, initial: "
                      "{angle: 0.4, rate: 1}}\n"
                      "  q: {type: Revolute, between: [world, b], axis: y, guess: {angle: 0.1}}\n"
                      "  c: {type: Constraint, equations: [\"") +
              slope + "*(p.angle - 2*q.angle)\"]}\n" +
              kept_rows_settings(formulation, "1 s", "1e-10"),
          diagnostics);
      diagnostics.throw_if_errors();
      model.simulate.engine = EngineChoice::tape;
      const System system = make_system(model);
      Simulation simulation(system, model.simulate);
      Results r;
      simulation.record(r, {"p.angle", "q.angle", "q.rate"}, RowSchedule::from(model.simulate));
      for (const std::string& note : simulation.run().notes)
        EXPECT_EQ(note.find("redundant"), std::string::npos) << note;
      EXPECT_NEAR(r.values("p.angle")[0], 0.4, 1e-12) << slope << formulation;
      EXPECT_NEAR(r.values("q.angle")[0], 0.2, 1e-11) << slope << formulation;
      EXPECT_NEAR(r.values("q.rate")[0], 0.5, 1e-11) << slope << formulation;
      // (0.1 + 0.1/4) kg m² p'' = 1 N m; the error of a step is 1e-10, and there are some dozen.
      EXPECT_NEAR(last(r, "p.angle"), 0.4 + 1 + 4, 1e-8) << slope << formulation;
    }
  }
}

}  // namespace
}  // namespace holon
