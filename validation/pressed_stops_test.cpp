// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// End stops in machines that a prescribed motion drives, and several impacts at one instant.
#include <gtest/gtest.h>

#include "holon/base/errors.h"
#include "holon/catalogue/builtin.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"

namespace holon {
namespace {

Results run_pressed(const std::string& text, const std::vector<std::string>& outputs) {
  Diagnostics diagnostics;
  Model model = load_model_text("holon: 1\n" + text, builtin_catalogue(), {}, diagnostics);
  diagnostics.throw_if_errors();
  model.simulate.engine = EngineChoice::tape;
  return simulate(make_system(model), model.simulate, outputs);
}

TEST(PressedStops, NameTheMotionThatContinues) {
  // A crank that a motion turns takes its slider to a stop.
  try {
    run_pressed(R"yaml(
parts:
  crank: {type: RigidBody, mass: 1, inertia: [1, 1, 1], frames: {tip: {at: [0.2, 0, 0]}}}
  rod: {type: RigidBody, mass: 1, inertia: [1, 1, 1], frames: {tip: {at: [0.5, 0, 0]}}}
  slider: {type: RigidBody, mass: 1, inertia: [1, 1, 1]}
  A: {type: Revolute, between: [world, crank], axis: -y, motion: "1 [rad/s]*time + 1 [rad]"}
  B: {type: Revolute, between: [crank.tip, rod], axis: -y}
  C: {type: Revolute, between: [rod.tip, slider], axis: -y}
  D: {type: Prismatic, between: [world, slider], axis: x, limits: [0.4 m, 1 m], guess: {position: 0.6}}
simulate: {until: 5 s}
)yaml",
                {"D.position"});
    FAIL() << "it ran";
  } catch (const RunError& e) {
    EXPECT_NE(
        std::string(e.what()).find(
            "D: lower limit is reached, and nothing is compliant: the motion of 'A' continues"),
        std::string::npos)
        << e.what();
  }
}

TEST(PressedStops, OfWhatGivesWayAreHitAsEver) {
  // A ball in a lift that goes up evenly: falls 1 m onto its floor and stays there.
  const Results r = run_pressed(R"yaml(
world: {gravity: [0, 0, -10]}
parts:
  lift: {type: PointMass, mass: 100 kg}
  ball: {type: PointMass, mass: 1 kg}
  rails: {type: Prismatic, between: [world, lift], axis: z, motion: "2 [m/s]*time"}
  slide: {type: Prismatic, between: [lift, ball], axis: z, limits: [0 m, 3 m], initial: {position: 1 m}}
simulate: {until: 2 s}
)yaml",
                                {"slide.position", "slide.stop_force"});
  EXPECT_NEAR(r.values("slide.position").back(), 0, 1e-12);
  EXPECT_NEAR(r.values("slide.stop_force").back(), 10, 1e-9);
}

TEST(PressedStops, ThatAreHitTogetherLeaveFrictionAgainstTheMotion) {
  // A wheel meets another one, which meets its stop at the same instant: impacts in turn, each of
  // which may reverse what the last one has reversed. Friction takes power whatever they leave.
  for (const char* solver : {"dopri5", "radau", "cvode"})
    for (const char* inertia : {"1.5", "3", "6"})
      for (const char* restitution : {"0.3", "0.7", "0.9"}) {
        SCOPED_TRACE(std::string(solver) + ", " + inertia + " kg m^2, " + restitution);
        std::string text = R"yaml(
parameters: {J: INERTIA kg m^2, e: RESTITUTION}
world: {gravity: [0, 0, 0]}
parts:
  a: {type: RigidBody, mass: 1 kg, inertia: [J, J, J]}
  b: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
  c: {type: RigidBody, mass: 1 kg, inertia: [2, 2, 3]}
  ja: {type: Revolute, between: [world, a], axis: z, initial: {angle: 0.5 rad, rate: 1 rad/s}}
  jb: {type: Revolute, between: [world, b], axis: z, initial: {angle: 0 rad, rate: 1 rad/s},
       limits: {range: [-inf, 0.5 rad], restitution: e}, friction: 0.02 N m}
  jc: {type: Revolute, between: [world, c], axis: z, initial: {rate: 0.05 rad/s}}
  g: {type: Gear, joints: [ja, jb], ratio: 1, backlash: 1 rad, restitution: 0.9}
  k: {type: Clutch, joints: [jb, jc], torque: 0.02 N m}
simulate: {until: 4 s, interval: 50 ms, tolerance: 1e-6, solver: SOLVER}
)yaml";
        for (const auto& [what, by] :
             {std::pair{"INERTIA", inertia}, {"RESTITUTION", restitution}, {"SOLVER", solver}})
          text.replace(text.find(what), std::string(what).size(), by);
        const Results r =
            run_pressed(text, {"jb.friction_torque", "jb.rate", "k.loss", "system.energy.total"});
        constexpr double kAtRest = 1e-7;  // [W] 0.02 N m at some 1e-6 rad/s
        constexpr double kErrors = 1e-5;  // [J] of 1 J to 4 J at tolerance 1e-6
        const std::vector<double>&friction = r.values("jb.friction_torque"),
              &rate = r.values("jb.rate"), &loss = r.values("k.loss"),
              &energy = r.values("system.energy.total");
        for (std::size_t k = 0; k < r.row_count(); ++k) {
          EXPECT_LE(friction[k] * rate[k], kAtRest) << r.values(0)[k];
          EXPECT_GE(loss[k], -kAtRest) << r.values(0)[k];
          if (k > 0) EXPECT_LE(energy[k], energy[k - 1] + kErrors) << r.values(0)[k];
        }
      }
}

