// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Systems described by their energies: against bodies, closed forms and integrations outside.
#include <cmath>
#include <numbers>

#include "lagrange_runs.h"

namespace holon {
namespace {

using test::carts;
using test::conserved_in;
using test::errors_in;
using test::Example;
using test::kRunError;
using test::kSameEquations;
using test::largest_difference;
using test::with_potential;

constexpr const char* kPrecise = "simulate: {until: 3 s, interval: 0.1 s, tolerance: 1e-10}\n";

std::vector<std::string> conserved_in_example(const std::string& name) {
  Diagnostics diagnostics;
  const Model model = load_model(std::string(HOLON_SOURCE_DIR) + "/examples/" + name + ".yaml",
                                 builtin_catalogue(), {}, diagnostics);
  return conserved_in(model, diagnostics);
}

TEST(LagrangianExamples, TwoPendulumsAreTwoBodies) {
  const Example r("two_pendulums");
  // scipy 1.10, solve_ivp, DOP853, rtol = atol = 1e-13, of the equations by hand.
  const double a[] = {-0.8602218580189895, 0.07663189410798303, 0.7060526225935971};
  const double b[] = {-0.9454733474359396, 0.1593035614431273, 0.9392862297837326};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(r["pair.a"][100 * (k + 1)], a[k], kRunError);
    EXPECT_NEAR(r["pair.b"][100 * (k + 1)], b[k], kRunError);
  }
  for (std::size_t k = 0; k < r.size(); ++k) {
    EXPECT_NEAR(r["difference.upper"][k], 0, kSameEquations);
    EXPECT_NEAR(r["difference.lower"][k], 0, kSameEquations);
    EXPECT_NEAR(r["p2.x"][k], std::sin(r["pair.a"][k]), 1e-15);
    EXPECT_EQ(r["p2.phi"][k], r["pair.b"][k]);
  }
  r.expect_near(
      "pair.jacobi_integral",
      [&](std::size_t k) { return r["pair.energy.kinetic"][k] + r["pair.energy.potential"][k]; },
      1);  // the range is rounding: only the numbers below count
  for (std::size_t k = 0; k < r.size(); ++k)
    EXPECT_NEAR(r["pair.jacobi_integral"][k], r["pair.jacobi_integral"][0], 1e-8);  // of 15 J
}

TEST(LagrangianExamples, AFourfoldPendulumIsTheSameInThreeDescriptions) {
  const Example r("fourfold_pendulum");
  // scipy 1.10, solve_ivp, DOP853, rtol = atol = 1e-13, of the equations in four absolute angles by
  // hand: cos and sin of their differences, damping between neighbours.
  const double upper[] = {0.20608711112779857, -0.8361437208643513, -0.3045694419698967,
                          0.6808670563742918};
  const double lower[] = {0.38775262158132473, -0.7540089906580206, -1.1753028844425537,
                          1.1171217974177028};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(r["chain.a"][50 * (k + 1)], upper[k], kRunError);
    EXPECT_NEAR(r["chain.e"][50 * (k + 1)], lower[k], kRunError);
  }
  for (std::size_t k = 0; k < r.size(); ++k) {
    for (const char* which : {"chain_upper", "chain_lower", "pairs_upper", "pairs_lower"})
      EXPECT_NEAR(r[std::string("difference.") + which][k], 0, kSameEquations) << which;
  }
}

TEST(LagrangianExamples, HoopKeepsJacobisIntegralAndNotItsEnergy) {
  const Example r("rotating_hoop");
  // scipy 1.10, solve_ivp, DOP853, rtol = atol = 1e-13, of
  // theta'' = (W^2 cos(theta) - g/R) sin(theta).
  EXPECT_NEAR(r["hoop.theta"][100], 0.59526985, kRunError);
  EXPECT_NEAR(r["hoop.theta"][300], 1.39037943, kRunError);
  EXPECT_NEAR(r["hoop.theta"][500], 0.51938538, kRunError);
  const double m = 0.2, R = 0.5, W = 6, g = 9.80665;
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (std::size_t k = 0; k < r.size(); ++k) {
    const double theta = r["hoop.theta"][k], rate = r["hoop.rate.theta"][k];
    const double h = m * R * R * rate * rate / 2 - m * std::pow(R * W * std::sin(theta), 2) / 2 -
                     m * g * R * std::cos(theta);
    EXPECT_NEAR(r["hoop.jacobi_integral"][k], h, 1e-14);
    EXPECT_NEAR(r["hoop.jacobi_integral"][k], r["hoop.jacobi_integral"][0], kRunError);
    low = std::min(low, r["energy.total"][k]);
    high = std::max(high, r["energy.total"][k]);
  }
  EXPECT_GT(high - low, 1);  // [J] the drive of the hoop does work
}

