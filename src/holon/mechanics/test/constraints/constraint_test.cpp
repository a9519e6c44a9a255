// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/constraints/constraint.h"

#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/joints/cylindrical.h"
#include "holon/mechanics/parts/joints/fixed.h"
#include "holon/mechanics/parts/joints/planar.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/force_models.h"
#include "holon/simulate/start/start.h"

namespace holon {
namespace {

/// A body in the xy plane of the world, on a blade at its origin along its x axis, with its centre
/// of mass `ahead`.
Model sled(double ahead) {
  Model model;
  model.add<RigidBody>("sled", {.mass = 2.0,
                                .inertia = InertiaMatrix{{0.1, 0.2, 0.3}},
                                .center_of_mass = {ahead, 0.0, 0.0}});
  const Expr a = model.output("pin.angle");
  model.add<Constraint>("blade",
                        {.velocity_equations = {model.output("sled.velocity.x") * sin(a) -
                                                model.output("sled.velocity.y") * cos(a)}});
  return model;
}

TEST(Constraint, LetsABeadSlideOnACurve) {
  // z = −cos(x) along a wire in the plane y = 0: the energy stays, and so does the curve.
  Model model;
  PointMass bead{.mass = 0.5};
  bead.initial.emplace().position = Vector3<Expr>(1.0, 0.0, -std::cos(1.0));
  model.add<PointMass>("bead", bead);
  const Expr x = model.output("bead.position.x"), y = model.output("bead.position.y"),
             z = model.output("bead.position.z");
  model.add<Constraint>("wire", {.equations = {z + cos(x), y}});
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    model.simulate.formulation = formulation;
    const System system = make_system(model);
    const Results r = test::run(system, 3.0, {"bead.position"});
    for (std::size_t row = 0; row < r.row_count(); ++row) {
      EXPECT_NEAR(test::number_of(r, row, "bead.position.z"),
                  -std::cos(test::number_of(r, row, "bead.position.x")), 1e-12);
    }
    test::expect_energy_balance(system, 3.0);
  }
}

TEST(Constraint, GearsTwoWheels) {
  // a + 2 b = 0 with moments of inertia 0.3 and 0.2: a torque M on a gives a'' = M / (0.3 + 0.2/4).
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  for (const char* name : {"a", "b"}) {
    const double I = name[0] == 'a' ? 0.3 : 0.2;
    model.add<RigidBody>(name, {.mass = 1.0, .inertia = InertiaMatrix{{I, I, I}}});
  }
  model.add<Revolute>("pin_a", {.between = {"world", "a"}, .axis = "z", .torque = 0.7});
  model.add<Revolute>("pin_b", {.between = {"world", "b"}, .axis = "z"});
  model.add<Constraint>(
      "gear", {.equations = {model.output("pin_a.angle") + 2.0 * model.output("pin_b.angle")}});
  const double acceleration = 0.7 / (0.3 + 0.2 / 4);
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    model.simulate.formulation = formulation;
    const System system = make_system(model);
    test::expect_start(model, {"pin_a.acceleration", "pin_b.acceleration"},
                       {acceleration, -acceleration / 2});
    // Beyond a turn, too.
    const Results r = test::run(system, 4.0, {"pin_a.angle", "pin_b.angle"});
    for (std::size_t row = 0; row < r.row_count(); ++row) {
      const double t = test::number_of(r, row, "time");
      EXPECT_NEAR(test::number_of(r, row, "pin_a.angle"), acceleration * t * t / 2,
                  10 * test::kGlobal);
      EXPECT_NEAR(test::number_of(r, row, "pin_b.angle"), -acceleration * t * t / 4,
                  10 * test::kGlobal);
    }
  }
}

TEST(Constraint, ActsOnABodyBehindAMotion) {
  // A spindle turns by θ = sin t and slides freely along z; its tip keeps to a ramp z = 0.1 x. So
  // z = 0.05 cos θ, the ramp pushes with λ (−0.1, 0, 1), λ = m (z'' + g), and what moves the
  // spindle carries 0.1 λ across, nothing along z, and I θ'' − 0.1 λ y about it.
  const double m = 2, I = 0.3, r = 0.5, slope = 0.1;
  Model model;
  model.add<RigidBody>("spindle", {.mass = m,
                                   .inertia = InertiaMatrix{{0.2, 0.2, I}},
                                   .frames = {{"tip", {.at = {r, 0.0, 0.0}}}}});
  model.add<Cylindrical>(
      "guide",
      {.between = {"world", "spindle"}, .axis = "z", .motion_angle = sin(1.0 * model.time())});
  model.add<Constraint>("ramp", {.equations = {model.output("spindle.tip.position.z") -
                                               slope * model.output("spindle.tip.position.x")}});
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    model.simulate.formulation = formulation;
    const Results rows =
        test::run(make_system(model), 2.0, {"guide.reaction.force", "guide.reaction.torque"}, 0.2);
    for (std::size_t k = 0; k < rows.row_count(); ++k) {
      const double t = test::number_of(rows, k, "time");
      const double angle = std::sin(t), rate = std::cos(t), acceleration = -std::sin(t);
      const double fall =
          -slope * r * (std::cos(angle) * rate * rate + std::sin(angle) * acceleration);
      const double push = m * (fall + 9.80665);
      EXPECT_NEAR(test::number_of(rows, k, "guide.reaction.force.x"), slope * push, 1e-9);
      EXPECT_NEAR(test::number_of(rows, k, "guide.reaction.force.z"), 0, 1e-9);
      EXPECT_NEAR(test::number_of(rows, k, "guide.reaction.torque.z"),
                  I * acceleration - slope * push * r * std::sin(angle), 1e-9);
    }
  }
}

