// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Steady states against closed forms.
#include "holon/analyse/trim/trim.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "holon/catalogue/builtin.h"
#include "holon/reader/load.h"
#include "holon/system/tangent.h"

namespace holon {
namespace {

using std::numbers::pi;

// Newton's method converges quadratically from residuals of 1e-10.
constexpr double kSolution = 1e-9;

struct TrimModel {
  System system;
  std::vector<double> parameters;
  TrimProblem problem;

  TrimModel(const std::string& text, const std::vector<std::string>& unknowns = {}) {
    LoadOptions options;
    for (const std::string& name : unknowns) options.opened.push_back({name, {}});
    Diagnostics diagnostics;
    const Model model = load_model_text(text, builtin_catalogue(), options, diagnostics);
    diagnostics.throw_if_errors();
    system = make_system(model);
    for (std::size_t k = 0; k < system.parameters.size(); ++k) {
      parameters.push_back(system.parameters[k].value);
      for (const std::string& name : unknowns)
        if (system.parameters[k].name == name) problem.parameters.push_back(static_cast<int>(k));
    }
  }
  void give(const std::string& output, double value) {
    problem.outputs.push_back(output), problem.values.push_back(value);
  }
  TrimResult find() const { return find_steady_states(system, parameters, problem); }
  double state(const TrimSolution& s, const std::string& name) const {
    for (int i = 0; i < system.state_count(); ++i)
      if (system.state_name(i) == name) return s.point.in[static_cast<std::size_t>(1 + i)];
    ADD_FAILURE() << "no state " << name;
    return NAN;
  }
};

TEST(Trim, APendulumHangsOrStands) {
  const TrimModel model(R"(holon: 1
world: {gravity: [0, 0, -9.81]}
parts:
  bob: {type: RigidBody, mass: 2 kg, inertia: [1e-9, 1e-9, 1e-9], center_of_mass: [0, 0, -0.5]}
  pin: {type: Revolute, between: [world, bob], axis: y, damping: 0.3 N m s/rad, initial: {angle: 1 rad}}
)");
  const TrimResult result = model.find();
  ASSERT_EQ(result.solutions.size(), 2U);
  EXPECT_EQ(result.solutions[0].family, 0);
  for (const TrimSolution& s : result.solutions) {
    const double angle = model.state(s, "pin.angle");
    const bool hangs = std::cos(angle) > 0;
    EXPECT_NEAR(std::remainder(angle, pi), 0, kSolution);
    EXPECT_EQ(s.stability, hangs ? Stability::asymptotic : Stability::unstable);
    // J s² + c s ± m g l = 0.
    const double J = 0.5 + 1e-9, c = 0.3, k = (hangs ? 1 : -1) * 9.81;
    const std::complex<double> root =
        (-c + std::sqrt(std::complex<double>(c * c - 4 * J * k))) / (2 * J);
    ASSERT_EQ(s.poles.size(), 2U);
    const double error =
        std::min(std::abs(s.poles[0].value - root), std::abs(s.poles[1].value - root));
    EXPECT_LE(error, 1e-8);
  }
}

TEST(Trim, AMassRestsOnACompliantContactThatItTouchesAtTheStart) {
  // It sinks in by m g/k; about that m x'' + m g c x' + k x = 0 by Hunt and Crossley's law.
  const TrimModel model(R"(holon: 1
world: {gravity: [0, 0, -9.81]}
parts:
  ball: {type: PointMass, mass: 2 kg}
  guide: {type: Prismatic, between: [world, ball], axis: z, initial: {position: 0.099 m}}
  floor: {type: Contact, between: [world, ball], radius: 0.1 m, stiffness: 1e4 N/m, dissipation: 1 s/m, friction: 0.5}
)");
  const TrimResult result = model.find();
  ASSERT_EQ(result.solutions.size(), 1U);
  const TrimSolution& s = result.solutions[0];
  EXPECT_NEAR(model.state(s, "guide.position"), 0.1 - 2 * 9.81 / 1e4, kSolution);
  EXPECT_EQ(s.stability, Stability::asymptotic);
  ASSERT_EQ(s.poles.size(), 2U);
  const double decay = 9.81 / 2, frequency = std::sqrt(1e4 / 2 - decay * decay);
  EXPECT_NEAR(s.poles[0].value.real(), -decay, 1e-8);
  EXPECT_NEAR(std::abs(s.poles[0].value.imag()), frequency, 1e-7);
}

TEST(Trim, ATorqueHoldsAPendulumAtAnAngle) {
  TrimModel model(R"(holon: 1
world: {gravity: [0, 0, -9.81]}
parts:
  bob: {type: RigidBody, mass: 2 kg, inertia: [1e-9, 1e-9, 1e-9], center_of_mass: [0, 0, -0.5]}
  pin: {type: Revolute, between: [world, bob], axis: y, torque: 0 N m}
)",
                  {"pin.torque"});
  model.give("pin.angle", pi / 6);
  const TrimResult result = model.find();
  ASSERT_EQ(result.solutions.size(), 1U);
  EXPECT_NEAR(result.solutions[0].unknown_parameters.at(0), 2 * 9.81 * 0.5 * std::sin(pi / 6),
              kSolution);
  // Without the angle every torque up to m g l belongs to one.
  model.problem.outputs.clear(), model.problem.values.clear();
  const TrimResult family = model.find();
  ASSERT_EQ(family.solutions.size(), 1U);
  EXPECT_EQ(family.solutions[0].family, 1);
}

TEST(Trim, ConicalGovernorsHaveTheirAngle) {
  // cos φ = g/(ω² l), or 0 and π, which is stable of these: φ = 0 below ω² = g/l.
  for (const double speed : {3.0, 8.0}) {
    TrimModel model(R"(holon: 1
world: {gravity: [0, 0, -9.81]}
parts:
  shaft: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
  ball: {type: RigidBody, mass: 2 kg, inertia: [1e-12, 1e-12, 1e-12], center_of_mass: [0, 0, -0.4]}
  bearing: {type: Revolute, between: [world, shaft], axis: z}
  pin: {type: Revolute, between: [shaft, ball], axis: y, initial: {angle: 0.5 rad}}
)");
    model.give("bearing.rate", speed);
    const TrimResult result = model.find();
    const double ratio = 9.81 / (speed * speed * 0.4);
    EXPECT_EQ(result.solutions.size(), ratio < 1 ? 4U : 2U) << speed;
    ASSERT_EQ(result.free.size(), 1U);
    EXPECT_EQ(result.free[0], "bearing.angle");
    int oblique = 0;
    for (const TrimSolution& s : result.solutions) {
      EXPECT_NEAR(s.point.free.at(0).rate, speed, kSolution);
      const double angle = model.state(s, "pin.angle");
      if (std::abs(std::sin(angle)) < 1e-6) {
        const bool is_stable = std::cos(angle) > 0 && ratio > 1;
        EXPECT_EQ(s.stability == Stability::unstable, !is_stable) << speed << " " << angle;
        continue;
      }
      ++oblique;
      EXPECT_NEAR(std::cos(angle), ratio, kSolution);
      EXPECT_NE(s.stability, Stability::unstable);
    }
    EXPECT_EQ(oblique, ratio < 1 ? 2 : 0);
  }
}

TEST(Trim, ATopPrecessesSlowlyOrFast) {
  // (A - C) cos θ p² - C ψ' p + m g l = 0 for the precession p, ψ' the spin about the figure axis
  // relative to the precessing frame (H. Goldstein, Classical Mechanics, 5.7).
  LoadOptions options;
  Diagnostics diagnostics;
  const Model top = load_model(std::string(HOLON_SOURCE_DIR) + "/examples/heavy_top.yaml",
                               builtin_catalogue(), options, diagnostics);
  diagnostics.throw_if_errors();
  const System system = make_system(top);
  TrimProblem problem;
  problem.outputs = {"nutation.angle", "spin_axis.rate"};
  problem.values = {pi / 3, 220};
  const TrimResult result = find_steady_states(system, {}, problem);
  ASSERT_EQ(result.solutions.size(), 2U);
  const double A = 2.6e-3, C = 4e-4, mgl = 0.5 * 9.81 * 0.06;
  const double a = (A - C) * 0.5, b = C * 220, root = std::sqrt(b * b - 4 * a * mgl);
  std::vector<double> found;
  for (const TrimSolution& s : result.solutions) {
    EXPECT_EQ(s.family, 0);
    EXPECT_EQ(s.stability, Stability::marginal);
    for (const auto& c : s.point.free)
      if (c.name == "precession.angle") found.push_back(c.rate);
  }
  std::sort(found.begin(), found.end());
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NEAR(found[0], (b - root) / (2 * a), 1e-8);
  EXPECT_NEAR(found[1], (b + root) / (2 * a), 1e-7);
}

TEST(Trim, AMassOnASpringCirclesAtTheDepthThatItsRateHas) {
  // With the depth h and the length L: k (1 − L₀/L) h = m g, Ω² = g/h. Small deviations at constant
  // angular momentum have the matrix of U + m r² Ω²/2, and those along the circle and of its
  // rate a double zero.
  TrimModel model(R"(holon: 1
parts:
  ball: {type: PointMass, mass: 2 kg, initial: {position: [0.4, 0, -0.7], velocity: [0, 1, 0]}}
  spring: {type: Spring, between: [world, ball], stiffness: 50 N/m, length: 0.5 m}
)");
  model.problem.turns = true;
  const double m = 2, k = 50, rest = 0.5, g = 9.80665, h = 0.8;
  model.give("ball.position.z", -h);
  const TrimResult result = model.find();
  const double L = rest / (1 - m * g / (k * h)), r = std::sqrt(L * L - h * h);
  const double pull = k * (1 - rest / L), bend = k * rest / (L * L * L);
  const double rr = (3 * m * g / h + pull + bend * r * r) / m, rz = bend * r * h / m,
               zz = (pull + bend * h * h) / m;
  const double mean = (rr + zz) / 2, half = std::sqrt((rr - zz) * (rr - zz) / 4 + rz * rz);
  ASSERT_EQ(result.solutions.size(), 2U);  // either way round
  for (const TrimSolution& s : result.solutions) {
    EXPECT_EQ(s.family, 0);
    EXPECT_NEAR(std::abs(s.turn_rate), std::sqrt(g / h), kSolution);
    const double x = model.state(s, "ball.position.x"), y = model.state(s, "ball.position.y");
    EXPECT_NEAR(std::hypot(x, y), r, kSolution);
    EXPECT_NEAR(model.state(s, "ball.velocity.x"), -s.turn_rate * y, kSolution);
    EXPECT_NEAR(model.state(s, "ball.velocity.y"), s.turn_rate * x, kSolution);
    EXPECT_EQ(s.stability, Stability::marginal);
    std::vector<double> squares;
    for (const Pole& pole : s.poles) squares.push_back(-std::real(pole.value * pole.value));
    std::sort(squares.begin(), squares.end());
    ASSERT_EQ(squares.size(), 6U);
    // A double zero is split by the root of the rounding errors.
    EXPECT_NEAR(squares[0], 0, 1e-6);
    EXPECT_NEAR(squares[1], 0, 1e-6);
    EXPECT_NEAR(squares[2], mean - half, 1e-6);
    EXPECT_NEAR(squares[4], mean + half, 1e-6);
  }
}

TEST(Trim, ACoordinatedTurnHasTheRateOfItsBankAngle) {
  // L cos φ = m g, m V Ω = −L sin φ: to the right where it banks to the right.
  TrimModel model(R"(holon: 1
parameters: {lift: 15 N}
parts:
  plane: {type: RigidBody, mass: 2 kg, inertia: [0.3, 0.3, 0.3], initial: {velocity: [18, 0, 0]}}
  wing: {type: Force, on: plane, in: plane, force: [0, 0, lift]}
)",
                  {"lift"});
  model.problem.turns = true;
  const double bank = pi / 6, speed = 20, g = 9.80665;
  model.give("plane.velocity.x", speed);
  model.give("plane.velocity.y", 0);
  model.give("plane.velocity.z", 0);
  model.give("plane.orientation.x", std::sin(bank / 2));
  model.give("plane.orientation.y", 0);
  model.give("plane.orientation.z", 0);
  const TrimResult result = model.find();
  ASSERT_EQ(result.solutions.size(), 1U);
  const TrimSolution& s = result.solutions[0];
  EXPECT_NEAR(s.turn_rate, -g * std::tan(bank) / speed, kSolution);
  EXPECT_NEAR(s.unknown_parameters[0], 2 * g / std::cos(bank), 10 * kSolution);
  EXPECT_NEAR(model.state(s, "plane.angular_velocity_body.z"), s.turn_rate * std::cos(bank),
              kSolution);
}

