// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/constant_velocity.h"

#include <Eigen/Geometry>
#include <numbers>

#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/frames/frame.h"
#include "holon/mechanics/parts/joints/fixed.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

using test::kGlobal;
using test::number_of;

/// Sums and products of numbers near 1, solved for a few multipliers.
constexpr double kMultiplierRounding = 1e-12;

class ConstantVelocityJoint : public testing::TestWithParam<Formulation> {};

/// Two shafts along x through the origin, the second one inclined by `bend` about y.
struct BentShafts {
  double J1 = 0.3, J2 = 0.7, bend = 0.7, torque = 5.0, damping = 0.2;

  Model model() const {
    Model model;
    model.world.gravity = {0.0, 0.0, 0.0};
    model.add<RigidBody>("drive", {.mass = 1.0, .inertia = InertiaMatrix{{J1, 1.0, 1.0}}});
    model.add<RigidBody>("driven", {.mass = 1.0, .inertia = InertiaMatrix{{J2, 1.0, 1.0}}});
    model.add<Frame>("bearing",
                     {.in = "world", .orientation = Orientation::axis_angle({0, 1, 0}, bend)});
    model.add<Revolute>("input", {.between = {"world", "drive"},
                                  .axis = "x",
                                  .torque = torque,
                                  .initial = {.angle = 0.4, .rate = 3.0}});
    model.add<Revolute>("output",
                        {.between = {"bearing", "driven"}, .axis = "x", .damping = damping});
    model.add<ConstantVelocity>("joint", {.between = {"drive", "driven"}, .axis = "x"});
    return model;
  }
};

/// Equal angles and rates whatever the bend, and the couple that bends the shafts: what is passed
/// on acts about the bisector of their axes, so that of T / cos(β/2) each shaft gets T about its
/// axis, and T tan(β/2) across it (F. Schmelz, Graf v. Seherr-Thoss, E. Aucktor: Universal Joints
/// and Driveshafts, Springer 2006, 4.2).
TEST_P(ConstantVelocityJoint, PassesOnRotationAndTorqueAboutTheBisector) {
  const BentShafts shafts;
  Model model = shafts.model();
  model.simulate.formulation = GetParam();
  const System system = make_system(model);
  const Results r = test::run(system, 3.0,
                              {"input.angle", "output.angle", "input.rate", "output.rate",
                               "output.acceleration", "joint.bend", "joint.reaction.torque"});
  const double c = std::cos(shafts.bend), s = std::sin(shafts.bend);
  const Eigen::Vector3d first(1, 0, 0), second(c, 0, -s);
  const Eigen::Vector3d bisector = (first + second).normalized();
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double rate = number_of(r, k, "output.rate");
    EXPECT_NEAR(number_of(r, k, "output.angle"), number_of(r, k, "input.angle"),
                kGlobal * std::abs(number_of(r, k, "input.angle")));
    EXPECT_NEAR(rate, number_of(r, k, "input.rate"), kGlobal * rate);
    EXPECT_NEAR(number_of(r, k, "joint.bend"), shafts.bend, kGlobal);
    const double passed =
        shafts.J2 * number_of(r, k, "output.acceleration") + shafts.damping * rate;
    const Eigen::Vector3d expected = passed / std::cos(shafts.bend / 2) * bisector;
    for (int i = 0; i < 3; ++i) {
      const std::string name = std::string("joint.reaction.torque.") + "xyz"[i];
      EXPECT_NEAR(number_of(r, k, name), expected[i], kGlobal * passed) << name << k;
    }
  }
  // (J1 + J2) ω' = torque − damping ω.
  const double last = shafts.torque / shafts.damping,
               time = (shafts.J1 + shafts.J2) / shafts.damping;
  EXPECT_NEAR(number_of(r, r.row_count() - 1, "input.rate"),
              last + (3.0 - last) * std::exp(-3.0 / time), kGlobal * last);
}

