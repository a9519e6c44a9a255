// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Efforts of given motions against closed forms.
#include "holon/analyse/inverse/inverse_dynamics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "holon/base/errors.h"
#include "holon/catalogue/builtin.h"
#include "holon/reader/load.h"

namespace holon {
namespace {

struct ComputedInverse {
  System system;
  std::vector<double> parameters;
  std::vector<int> coordinates, efforts;

  ComputedInverse(const std::string& text, const std::vector<std::string>& names,
                  const std::vector<std::string>& by) {
    LoadOptions options;
    for (const std::string& name : by) options.opened.push_back({name, {}, true});
    Diagnostics diagnostics;
    const Model model = load_model_text(text, builtin_catalogue(), options, diagnostics);
    diagnostics.throw_if_errors();
    system = make_system(model);
    for (const SystemParameter& p : system.parameters) parameters.push_back(p.value);
    for (const std::string& name : names)
      for (int k = 0; k < system.state_count(); ++k)
        if (system.state_name(k) == name) coordinates.push_back(k);
    for (const std::string& name : by)
      for (std::size_t k = 0; k < system.parameters.size(); ++k)
        if (system.parameters[k].name == name) efforts.push_back(static_cast<int>(k));
  }
  InverseDynamics find(const CoordinateMotion& motion) const {
    return find_efforts(system, parameters, coordinates, efforts, motion);
  }
};

TEST(InverseDynamics, DoublePendulumHasTheTorquesOfTheTextbook) {
  // Two rods of mass m and length l with q₂ relative to the first (M. W. Spong, S. Hutchinson, M.
  // Vidyasagar, Robot Modeling and Control, 6.4), both with a moment of inertia I about their
  // centres; angles from hanging.
  const double m = 1.5, l = 0.8, I = 0.08, g = 9.81, c = 0.3;
  const ComputedInverse arm(R"(holon: 1
parameters: {m: 1.5 kg, l: 0.8 m, I: 0.08 kg m^2, c: 0.3 N m s/rad}
world: {gravity: [0, 0, -9.81]}
parts:
  upper: {type: RigidBody, mass: m, inertia: [I, I, I], center_of_mass: [0, 0, -l/2], frames: {end: {at: [0, 0, -l]}}}
  lower: {type: RigidBody, mass: m, inertia: [I, I, I], center_of_mass: [0, 0, -l/2]}
  shoulder: {type: Revolute, between: [world, upper], axis: y, damping: c}
  elbow: {type: Revolute, between: [upper.end, lower], axis: y}
)",
                            {"shoulder.angle", "elbow.angle"}, {"shoulder.torque", "elbow.torque"});
  CoordinateMotion motion;
  const Eigen::Index rows = 50;
  motion.q = motion.v = motion.a = Eigen::MatrixXd(rows, 2);
  for (Eigen::Index r = 0; r < rows; ++r) {
    const double t = 0.04 * static_cast<double>(r);
    motion.time.push_back(t);
    motion.q.row(r) << 0.9 * std::sin(3 * t), 0.4 - 0.7 * std::cos(5 * t);
    motion.v.row(r) << 2.7 * std::cos(3 * t), 3.5 * std::sin(5 * t);
    motion.a.row(r) << -8.1 * std::sin(3 * t), 17.5 * std::cos(5 * t);
  }
  const InverseDynamics found = arm.find(motion);
  for (Eigen::Index r = 0; r < rows; ++r) {
    const double q1 = motion.q(r, 0), q2 = motion.q(r, 1), v1 = motion.v(r, 0), v2 = motion.v(r, 1),
                 a1 = motion.a(r, 0), a2 = motion.a(r, 1), h = l / 2;
    const double d11 = m * h * h + m * (l * l + h * h + 2 * l * h * std::cos(q2)) + 2 * I;
    const double d12 = m * (h * h + l * h * std::cos(q2)) + I, d22 = m * h * h + I;
    const double s = m * l * h * std::sin(q2);
    const double first = d11 * a1 + d12 * a2 - s * (2 * v1 * v2 + v2 * v2) +
                         (m * h + m * l) * g * std::sin(q1) + m * h * g * std::sin(q1 + q2) +
                         c * v1;
    const double second = d12 * a1 + d22 * a2 + s * v1 * v1 + m * h * g * std::sin(q1 + q2);
    EXPECT_NEAR(found.efforts(r, 0), first, 1e-10 * 100);
    EXPECT_NEAR(found.efforts(r, 1), second, 1e-10 * 100);
  }
}

TEST(InverseDynamics, LoopsFollowTheirGivenCoordinate) {
  // Slider-crank without gravity, a massless rod: the torque is that of virtual power, τ θ' = M x'
  // x''
  // + J θ' θ'', x = r cos θ + √(l² - r² sin² θ).
  const ComputedInverse crank(R"(holon: 1
world: {gravity: [0, 0, 0]}
parts:
  crank: {type: RigidBody, mass: 1 kg, inertia: [0.02, 0.02, 0.02], frames: {pin: {at: [0.1, 0, 0]}}}
  rod: {type: RigidBody, mass: 1e-9 kg, inertia: [1e-12, 1e-12, 1e-12], frames: {end: {at: [0.3, 0, 0]}}}
  piston: {type: PointMass, mass: 2 kg}
  shaft: {type: Revolute, between: [world, crank], axis: z, initial: {angle: 0.5 rad, rate: 1 rad/s}}
  big_end: {type: Revolute, between: [crank.pin, rod], axis: z, guess: {angle: -0.66 rad}}
  small_end: {type: Revolute, between: [rod.end, piston], axis: z, guess: {angle: 0.16 rad}}
  guide: {type: Prismatic, between: [world, piston], axis: x, guess: {position: 0.38 m}}
)",
                              {"shaft.angle"}, {"shaft.torque"});
  ASSERT_EQ(crank.coordinates.size(), 1U);
  CoordinateMotion motion;
  const Eigen::Index rows = 40;
  motion.q = motion.v = motion.a = Eigen::MatrixXd(rows, 1);
  for (Eigen::Index r = 0; r < rows; ++r) {
    const double t = 0.02 * static_cast<double>(r);
    motion.time.push_back(t);
    motion.q(r, 0) = 0.5 + 8 * t + 3 * t * t, motion.v(r, 0) = 8 + 6 * t, motion.a(r, 0) = 6;
  }
  const InverseDynamics found = crank.find(motion);
  for (Eigen::Index r = 0; r < rows; ++r) {
    const double q = motion.q(r, 0), v = motion.v(r, 0), a = motion.a(r, 0), R = 0.1, L = 0.3;
    const double root = std::sqrt(L * L - R * R * std::sin(q) * std::sin(q));
    const double x1 = -R * std::sin(q) - R * R * std::sin(q) * std::cos(q) / root;
    const double x2 = -R * std::cos(q) - R * R * std::cos(2 * q) / root -
                      std::pow(R * R * std::sin(q) * std::cos(q), 2) / std::pow(root, 3);
    const double expected = 0.02 * a + 2 * x1 * (x1 * a + x2 * v * v);
    EXPECT_NEAR(found.efforts(r, 0), expected, 1e-6) << r;  // the rod's 1e-9 kg
  }
}

