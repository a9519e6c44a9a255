// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Forward dynamics of mechanisms with closed loops as functions of the tree's q, v and tau.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "holon/base/errors.h"
#include "holon/expr/program/program.h"
#include "holon/mechanics/equations/dynamics.h"

namespace holon {
namespace {

constexpr double kLoopGravity = 9.80665;
/// S is formed and solved: some hundred roundings, times the condition of the loops (about 1e2).
constexpr double kExact = 1e-11;

/// Windows of uniform rods, 1 m and 1 kg, in the plane xz: cranks on the ground, couplers between
/// their tips.
Mechanism make_windows(int count) {
  Mechanism machine;
  machine.gravity = {0.0, 0.0, -kLoopGravity};
  const auto add_rod = [&](const std::string& name, const Vector3<double>& along) {
    const int body = machine.add_body(
        {.name = name,
         .mass = 1.0,
         .center_of_mass = (0.5 * along).cast<Expr>(),
         .inertia = {(1 - along[0]) / 12.0, 1.0 / 12.0, (1 - along[2]) / 12.0, 0.0, 0.0, 0.0}});
    Mechanism::Frame end;
    end.name = name + ".end";
    end.body = body;
    end.place.position = along.cast<Expr>();
    machine.add_frame(end);
  };
  const auto add_joint = [&](const std::string& name, const std::string& parent,
                             const std::string& child, double x) {
    Mechanism::Joint joint;
    joint.name = name;
    joint.type = JointType::revolute;
    joint.parent = parent;
    joint.child = child;
    joint.axis = Vector3<double>::UnitY();
    joint.origin.position = {x, 0.0, 0.0};
    machine.joints.push_back(joint);
  };
  for (int i = 0; i <= count; ++i) {
    add_rod("crank" + std::to_string(i), Vector3<double>::UnitZ());
    add_joint("ground" + std::to_string(i), "world", "crank" + std::to_string(i), i);
  }
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    add_rod("coupler" + n, Vector3<double>::UnitX());
    add_joint("left" + n, "crank" + n + ".end", "coupler" + n, 0.0);
    add_joint("right" + n, "coupler" + n + ".end", "crank" + std::to_string(i + 1) + ".end", 0.0);
  }
  return machine;
}

/// Cranks first, then couplers, which hang on the cranks on their left.
std::vector<double> joint_values(int windows, double crank) {
  std::vector<double> values(static_cast<std::size_t>(windows) + 1, crank);
  values.resize(2 * static_cast<std::size_t>(windows) + 1, -crank);
  return values;
}

std::vector<double> run(const FunctionRef& f, const std::vector<std::vector<double>>& inputs,
                        Engine engine) {
  std::vector<double> in, out(static_cast<std::size_t>(f->output_count()));
  for (const auto& list : inputs) in.insert(in.end(), list.begin(), list.end());
  Workspace workspace;
  Program(*f, ProgramOptions{engine}).run(in.data(), out.data(), workspace);
  return out;
}

std::string error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no error";
}

class Windows : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Counts, Windows, testing::Values(1, 3, 20));

TEST_P(Windows, AccelerateAsTheOneFreedomThatTheyAre) {
  const int n = GetParam();
  const double angle = 0.7, rate = -1.3, torque = 2.5;
  const FunctionRef f = make_forward_dynamics(make_windows(n));
  std::vector<double> tau = joint_values(n, 0.0);
  tau[0] = torque;
  const std::vector<std::vector<double>> in{joint_values(n, angle), joint_values(n, rate), tau};
  const std::vector<double> vdot = run(f, in, Engine::tape);
  // ((N + 1)/3 + N) m l² theta'' = ((N + 1)/2 + N) m g l sin theta + torque.
  const double expected =
      (((n + 1) / 2.0 + n) * kLoopGravity * std::sin(angle) + torque) / ((n + 1) / 3.0 + n);
  const std::vector<double> all = joint_values(n, expected);
  ASSERT_EQ(vdot.size(), all.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    EXPECT_NEAR(vdot[k], all[k], kExact * kLoopGravity) << "joint " << k;
  }
}

TEST_P(Windows, GiveTheSameBitsOnBothEngines) {
  const int n = GetParam();
  const FunctionRef f = make_forward_dynamics(make_windows(n));
  const std::vector<std::vector<double>> in{joint_values(n, -0.4), joint_values(n, 0.9),
                                            joint_values(n, 0.1)};
  EXPECT_EQ(run(f, in, Engine::tape), run(f, in, Engine::native));
}