TEST(Constraint, LoadsTheDriveOfAMotionThatItNames) {
  // Two carriages, x₂ = x₁² / L with x₁ = a sin ωt prescribed: by the principle of virtual work
  // the drive gives m₁ x₁'' + (dx₂/dx₁) m₂ x₂''.
  const double m1 = 2, m2 = 3, length = 0.5, a = 0.3, w = 2;
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  model.add<PointMass>("one", {.mass = m1});
  model.add<PointMass>("two", {.mass = m2});
  model.add<Prismatic>(
      "first",
      {.between = {"world", "one"}, .axis = {1.0, 0.0, 0.0}, .motion = a * sin(w * model.time())});
  model.add<Prismatic>("second", {.between = {"world", "two"}, .axis = {0.0, 1.0, 0.0}});
  model.add<Constraint>("cam", {.equations = {model.output("second.position") -
                                              square(model.output("first.position")) / length}});
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    model.simulate.formulation = formulation;
    const Results r = test::run(make_system(model), 2.0,
                                {"first.motion_force", "first.power", "system.power"}, 0.2);
    for (std::size_t row = 0; row < r.row_count(); ++row) {
      const double t = test::number_of(r, row, "time");
      const double x = a * std::sin(w * t), v = a * w * std::cos(w * t), acceleration = -w * w * x;
      const double slope = 2 * x / length;
      const double second = slope * acceleration + 2 * v * v / length;
      const double force = m1 * acceleration + slope * m2 * second;
      EXPECT_NEAR(test::number_of(r, row, "first.motion_force"), force, test::kGlobal);
      EXPECT_NEAR(test::number_of(r, row, "first.power"), force * v, test::kGlobal);
      EXPECT_NEAR(test::number_of(r, row, "system.power"), force * v, test::kGlobal);
    }
  }
}

TEST(Constraint, GuidesASkateOnAnInclineAlongACycloid) {
  // a = w t, speed (k/w) sin w t along the blade: x = k/(2 w²) sin² w t and y = k/(2 w²) (w t − sin
  // w t cos w t). The blade pushes across with m (v w + k sin w t), and the plane carries the
  // weight alone.
  const double w = 2.0, slope = 0.2, k = test::kGravity * std::sin(slope), m = 2.0;
  Model model = sled(0.0);
  model.world.gravity = {k, 0.0, -test::kGravity * std::cos(slope)};
  Planar plane{.between = {"world", "sled"}, .axis = "z"};
  plane.initial.rate = w;
  model.add<Planar>("pin", plane);
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    model.simulate.formulation = formulation;
    const System system = make_system(model);
    const Results r =
        test::run(system, 3.0, {"sled.position", "pin.reaction.force", "sled.acceleration"});
    for (std::size_t row = 0; row < r.row_count(); ++row) {
      const double t = test::number_of(r, row, "time"), s = std::sin(w * t), c = std::cos(w * t);
      EXPECT_NEAR(test::number_of(r, row, "sled.position.x"), k / (2 * w * w) * s * s,
                  test::kGlobal);
      EXPECT_NEAR(test::number_of(r, row, "sled.position.y"), k / (2 * w * w) * (w * t - s * c),
                  test::kGlobal);
      const double push = m * 2 * k * s;
      EXPECT_NEAR(test::number_of(r, row, "sled.acceleration.x"), k - push / m * s,
                  10 * test::kGlobal);
      EXPECT_NEAR(test::number_of(r, row, "pin.reaction.force.x"), 0, 10 * test::kGlobal);
      EXPECT_NEAR(test::number_of(r, row, "pin.reaction.force.y"), 0, 10 * test::kGlobal);
      EXPECT_NEAR(test::number_of(r, row, "pin.reaction.force.z"),
                  m * test::kGravity * std::cos(slope), 10 * test::kGlobal);
    }
    test::expect_energy_balance(system, 3.0);
  }
}

