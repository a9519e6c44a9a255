// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Machines that `augmented` eliminates along the tree, without a matrix.

#include "holon/expr/graph/traverse.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/constraints/constraint.h"
#include "holon/mechanics/parts/joints/cylindrical.h"
#include "holon/mechanics/parts/joints/planar.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/parts/joints/screw.h"
#include "holon/mechanics/parts/joints/universal.h"
#include "holon/mechanics/test/force_models.h"

namespace holon {
namespace {

/// Linear systems that an evaluation of the rates solves.
int count_solves(const System& system) {
  const Function& f = *system.derivative;
  const std::vector<Expr> outputs = f.output_scalars();
  int count = 0;
  for (const std::uint32_t node : detail::find_reachable(*f.graph(), outputs))
    count += f.graph()->node(node).op == Op::solve;
  return count;
}

/// The same in both formulations, at several instants of what the model prescribes.
void expect_agreement(Model model, const std::vector<std::string>& names, int solves = 0) {
  constexpr double kAgreement = 1e-11;  // rounding, of numbers of some hundred operations
  model.simulate.formulation = Formulation::augmented;
  const System augmented = make_system(model);
  model.simulate.formulation = Formulation::recursive;
  const System recursive = make_system(model);
  EXPECT_EQ(count_solves(augmented), solves);
  const std::vector<double> found = test::values_at_start(augmented, names);
  const std::vector<double> expected = test::values_at_start(recursive, names);
  for (std::size_t k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(found[k], expected[k], kAgreement * std::max(1.0, std::abs(expected[k]))) << k;
}

void expect_eliminated(const Model& model, const std::vector<std::string>& names) {
  expect_agreement(model, names);
}

/// A link of full inertia that hangs on the rod and takes it along.
void add_tip(Model& model, const std::string& on) {
  RigidBody tip{.mass = 1.5,
                .inertia = InertiaMatrix{{0.02, 0.03, 0.04, 0.002, 0.001, -0.003}},
                .center_of_mass = {0.2, 0.1, -0.1}};
  model.add<RigidBody>("tip", tip);
  Revolute knee{.between = {on, "tip"}, .axis = Axis(1.0, 1.0, -2.0), .damping = 0.1};
  knee.initial.angle = -0.7;
  knee.initial.rate = 1.9;
  model.add<Revolute>("knee", knee);
}

const std::vector<std::string> kTip{"knee.acceleration", "knee.reaction.force",
                                    "knee.reaction.torque", "joint.reaction.force",
                                    "joint.reaction.torque"};

/// A thin rod along x, with its frame off its centre.
RigidBody make_rod() {
  RigidBody rod{
      .mass = 2.0, .inertia = InertiaMatrix{{0.0, 0.3, 0.3}}, .center_of_mass = {0.5, 0.0, 0.0}};
  rod.frames.add("end", {.at = {1.0, 0.0, 0.0}});
  return rod;
}

std::vector<std::string> with_tip(std::vector<std::string> names) {
  names.insert(names.end(), kTip.begin(), kTip.end());
  return names;
}

TEST(BranchElimination, TakesPrescribedAnglesOfUniversalJoints) {
  for (const int driven : {1, 2, 3}) {      // one angle, the other, both
    for (const double lean : {0.0, 0.4}) {  // of the axes from a right angle
      for (const double later : {0.0, 0.8, 2.1}) {
        Model model;
        RigidBody arm{.mass = 2.0,
                      .inertia = InertiaMatrix{{0.2, 0.3, 0.25, 0.02, -0.01, 0.03}},
                      .center_of_mass = {0.5, 0.1, 0.0}};
        arm.frames.add("end", {.at = {1.0, 0.2, 0.0}});
        model.add<RigidBody>("arm", arm);
        Universal joint{.between = {"world", "arm"},
                        .axis = "z",
                        .axis2 = Axis(1.0, 0.0, lean),
                        .origin = {.at = {0.1, 0.2, 0.3}}};
        const Expr t = model.time() + later;
        if (driven & 1) joint.motion1 = 0.6 * sin(1.3 * t);
        if (driven & 2) joint.motion2 = 0.4 * cos(0.9 * t);
        if (driven == 2) joint.initial.angle1 = 0.3, joint.initial.rate1 = -0.8;
        if (driven == 1) joint.initial.angle2 = 0.3, joint.initial.rate2 = -0.8;
        model.add<Universal>("joint", joint);
        add_tip(model, "arm.end");
        std::vector<std::string> names = with_tip({"joint.acceleration1", "joint.acceleration2"});
        if (driven & 1) names.push_back("joint.motion_torque1");
        if (driven & 2) names.push_back("joint.motion_torque2");
        expect_eliminated(model, names);
      }
    }
  }
}

TEST(BranchElimination, TakesThinRodsOnJointsThatDoNotLetThemSpin) {
  {
    Model model;
    model.add<RigidBody>("rod", make_rod());
    Cylindrical joint{.between = {"world", "rod"}, .axis = "y"};
    joint.initial.angle = 0.4;
    joint.initial.rate = 1.1;
    joint.initial.speed = -0.6;
    model.add<Cylindrical>("joint", joint);
    add_tip(model, "rod.end");
    expect_eliminated(model, kTip);
  }
  {
    Model model;
    model.add<RigidBody>("rod", make_rod());
    Planar joint{.between = {"world", "rod"}, .axis = "y"};
    joint.initial.angle = 0.4;
    joint.initial.rate = 1.1;
    joint.initial.speed_x = -0.6;
    model.add<Planar>("joint", joint);
    add_tip(model, "rod.end");
    expect_eliminated(model, kTip);
  }
  {
    Model model;
    model.add<RigidBody>("rod", make_rod());
    Screw joint{.between = {"world", "rod"}, .axis = "y", .pitch = 0.3};
    joint.initial.angle = 0.4;
    joint.initial.rate = 1.1;
    model.add<Screw>("joint", joint);
    add_tip(model, "rod.end");
    expect_eliminated(model, kTip);
  }
}

TEST(BranchElimination, TakesMassesThatAreParameters) {
  Model model;
  const Expr m = model.parameter("m", 2.0, "kg"), J = model.parameter("J", 0.3, "kg m^2");
  RigidBody rod = make_rod();
  rod.mass = m;
  rod.inertia = InertiaMatrix{{0.0, J, J}};
  model.add<RigidBody>("rod", rod);
  Revolute joint{.between = {"world", "rod"}, .axis = "y"};
  joint.initial.rate = 2.0;
  model.add<Revolute>("joint", joint);
  add_tip(model, "rod.end");
  expect_eliminated(model, kTip);
}

// About the axis (1, 2, 2) the components y and z of a body's orientation are equal: an equation
// that says so holds wherever the body is, and its row, a torque without a force, carries nothing.
TEST(BranchElimination, LeavesOutATorqueThatAlwaysHoldsWhereInertiasAreParameters) {
  Model model;
  const Expr m = model.parameter("m", 2.0, "kg"), J = model.parameter("J", 0.3, "kg m^2");
  model.add<RigidBody>("link", {.mass = m,
                                .inertia = InertiaMatrix{{J, 1.2 * J, 1.1 * J, 0.02, 0.01, 0.03}},
                                .center_of_mass = {0.3, 0.1, 0.2}});
  Revolute joint{.between = {"world", "link"}, .axis = Axis(1.0, 2.0, 2.0)};
  joint.initial.angle = 0.4;
  joint.initial.rate = 2.0;
  model.add<Revolute>("joint", joint);
  model.add<Constraint>("same", {.equations = {model.output("link.orientation.y") -
                                               model.output("link.orientation.z")}});
  expect_agreement(model, {"joint.acceleration", "link.angular_acceleration"}, 1);  // of the row
}

TEST(BranchElimination, IsLeftWhereAParameterMakesAPivotZero) {
  // A rod that is a point at the start: its hinge goes through its mass.
  Model model;
  const Expr J = model.parameter("J", 0.0, "kg m^2");
  RigidBody rod = make_rod();
  rod.center_of_mass = {0.0, 0.0, 0.0};
  rod.inertia = InertiaMatrix{{J, J, J}};
  model.add<RigidBody>("rod", rod);
  model.add<Revolute>("joint", {.between = {"world", "rod"}, .axis = "y"});
  add_tip(model, "rod.end");
  model.simulate.formulation = Formulation::augmented;
  EXPECT_GT(count_solves(make_system(model)), 0);
}

}  // namespace
}  // namespace holon