TEST(LagrangianExamples, DoubleSphericalPendulumIsOneInFourWays) {
  const Example energies("double_spherical_pendulum_energies");
  const Example bodies("double_spherical_pendulum");
  for (const char* body : {"upper", "lower"}) {
    for (const char* axis : {".x", ".y", ".z"}) {
      const std::string name(body);
      energies.expect_near(name + axis,
                           [&](std::size_t k) { return bodies[name + ".position" + axis][k]; });
    }
  }
  for (std::size_t k = 0; k < energies.size(); ++k)
    EXPECT_NEAR(energies["pendulum.momentum.phi"][k], 2.14, kRunError);  // 2·0.6·1.5 + …
}

TEST(Lagrangian, ConstraintHoldsAndItsMultiplierIsTheRodsForce) {
  const std::string text = std::string(kPrecise) + R"yaml(
parts:
  p:
    type: Lagrangian
    parameters: {m: 2 kg, L: 1 m, g: 9.81 m/s^2}
    coordinates: {x: {initial: 0.6 m}, y: {guess: -0.7 m}}
    kinetic: m/2*(der(x)^2 + der(y)^2)
    potential: m*g*y
    constraints: ["(x^2 + y^2 - L^2)/2"]
)yaml";
  const Results r = test::run(text, {"p.x", "p.y", "p.rate.x", "p.rate.y", "p.lambda[0]"});
  EXPECT_NEAR(r.values("p.y")[0], -0.8, 1e-12);  // corrected from its guess
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double x = r.values("p.x")[k], y = r.values("p.y")[k];
    const double v2 = std::pow(r.values("p.rate.x")[k], 2) + std::pow(r.values("p.rate.y")[k], 2);
    EXPECT_NEAR(x * x + y * y, 1, 1e-12);  // projection
    // The gradient is the radius, of length 1: lambda = −m v²/L + m g y/L.
    EXPECT_NEAR(r.values("p.lambda[0]")[k], -2 * v2 + 2 * 9.81 * y, 1e-10);
  }
  EXPECT_EQ(conserved_in(text), std::vector<std::string>{"p.jacobi_integral"});
}

TEST(Lagrangian, RedundantConstraintsShareTheMultiplierAndKeepTheMotion) {
  const auto pendulum = [](const std::string& constraints) {
    return std::string(kPrecise) + R"yaml(
parts:
  p:
    type: Lagrangian
    coordinates: {x: {initial: 0.6 m}, y: {initial: -0.8 m}}
    kinetic: 1 [kg]*(der(x)^2 + der(y)^2)
    potential: 20 [N]*y
    constraints: [)yaml" +
           constraints + "]\n";
  };
  const Results one = test::run(pendulum("\"x^2 + y^2 - 1 [m^2]\""), {"p.x", "p.lambda[0]"});
  const Results two = test::run(pendulum("\"x^2 + y^2 - 1 [m^2]\", \"x^2 + y^2 - 1 [m^2]\""),
                                {"p.x", "p.lambda[0]", "p.lambda[1]"});
  for (std::size_t k = 0; k < one.row_count(); ++k) {
    EXPECT_NEAR(one.values("p.x")[k], two.values("p.x")[k], kRunError);
    EXPECT_NEAR(two.values("p.lambda[0]")[k], one.values("p.lambda[0]")[k] / 2, 1e-7);
    EXPECT_NEAR(two.values("p.lambda[0]")[k], two.values("p.lambda[1]")[k], 1e-9);
  }
}