/// A body that hangs on the world by the joint: it swings in all directions and does not spin. With
/// the bend β about the direction n at the angle α the joint turns by β n, n ⟂ z, so that with the
/// moments of inertia A across (about the pivot) and C along the body
///
///   2 T = A (β'² + sin²β α'²) + C (1 − cos β)² α'²,     V = −m g l cos β
struct HomokineticPendulum {
  double m = 2.0, l = 0.5, across = 0.03, C = 0.05;
  double A() const { return across + m * l * l; }

  double inertia(double beta) const {
    return A() * std::pow(std::sin(beta), 2) + C * std::pow(1 - std::cos(beta), 2);
  }
  /// β'' at the momentum p = ∂T/∂α'.
  double acceleration(double beta, double p) const {
    const double turn = p / inertia(beta), c = std::cos(beta), s = std::sin(beta);
    return (turn * turn * (A() * s * c + C * (1 - c) * s) - m * test::kGravity * l * s) / A();
  }
  /// The joint's rotation and the child's angular velocity in its own axes at α = 0.
  AttitudeStart start(double beta, double beta_rate, double alpha_rate) const {
    const double c = std::cos(beta), s = std::sin(beta);
    // ω = α' z + β' x − α' b in the world, with b = (0, −s, c) the body's axis.
    const Eigen::Vector3d w(beta_rate, alpha_rate * s, alpha_rate * (1 - c));
    const Eigen::Vector3d own =
        Eigen::AngleAxisd(beta, Eigen::Vector3d::UnitX()).toRotationMatrix().transpose() * w;
    return {.orientation = Orientation::axis_angle({1, 0, 0}, beta),
            .angular_velocity = Vector3<Expr>(own[0], own[1], own[2])};
  }
  Model model(const AttitudeStart& guess) const {
    Model model;
    model.add<RigidBody>("bob", {.mass = m,
                                 .inertia = InertiaMatrix{{across, across, C}},
                                 .center_of_mass = {0.0, 0.0, -l}});
    model.add<ConstantVelocity>("joint",
                                {.between = {"world", "bob"}, .axis = "z", .guess = guess});
    return model;
  }
};

TEST_P(ConstantVelocityJoint, SwingsAsLagrangeSays) {
  const HomokineticPendulum pendulum;
  constexpr double kBeta = 0.9, kBetaRate = 0.5, kAlphaRate = 2.5, kUntil = 2.0;
  Model model = pendulum.model(pendulum.start(kBeta, kBetaRate, kAlphaRate));
  model.simulate.formulation = GetParam();
  const System system = make_system(model);
  const Results r = test::run(system, kUntil, {"joint.bend", "bob.com.position"});
  // The reduced equation in β by the classical method of Runge and Kutta: h⁴ = 1e-16 of it.
  const double p = pendulum.inertia(kBeta) * kAlphaRate;
  constexpr int kStepsPerRow = 1000;
  constexpr double h = 0.1 / kStepsPerRow;
  double b = kBeta, v = kBetaRate;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    EXPECT_NEAR(number_of(r, k, "joint.bend"), b, kGlobal) << k;
    EXPECT_NEAR(number_of(r, k, "bob.com.position.z"), -pendulum.l * std::cos(b), kGlobal);
    for (int i = 0; i < kStepsPerRow; ++i) {
      const double v1 = v, a1 = pendulum.acceleration(b, p);
      const double v2 = v + h / 2 * a1, a2 = pendulum.acceleration(b + h / 2 * v1, p);
      const double v3 = v + h / 2 * a2, a3 = pendulum.acceleration(b + h / 2 * v2, p);
      const double v4 = v + h * a3, a4 = pendulum.acceleration(b + h * v3, p);
      b += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
      v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
  }
  test::expect_energy_balance(system, kUntil);
}