TEST(Trim, TurnsNeedAModelThatIsTheSameInEveryHeading) {
  TrimModel wind(R"(holon: 1
parts:
  ball: {type: PointMass, mass: 2 kg, initial: {position: [0, 0, -0.7]}}
  spring: {type: Spring, between: [world, ball], stiffness: 50 N/m, length: 0.5 m}
  wind: {type: Force, on: ball, force: [1, 0, 0]}
)");
  wind.problem.turns = true;
  EXPECT_THROW(wind.find(), ModelError);
  TrimModel held(R"(holon: 1
parts:
  bob: {type: RigidBody, mass: 2 kg, inertia: [1, 1, 1], center_of_mass: [0, 0, -0.5]}
  pin: {type: Revolute, between: [world, bob], axis: y}
)");
  held.problem.turns = true;
  EXPECT_THROW(held.find(), ModelError);
}

// Above the pivot, too, at any length.
TEST(Trim, AMassOnARodHangsAndStandsWhateverItsLength) {
  for (const char* length : {"0.4 m", "1.5 m", "3 m"}) {
    for (const bool as_energies : {true, false}) {
      const std::string l = length;
      const TrimModel model(as_energies ? R"(holon: 1
parts:
  p:
    type: Lagrangian
    parameters: {m: 2 kg, g: 9.81 m/s^2, l: )" +
                                              l + R"(}
    coordinates: {x: {unit: m, guess: 0.1 m}, y: {unit: m, guess: -1.4 m}}
    kinetic: m/2*(der(x)^2+der(y)^2)
    potential: m*g*y
    dissipation: 0.2 [N s/m]*(der(x)^2+der(y)^2)
    constraints: ["x^2+y^2 - l^2"]
)"
                                        : R"(holon: 1
parts:
  bob: {type: PointMass, mass: 1 kg, guess: {position: [0.3 m, 0, -0.9 m]}}
  rod: {type: Distance, between: [world, bob], length: )" +
                                              l + R"(}
)");
      const TrimResult result = model.find();
      ASSERT_EQ(result.solutions.size(), 2U) << length;
      const double size = std::stod(l);
      const std::string height = as_energies ? "p.y" : "bob.position.z";
      EXPECT_NEAR(model.state(result.solutions[0], height), -size, kSolution * size);
      EXPECT_NEAR(model.state(result.solutions[1], height), size, kSolution * size);
      EXPECT_NE(result.solutions[0].stability, Stability::unstable);
      EXPECT_EQ(result.solutions[1].stability, Stability::unstable);
    }
  }
}