TEST_P(Windows, TellByHowMuchTheirLoopsAreOpen) {
  const int n = GetParam();
  const FunctionRef f = make_loop_errors(make_windows(n));
  const double angle = 0.6, rate = 1.1, off = 0.01;
  std::vector<double> q = joint_values(n, angle), v = joint_values(n, rate);
  for (const double e : run(f, {q, v}, Engine::tape)) EXPECT_NEAR(e, 0.0, 1e-14);
  q[0] += off;  // the first coupler's joint turns as much back
  q[static_cast<std::size_t>(n) + 1] -= off;
  double sum = 0;
  const std::vector<double> errors = run(f, {q, v}, Engine::tape);
  for (std::size_t k = 0; k < 5; ++k) sum += errors[k] * errors[k];
  // The tip of the first crank, and with it the coupler's end, has moved by the chord.
  EXPECT_NEAR(std::sqrt(sum), 2.0 * std::sin(off / 2), 1e-14);
}

TEST(LoopDynamics, HoldsItsConstraintsWhereTheBarsAreInLine) {
  // There the windows have N + 1 freedoms for a moment, and S has lost rank.
  constexpr int kCount = 3;
  const double angle = std::acos(0.0), rate = 0.8;
  const FunctionRef f = make_forward_dynamics(make_windows(kCount));
  const std::vector<double> vdot =
      run(f, {joint_values(kCount, angle), joint_values(kCount, rate), joint_values(kCount, 0.0)},
          Engine::tape);
  double inertial = 0;
  for (std::size_t k = 0; k <= kCount; ++k) inertial += vdot[k] / 3.0;
  for (std::size_t k = 0; k < kCount; ++k) {
    // The tips move straight down: the coupler's ends go with them.
    const double coupler = vdot[kCount + 1 + k] + vdot[k];
    EXPECT_NEAR(coupler, vdot[k + 1] - vdot[k], kExact * kLoopGravity) << "window " << k;
    inertial += (vdot[k] + vdot[k + 1]) / 2.0;
  }
  // The forces of the constraints do no work on the motion that there is: all tips at equal speed.
  EXPECT_NEAR(inertial, ((kCount + 1) / 2.0 + kCount) * kLoopGravity,
              kExact * kLoopGravity * kCount);
}

TEST(LoopDynamics, RodsHoldTheirLength) {
  // A bob of 2 kg that slides up and down on a sledge of 1 kg, on a rod from the origin.
  Mechanism machine;
  machine.gravity = {0.0, 0.0, -kLoopGravity};
  machine.add_body({.name = "bob", .mass = 2.0, .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}});
  for (int axis : {0, 2}) {  // slides along x, then z, through a body of its own
    Mechanism::Joint joint;
    joint.type = JointType::prismatic;
    joint.axis = Vector3<double>::Unit(axis);
    joint.name = axis == 0 ? "along" : "up";
    joint.child = axis == 0 ? "sledge" : "bob";
    if (axis == 0) {
      machine.add_body({.name = "sledge", .mass = 1.0, .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}});
    } else {
      joint.parent = "sledge";
    }
    machine.joints.push_back(joint);
  }
  machine.rods.push_back({.name = "rod", .between = {"world", "bob"}, .length = {.position = 2.0}});
  const double angle = 0.5, rate = 1.5, length = 2.0;
  const double x = length * std::sin(angle), z = -length * std::cos(angle);
  const double vx = -z * rate, vz = x * rate;
  const std::vector<double> vdot =
      run(make_forward_dynamics(machine), {{x, z}, {vx, vz}, {0, 0}}, Engine::tape);
  // (3 cos² + 2 sin²) l² theta'' = (3 − 2) l² cos sin theta'² − 2 g l sin, by Lagrange.
  const double s = std::sin(angle), c = std::cos(angle);
  const double turn =
      (c * s * rate * rate - 2.0 * kLoopGravity * s / length) / (3 * c * c + 2 * s * s);
  EXPECT_NEAR(vdot[0], length * (c * turn - s * rate * rate), kExact * kLoopGravity);
  EXPECT_NEAR(vdot[1], length * (s * turn + c * rate * rate), kExact * kLoopGravity);
}

TEST(LoopDynamics, RefusesWhatNeedsTheCoordinateOfACutJoint) {
  Mechanism machine = make_windows(1);
  for (Mechanism::Joint& joint : machine.joints) joint.freedoms[0].stiffness = 3.0;
  EXPECT_EQ(error_of([&] { make_forward_dynamics(machine); }),
            "make_forward_dynamics: joint 'right0' closes a loop, and a spring, damper or effort "
            "needs its coordinate, which q does not contain");
}

TEST(LoopDynamics, OtherFunctionsOfATreeRefuseRods) {
  Mechanism machine;
  machine.add_body({.name = "bob", .mass = 2.0, .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}});
  machine.rods.push_back({.name = "rod", .between = {"world", "bob"}, .length = {.position = 2.0}});
  EXPECT_EQ(error_of([&] { make_mass_matrix(machine); }),
            "make_mass_matrix: 'rod' holds a distance, so that q and v are not independent");
}

}  // namespace
}  // namespace holon