/// Steady conical motion: A sin β cos β Ω² + C (1 − cos β) sin β Ω² = m g l sin β.
TEST_P(ConstantVelocityJoint, RollsAroundACone) {
  const HomokineticPendulum pendulum;
  constexpr double kBeta = 0.8;
  const double c = std::cos(kBeta);
  const double turn = std::sqrt(pendulum.m * test::kGravity * pendulum.l /
                                (pendulum.A() * c + pendulum.C * (1 - c)));
  Model model = pendulum.model(pendulum.start(kBeta, 0.0, turn));
  model.simulate.formulation = GetParam();
  const Results r = test::run(make_system(model), 3.0, {"joint.bend", "bob.com.position"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    EXPECT_NEAR(number_of(r, k, "joint.bend"), kBeta, 10 * kGlobal);
    // At α = 0 the centre of mass is at y = l sin β.
    const double angle = turn * 0.1 * static_cast<double>(k);
    const double reach = pendulum.l * std::sin(kBeta);
    EXPECT_NEAR(number_of(r, k, "bob.com.position.x"), -reach * std::sin(angle), 10 * kGlobal);
    EXPECT_NEAR(number_of(r, k, "bob.com.position.y"), reach * std::cos(angle), 10 * kGlobal);
  }
}

TEST_P(ConstantVelocityJoint, MovesTheSameWhicheverEndIsCalledTheParent) {
  const BentShafts shafts;
  Model there = shafts.model();
  there.simulate.formulation = GetParam();
  const std::vector<std::string> names{"input.acceleration", "output.acceleration",
                                       "joint.reaction.torque"};
  const auto x = test::values_at_start(make_system(there), names);
  Model reversed;
  reversed.world = there.world;
  reversed.simulate = there.simulate;
  reversed.add<RigidBody>("drive", {.mass = 1.0, .inertia = InertiaMatrix{{shafts.J1, 1.0, 1.0}}});
  reversed.add<RigidBody>("driven", {.mass = 1.0, .inertia = InertiaMatrix{{shafts.J2, 1.0, 1.0}}});
  reversed.add<Frame>(
      "bearing", {.in = "world", .orientation = Orientation::axis_angle({0, 1, 0}, shafts.bend)});
  reversed.add<Revolute>("input", {.between = {"world", "drive"},
                                   .axis = "x",
                                   .torque = shafts.torque,
                                   .initial = {.angle = 0.4, .rate = 3.0}});
  reversed.add<Revolute>(
      "output", {.between = {"bearing", "driven"}, .axis = "x", .damping = shafts.damping});
  reversed.add<ConstantVelocity>("joint", {.between = {"driven", "drive"}, .axis = "x"});
  const auto y = test::values_at_start(make_system(reversed), names);
  EXPECT_NEAR(x[0], y[0], kMultiplierRounding);
  EXPECT_NEAR(x[1], y[1], kMultiplierRounding);
  for (std::size_t k : {2U, 3U, 4U}) EXPECT_NEAR(x[k], -y[k], kMultiplierRounding);
}

/// A half shaft with a joint at either end and a spline between them, from a differential to a
/// wheel that is higher, farther back and steered: no bearing of its own holds the shaft.
TEST_P(ConstantVelocityJoint, DrivesASteeredWheelByAHalfShaft) {
  Model model;
  model.simulate.formulation = GetParam();
  model.add<RigidBody>("flange", {.mass = 2.0, .inertia = InertiaMatrix{{0.02, 0.01, 0.01}}});
  model.add<Revolute>("differential", {.between = {"world", "flange"},
                                       .axis = "x",
                                       .torque = 40.0,
                                       .initial = {.angle = 0.2, .rate = 6.0}});
  model.add<RigidBody>("inner", {.mass = 3.0,
                                 .inertia = InertiaMatrix{{0.002, 0.02, 0.02}},
                                 .center_of_mass = {0.15, 0.0, 0.0}});
  model.add<RigidBody>("outer", {.mass = 2.0,
                                 .inertia = InertiaMatrix{{0.002, 0.02, 0.02}},
                                 .center_of_mass = {0.2, 0.0, 0.0},
                                 .frames = {{"tip", {.at = {0.35, 0.0, 0.0}}}}});
  model.add<RigidBody>("wheel", {.mass = 20.0, .inertia = InertiaMatrix{{0.9, 0.5, 0.5}}});
  model.add<Frame>("hub", {.in = "world",
                           .position = {0.6, -0.05, 0.1},
                           .orientation = Orientation::axis_angle({0, 0, 1}, 0.3)});
  model.add<Revolute>("bearing", {.between = {"hub", "wheel"}, .axis = "x", .damping = 1.0});
  model.add<Prismatic>("spline",
                       {.between = {"inner", "outer"}, .axis = "x", .guess = {.position = 0.25}});
  model.add<ConstantVelocity>("inboard", {.between = {"flange", "inner"}, .axis = "x"});
  model.add<ConstantVelocity>("outboard", {.between = {"outer.tip", "wheel"}, .axis = "x"});
  const System system = make_system(model);
  const Results r = test::run(
      system, 1.5,
      {"differential.rate", "bearing.rate", "inboard.bend", "outboard.bend", "spline.position"});
  // From the differential's centre to the hub's.
  const Eigen::Vector3d shaft(0.6, -0.05, 0.1);
  const Eigen::Vector3d along = shaft.normalized(), wheel(std::cos(0.3), std::sin(0.3), 0.0);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double rate = number_of(r, k, "differential.rate");
    EXPECT_NEAR(number_of(r, k, "bearing.rate"), rate, kGlobal * rate) << k;
    EXPECT_NEAR(number_of(r, k, "inboard.bend"), std::acos(along[0]), kGlobal);
    EXPECT_NEAR(number_of(r, k, "outboard.bend"), std::acos(along.dot(wheel)), kGlobal);
    EXPECT_NEAR(number_of(r, k, "spline.position"), shaft.norm() - 0.35, kGlobal);
  }
  // Its axis stands still, so that all that rotates does so at one speed.
  constexpr double kInertia = 0.02 + 0.002 + 0.002 + 0.9;
  constexpr double kLast = 40.0;  // torque / damping
  EXPECT_NEAR(number_of(r, r.row_count() - 1, "bearing.rate"),
              kLast + (6.0 - kLast) * std::exp(-1.5 / kInertia), kGlobal * kLast);
}