// The positions give the angle of the joint that closes a loop; its state only counts revolutions.
TEST(Trim, TheJointThatClosesALoopHasItsAngle) {
  TrimModel model(R"(holon: 1
parts:
  a: {type: RigidBody, mass: 1 kg, inertia: {rod: {length: 1 m, axis: x}}, center_of_mass: [0.5 m,0,0], frames: {t: {at: [1 m,0,0]}}}
  b: {type: RigidBody, mass: 2 kg, inertia: {rod: {length: 2 m, axis: x}}, center_of_mass: [1 m,0,0], frames: {t: {at: [2 m,0,0]}}}
  d: {type: RigidBody, mass: 1.5 kg, inertia: {rod: {length: 1.5 m, axis: x}}, center_of_mass: [0.75 m,0,0], frames: {t: {at: [1.5 m,0,0]}}}
  ja: {type: Revolute, between: [world, a], axis: -y, initial: {angle: 60 deg}}
  jb: {type: Revolute, between: [a.t, b], axis: -y, guess: {angle: -60 deg}}
  jd: {type: Revolute, between: [world, d], axis: -y, origin: {at: [2 m, 0, 0]}, guess: {angle: 80 deg}}
  jc: {type: Revolute, between: [b.t, d.t], axis: -y}
)");
  model.problem.starts = 16;  // four solutions of 16 starts
  const TrimResult result = model.find();
  ASSERT_EQ(result.solutions.size(), 4U);
  for (const TrimSolution& s : result.solutions) {
    // About one axis: the direction of d is that of b and the angle of the joint.
    const double sum = model.state(s, "ja.angle") + model.state(s, "jb.angle") +
                       model.state(s, "jc.angle") - model.state(s, "jd.angle");
    EXPECT_NEAR(std::remainder(sum, 2 * pi), 0, kSolution);
    for (const auto& free : s.point.free) EXPECT_EQ(free.rate, 0) << free.name;
  }
}