TEST(Constraint, GuidesChaplyginsSleigh) {
  // v' = b ω², (I + m b²) ω' = −m b v ω, b the centre of mass ahead of the blade: with
  // κ² = b² + I/m and v(0) = 0, v = κ ω₀ tanh(b ω₀ t/κ) and ω = ω₀ / cosh(b ω₀ t/κ).
  const double b = 0.25, w = 3.0, kappa = std::sqrt(b * b + 0.3 / 2.0);
  Model model = sled(b);
  Planar plane{.between = {"world", "sled"}, .axis = "z"};
  plane.initial.rate = w;
  model.add<Planar>("pin", plane);
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    model.simulate.formulation = formulation;
    const System system = make_system(model);
    const Results r = test::run(system, 3.0, {"sled.velocity", "pin.angle", "pin.rate"});
    for (std::size_t row = 0; row < r.row_count(); ++row) {
      const double phase = b * w * test::number_of(r, row, "time") / kappa;
      const double angle = test::number_of(r, row, "pin.angle");
      const double v = kappa * w * std::tanh(phase);
      EXPECT_NEAR(test::number_of(r, row, "pin.rate"), w / std::cosh(phase), 10 * test::kGlobal);
      EXPECT_NEAR(test::number_of(r, row, "sled.velocity.x"), v * std::cos(angle),
                  10 * test::kGlobal);
      EXPECT_NEAR(test::number_of(r, row, "sled.velocity.y"), v * std::sin(angle),
                  10 * test::kGlobal);
    }
    test::expect_energy_balance(system, 3.0);
  }
}

TEST(Constraint, LoadsTheJointsOfTheBodyWhoseSpeedItNames) {
  // A runner with the blade, fixed to a sled: with the speed v and the rate w the blade pushes with
  // (m + M) v w across, of which the sled's M v w goes through the Fixed joint.
  const double v = 1.5, w = 2.0, m = 0.5, M = 2.0;
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  model.add<RigidBody>("sled", {.mass = M, .inertia = InertiaMatrix{{0.1, 0.2, 0.3}}});
  model.add<RigidBody>("runner", {.mass = m, .inertia = InertiaMatrix{{0.1, 0.1, 0.1}}});
  Planar plane{.between = {"world", "sled"}, .axis = "z"};
  plane.initial.rate = w;
  plane.initial.speed_x = v;
  model.add<Planar>("pin", plane);
  Fixed weld{.between = {"sled", "runner"}};
  weld.origin.at = {0.0, 0.0, 0.3};
  model.add<Fixed>("weld", weld);
  const Expr a = model.output("pin.angle");
  model.add<Constraint>("blade",
                        {.velocity_equations = {model.output("runner.velocity.x") * sin(a) -
                                                model.output("runner.velocity.y") * cos(a)}});
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    model.simulate.formulation = formulation;
    test::expect_start(model,
                       {"sled.acceleration.y", "weld.reaction.force.y", "weld.reaction.torque.z"},
                       {v * w, -M * v * w, 0.0});
  }
}

TEST(Constraint, LoadsAFixedJointOnceWhereItsBodyHasSeveralFramesAtOnePlace) {
  // A runner that keeps its place on a rail holds the sled on it against M g through the Fixed
  // joint; its centre of mass is in its origin.
  const double m = 0.5, M = 2.0, g = 3.0;
  Model model;
  model.world.gravity = {g, 0.0, 0.0};
  model.add<RigidBody>("sled", {.mass = M, .inertia = InertiaMatrix{{0.1, 0.2, 0.3}}});
  model.add<RigidBody>("runner", {.mass = m, .inertia = InertiaMatrix{{0.1, 0.1, 0.1}}});
  model.add<Planar>("pin", {.between = {"world", "sled"}, .axis = "z"});
  Fixed weld{.between = {"sled", "runner"}};
  weld.origin.at = {0.0, 0.0, 0.3};
  model.add<Fixed>("weld", weld);
  model.add<Constraint>("hold", {.equations = {model.output("runner.position.x")}});
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    model.simulate.formulation = formulation;
    test::expect_start(model, {"sled.acceleration.x", "weld.reaction.force.x"}, {0.0, M * g});
  }
}

TEST(Constraint, CorrectsSpeedsThatViolateIt) {
  Model model = sled(0.0);
  Planar plane{.between = {"world", "sled"}, .axis = "z"};
  plane.guess.speed_y = 0.5;
  model.add<Planar>("pin", plane);
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    model.simulate.formulation = formulation;
    std::string notes;
    for (const std::string& note : find_start(make_system(model), 0.0, {}).notes) notes += note;
    EXPECT_NE(notes.find("the nearest start that closes the loops has"), std::string::npos)
        << notes;
    EXPECT_TRUE(notes.find("pin.speed_y = 0 (guess 0.5)") != std::string::npos ||
                notes.find("sled velocity changed by 0.5 m/s") != std::string::npos)
        << notes;
  }
  plane.guess = {};
  plane.initial.speed_y = 0.5;
  Model held = sled(0.0);
  held.add<Planar>("pin", plane);
  try {
    find_start(make_system(held), 0.0, {});
    ADD_FAILURE() << "a held speed that violates the condition is an error";
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("blade"), std::string::npos) << error.what();
  }
}