TEST(InverseDynamics, DifferencesOfRowsAreOfSixthOrder) {
  // Seven rows give a polynomial of degree six exactly, at any distances.
  CoordinateMotion motion;
  motion.q.resize(12, 1);
  for (Eigen::Index r = 0; r < 12; ++r) {
    const double t = 0.1 * static_cast<double>(r) + 0.02 * std::sin(static_cast<double>(3 * r));
    motion.time.push_back(t);
    motion.q(r, 0) = 1 + t - 2 * std::pow(t, 3) + std::pow(t, 6);
  }
  differentiate_rows(motion);
  for (Eigen::Index r = 0; r < 12; ++r) {
    const double t = motion.time[static_cast<std::size_t>(r)];
    EXPECT_NEAR(motion.v(r, 0), 1 - 6 * t * t + 6 * std::pow(t, 5), 1e-10);
    EXPECT_NEAR(motion.a(r, 0), -12 * t + 30 * std::pow(t, 4), 1e-8);
  }
}

TEST(InverseDynamics, WhatIsMissingIsNamed) {
  const ComputedInverse arm(R"(holon: 1
parts:
  upper: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1], frames: {end: {at: [0, 0, -1]}}}
  lower: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
  shoulder: {type: Revolute, between: [world, upper], axis: y}
  elbow: {type: Revolute, between: [upper.end, lower], axis: y}
)",
                            {"shoulder.angle"}, {"shoulder.torque"});
  CoordinateMotion motion;
  motion.time = {0};
  motion.q = motion.v = motion.a = Eigen::MatrixXd::Zero(1, 1);
  try {
    arm.find(motion);
    FAIL();
  } catch (const ModelError& e) {
    EXPECT_NE(std::string(e.what()).find("the motion of 'elbow.angle' is not given"),
              std::string::npos)
        << e.what();
  }
}

