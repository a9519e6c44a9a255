// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Rotors in `augmented`: their spin is eliminated from the equations of their carriers.

#include "holon/mechanics/machine/machine.h"
#include "holon/mechanics/parts/bodies/flywheel.h"
#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/constraints/constraint.h"
#include "holon/mechanics/parts/constraints/distance.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/force_models.h"

namespace holon {
namespace {

const std::array kBoth{Formulation::recursive, Formulation::augmented};

/// A wheel of 3 kg that is symmetric about x, with a pin on its rim.
RigidBody make_wheel() {
  RigidBody wheel{.mass = 3.0, .inertia = InertiaMatrix{{0.06, 0.04, 0.04}}};
  wheel.frames.add("pin", {.at = {0.05, 0.0, 0.2}});
  return wheel;
}

/// An arm that swings about z and carries the wheel off its own hinge, askew.
Model make_arm_with_wheel(double speed) {
  Model model;
  RigidBody arm{.mass = 4.0,
                .inertia = InertiaMatrix{{0.2, 0.3, 0.4, 0.01, -0.02, 0.03}},
                .center_of_mass = {0.3, 0.1, 0.0}};
  arm.frames.add("axle",
                 {.at = {0.7, 0.1, 0.2}, .rotate = Orientation::axis_angle({1.0, 2.0, -1.0}, 0.7)});
  model.add<RigidBody>("arm", arm);
  model.add<RigidBody>("wheel", make_wheel());
  Revolute shoulder{.between = {"world", "arm"}, .axis = Axis(1.0, 2.0, 3.0), .damping = 0.2};
  shoulder.initial.angle = 0.4;
  shoulder.initial.rate = 1.3;
  model.add<Revolute>("shoulder", shoulder);
  Revolute axle{.between = {"arm.axle", "wheel"},
                .axis = "x",
                .torque = 0.3,
                .stiffness = 0.5,
                .damping = 0.01};
  axle.initial.angle = 0.8;
  axle.initial.rate = speed;
  model.add<Revolute>("axle", axle);
  return model;
}

/// Both formulations give the same at the start, to rounding error of what the spin makes of it.
void expect_same_at_start(Model model, const std::vector<std::string>& names, double size = 1.0) {
  std::vector<std::vector<double>> values;
  for (const Formulation formulation : kBoth) {
    model.simulate.formulation = formulation;
    values.push_back(test::values_at_start(make_system(model), names));
  }
  constexpr double kAgreement = 1e-11;  // of the largest number of the equations
  for (std::size_t k = 0; k < values[0].size(); ++k)
    EXPECT_NEAR(values[0][k], values[1][k], kAgreement * std::max(size, std::abs(values[0][k])))
        << k;
}

TEST(Rotor, IsAccelerableAndCarriedAsInRecursive) {
  for (const double speed : {0.0, -7.0, 1e4}) {
    expect_same_at_start(
        make_arm_with_wheel(speed),
        {"shoulder.acceleration", "axle.acceleration", "axle.reaction.force",
         "axle.reaction.torque", "shoulder.reaction.force", "shoulder.reaction.torque",
         "wheel.pin.acceleration", "system.energy.kinetic"},
        std::max(1.0, speed * speed));
  }
}

TEST(Rotor, HasItsHingesAngleAsItsState) {
  // That of the arm is a body's pose and velocities, and the turns of its hinge.
  Model model = make_arm_with_wheel(1.0);
  const int joints = make_system(model).state_count();
  model.simulate.formulation = Formulation::augmented;
  EXPECT_EQ(make_system(model).state_count(), joints - 2 + 13 + 1);
}

TEST(Rotor, IsNoBodyThatIsNotSymmetric) {
  for (const std::size_t entry : {1, 3}) {
    RigidBody wheel = make_wheel();
    std::array<double, 6> moments{0.06, 0.04, 0.04, 0.0, 0.0, 0.0};
    moments[entry] += 1e-6;
    wheel.inertia =
        InertiaMatrix{{moments[0], moments[1], moments[2], moments[3], moments[4], moments[5]}};
    Model other;
    other.add<RigidBody>("wheel", wheel);
    other.add<Revolute>("axle", {.between = {"world", "wheel"}, .axis = "x"});
    other.simulate.formulation = Formulation::augmented;
    EXPECT_GT(make_system(other).state_count(), 2);
  }
}

TEST(Rotor, IsNoTopOnRingsWithoutInertia) {
  // Near gimbal lock the spin about its axis has no other inertia than that of the top.
  Model model;
  model.add<PointMass>("r1", {.mass = 1.0});
  model.add<PointMass>("r2", {.mass = 1.0});
  model.add<RigidBody>("top", {.mass = 1.0,
                               .inertia = InertiaMatrix{{0.01, 0.01, 0.02}},
                               .center_of_mass = {0.0, 0.0, 0.2}});
  model.add<Revolute>("a", {.between = {"world", "r1"}, .axis = "z"});
  Revolute middle{.between = {"r1", "r2"}, .axis = "x"};
  middle.initial.angle = 0.001;
  middle.initial.rate = -0.5;
  model.add<Revolute>("b", middle);
  Revolute last{.between = {"r2", "top"}, .axis = "z"};
  last.initial.rate = 3.0;
  model.add<Revolute>("c", last);
  std::vector<double> ends[2];
  for (const std::size_t k : {0, 1}) {
    model.simulate.formulation = kBoth[k];
    const Results r = test::run(make_system(model), 0.1, {"top.com.position"}, 0.05);
    for (const char* axis : {".x", ".y", ".z"})
      ends[k].push_back(r.values(std::string("top.com.position") + axis).back());
  }
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(ends[0][i], ends[1][i], 1e-9) << i;
}

TEST(Rotor, TakesRowsThatActOnIt) {
  // A connecting rod from the wheel's pin to a slide; equations that name its angle and its place.
  Model model = make_arm_with_wheel(5.0);
  model.add<RigidBody>("slide", {.mass = 2.0, .inertia = InertiaMatrix{{0.1, 0.1, 0.1}}});
  model.add<Prismatic>("rail", {.between = {"world", "slide"}, .axis = "z"});
  const std::vector<std::string> names{"shoulder.acceleration",    "axle.acceleration",
                                       "rail.acceleration",        "axle.reaction.force",
                                       "axle.reaction.torque",     "shoulder.reaction.force",
                                       "shoulder.reaction.torque", "rail.reaction.force"};
  {
    Model rod = model;
    rod.add<Distance>("rod", {.between = {"wheel.pin", "slide"}, .length = 1.0});
    std::vector<std::string> more = names;
    more.push_back("rod.tension");
    expect_same_at_start(rod, more, 100.0);
  }
  {
    Model gears = model;
    gears.add<Constraint>(
        "mesh", {.equations = {gears.output("axle.angle") - 4.0 * gears.output("rail.position")}});
    expect_same_at_start(gears, names, 100.0);
  }
}

TEST(Rotor, CouplesToAnotherOneByARowOfBothAlone) {
  // J₁ α₁ = τ + λ, J₂ α₂ = 2 λ, α₁ + 2 α₂ = 0: nothing but rotors moves.
  Model model;
  for (const std::string name : {"one", "two"}) {
    model.add<RigidBody>(name, make_wheel());
    model.add<Revolute>(
        name + "_axle",
        {.between = {"world", name}, .axis = "x", .torque = name == "one" ? 0.9 : 0.0});
  }
  model.add<Constraint>("mesh", {.equations = {model.output("one_axle.angle") +
                                               2.0 * model.output("two_axle.angle")}});
  for (const Formulation formulation : kBoth) {
    model.simulate.formulation = formulation;
    const double J = 0.06, torque = 0.9;
    const double second = -torque / (2 * J + J / 2);
    test::expect_start(model, {"one_axle.acceleration", "two_axle.acceleration"},
                       {-2 * second, second});
  }
}

TEST(Rotor, TakesNoStepsForItsTurns) {
  // 1e4 rad/s for 1 s: fewer than one step for each turn.
  constexpr std::int64_t kTurns = 1591;
  std::vector<double> last[2];
  std::int64_t steps[2] = {0, 0};
  const std::vector<std::string> names{"shoulder.angle", "shoulder.rate", "axle.rate"};
  for (const std::size_t k : {0, 1}) {
    Model model = make_arm_with_wheel(1e4);
    model.simulate.formulation = kBoth[k];
    const System system = make_system(model);
    const SimulateSettings settings = test::tape_settings(1.0, 0.5, 1e-10);
    Simulation simulation(system, settings);
    Results r;
    simulation.record(r, names, RowSchedule::from(settings));
    steps[k] = simulation.run().status.steps.steps;
    for (const std::string& name : names) last[k].push_back(r.values(name).back());
  }
  for (std::size_t i = 0; i < names.size(); ++i)
    EXPECT_NEAR(last[0][i], last[1][i], 1e-9 * std::max(1.0, std::abs(last[0][i]))) << names[i];
  EXPECT_LT(steps[0], kTurns);
  EXPECT_LT(steps[1], kTurns);
}

}  // namespace
}  // namespace holon
