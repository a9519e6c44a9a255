// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What `initial` gives to ball joints in closed loops, and which reactions redundancy leaves open.

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/constraints/distance.h"
#include "holon/mechanics/parts/frames/frame.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/parts/joints/spherical.h"
#include "holon/mechanics/test/run_model.h"
#include "holon/simulate/start/start.h"
#include "holon/system/undetermined.h"

namespace holon::test {
namespace {

constexpr double kMet = 1e-9;  // what the search for the start leaves of places and speeds

std::vector<double> inputs_at_found_start(const System& system) {
  std::vector<double> in(static_cast<std::size_t>(system.function_input_count()));
  const Start start = find_start(system, 0.0, {});
  std::copy(start.x.begin(), start.x.end(), in.begin() + 1);
  return in;
}

std::vector<double> values_at_found_start(const System& system,
                                          const std::vector<std::string>& names) {
  return system.select_outputs(names)->evaluate(inputs_at_found_start(system));
}

void add_rod(Model& model, const char* name, double length) {
  RigidBody body{.mass = 1.0,
                 .inertia = InertiaMatrix{{0.1, 0.2, 0.2}},
                 .center_of_mass = {length / 2, 0.0, 0.0}};
  body.frames.add("tip", {.at = {length, 0.0, 0.0}});
  model.add<RigidBody>(name, body);
}

/// Cranks of 1 m at the origin and at x = 2 m, about z, coupled by a bar whose joint with the first
/// one, `b`, is a ball: where that is turned by −θ, at −θ', the cranks stand at θ and turn at θ'.
struct Parallelogram {
  double angle = 0.5, rate = 2.0, tilt_rate = 0.0;
  bool cuts_ball = false;  // the spanning tree leaves out what has no values at the start