// Generalised efforts by hand: cart and pendulum as energies, neither of which writes `force`.
TEST(InverseDynamics, CoordinatesOfEnergiesHaveGeneralisedEfforts) {
  const double M = 3, m = 2, l = 0.7, g = 9.81, k = 20, c = 0.4;
  ComputedInverse cart(R"m(holon: 1
parts:
  p:
    type: Lagrangian
    parameters: {M: 3 kg, m: 2 kg, l: 0.7 m, g: 9.81 m/s^2}
    coordinates: {s: {unit: m}, a: {unit: rad}}
    kinetic: "M/2*der(s)^2 + m/2*((der(s) + l*cos(a)*der(a))^2 + (l*sin(a)*der(a))^2)"
    potential: "-m*g*l*cos(a) + 10 [N/m]*s^2"
    dissipation: "0.2 [N s/m]*der(s)^2"
)m",
                       {"p.s", "p.a"}, {});
  cart.efforts = {kGeneralisedEffort, kGeneralisedEffort};
  ASSERT_EQ(cart.coordinates.size(), 2U);
  CoordinateMotion motion;
  const Eigen::Index rows = 30;
  motion.q = motion.v = motion.a = Eigen::MatrixXd(rows, 2);
  for (Eigen::Index r = 0; r < rows; ++r) {
    const double t = 0.05 * static_cast<double>(r);
    motion.time.push_back(t);
    motion.q.row(r) << 0.3 * std::sin(2 * t), 0.8 * std::cos(3 * t);
    motion.v.row(r) << 0.6 * std::cos(2 * t), -2.4 * std::sin(3 * t);
    motion.a.row(r) << -1.2 * std::sin(2 * t), -7.2 * std::cos(3 * t);
  }
  const InverseDynamics found = cart.find(motion);
  EXPECT_TRUE(found.integrated.empty());
  for (Eigen::Index r = 0; r < rows; ++r) {
    const double s = motion.q(r, 0), a = motion.q(r, 1), ds = motion.v(r, 0), da = motion.v(r, 1),
                 dds = motion.a(r, 0), dda = motion.a(r, 1);
    const double along =
        (M + m) * dds + m * l * (std::cos(a) * dda - std::sin(a) * da * da) + k * s + c * ds;
    const double about = m * l * (std::cos(a) * dds + l * dda) + m * g * l * std::sin(a);
    EXPECT_NEAR(found.efforts(r, 0), along, 1e-11 * 100) << r;
    EXPECT_NEAR(found.efforts(r, 1), about, 1e-11 * 100) << r;
  }
}

