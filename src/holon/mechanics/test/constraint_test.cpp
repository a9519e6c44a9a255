// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/constraint.h"

#include "force_models.h"
#include "holon/mechanics/parts/cylindrical.h"
#include "holon/mechanics/parts/point_mass.h"
#include "holon/mechanics/parts/revolute.h"

namespace holon {
namespace {

TEST(Constraint, LetsABeadSlideOnACurve) {
  // z = −cos(x) along a wire in the plane y = 0: the energy stays, and so does the curve.
  Model model;
  PointMass bead{.mass = 0.5};
  bead.initial.emplace().position = Vector3<Expr>(1.0, 0.0, -std::cos(1.0));
  model.add<PointMass>("bead", bead);
  const Expr x = model.output("bead.position.x"), y = model.output("bead.position.y"),
             z = model.output("bead.position.z");
  model.add<Constraint>("wire", {.equations = {z + cos(x), y}});
  for (const Formulation formulation : {Formulation::recursive, Formulation::augmented}) {
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
  for (const Formulation formulation : {Formulation::recursive, Formulation::augmented}) {
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
  for (const Formulation formulation : {Formulation::recursive, Formulation::augmented}) {
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

TEST(Constraint, SaysWhatItCannotHold) {
  Model model;
  model.add<PointMass>("bead", {.mass = 0.5});
  model.add<Constraint>("speed", {.equations = {model.output("bead.velocity.x") - 1.0}});
  EXPECT_NE(test::errors_of(model).find(
                "speed: equations: constraints on velocities are not in this version yet"),
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