// A skate on an incline: a = w t, v = v0 − (k g/w) sin w t along the blade.
TEST(Lagrangian, VelocityConstraintGuidesASkate) {
  const std::string text = std::string(kPrecise) + R"yaml(
parts:
  s:
    type: Lagrangian
    parameters: {m: 2 kg, J: 0.3 kg m^2, f: 1.962 N}
    coordinates:
      x: {initial: 0 m, initial_rate: 1 m/s}
      y: {initial: 0 m, guess_rate: 0.3 m/s}
      a: {initial: 0 rad, initial_rate: 2 rad/s}
    kinetic: m/2*(der(x)^2 + der(y)^2) + J/2*der(a)^2
    potential: f*x
    velocity_constraints: ["der(x)*sin(a) - der(y)*cos(a)"]
)yaml";
  const Results r = test::run(text, {"s.x", "s.y", "s.rate.y", "s.a", "s.lambda[0]"});
  EXPECT_NEAR(r.values("s.rate.y")[0], 0, 1e-12);  // corrected from its guess
  const double w = 2, b = 0.981;                   // f/m
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k], s = std::sin(w * t);
    const double v = 1 - b / w * s;
    EXPECT_NEAR(r.values("s.a")[k], w * t, kRunError);
    EXPECT_NEAR(r.values("s.x")[k], s / w - b * s * s / (2 * w * w), kRunError);
    EXPECT_NEAR(r.values("s.lambda[0]")[k], 2 * b * s - 2 * v * w, 1e-7);
  }
  const std::vector<std::string> conserved{"s.momentum.a", "s.jacobi_integral"};
  EXPECT_EQ(conserved_in(text), conserved);
}

// The mass matrix is that of T = q'ᵀ M q'/2; damping by Rayleigh's function D = c x'²/2.
TEST(Lagrangian, OscillatorByMassMatrixAndRayleighsFunction) {
  const Results r = test::run(std::string(kPrecise) + R"yaml(
parts:
  o:
    type: Lagrangian
    coordinates: {x: {initial: 0.1 m}}
    mass_matrix: [[2 kg]]
    potential: 50 [N/m]*x^2
    dissipation: 1.2 [N s/m]*der(x)^2
)yaml",
                              {"o.x", "o.acceleration.x", "system.energy.dissipated",
                               "system.energy.kinetic", "system.energy.potential"});
  const double d = 0.6, w = std::sqrt(50 - d * d);  // c = 2.4, k = 100, m = 2
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k];
    const double x = 0.1 * std::exp(-d * t) * (std::cos(w * t) + d / w * std::sin(w * t));
    EXPECT_NEAR(r.values("o.x")[k], x, kRunError);
    EXPECT_NEAR(r.values("system.energy.kinetic")[k] + r.values("system.energy.potential")[k] +
                    r.values("system.energy.dissipated")[k],
                0.5, kRunError);
  }
}

using NameList = std::vector<std::string>;

// A stop beyond the start, a torque that is small beside the energy, stiffnesses and potentials
// that change with an event: none of them shows at states near the start.
TEST(Lagrangian, OnlyWhatTheFormProvesIsConserved) {
  EXPECT_EQ(conserved_in(with_potential("50 [N/m]*max(0 [m], x - 2 [m])^2")),
            (NameList{"p.momentum.phi", "p.jacobi_integral"}));
  EXPECT_EQ(conserved_in(with_potential("if(x > 2 [m], 3 [J], 0 [J])")),
            (NameList{"p.momentum.phi", "p.jacobi_integral"}));
  EXPECT_EQ(conserved_in(with_potential("3 [J]*floor(x/100 [m])")),
            (NameList{"p.momentum.phi", "p.jacobi_integral"}));
  EXPECT_EQ(conserved_in(with_potential("3.986e14 [J] + 2e5 [J]*cos(phi)")),
            (NameList{"p.momentum.x", "p.jacobi_integral"}));
  EXPECT_EQ(conserved_in(with_potential("if(time > 3 [s], 2 [N/m], 1 [N/m])*x^2/2")),
            NameList{"p.momentum.phi"});
  EXPECT_EQ(conserved_in(with_potential("1e6 [J]*sin(phi)^2 + 1e6 [J]*cos(phi)^2 + 1e-7 [N]*x")),
            (NameList{"p.momentum.phi", "p.jacobi_integral"}));
}