// A mass on a circle x² + y² = l², moved by its x: τ of the angle, divided by ∂x/∂θ.
TEST(InverseDynamics, GeneralisedEffortsActThroughConditions) {
  const double m = 2, g = 9.81, l = 1.5, c = 0.4;
  ComputedInverse bob(R"m(holon: 1
parts:
  p:
    type: Lagrangian
    parameters: {m: 2 kg, g: 9.81 m/s^2, l: 1.5 m}
    coordinates: {x: {unit: m, guess: 0.1 m}, y: {unit: m, guess: -1.4 m}}
    kinetic: m/2*(der(x)^2+der(y)^2)
    potential: m*g*y
    dissipation: 0.2 [N s/m]*(der(x)^2+der(y)^2)
    constraints: ["x^2+y^2 - l^2"]
)m",
                      {"p.x"}, {});
  bob.efforts = {kGeneralisedEffort};
  CoordinateMotion motion;
  const Eigen::Index rows = 30;
  motion.q = motion.v = motion.a = Eigen::MatrixXd(rows, 1);
  for (Eigen::Index r = 0; r < rows; ++r) {
    const double t = 0.05 * static_cast<double>(r), a = 0.6 * std::sin(2 * t),
                 da = 1.2 * std::cos(2 * t), dda = -2.4 * std::sin(2 * t);
    motion.time.push_back(t);
    motion.q(r, 0) = l * std::sin(a), motion.v(r, 0) = l * std::cos(a) * da;
    motion.a(r, 0) = l * (std::cos(a) * dda - std::sin(a) * da * da);
  }
  const InverseDynamics found = bob.find(motion);
  for (Eigen::Index r = 0; r < rows; ++r) {
    const double t = motion.time[static_cast<std::size_t>(r)], a = 0.6 * std::sin(2 * t),
                 da = 1.2 * std::cos(2 * t), dda = -2.4 * std::sin(2 * t);
    const double torque = m * l * l * dda + m * g * l * std::sin(a) + c * l * l * da;
    EXPECT_NEAR(found.efforts(r, 0), torque / (l * std::cos(a)), 1e-9) << r;  // loops to 1e-12
  }
}

// A body on a slide with one mode: M z'' + p η'' = F, μ (η'' + ω² η) = -p z'', from rest.
TEST(InverseDynamics, ModesOfElasticBodiesMoveWithTheGivenMotion) {
  const double M = 5, mu = 1, p = 1.3, w = 4 * std::numbers::pi, A = 0.1, W = 5;
  const ComputedInverse slide(R"m(holon: 1
world: {gravity: [0, 0, 0]}
parts:
  E: {type: ElasticBody, mass: 5 kg, inertia: [1, 1, 1], modes: [{mass: 1 kg, frequency: 2 Hz, translation: [0, 0, 1.3]}]}
  j: {type: Prismatic, between: [world, E], axis: z, initial: {position: 0 m, speed: 0.5 m/s}}
)m",
                              {"j.position"}, {"j.force"});
  CoordinateMotion motion;
  const Eigen::Index rows = 101;
  motion.q = motion.v = motion.a = Eigen::MatrixXd(rows, 1);
  for (Eigen::Index r = 0; r < rows; ++r) {
    const double t = 0.02 * static_cast<double>(r);
    motion.time.push_back(t);
    motion.q(r, 0) = A * std::sin(W * t), motion.v(r, 0) = A * W * std::cos(W * t);
    motion.a(r, 0) = -A * W * W * std::sin(W * t);
  }
  const InverseDynamics found = slide.find(motion);
  EXPECT_EQ(found.integrated.size(), 2U);
  for (Eigen::Index r = 0; r < rows; ++r) {
    const double t = motion.time[static_cast<std::size_t>(r)];
    const double amplitude = p * A * W * W / mu / (w * w - W * W);
    const double bend = amplitude * (-W * W * std::sin(W * t) + W * w * std::sin(w * t));
    // The polynomials between rows err by h⁴ q⁗⁗/720: 1e-9 of the acceleration.
    EXPECT_NEAR(found.efforts(r, 0), M * motion.a(r, 0) + p * bend, 1e-6) << r;
  }
}