TEST(ConstantVelocity, LeavesAShaftThatItAloneHoldsItsOwnStart) {
  // The bob's own guess is kept, as that of a body which no joint of the tree holds.
  const HomokineticPendulum pendulum;
  Model model = pendulum.model({});
  Model own;
  own.add<RigidBody>("bob",
                     {.mass = pendulum.m,
                      .inertia = InertiaMatrix{{0.03, 0.03, 0.05}},
                      .center_of_mass = {0.0, 0.0, -pendulum.l},
                      .guess = FreeStart{.orientation = Orientation::axis_angle({0, 1, 0}, 0.6)}});
  own.add<ConstantVelocity>("joint", {.between = {"world", "bob"}, .axis = "z"});
  EXPECT_NEAR(test::value_at_start(make_system(own), "joint.bend"), 0.6, kMultiplierRounding);
  EXPECT_NEAR(test::value_at_start(make_system(model), "joint.bend"), 0.0, kMultiplierRounding);
}

TEST(ConstantVelocity, SaysWhatIsWrongWithIt) {
  Model welded;
  welded.add<RigidBody>("a", {.mass = 1.0, .inertia = Sphere{}});
  welded.add<RigidBody>("b", {.mass = 1.0, .inertia = Sphere{}});
  welded.add<Fixed>("weld", {.between = {"a", "b"}});
  welded.add<ConstantVelocity>("joint", {.between = {"a", "b"}, .axis = "x"});
  EXPECT_NE(test::errors_of(welded).find("'a' and 'b' are fixed to each other by 'weld'"),
            std::string::npos)
      << test::errors_of(welded);
  Model light;
  light.add<PointMass>("bob", {.mass = 1.0});
  light.add<ConstantVelocity>("joint", {.between = {"world", "bob"}, .axis = "x"});
  EXPECT_NE(test::errors_of(light).find("moment of inertia"), std::string::npos)
      << test::errors_of(light);
}

INSTANTIATE_TEST_SUITE_P(All, ConstantVelocityJoint, test::all_formulations(),
                         test::formulation_of);

}  // namespace
}  // namespace holon