// On a hoop that turns at 2.5 rad/s the time cancels by cos² + sin² = 1 only.
TEST(Lagrangian, IdentitiesProveWhatIsConserved) {
  const std::string text = R"yaml(
parts:
  bead:
    type: Lagrangian
    coordinates: {x: {unit: m}, y: {unit: m}, z: {unit: m}}
    kinetic: 0.1 [kg]*(der(x)^2 + der(y)^2 + der(z)^2)
    potential: 1 [N]*z
  hoop:
    type: Constrained
    of: [bead]
    parameters: {W: 2.5 rad/s}
    coordinates: {theta: {initial: 1 rad}}
    where:
      bead.x: "0.5 [m]*sin(theta)*cos(W*time)"
      bead.y: "0.5 [m]*sin(theta)*sin(W*time)"
      bead.z: "-0.5 [m]*cos(theta)"
)yaml";
  EXPECT_EQ(conserved_in(text), NameList{"hoop.jacobi_integral"});
  EXPECT_EQ(conserved_in_example("rotating_hoop"), NameList{"hoop.jacobi_integral"});
  EXPECT_EQ(conserved_in_example("two_pendulums"), NameList{"pair.jacobi_integral"});
  EXPECT_EQ(conserved_in_example("double_spherical_pendulum_energies"),
            (NameList{"pendulum.momentum.phi", "pendulum.jacobi_integral"}));
}

// x = a + 3 t with 2 N s/m against x' and a'(0) = 0: x'' = −2 x', so x' = 3 e^(−2t), and the damper
// takes ∫ 2 x'² = 4.5 (1 − e^(−4t)), the kinetic energy that is lost; nothing holds a.
TEST(Lagrangian, WhatMovesACompositionSuppliesItsDampers) {
  const auto moving = [](const std::string& coordinate, const std::string& rest) {
    return std::string(kPrecise) + R"yaml(
outputs: [system.energy.supplied, system.energy.dissipated]
parts:
  p:
    type: Lagrangian
    coordinates: {x: {unit: m)yaml" +
           coordinate + R"yaml(}}
    kinetic: 0.5 [kg]*der(x)^2
)yaml" + rest;
  };
  const std::string damped = "    dissipation: 1 [N*s/m]*der(x)^2\n";
  const std::string once = R"yaml(
  c: {type: Constrained, of: [p], coordinates: {a: {initial: 0 m}}, where: {p.x: "a + 3 [m/s]*time"}}
)yaml";
  const std::string twice = R"yaml(
  c: {type: Constrained, of: [p], coordinates: {a: {unit: m}}, where: {p.x: "a + 1 [m/s]*time"}}
  d: {type: Constrained, of: [c], coordinates: {b: {initial: 0 m}}, where: {c.a: "b + 2 [m/s]*time"}}
)yaml";
  for (const std::string& text : {moving("", damped + once), moving("", damped + twice),
                                  moving(", force: \"-2 [N*s/m]*der(x)\"", once)}) {
    const bool is_force = text.find("dissipation") == std::string::npos;
    NameList names{"p.rate.x", "system.energy.total", "system.energy.supplied"};
    if (!is_force) names.emplace_back("system.energy.dissipated");
    const Results r = test::run(text, names);
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      const double lost = 4.5 * (1 - std::exp(-4 * r.values("time")[k]));
      EXPECT_NEAR(r.values("system.energy.total")[k], 4.5 - lost, 4.5 * kRunError);
      EXPECT_NEAR(r.values("system.energy.supplied")[k], is_force ? -lost : 0, 4.5 * kRunError);
      if (!is_force) EXPECT_NEAR(r.values("system.energy.dissipated")[k], lost, 4.5 * kRunError);
    }
  }
}