TEST(Constraint, SharesWhatTwoEqualConditionsOnSpeedsCarry) {
  Model model = sled(0.0);
  model.world.gravity = {0.0, -2.0, 0.0};
  const Expr a = model.output("pin.angle");
  model.add<Constraint>("second",
                        {.velocity_equations = {2.0 * model.output("sled.velocity.x") * sin(a) -
                                                2.0 * model.output("sled.velocity.y") * cos(a)}});
  Planar plane{.between = {"world", "sled"}, .axis = "z"};
  plane.initial.rate = 1.0;
  model.add<Planar>("pin", plane);
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    model.simulate.formulation = formulation;
    const System system = make_system(model);
    std::string notes;
    for (const std::string& note : find_start(system, 0.0, {}).notes) notes += note;
    EXPECT_NE(notes.find(formulation == Formulation::recursive
                             ? "1 of 2 constraints of closed loops are redundant"
                             : "1 of 5 constraints of closed loops are redundant"),
              std::string::npos)
        << notes;
    test::expect_energy_balance(system, 3.0);
  }
}

TEST(Constraint, TakesAndGivesPowerWhereItsSpeedIsPrescribed) {
  // A bead that is held to the speed t along x: m v² / 2 comes from the constraint.
  Model model;
  model.add<PointMass>("bead", {.mass = 0.5});
  model.world.gravity = {0.0, 0.0, 0.0};
  model.add<Constraint>("speed",
                        {.velocity_equations = {model.output("bead.velocity.x") - model.time()}});
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    model.simulate.formulation = formulation;
    const Results r = test::run(make_system(model), 2.0,
                                {"bead.position.x", "system.energy.kinetic", "system.power"});
    for (std::size_t row = 0; row < r.row_count(); ++row) {
      const double t = test::number_of(r, row, "time");
      EXPECT_NEAR(test::number_of(r, row, "bead.position.x"), t * t / 2, test::kGlobal);
      EXPECT_NEAR(test::number_of(r, row, "system.power"), 0.5 * t, test::kGlobal);
    }
  }
}

TEST(Constraint, NamesConditionsOnSpeedsThatItCannotHold) {
  const auto errors = [](auto make) {
    Model model;
    model.add<PointMass>("bead", {.mass = 0.5});
    model.add<Constraint>("rule", {.velocity_equations = {make(model)}});
    return test::errors_of(model);
  };
  const auto expect = [&](auto make, const char* text) {
    const std::string all = errors(make);
    EXPECT_NE(all.find(text), std::string::npos) << all;
  };
  expect([](Model& m) { return square(m.output("bead.velocity.x")) - 1.0; },
         "rule: velocity_equations: it is not affine in the velocities and rates");
  expect([](Model& m) { return m.output("bead.velocity.x") * m.output("bead.velocity.y"); },
         "rule: velocity_equations: it is not affine in the velocities and rates");
  expect([](Model& m) { return m.output("bead.position.x") - 1.0; },
         "rule: velocity_equations: this equation contains no velocity or rate that is free");
  expect([](Model& m) { return m.output("bead.acceleration.x") - 1.0; },
         "rule: velocity_equations: it depends on accelerations or reactions");
  expect([](Model& m) { return m.output("bead.velocty.x") - 1.0; },
         "rule: velocity_equations: no part has an output 'bead.velocty.x'");
  Model empty;
  empty.add<PointMass>("bead", {.mass = 0.5});
  empty.add<Constraint>("rule", {});
  EXPECT_NE(test::errors_of(empty).find("it has neither 'equations' nor 'velocity_equations'"),
            std::string::npos)
      << test::errors_of(empty);
}

TEST(Constraint, SaysWhatItCannotHold) {
  Model model;
  model.add<PointMass>("bead", {.mass = 0.5});
  model.add<Constraint>("speed", {.equations = {model.output("bead.velocity.x") - 1.0}});
  EXPECT_NE(test::errors_of(model).find("speed: equations: it depends on velocities or rates"),
            std::string::npos)
      << test::errors_of(model);
  Model still;
  still.add<PointMass>("bead", {.mass = 0.5});
  still.add<Constraint>("clock", {.equations = {still.time() - 1.0}});
  EXPECT_NE(test::errors_of(still).find(
                "clock: equations: this equation contains nothing that moves freely"),
            std::string::npos)
      << test::errors_of(still);
}

}  // namespace
}  // namespace holon