// A sleigh on a blade (S. A. Chaplygin), its centre of mass at a distance a before the blade: with
// the speed u along the blade m (u' - a θ'²) = F, (J + m a²) θ'' + m a u θ' = τ. Given are x and θ,
// y is the integral of u sin θ; the effort along x does the work of F: F/cos θ.
TEST(InverseDynamics, ASleighHasTheEffortsOfItsTwoFreedoms) {
  const double m = 3, a = 0.3;
  ComputedInverse sleigh(R"m(holon: 1
world: {gravity: [0, 0, 0]}
parts:
  sled: {type: RigidBody, mass: 3 kg, inertia: [0.2, 0.2, 0.4], center_of_mass: [0.3 m, 0, 0]}
  pl: {type: Planar, between: [world, sled], axis: z, initial: {x: 0 m, y: 0.2 m, angle: 0 deg, rate: 0.5 rad/s}, guess: {speed_x: 0.8 m/s, speed_y: 0}}
  knife: {type: Constraint, velocity_equations: ["sled.velocity.x*sin(pl.angle) - sled.velocity.y*cos(pl.angle)"]
}
)m",
                         {"pl.x", "pl.angle"}, {"pl.torque"});
  sleigh.efforts.insert(sleigh.efforts.begin(), kGeneralisedEffort);
  ASSERT_EQ(sleigh.coordinates.size(), 2U);
  ASSERT_EQ(sleigh.efforts.size(), 2U);
  // θ = t/2, u = 0.8 + 0.3 sin t.
  CoordinateMotion motion;
  motion.evaluate = [](double t, double* values) {
    const double u = 0.8 + 0.3 * std::sin(t), du = 0.3 * std::cos(t), h = t / 2;
    values[0] = 1.6 * std::sin(h) + 0.15 * (-std::cos(1.5 * t) / 1.5 - std::cos(h) / 0.5 + 8.0 / 3);
    values[1] = u * std::cos(h);
    values[2] = du * std::cos(h) - u * std::sin(h) / 2;
    values[3] = h, values[4] = 0.5, values[5] = 0;
  };
  const Eigen::Index rows = 41;
  motion.q = motion.v = motion.a = Eigen::MatrixXd(rows, 2);
  for (Eigen::Index r = 0; r < rows; ++r) {
    motion.time.push_back(0.05 * static_cast<double>(r));
    double values[6];
    motion.evaluate(motion.time.back(), values);
    for (Eigen::Index k = 0; k < 2; ++k)
      motion.q(r, k) = values[3 * k], motion.v(r, k) = values[3 * k + 1],
                  motion.a(r, k) = values[3 * k + 2];
  }
  const InverseDynamics found = sleigh.find(motion);
  ASSERT_EQ(found.integrated, std::vector<std::string>{"pl.y"});
  int y = 0;
  while (sleigh.system.state_name(y) != "pl.y") ++y;
  for (Eigen::Index r = 0; r < rows; ++r) {
    const double t = motion.time[static_cast<std::size_t>(r)], h = t / 2;
    const double u = 0.8 + 0.3 * std::sin(t), du = 0.3 * std::cos(t);
    EXPECT_NEAR(found.efforts(r, 0), m * (du - a * 0.25) / std::cos(h), 1e-8) << r;
    EXPECT_NEAR(found.efforts(r, 1), m * a * u * 0.5, 1e-8) << r;
    // ∫ (0.8 + 0.3 sin t) sin(t/2) dt
    const double path =
        1.6 * (1 - std::cos(h)) + 0.15 * (2 * std::sin(h) - std::sin(1.5 * t) / 1.5);
    EXPECT_NEAR(found.in[static_cast<std::size_t>(r)][static_cast<std::size_t>(1 + y)], 0.2 + path,
                1e-9);
  }
}

}  // namespace
}  // namespace holon