// Inertias of different units are not compared: 13 orders of magnitude are two free motions.
TEST(Lagrangian, InertiasOfAnyUnits) {
  const Results r = test::run(std::string(kPrecise) + R"yaml(
parts:
  p:
    type: Lagrangian
    coordinates: {x: {initial: 0 m, initial_rate: 1 m/s}, a: {initial: 0 rad, initial_rate: 2 rad/s}}
    kinetic: 500 [kg]*der(x)^2 + 5e-11 [kg*m^2]*der(a)^2
)yaml",
                              {"p.x", "p.a"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    EXPECT_NEAR(r.values("p.x")[k], r.values("time")[k], kRunError);
    EXPECT_NEAR(r.values("p.a")[k], 2 * r.values("time")[k], kRunError);
  }
  const auto errors = [](const std::string& rest) {
    return errors_in(
        "parts:\n  p:\n    type: Lagrangian\n    coordinates: {x: {initial: 0 m}, a: {guess: 0 "
        "rad}}\n" +
        rest);
  };
  // A massless coordinate that a constraint ties to a mass, by 1e-7 m/rad.
  EXPECT_EQ(errors("    kinetic: 500 [kg]*der(x)^2\n    constraints: [\"x - 1e-7 [m]*a\"]\n"), "");
  EXPECT_MESSAGE(errors("    kinetic: 500 [kg]*(der(x) + 1e-6 [m]*der(a))^2\n"),
                 "the coordinates 'x' and 'a' can change together without kinetic energy");
}

TEST(Lagrangian, PivotThatMovesWithTimeAsAFrameDoes) {
  const std::string text = std::string(kPrecise) + R"yaml(
outputs: [system.energy.supplied]
parts:
  bob:
    type: Lagrangian
    coordinates: {x: {unit: m}, z: {unit: m}}
    kinetic: 0.75 [kg]*(der(x)^2 + der(z)^2)
    potential: 1.5 [kg]*9.80665 [m/s^2]*z
  swing:
    type: Constrained
    of: [bob]
    coordinates: {a: {initial: 40 deg}}
    where:
      bob.x: "0.3 [m]*sin(4 [rad/s]*time) + 0.8 [m]*sin(a)"
      bob.z: "0.05 [m]*cos(9 [rad/s]*time) - 0.8 [m]*cos(a)"
  pivot: {type: Frame, position: ["0.3 [m]*sin(4 [rad/s]*time)", 0, "0.05 [m]*cos(9 [rad/s]*time)"]}
  ball: {type: RigidBody, mass: 1.5 kg, inertia: [1e-9 kg m^2, 1e-9 kg m^2, 1e-9 kg m^2], center_of_mass: [0, 0, -0.8 m]}
  pin: {type: Revolute, between: [pivot, ball], axis: -y, initial: {angle: 40 deg}}
)yaml";
  const Results r = test::run(text, {"swing.a", "pin.angle", "system.energy.total",
                                     "system.energy.supplied", "swing.energy.kinetic"});
  // The moment of inertia about the pivot is 1e-9 parts in 0.96 larger for the body.
  EXPECT_LE(largest_difference(r, "swing.a", "pin.angle"), 1e-7);
  for (std::size_t k = 0; k < r.row_count(); ++k)
    EXPECT_NEAR(r.values("system.energy.total")[k] - r.values("system.energy.supplied")[k],
                r.values("system.energy.total")[0], 1e-7);  // of 20 J
  EXPECT_TRUE(conserved_in(text).empty());
}