// x' = -1e8 x beside y' = ± 0.5 y: a verdict by the largest eigenvalue would call y marginal.
TEST(Trim, ASlowMotionBesideAFastOneHasItsOwnVerdict) {
  for (const bool grows : {false, true}) {
    const TrimModel model(std::string(R"m(holon: 1
parts:
  h:
    type: Equations
    states:
      x: {initial: 0, der: "-1e8 [1/s]*(x - y)"}
      y: {initial: 0, der: ")m") +
                          (grows ? "0.5" : "-0.5") + R"m( [1/s]*(y - 1)"}
)m");
    const TrimResult result = model.find();
    ASSERT_EQ(result.solutions.size(), 1U);
    EXPECT_EQ(result.solutions[0].stability, grows ? Stability::unstable : Stability::asymptotic);
  }
}

/// A pressure (Pa) on which only its own rate depends beside the spool (m) that fills the volume.
TEST(Trim, JudgesStatesInUnitsOfDifferentSize) {
  const TrimModel model(R"m(holon: 1
parts:
  h:
    type: Equations
    states:
      x: {initial: 0 mm, der: "(0.1 [mm] - x)/5 [ms]"}
      p: {initial: 0 bar, der: "15000 [bar]/1 [l]*(2 [m^2/s]*x - 0.1 [l/min/bar]*p)"}
)m");
  const TrimResult result = model.find();
  ASSERT_EQ(result.solutions.size(), 1U);
  EXPECT_NEAR(model.state(result.solutions[0], "h.x"), 1e-4, 1e-4 * kSolution);
  EXPECT_NEAR(model.state(result.solutions[0], "h.p"), 120e5, 120e5 * kSolution);
}

}  // namespace
}  // namespace holon
