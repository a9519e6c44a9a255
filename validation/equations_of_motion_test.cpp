// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/equations/equations_of_motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "holon/base/matrices.h"
#include "holon/catalogue/builtin.h"
#include "holon/model/assembly/assembly.h"
#include "holon/reader/load.h"

namespace holon {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();

/// The equations with what the system itself gives for the accelerations, at some state: what is
/// left must be what multipliers can make up for.
void check(const std::string& yaml) {
  Diagnostics diagnostics;
  const Model model = load_model_text(yaml, builtin_catalogue(), {}, diagnostics);
  const std::shared_ptr<Assembly> assembly = assemble(model, diagnostics);
  diagnostics.throw_if_errors();
  const System system = assembly->make_system("test");
  const std::optional<EquationsOfMotion> e = make_equations_of_motion(*assembly);
  ASSERT_TRUE(e);

  std::vector<double> arguments{0.3};
  for (int i = 0; i < system.state_count(); ++i) arguments.push_back(0.4 + 0.37 * std::sin(i + 1));
  system.project(arguments.data() + 1);
  arguments.resize(1 + static_cast<std::size_t>(system.state_count() + system.mode_count()), 0.0);
  const std::vector<double> derivative = system.derivative->evaluate(arguments);
  std::map<std::string, double> value, rate;
  for (int i = 0; i < system.state_count(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    value[system.state_name(i)] = arguments[k + 1];
    rate[system.state_name(i)] = derivative[k];
  }
  std::vector<Expr> from{assembly->time()}, to{arguments[0]};
  const auto know = [&](Expr symbol, const std::string& name) {
    ASSERT_TRUE(value.contains(name)) << name;
    from.push_back(symbol);
    to.emplace_back(value.at(name));
  };
  for (const auto& row : e->rows) {
    know(row.v, row.rate);
    if (row.q) know(*row.q, row.coordinate);
  }
  for (const auto& k : e->kinematics) know(k.q, k.name);
  if (e->g.graph()) {
    from.push_back(e->g);
    to.emplace_back(e->g_value);
  }
  const auto number_of = [&](Expr x) { return substitute(std::span(&x, 1), from, to)[0].value(); };
  const auto number = [&](const TrigSum& s) { return number_of(e->algebra->expression(s)); };
  // What the symbols stand for, each from those before it; without a formula, by the output's name.
  for (const auto& d : e->definitions) {
    const std::vector<std::string> wanted{d.output};
    const double output = system.select_outputs(wanted)->evaluate(arguments)[0];
    double own = output;
    using Form = EquationsOfMotion::Definition::Form;
    if (d.form == Form::root) own = std::sqrt(number(d.sum));
    if (d.form == Form::sum) own = number(d.sum) / (d.divisor ? number_of(*d.divisor) : 1.0);
    if (d.form == Form::law) own = number_of(d.law);
    EXPECT_NEAR(own, output, 4096 * kEps * std::max(1.0, std::abs(output))) << d.output;
    from.push_back(d.symbol);
    to.emplace_back(own);
  }
  const auto n = static_cast<Eigen::Index>(e->rows.size());
  const auto m = static_cast<Eigen::Index>(e->constraints.size());
  Eigen::VectorXd left(n);
  Eigen::MatrixXd C(n, m);
  double scale = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto& row = e->rows[static_cast<std::size_t>(i)];
    left[i] = number(row.bias) + number(row.weight) - number(row.force);
    scale = std::max(scale, std::abs(left[i]));
    for (Eigen::Index j = 0; j < n; ++j) {
      const auto k = static_cast<std::size_t>(j);
      const double term = number(row.mass[k]) * rate.at(e->rows[k].rate);
      left[i] += term;
      scale = std::max(scale, std::abs(term));
    }
    for (std::size_t k = 0; k < row.action.size(); ++k) {
      const EquationsOfMotion::Action& action = e->actions[k];
      const double term = number(row.action[k]) * number_of(action.effort) /
                          (action.length ? number_of(*action.length) : 1.0);
      left[i] -= term;
      scale = std::max(scale, std::abs(term));
    }
    for (Eigen::Index j = 0; j < m; ++j)
      C(i, j) = number(row.constraint[static_cast<std::size_t>(j)]);
  }
  if (m > 0) left -= C * solve_least_squares(C, left, kEps);
  EXPECT_LE(left.cwiseAbs().maxCoeff(), 4096 * kEps * scale);
}

constexpr const char* kBodies =
    "holon: 1\nparts:\n"
    "  a: {type: RigidBody, mass: 2, inertia: [0.2, 0.3, 0.4], center_of_mass: [0.3, 0.1, 0], "
    "frames: {tip: {at: [0.8, 0, 0.1]}}}\n"
    "  b: {type: RigidBody, mass: 1, inertia: [0.1, 0.2, 0.15, 0.01, 0, 0.02], center_of_mass: "
    "[0.2, 0, 0.1], frames: {tip: {at: [0.7, 0, 0]}}}\n";

TEST(EquationsOfMotion, AgreeWithTheSystemOnChainsWithSpringsAndForces) {
  check(std::string(kBodies) +
        "  p: {type: Revolute, between: [world, a], axis: [0, 1, 0], damping: 0.3, stiffness: 2}\n"
        "  s: {type: Universal, between: [a.tip, b], axis: x, axis2: z, torque1: \"0.4*sin(1 "
        "[rad/s]*time)\"}\n"
        "  f: {type: Force, on: b.tip, force: [1, 2, 3]}\n");
}

TEST(EquationsOfMotion, AgreeWithTheSystemOnFreeBodiesAndSpheres) {
  check(std::string(kBodies) + "  s: {type: Spherical, between: [a.tip, b]}\n");
}

TEST(EquationsOfMotion, AgreeWithTheSystemOnDrivenJoints) {
  check(std::string(kBodies) +
        "  p: {type: Revolute, between: [world, a], axis: z, motion: \"sin(2*time)\"}\n"
        "  q: {type: Revolute, between: [a.tip, b], axis: y}\n");
}

TEST(EquationsOfMotion, LeaveToClosedLoopsWhatTheirMultipliersCarry) {
  check(std::string(kBodies) +
        "  p: {type: Revolute, between: [world, a], axis: y, damping: 0.1}\n"
        "  q: {type: Revolute, between: [a.tip, b], axis: y}\n"
        "  r: {type: Distance, between: [world, b.tip], length: 0.9}\n");
}

TEST(EquationsOfMotion, HaveSymbolsForSpringsCablesAndBushingsBetweenFrames) {
  check(std::string(kBodies) +
        "  p: {type: Revolute, between: [world, a], axis: [0, 1, 0]}\n"
        "  q: {type: Universal, between: [a.tip, b], axis: x, axis2: z}\n"
        "  wall: {type: Frame, position: [1, 0.2, 0.5]}\n"
        "  cart: {type: Frame, position: [\"0.3*sin(2*time)\", 0, 1]}\n"
        "  s: {type: SpringDamper, between: [wall, a.tip], stiffness: 30, damping: 2, length: 0.3, "
        "force: \"20 [N/m^2]*cos(2 [rad/s]*time)*r.length^2\"}\n"
        "  r: {type: Spring, between: [a.com, b.tip], stiffness: 7, length: 0.1}\n"
        "  k: {type: Cable, between: [cart, b.tip], stiffness: 50, damping: 1, length: 0.2}\n"
        "  u: {type: Bushing, between: [world, b], stiffness: [3, 0, 5], damping: [0.1, 0.2, 0], "
        "rotational_stiffness: [1, 2, 3], rotational_damping: [0.1, 0, 0.1]}\n"
        "  f: {type: Force, on: b.tip, force: [\"s.force\", 2, \"3*k.tension\"]}\n");
}

TEST(EquationsOfMotion, HaveSymbolsForSpringsOfFreeBodiesAndOfClosedLoops) {
  check(std::string(kBodies) +
        "  s: {type: Spring, between: [a.tip, b.tip], stiffness: 7, length: 0.1}\n"
        "  j: {type: Revolute, between: [world, b], axis: y}\n"
        "  u: {type: Bushing, between: [a, b.tip], stiffness: [3, 3, 3], rotational_stiffness: [2, "
        "2, 2]}\n");
  check(std::string(kBodies) +
        "  p: {type: Revolute, between: [world, a], axis: y}\n"
        "  q: {type: Revolute, between: [a.tip, b], axis: y}\n"
        "  r: {type: Distance, between: [world, b.tip], length: 0.9}\n"
        "  wall: {type: Frame, position: [1, 0.2, 0.5]}\n"
        "  s: {type: SpringDamper, between: [wall, b.tip], stiffness: 30, damping: 2, length: "
        "0.3}\n");
}

TEST(EquationsOfMotion, SystemsByTheirEnergies) {
  // A composition with time in it, damping, forces of a member and of its own.
  check(R"yaml(
holon: 1
parts:
  p:
    type: Lagrangian
    parameters: {m: 1.3 kg, J: 0.4 kg m^2, r: 0.5 m}
    coordinates: {x: {unit: m, force: "2 [N] - 0.3 [N s/m]*der(x)"}, y: {unit: m}, phi: {unit: rad}}
    kinetic: m/2*(der(x)^2 + der(y)^2) + J/2*der(phi)^2 + m*r*der(phi)*(der(x)*cos(phi) + der(y)*sin(phi))
    potential: m*9.80665 [m/s^2]*(y - r*cos(phi))
    dissipation: 0.1 [N m s]*der(phi)^2
  c:
    type: Constrained
    of: [p]
    coordinates: {a: {initial: 0.3 rad}, b: {initial: 0.5 rad, force: "-0.2 [N m s]*der(a)"}}
    where: {p.x: "0.2 [m]*sin(3 [rad/s]*time) + 1 [m]*sin(a)", p.y: "-1 [m]*cos(a)", p.phi: a + 2*b}
)yaml");
  // Constraints on coordinates and on rates, beside a machine.
  check(R"yaml(
holon: 1
parts:
  s:
    type: Lagrangian
    coordinates: {x: {initial: 0.6 m}, y: {initial: 0.8 m}, z: {initial: 0 m}, a: {initial: 0 rad}}
    kinetic: 1 [kg]*(der(x)^2 + der(y)^2 + 2*der(z)^2) + 0.3 [kg m^2]*der(a)^2
    potential: 5 [N]*y
    constraints: ["x^2 + y^2 - 1 [m^2]"]
    velocity_constraints: ["der(z)*cos(a) - 0.3 [m]*der(a)"]
  link: {type: RigidBody, mass: 1 kg, inertia: [0.1, 0.1, 0.1], center_of_mass: [0, 0, -0.4]}
  pin: {type: Revolute, between: [world, link], axis: y, initial: {angle: 0.3 rad}}
)yaml");
}

// Bodies and springs on the frames of such systems, and bodies that are members and carry others:
// the rates of all are in one set of equations, as for a machine of bodies.
TEST(EquationsOfMotion, SystemsByTheirEnergiesThatCarryBodies) {
  check(R"yaml(
holon: 1
parts:
  cart:
    type: Lagrangian
    parameters: {M: 2 kg}
    coordinates: {x: {initial: 0.1 m, force: "0.4 [N]*sin(2 [rad/s]*time) - 0.1 [N]*pin.angle"}}
    kinetic: M/2*der(x)^2
    potential: 3 [N/m]*x^2
    dissipation: 0.2 [N s/m]*der(x)^2
    frames: {hook: {at: [x, 0, "0.2*x^2/1 [m]"]}}
  bob: {type: RigidBody, mass: 0.5 kg, inertia: [0.01, 0.02, 0.03], center_of_mass: [0.05, 0, -0.2]}
  pin: {type: Revolute, between: [cart.hook, bob], axis: -y, stiffness: 0.5, damping: 0.02}
  push: {type: Force, on: bob, force: [1, 0, 0.5]}
)yaml");
  check(R"yaml(
holon: 1
parts:
  bar: {type: RigidBody, mass: 2 kg, inertia: [0.02, 0.05, 0.04], center_of_mass: [0.1, 0, -0.3], frames: {end: {at: [0, 0, -0.5]}}}
  swing:
    type: Constrained
    of: [bar]
    coordinates: {a: {initial: 40 deg}}
    where: {bar: {at: ["0.2 [m]*sin(3 [rad/s]*time)", 0, 0], rotate: {axis: -y, angle: a}}}
  bob: {type: RigidBody, mass: 0.5 kg, inertia: [0.01, 0.02, 0.03], center_of_mass: [0, 0, -0.2]}
  wrist: {type: Revolute, between: [bar.end, bob], axis: -y}
)yaml");
}

// λ acts along Aᵀ of A(q, t) v + b(q, t): of a skate with a drift, of a disc that rolls, and of a
// system on whose frame a body hangs.
TEST(EquationsOfMotion, ConditionsOnSpeeds) {
  check(R"yaml(
holon: 1
parts:
  sled: {type: RigidBody, mass: 2 kg, inertia: [1, 1, 0.3], center_of_mass: [0.2, 0.1, 0]}
  plane: {type: Planar, between: [world, sled], axis: z, initial: {angle: 0.3}}
  skate: {type: Constraint, velocity_equations: ["sled.velocity.x*sin(plane.angle) - sled.velocity.y*cos(plane.angle) - 0.1 [m/s]*cos(2 [rad/s]*time)"]}
)yaml");
  check(R"yaml(
holon: 1
parts:
  disc: {type: RigidBody, mass: 2 kg, inertia: [0.045, 0.09, 0.045], initial: {position: [0, 0, 0.3], angular_velocity: [0, 3, 0]}}
  roll: {type: Rolling, between: [world, disc], axis: y, radius: 0.3}
)yaml");
  check(R"yaml(
holon: 1
parts:
  s:
    type: Lagrangian
    coordinates: {x: {initial: 0.6 m}, z: {initial: 0 m}, a: {initial: 0.2 rad}}
    kinetic: 1 [kg]*(der(x)^2 + 2*der(z)^2) + 0.3 [kg m^2]*der(a)^2
    velocity_constraints: ["der(z)*cos(a) - 0.3 [m]*der(a)"]
    frames: {hook: {at: [x, 0, z]}}
  bob: {type: RigidBody, mass: 0.5 kg, inertia: [0.01, 0.02, 0.03], center_of_mass: [0.05, 0, -0.2]}
  pin: {type: Revolute, between: [s.hook, bob], axis: -y, stiffness: 0.5, damping: 0.02}
)yaml");
}

// Attitudes are quaternions of half angles; M is in whole ones. The bar's centre is at
// (u + 0.3 sin a, 0.05, 0.1 u − 0.3 cos a), J = 0.07 about y; the point's place is its formula.
TEST(EquationsOfMotion, OfACompositionAreInWholeAngles) {
  Diagnostics diagnostics;
  const Model model = load_model_text(R"yaml(
holon: 1
parts:
  bar: {type: RigidBody, mass: 2 kg, inertia: [0.06, 0.07, 0.02], center_of_mass: [0, 0.05, -0.3 m]}
  point: {type: PointMass, mass: 1 kg}
  pair:
    type: Constrained
    of: [bar, point]
    coordinates: {a: {initial: 40 deg}, u: {initial: 0.1 m}}
    where:
      bar: {at: ["0.2 [m]*sin(3 [rad/s]*time) + u", 0, 0.1*u], rotate: {axis: -y, angle: a}}
      point: {at: ["u - 0.5 [m]*sin(a)", 0.2*u, "0.3 [m]*cos(a)"]}
)yaml",
                                      builtin_catalogue(), {}, diagnostics);
  const std::shared_ptr<Assembly> assembly = assemble(model, diagnostics);
  diagnostics.throw_if_errors();
  const std::optional<EquationsOfMotion> e = make_equations_of_motion(*assembly);
  ASSERT_TRUE(e && e->rows.size() == 2);
  const Expr a = *e->rows[0].q;
  const auto expect = [&](std::size_t i, std::size_t k, const Expr& entry) {
    EXPECT_TRUE((e->rows[i].mass[k] - e->algebra->of(entry)).is_zero()) << i << ' ' << k;
  };
  expect(0, 0, 0.42 + 0.08 * cos(2.0 * a));
  expect(0, 1, 0.1 * cos(a) + 0.06 * sin(a));
  expect(1, 1, Expr(3.06));
}

// Two bodies, one of which is on the other's end by p(a, b), with the products of inertia that
// count.
TEST(EquationsOfMotion, BodiesAsMembersOfAComposition) {
  check(R"yaml(
holon: 1
parts:
  upper: {type: RigidBody, mass: 1 kg, inertia: [0.02 kg m^2, 0.03 kg m^2, 0.04 kg m^2], center_of_mass: [0.1 m, 0, -0.2 m]}
  lower: {type: RigidBody, mass: 2 kg, inertia: [0.02 kg m^2, 0.03 kg m^2, 0.04 kg m^2], center_of_mass: [0, 0, -0.3 m]}
  pair:
    type: Constrained
    of: [upper, lower]
    coordinates: {a: {initial: 0.3 rad}, b: {initial: 0.5 rad, force: "-0.2 [N m s]*der(b)"}}
    where:
      upper: {at: ["0.2 [m]*sin(3 [rad/s]*time)", 0, 0], rotate: {axis: -y, angle: a}}
      lower: {at: ["0.2 [m]*sin(3 [rad/s]*time) + 0.5 [m]*sin(a)", 0, "-0.5 [m]*cos(a)"], rotate: {axis: -y, angle: b}}
)yaml");
}

}  // namespace
}  // namespace holon