TEST(Lagrangian, CompositionOfACompositionIsTheSystemWrittenOut) {
  const Results r = test::run(std::string(kPrecise) + R"yaml(
parts:
  p:
    type: Lagrangian
    coordinates: {x: {unit: m}, y: {unit: m}}
    kinetic: 1 [kg]*(der(x)^2 + der(y)^2)
    potential: 20 [N]*y
    dissipation: 0.1 [N s/m]*der(y)^2
  ring: {type: Constrained, of: [p], coordinates: {r: {unit: m}, a: {unit: rad, force: "-0.2 [N m s]*der(a)"}}, where: {p.x: r*cos(a), p.y: r*sin(a)}}
  spiral: {type: Constrained, of: [ring], coordinates: {s: {initial: 0.4 rad, initial_rate: 1 rad/s}}, where: {ring.r: "1 [m] + 0.2 [m]*s", ring.a: s}}
  direct:
    type: Lagrangian
    coordinates: {s: {initial: 0.4 rad, initial_rate: 1 rad/s, force: "-0.2 [N m s]*der(s)"}}
    kinetic: 1 [kg]*der(s)^2*(0.04 [m^2] + (1 [m] + 0.2 [m]*s)^2)
    potential: 20 [N]*(1 [m] + 0.2 [m]*s)*sin(s)
    dissipation: 0.1 [N s/m]*der(s)^2*(0.2 [m]*sin(s) + (1 [m] + 0.2 [m]*s)*cos(s))^2
)yaml",
                              {"spiral.s", "direct.s", "p.x", "ring.r", "ring.acceleration.r"});
  EXPECT_LE(largest_difference(r, "spiral.s", "direct.s"), kSameEquations);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    EXPECT_NEAR(r.values("p.x")[k], r.values("ring.r")[k] * std::cos(r.values("spiral.s")[k]),
                1e-14);
  }
}

TEST(Lagrangian, FrameCarriesAPendulumInBothFormulations) {
  for (const char* formulation : {"recursive", "augmented", "aggregate"}) {
    const Results r = test::run(
        carts(formulation), {"cart.s", "rail.position", "hinge.angle", "hinge2.angle",
                             "cart.acceleration.s", "rail.acceleration", "hinge.reaction.force.x",
                             "hinge2.reaction.force.x", "cart.lamp.acceleration.x"});
    EXPECT_LE(largest_difference(r, "cart.s", "rail.position"), kSameEquations) << formulation;
    EXPECT_LE(largest_difference(r, "hinge.angle", "hinge2.angle"), kSameEquations);
    EXPECT_LE(largest_difference(r, "cart.acceleration.s", "rail.acceleration"), 1e-8);
    EXPECT_LE(largest_difference(r, "cart.lamp.acceleration.x", "rail.acceleration"), 1e-8);
    EXPECT_LE(largest_difference(r, "hinge.reaction.force.x", "hinge2.reaction.force.x"), 1e-8);
  }
}

TEST(Lagrangian, ForcesAtAFrameActOnItsSystem) {
  const Results r = test::run(std::string(kPrecise) + R"yaml(
world: {gravity: [0, 0, 0]}
parts:
  arm:
    type: Lagrangian
    coordinates: {a: {initial: 20 deg}}
    kinetic: 0.325 [kg m^2]*der(a)^2
    frames: {tip: {at: ["0.5 [m]*cos(a)", "0.5 [m]*sin(a)", 0], rotate: {axis: z, angle: a}}}
  s1: {type: SpringDamper, between: [world, arm.tip], stiffness: 50 N/m, length: 0.2 m, damping: 0.3 N s/m}
  f1: {type: Force, on: arm.tip, force: [0, "2 [N]*cos(3 [rad/s]*time)", 0]}
  t1: {type: Torque, on: arm.tip, torque: [0, 0, "0.1 [N m]*sin(1 [rad/s]*time)"]}
  body: {type: RigidBody, mass: 1 kg, inertia: [0.4 kg m^2, 0.4 kg m^2, 0.4 kg m^2], center_of_mass: [0.5 m, 0, 0], frames: {tip: {at: [0.5 m, 0, 0]}}}
  pin: {type: Revolute, between: [world, body], axis: z, initial: {angle: 20 deg}}
  s2: {type: SpringDamper, between: [world, body.tip], stiffness: 50 N/m, length: 0.2 m, damping: 0.3 N s/m}
  f2: {type: Force, on: body.tip, force: [0, "2 [N]*cos(3 [rad/s]*time)", 0]}
  t2: {type: Torque, on: body.tip, torque: [0, 0, "0.1 [N m]*sin(1 [rad/s]*time)"]}
)yaml",
                              {"arm.a", "pin.angle", "arm.tip.velocity.x", "body.tip.velocity.x"});
  EXPECT_LE(largest_difference(r, "arm.a", "pin.angle"), kSameEquations);
  EXPECT_LE(largest_difference(r, "arm.tip.velocity.x", "body.tip.velocity.x"), kSameEquations);
}

