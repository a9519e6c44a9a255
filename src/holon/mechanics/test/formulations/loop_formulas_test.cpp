// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Formulas that tie a mechanism to itself, the same in all formulations: what equations do to
// reactions, motions that follow other motions.

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/constraints/constraint.h"
#include "holon/mechanics/parts/constraints/distance.h"
#include "holon/mechanics/parts/frames/frame.h"
#include "holon/mechanics/parts/joints/fixed.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/parts/joints/spherical.h"
#include "holon/mechanics/test/force_models.h"

namespace holon {
namespace {

using test::kGravity;
const std::array kFormulations{Formulation::recursive, Formulation::augmented,
                               Formulation::aggregate};

/// 1 kg, 1 kg m² about its centre, which lies 0.5 m from the frame.
RigidBody arm() {
  RigidBody body{
      .mass = 1.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}, .center_of_mass = {0.5, 0.0, 0.0}};
  body.frames.add("tip", {.at = {1.0, 0.0, 0.0}});
  return body;
}

/// An equation in a joint's coordinate is an effort of that joint, as a motor's would be.
TEST(Equation, InAJointsCoordinateIsPartOfItsReaction) {
  // Gears: θs = −3 θl; about its axis nothing but its hinge turns a wheel: M = I α.
  const double Is = 0.005, Il = 0.18, torque = 2.0;
  const double acceleration = torque / (Is + Il / 9);
  Model model;
  model.add<RigidBody>("small", {.mass = 1.0, .inertia = InertiaMatrix{{Is, Is, Is}}});
  model.add<RigidBody>("large", {.mass = 4.0, .inertia = InertiaMatrix{{Il, Il, Il}}});
  model.add<Revolute>("s", {.between = {"world", "small"}, .axis = "z", .torque = torque});
  model.add<Revolute>("l", {.between = {"world", "large"},
                            .axis = "z",
                            .origin = {.at = {0.4, 0.0, 0.0}},
                            .damping = 0.5});
  model.add<Constraint>("mesh",
                        {.equations = {model.output("s.angle") + 3.0 * model.output("l.angle")}});
  for (const Formulation formulation : kFormulations) {
    model.simulate.formulation = formulation;
    test::expect_start(
        model, {"s.acceleration", "s.reaction.torque", "l.reaction.torque"},
        {acceleration, 0.0, 0.0, Is * acceleration, 0.0, 0.0, -Il * acceleration / 3});
  }
}

TEST(Equation, InTheCoordinateOfEitherHingeOfADoorTurnsItByThatHinge) {
  // Whichever hinge the spanning tree cuts: with θ = 0.2 t² the one named gives I · 0.4.
  const double I = 1.5;
  for (const std::string named : {"low", "high"}) {
    Model model;
    RigidBody door{.mass = 20.0, .inertia = InertiaMatrix{{3.0, 2.0, I}}};
    door.frames.add("top", {.at = {0.0, 0.0, 2.0}});
    model.add<RigidBody>("door", door);
    model.add<Revolute>("low", {.between = {"world", "door"}, .axis = "z"});
    model.add<Revolute>(
        "high", {.between = {"world", "door.top"}, .axis = "z", .origin = {.at = {0.0, 0.0, 2.0}}});
    const Expr t = model.time();
    model.add<Constraint>("drive", {.equations = {model.output(named + ".angle") - 0.2 * t * t}});
    for (const Formulation formulation : kFormulations) {
      model.simulate.formulation = formulation;
      const double effort = I * 0.4;
      test::expect_start(model, {"low.reaction.torque.z", "high.reaction.torque.z"},
                         {named == "low" ? effort : 0.0, named == "high" ? effort : 0.0});
    }
  }
}

TEST(Equation, InAPlaceIsAForceThere) {
  // An arm that its hinge and a condition at its tip hold level: half of the weight each.
  Model model;
  model.add<RigidBody>("arm", arm());
  model.add<Revolute>("pin", {.between = {"world", "arm"}, .axis = "y"});
  model.add<Constraint>("rest", {.equations = {model.output("arm.tip.position.z")}});
  for (const Formulation formulation : kFormulations) {
    model.simulate.formulation = formulation;
    test::expect_start(model, {"pin.acceleration", "pin.reaction.force", "pin.reaction.torque"},
                       {0.0, 0.0, 0.0, kGravity / 2, 0.0, 0.0, 0.0});
  }
}

TEST(Equation, InAPlaceIsCarriedByTheWeldsOnTheWay) {
  // Two halves of 1 kg and 1 m: the tip carries the weight of one, g; in the weld between them no
  // force is left, and the moment −(−g · 0.5 + g · 1) of weight and tip force, turned round.
  Model model;
  RigidBody half = arm();
  model.add<RigidBody>("inner", half);
  model.add<RigidBody>("outer", half);
  model.add<Revolute>("pin", {.between = {"world", "inner"}, .axis = "y"});
  model.add<Fixed>("weld", {.between = {"inner.tip", "outer"}});
  model.add<Constraint>("rest", {.equations = {model.output("outer.tip.position.z")}});
  for (const Formulation formulation : kFormulations) {
    model.simulate.formulation = formulation;
    test::expect_start(model, {"pin.reaction.force", "weld.reaction.force", "weld.reaction.torque"},
                       {0.0, 0.0, kGravity, 0.0, 0.0, 0.0, 0.0, 0.5 * kGravity, 0.0});
  }
}

TEST(Equation, InAnAttitudeIsATorqueOnTheBody) {
  // q = (cos φ, n sin φ) with φ = 0.05 t² in a ball joint: α = 0.2 n, and the joint itself carries
  // no torque.
  const double n[] = {2.0 / 3, -1.0 / 3, 2.0 / 3};
  Model model;
  RigidBody body{.mass = 2.0, .inertia = InertiaMatrix{{0.2, 0.3, 0.25, 0.01, -0.02, 0.03}}};
  body.center_of_mass = {0.1, -0.2, 0.05};
  model.add<RigidBody>("body", body);
  model.add<Spherical>("ball", {.between = {"world", "body"}});
  const Expr sine = sin(0.05 * model.time() * model.time());
  std::vector<Expr> equations;
  for (int k = 0; k < 3; ++k) {
    equations.push_back(model.output(std::string("body.orientation.") + "xyz"[k]) - n[k] * sine);
  }
  model.add<Constraint>("attitude", {.equations = equations});
  for (const Formulation formulation : kFormulations) {
    model.simulate.formulation = formulation;
    const System system = make_system(model);
    test::expect_start(model, {"body.angular_acceleration", "ball.reaction.torque"},
                       {0.2 * n[0], 0.2 * n[1], 0.2 * n[2], 0.0, 0.0, 0.0});
    const Results r = test::run(system, 3.0, {"body.angular_velocity", "ball.reaction.torque"});
    const std::size_t last = r.row_count() - 1;
    for (int k = 0; k < 3; ++k) {
      const std::string axis(1, "xyz"[k]);
      EXPECT_NEAR(test::number_of(r, last, "body.angular_velocity." + axis), 0.6 * n[k],
                  test::kGlobal);
      EXPECT_NEAR(test::number_of(r, last, "ball.reaction.torque." + axis), 0.0, test::kGlobal);
    }
  }
}

TEST(Equation, ThatAlwaysHoldsLeavesTheMotionAlone) {
  Model model;
  model.add<RigidBody>("arm", arm());
  model.add<Revolute>("pin", {.between = {"world", "arm"}, .axis = "y"});
  const Vector3<Expr> tip = model.vector_output("arm.tip.position");
  model.add<Constraint>("length", {.equations = {sqrt(tip.dot(tip)) - 1.0}});
  for (const Formulation formulation : kFormulations) {
    model.simulate.formulation = formulation;
    test::expect_start(model, {"pin.acceleration"}, {kGravity * 0.5 / 1.25});
    test::expect_energy_balance(make_system(model), 3.0);
  }
}

TEST(Equation, OfASpeedIsRefusedEvenWhereItIsZero) {
  Model model;
  model.add<RigidBody>("arm", arm());
  model.add<Revolute>("pin", {.between = {"world", "arm"}, .axis = "y"});
  model.add<Constraint>("still", {.equations = {model.output("arm.velocity.x")}});
  for (const Formulation formulation : kFormulations) {
    model.simulate.formulation = formulation;
    EXPECT_NE(test::errors_of(model).find("still: equations: it depends on velocities or rates"),
              std::string::npos)
        << test::errors_of(model);
  }
}

/// Two arms, one of which is driven at twice the angle of the other.
Model follower(const std::string& carrier) {
  Model model;
  model.add<RigidBody>("a", arm());
  model.add<RigidBody>("b", arm());
  model.add<Revolute>("lead", {.between = {"world", "a"}, .axis = "y"});
  model.add<Revolute>(
      "follow",
      {.between = {carrier, "b"}, .axis = "y", .motion = 2.0 * model.output("lead.angle")});
  return model;
}

TEST(Motion, MayFollowAnAngleThatNothingOfItActsOn) {
  Model model = follower("world");
  const double lead = kGravity * 0.5 / 1.25;
  for (const Formulation formulation : kFormulations) {
    model.simulate.formulation = formulation;
    test::expect_start(model, {"lead.acceleration", "follow.acceleration"}, {lead, 2 * lead});
  }
}

TEST(Motion, MayFollowAnAngleThatItActsOn) {
  // About the pin, level: 1.25 θ'' + 1.25 · 3 θ'' = 2 · m g · 0.5.
  Model model = follower("a");
  const double lead = kGravity / 5;
  for (const Formulation formulation : kFormulations) {
    model.simulate.formulation = formulation;
    test::expect_start(model, {"lead.acceleration", "follow.acceleration"}, {lead, 2 * lead});
  }
}

TEST(Motion, OfAFrameMayFollowAnAngle) {
  // The frame goes along the level arm that it carries, which feels nothing of that yet.
  Model model;
  model.add<RigidBody>("a", arm());
  model.add<RigidBody>("b", arm());
  model.add<Revolute>("lead", {.between = {"world", "a"}, .axis = "y"});
  model.add<Frame>("slide", {.position = {0.1 * model.output("lead.angle"), 0.0, 0.0}});
  model.add<Revolute>("pin", {.between = {"slide", "b"}, .axis = "y"});
  const double acceleration = kGravity * 0.5 / 1.25;
  for (const Formulation formulation : kFormulations) {
    model.simulate.formulation = formulation;
    test::expect_start(model, {"lead.acceleration", "pin.acceleration", "slide.acceleration"},
                       {acceleration, acceleration, 0.1 * acceleration, 0.0, 0.0});
  }
}

TEST(Torque, MayBeMadeOfASecondDerivative) {
  // 1.25 α = m g 0.5 + 0.1 α.
  Model model;
  model.add<RigidBody>("a", arm());
  const Expr way = abs(model.output("pin.angle") + 1.0);
  model.add<Revolute>("pin", {.between = {"world", "a"},
                              .axis = "y",
                              .torque = 0.1 * model.time_derivative(model.time_derivative(way))});
  for (const Formulation formulation : kFormulations) {
    model.simulate.formulation = formulation;
    test::expect_start(model, {"pin.acceleration"}, {kGravity * 0.5 / (1.25 - 0.1)});
  }
}

TEST(Distance, WarnsOfALengthThatJumps) {
  const auto warnings = [](auto make_length) {
    Model model;
    model.add<RigidBody>("arm", arm());
    model.add<Distance>("tie",
                        {.between = {"world", "arm.tip"}, .length = make_length(model.time())});
    Diagnostics diagnostics;
    assemble(model, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors());
    return diagnostics.warning_count();
  };
  EXPECT_EQ(warnings([](Expr t) { return 1.0 + 0.1 * sin(t); }), 0u);
  EXPECT_EQ(warnings([](Expr t) { return 1.0 + 0.1 * floor(t); }), 1u);
}

}  // namespace
}  // namespace holon