  Model make() const {
    Model model;
    add_rod(model, "crank", 1.0);
    add_rod(model, "coupler", 2.0);
    add_rod(model, "rocker", 1.0);
    Revolute a{.between = {"world", "crank"}, .axis = "z"};
    Revolute d{.between = {"world", "rocker"}, .axis = "z", .origin = {.at = {2.0, 0.0, 0.0}}};
    Revolute c{.between = {"coupler.tip", "rocker.tip"}, .axis = "z"};
    Spherical b{.between = {"crank.tip", "coupler"}};
    a.guess.angle = d.guess.angle = 0.8 * angle;
    if (cuts_ball) c.guess.angle = 0.8 * angle;
    b.initial.orientation = Orientation::axis_angle({0.0, 0.0, 1.0}, -angle);
    b.initial.angular_velocity = Vector3<Expr>(tilt_rate, 0.0, -rate);
    model.add<Revolute>("a", a);
    model.add<Spherical>("b", b);
    model.add<Revolute>("c", c);
    model.add<Revolute>("d", d);
    return model;
  }
};

const std::array kEachFormulation{Formulation::recursive, Formulation::augmented,
                                  Formulation::aggregate};

TEST(LoopStart, HoldsOrientationAndAngularVelocityOfABallJoint) {
  for (const bool cuts_ball : {false, true}) {
    for (const Formulation formulation : kEachFormulation) {
      const Parallelogram held{.cuts_ball = cuts_ball};
      Model model = held.make();
      model.simulate.formulation = formulation;
      const auto y =
          values_at_found_start(make_system(model), {"a.angle", "d.angle", "a.rate", "d.rate"});
      EXPECT_NEAR(y[0], held.angle, kMet) << cuts_ball;
      EXPECT_NEAR(y[1], held.angle, kMet) << cuts_ball;
      EXPECT_NEAR(y[2], held.rate, kMet) << cuts_ball;
      EXPECT_NEAR(y[3], held.rate, kMet) << cuts_ball;
    }
  }
}

TEST(LoopStart, RefusesRatesOfABallJointThatTheLoopForbids) {
  for (const bool cuts_ball : {false, true}) {
    for (const Formulation formulation : kEachFormulation) {
      Model model = Parallelogram{.tilt_rate = 1.0, .cuts_ball = cuts_ball}.make();
      model.simulate.formulation = formulation;
      try {
        find_start(make_system(model), 0.0, {});
        ADD_FAILURE() << "1 rad/s out of the plane was taken";
      } catch (const ModelError& error) {
        const std::string text = error.message() + error.suggestion();
        EXPECT_NE(text.find("b.angular_velocity"), std::string::npos) << text;
      }
    }
  }
}

TEST(LoopStart, HoldsTheRateOfABallJointThatIsToldFromItsChild) {
  // The world is the child: its angular velocity against the body, in world axes, is the opposite
  // of the body's, whichever way the body must turn to close the loop.
  const Vector3<Expr> held(0.3, -0.7, 1.1);
  for (const Formulation formulation : kEachFormulation) {
    Model model;
    add_rod(model, "upper", 1.0);
    add_rod(model, "lower", 1.0);
    model.add<Frame>("post", {.position = {0.6, 0.5, 0.2}});
    Spherical pivot{.between = {"upper", "world"}};
    pivot.initial.angular_velocity = held;
    model.add<Spherical>("pivot", pivot);
    Spherical elbow{.between = {"upper.tip", "lower"}};
    elbow.guess.orientation = Orientation::axis_angle({0.0, 0.0, 1.0}, 1.0);
    model.add<Spherical>("elbow", elbow);
    model.add<Distance>("tie", {.between = {"post", "lower.tip"}, .length = 0.6});
    model.simulate.formulation = formulation;
    const auto y = values_at_found_start(
        make_system(model), {"upper.angular_velocity", "upper.orientation", "tie.tension"});
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(y[static_cast<std::size_t>(k)], -held[k].value(), kMet) << k;
    }
    EXPECT_LT(std::abs(y[3]), 1.0 - 1e-4) << "the start has not turned the body at all";
  }
}

// --- redundancy ----------------------------------------------------------------------------------

std::vector<std::string> find_open(const System& system) {
  std::vector<double> in = inputs_at_found_start(system);
  const auto rows = static_cast<Eigen::Index>(system.constraints->names.size());
  const FunctionRef jvp = system.constraints->residual->jvp();
  std::vector<Eigen::VectorXd> columns;
  for (const StateBlock& block : system.states) {
    if (block.role != StateBlock::Role::coordinate) continue;
    for (int k = 0; k < block.size; ++k) {
      std::vector<double> both = in;
      both.resize(2 * in.size(), 0.0);
      both[in.size() + 1 + static_cast<std::size_t>(block.offset + k)] = 1.0;
      const std::vector<double> column = jvp->evaluate(both);
      columns.push_back(Eigen::Map<const Eigen::VectorXd>(column.data(), rows));
    }
  }
  Eigen::MatrixXd J(rows, static_cast<Eigen::Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) {
    J.col(static_cast<Eigen::Index>(k)) = columns[k];
  }
  return find_undetermined(*system.constraints, J, Eigen::VectorXd::Ones(rows), in);
}

TEST(Undetermined, IsWhatLoadsAPlaneLoopOutOfItsPlane) {
  // A loop of four hinges about z may be braced against itself along z and about x and y, in all of
  // its hinges alike; what acts in the plane follows from the motion.
  for (const Formulation formulation : kEachFormulation) {
    Model model;
    add_rod(model, "crank", 1.0);
    add_rod(model, "coupler", 2.0);
    add_rod(model, "rocker", 1.5);
    Revolute a{.between = {"world", "crank"}, .axis = "z"};
    a.initial.angle = 1.0;
    Revolute d{.between = {"world", "rocker"}, .axis = "z", .origin = {.at = {2.0, 0.0, 0.0}}};
    d.guess.angle = 1.2;
    model.add<Revolute>("a", a);
    model.add<Revolute>("b", {.between = {"crank.tip", "coupler"}, .axis = "z"});
    model.add<Revolute>("c", {.between = {"coupler.tip", "rocker.tip"}, .axis = "z"});
    model.add<Revolute>("d", d);
    model.simulate.formulation = formulation;
    std::vector<std::string> expected;
    for (const char* hinge : {"a", "b", "c", "d"}) {
      for (const char* open : {".reaction.force.z", ".reaction.torque.x", ".reaction.torque.y"}) {
        expected.push_back(std::string(hinge) + open);
      }
    }
    EXPECT_EQ(find_open(make_system(model)), expected);
  }
}

TEST(Undetermined, IsFoundOfManyLoops) {
  // The same of seven parallelograms in a row; in bodies' coordinates with 110 sparse rows.
  constexpr int kWindows = 7;
  for (const Formulation formulation : kEachFormulation) {
    Model model;
    std::vector<std::string> expected;
    const auto add_hinge = [&](const std::string& name, const Revolute& hinge) {
      model.add<Revolute>(name, hinge);
      for (const char* open : {".reaction.force.z", ".reaction.torque.x", ".reaction.torque.y"})
        expected.push_back(name + open);
    };
    for (int k = 0; k <= kWindows; ++k) {
      const std::string number = std::to_string(k), crank = "crank" + number;
      add_rod(model, crank.c_str(), 1.0);
      Revolute ground{
          .between = {"world", crank}, .axis = "z", .origin = {.at = {2.0 * k, 0.0, 0.0}}};
      if (k == 0) ground.initial.angle = 1.0;
      if (k > 0) ground.guess.angle = 0.9;
      add_hinge("ground" + number, ground);
      if (k == 0) continue;
      const std::string coupler = "coupler" + number;
      add_rod(model, coupler.c_str(), 2.0);
      add_hinge("left" + number,
                {.between = {"crank" + std::to_string(k - 1) + ".tip", coupler}, .axis = "z"});
      add_hinge("right" + number, {.between = {coupler + ".tip", crank + ".tip"}, .axis = "z"});
    }
    model.simulate.formulation = formulation;
    std::vector<std::string> open = find_open(make_system(model));
    std::sort(open.begin(), open.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(open, expected);
  }
}

TEST(Undetermined, IsEverythingButTheTurnBetweenTwoHingesOfADoor) {
  for (const Formulation formulation : kEachFormulation) {
    Model model;
    RigidBody door{.mass = 20.0, .inertia = InertiaMatrix{{3.0, 2.0, 1.0}}};
    door.frames.add("top", {.at = {0.0, 0.0, 2.0}});
    model.add<RigidBody>("door", door);
    model.add<Revolute>("low", {.between = {"world", "door"}, .axis = "z"});
    model.add<Revolute>(
        "high", {.between = {"world", "door.top"}, .axis = "z", .origin = {.at = {0.0, 0.0, 2.0}}});
    model.simulate.formulation = formulation;
    const std::vector<std::string> expected{"low.reaction.force",     "low.reaction.torque.x",
                                            "low.reaction.torque.y",  "high.reaction.force",
                                            "high.reaction.torque.x", "high.reaction.torque.y"};
    EXPECT_EQ(find_open(make_system(model)), expected);
  }
}

TEST(Undetermined, IsNothingInALoopOfTwoHingesAndTwoBalls) {
  // 18 freedoms less 2 x 5 and 2 x 3 conditions: the crank and the rod about its own axis.
  for (const Formulation formulation : kEachFormulation) {
    Model model;
    add_rod(model, "crank", 0.3);
    add_rod(model, "rod", 0.95);
    RigidBody rocker{.mass = 1.0, .inertia = InertiaMatrix{{0.1, 0.1, 0.1}}};
    rocker.frames.add("tip", {.at = {0.0, 0.0, 0.7}});
    model.add<RigidBody>("rocker", rocker);
    Revolute a{.between = {"world", "crank"}, .axis = "z"};
    a.initial.angle = 0.35;
    Revolute d{.between = {"world", "rocker"}, .axis = "x", .origin = {.at = {0.8, 0.6, 0.0}}};
    d.guess.angle = 0.5;
    model.add<Revolute>("a", a);
    model.add<Spherical>("b", {.between = {"crank.tip", "rod"}});
    model.add<Spherical>("c", {.between = {"rod.tip", "rocker.tip"}});
    model.add<Revolute>("d", d);
    model.simulate.formulation = formulation;
    EXPECT_EQ(find_open(make_system(model)), std::vector<std::string>{});
  }
}

}  // namespace
}  // namespace holon::test