// A rod from the world to what hangs on the frame, and beyond it a joint that runs into its limits:
// against the same on a body that slides on a rail.
TEST(Lagrangian, FrameCarriesARodAndAJointWithLimits) {
  for (const char* formulation : {"recursive", "augmented", "aggregate"}) {
    std::string text = carts(formulation);
    text.replace(text.find("until: 1 s"), 10, "until: 0.5 s");
    for (std::size_t at = text.find("initial: {angle"); at != std::string::npos;
         at = text.find("initial: {angle"))
      text.replace(at, 7, "guess");
    for (const char* n : {"", "2"}) {
      const std::string k = n;
      text += "  rod" + k + ": {type: Distance, between: [world, link" + k +
              ".com], length: 0.6 m}\n  arm" + k +
              ": {type: RigidBody, mass: 0.3 kg, inertia: [0.01 kg m^2, 0.01 kg m^2, 0.01 kg m^2], "
              "center_of_mass: [0.2 m, 0, 0]}\n  elbow" +
              k + ": {type: Revolute, between: [link" + k + ", arm" + k +
              "], origin: {at: [0, 0, -0.8 m]}, axis: -y, limits: {range: [-20 deg, 20 deg], "
              "restitution: 0.5}, initial: {angle: 0 deg}}\n";
    }
    const Results r = test::run(text, {"cart.s", "rail.position", "hinge.angle", "hinge2.angle",
                                       "rod.tension", "rod2.tension", "elbow.angle", "elbow2.angle",
                                       "cart.acceleration.s", "rail.acceleration"});
    EXPECT_LE(largest_difference(r, "cart.s", "rail.position"), 10 * kRunError) << formulation;
    EXPECT_LE(largest_difference(r, "hinge.angle", "hinge2.angle"), 10 * kRunError) << formulation;
    EXPECT_LE(largest_difference(r, "elbow.angle", "elbow2.angle"), 10 * kRunError) << formulation;
    EXPECT_LE(largest_difference(r, "rod.tension", "rod2.tension"), 1000 * kRunError);  // of 20 N
    EXPECT_LE(largest_difference(r, "cart.acceleration.s", "rail.acceleration"), 1000 * kRunError);
    EXPECT_LT(r.values("elbow.angle").back(), 0.0) << "it has moved";
  }
}

// m g y = 2 λ y of a point on a ring, under the gravity of the model: of its world, or of a part.
TEST(Lagrangian, EnergiesNameTheGravityOfTheWorld) {
  const auto run = [](const std::string& world, const std::string& parts) {
    return test::run(world + R"yaml(
simulate: {until: 0 s}
parts:
  p:
    type: Lagrangian
    coordinates: {x: {initial: 0.6 m}, y: {initial: 0.8 m}}
    kinetic: 1 [kg]*(der(x)^2 + der(y)^2)
    potential: -2 [kg]*world.gravity.z*y
    constraints: ["x^2 + y^2 - 1 [m^2]"]
)yaml" + parts,
                     {"p.lambda[0]", "world.gravity.z"});
  };
  const auto check = [](const Results& r, double g) {
    EXPECT_NEAR(r.values("p.lambda[0]")[0], g * 0.8, 64 * 2.2e-16 * g);
    EXPECT_EQ(r.values("world.gravity.z")[0], -g);
  };
  check(run("world: {gravity: [0, 0, -1.62]}", ""), 1.62);
  check(run("", ""), 9.80665);
  check(run("", "  g: {type: Gravity, uniform: [0, 0, -3.72]}\n"), 3.72);
  try {
    run("", "  g: {type: Gravity, central: {mu: 4e14 m^3/s^2}}\n");
    FAIL() << "there is no one gravity";
  } catch (const std::exception& e) {
    EXPECT_NE(std::string(e.what()).find("world.gravity"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace holon