TEST(Impacts, OfATinySlipStick) {
  // A point that falls straight but for some 1e-10 m/s: the impulse within the cone of friction
  // takes that, and no more.
  const Results r = run_pressed(R"yaml(
units: strict
parts:
  p: {type: PointMass, mass: 1.63 kg, initial: {position: [0, 0, 0.91 m], velocity: [1e-10 m/s, 0, 0]}}
  c: {type: Contact, between: [world, p], restitution: 0.7, friction: 0.5}
simulate: {until: 0.6 s, interval: 0.05 s}
)yaml",
                                {"p.velocity.x", "p.velocity.z"});
  EXPECT_NEAR(r.values("p.velocity.x").back(), 0, 1e-12);
  EXPECT_GT(r.values("p.velocity.z").back(), 1.0);
}

TEST(Impacts, OfTwoElasticRodsWithFrictionKeepTheirEnergyAtMost) {
  // Fall together on their lower ends at 45°, e = 1: the energy of one alone, and no more, is there
  // behind it.
  std::string text = "units: strict\nworld: {gravity: [0, 0, 0]}\nparts:\n";
  for (const char* k : {"0", "1"})
    text +=
        std::string("  r") + k + R"yaml(:
    type: RigidBody
    mass: 1 kg
    inertia: {matrix: [0.001, 0.08333333333333333, 0.08333333333333333]}
    frames: {tip: {at: [0.5, 0, 0]}}
    initial: {position: [0, )yaml" +
        k +
        R"yaml( m, 0.3635533905932738 m], orientation: {axis: [0, 1, 0], angle: 45 deg}, velocity: [-0.3 m/s, 0, -1 m/s]}
  c)yaml" +
        k + ": {type: Contact, between: [world, r" + k + ".tip], restitution: 1, friction: 0.6}\n";
  text += "simulate: {until: 0.0101 s, interval: 0.0101 s}\n";
  const Results r = run_pressed(
      text, {"system.energy.total", "system.energy.dissipated", "r0.velocity.z", "r1.velocity.z"});
  const double before = 2 * 0.5 * (0.09 + 1);
  EXPECT_LE(r.values("system.energy.total").back(), before * (1 + 1e-9));
  EXPECT_NEAR(r.values("system.energy.total").back() + r.values("system.energy.dissipated").back(),
              before, 1e-9);
  EXPECT_NEAR(r.values("r0.velocity.z").back(), r.values("r1.velocity.z").back(), 1e-12);
}

TEST(Impacts, NoSupportPulls) {
  // A plate falls flat on four supports to one side: only the nearest one pushes, with
  // P = 1.5/(1/m + x²/J) at x = 0.1 m.
  const Results r = run_pressed(R"yaml(
units: strict
world: {gravity: [0, 0, 0]}
parts:
  r:
    type: RigidBody
    mass: 2 kg
    inertia: {matrix: [0.05, 0.3, 0.3]}
    frames: {a: {at: [0.1, 0, 0]}, b: {at: [0.3, 0.1, 0]}, c: {at: [0.5, -0.1, 0]}, d: {at: [0.4, 0.2, 0]}}
    initial: {position: [0, 0, 0.05], velocity: [0, 0, -1 m/s]}
  ca: {type: Contact, between: [world, r.a], restitution: 0.5}
  cb: {type: Contact, between: [world, r.b], restitution: 0.5}
  cc: {type: Contact, between: [world, r.c], restitution: 0.5}
  cd: {type: Contact, between: [world, r.d], restitution: 0.5}
simulate: {until: 0.0501 s, interval: 0.0501 s}
)yaml",
                                {"r.velocity.z", "r.angular_velocity.x", "r.angular_velocity.y"});
  const double P = 1.5 / (1 / 2.0 + 0.01 / 0.3);
  EXPECT_NEAR(r.values("r.velocity.z").back(), P / 2 - 1, 1e-9);
  EXPECT_NEAR(r.values("r.angular_velocity.y").back(), -0.1 * P / 0.3, 1e-9);
  EXPECT_NEAR(r.values("r.angular_velocity.x").back(), 0, 1e-9);
}

TEST(Ranges, OfFormulasThatTouchTheirEndRunOn) {
  // A brake that a first-order lag releases, and one that a decay does: integration leaves them
  // within its error of 0, on either side.
  for (const char* torque : {"1 [N m]*(1 - lag.x)", "1 [N m]*lag.y"})
    for (const char* solver : {"dopri5", "cvode", "radau"}) {
      std::string text = R"yaml(
parts:
  w: {type: RigidBody, mass: 1 kg, inertia: [0.1, 0.1, 0.1]}
  j: {type: Revolute, between: [world, w], axis: z, initial: {rate: 100 rad/s}}
  b: {type: Brake, joint: j, torque: "TORQUE"}
  lag: {type: Equations, states: {x: {initial: 0, der: "(1 - x)/(0.05 [s])"}, y: {initial: 1, der: "-y/(0.05 [s])"}}}
simulate: {until: 10 s, solver: SOLVER}
)yaml";
      text.replace(text.find("TORQUE"), 6, torque);
      text.replace(text.find("SOLVER"), 6, solver);
      // 0.1 kg m² loses 1 N m · 0.05 s.
      EXPECT_NEAR(run_pressed(text, {"j.rate"}).values("j.rate").back(), 99.5, 1e-4);
    }
}

}  // namespace
}  // namespace holon
