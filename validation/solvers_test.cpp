// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <numbers>

#include "example.h"
#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "model_text.h"

namespace holon {
namespace {

using test::Example;

constexpr double kSolverTolerance = 1e-8;
/// What two methods may differ by, each with errors of its own, in tolerances.
constexpr double kSolversApart = 100;

std::function<void(SimulateSettings&)> with(SolverMethod solver, double longer = 1) {
  return [=](SimulateSettings& s) {
    s.solver = solver;
    s.tolerance = kSolverTolerance;
    s.until *= longer;
    s.interval = s.until / 100;
  };
}

TEST(Solvers, AgreeOnTreesQuaternionsAndClosedLoops) {
  const std::pair<const char*, const char*> columns[] = {
      {"heavy_top", "nutation.rate"},
      {"free_rigid_body", "handle.angular_velocity_body.y"},
      {"trolley_double_pendulum", "elbow.angle"},
      {"two_trolleys_four_pendulums", "hinge1.angle"},
      {"bricard", "system.energy.kinetic"},
  };
  for (const auto& [name, column] : columns) {
    const Example one(name, {}, with(SolverMethod::dopri5));
    for (const SolverMethod solver :
         {SolverMethod::cvode, SolverMethod::ida, SolverMethod::radau5, SolverMethod::radau}) {
      const Example other(name, {}, with(solver));
      ASSERT_EQ(one.size(), other.size());
      other.expect_near(
          column, [&, column = column](std::size_t k) { return one[column][k]; },
          kSolversApart * kSolverTolerance);
    }
  }
}

/// x' = −1e8 k (x − 1) + 0.5 with k = 1 in the first second and 0 from then on: x(2 s) = 1.5.
TEST(Solvers, TakeAJacobianOfTheNewTick) {
  const std::string model = R"yaml(
parts:
  sampled: {type: Hold, input: "0.5*(1 + cos(pi*time/1 [s]))", sample: 1 s}
  p:
    type: Equations
    inputs: {k: sampled.output}
    states: {x: {initial: 0.9, der: "(-1e8*k*(x - 1) + 0.5)/1 [s]"}}
simulate: {until: 2 s, interval: 2 s, solver: )yaml";
  for (const char* solver : {"radau5", "radau", "cvode", "ida"}) {
    for (const char* tolerance : {"1e-4", "1e-8"}) {
      const Results r = test::run(model + solver + ", tolerance: " + tolerance + "}\n", {"p.x"});
      EXPECT_NEAR(r.values("p.x").back(), 1.5, 10 * std::atof(tolerance)) << solver << tolerance;
    }
  }
}

TEST(Solvers, AutoGivesTheBitsOfDopri5OnMachines) {
  for (const char* name : {"heavy_top", "free_rigid_body", "bricard"}) {
    const Example one(name, {}, with(SolverMethod::dopri5)),
        other(name, {}, with(SolverMethod::automatic));
    EXPECT_EQ(one.times(), other.times());
    const char* column = name == std::string("heavy_top")         ? "nutation.rate"
                         : name == std::string("free_rigid_body") ? "handle.orientation.y"
                                                                  : "system.energy.kinetic";
    EXPECT_EQ(one[column], other[column]) << name;
  }
}

// Projected in every step, or its conditions kept as equations, a closed loop keeps its energy and
// its places over ten times as long. Its conditions are redundant.
class ClosedLoop : public testing::TestWithParam<SolverMethod> {};
INSTANTIATE_TEST_SUITE_P(Solvers, ClosedLoop,
                         testing::Values(SolverMethod::cvode, SolverMethod::ida,
                                         SolverMethod::radau5, SolverMethod::radau));
TEST_P(ClosedLoop, KeepsItsEnergy) {
  const Example ring("bricard", {"system.energy.total", "system.constraint_drift"},
                     with(GetParam(), 10));
  double largest = 0, change = 0, drift = 0;
  for (std::size_t k = 0; k < ring.size(); ++k) {
    largest = std::max(largest, ring["system.energy.kinetic"][k]);
    change =
        std::max(change, std::abs(ring["system.energy.total"][k] - ring["system.energy.total"][0]));
    drift = std::max(drift, std::abs(ring["system.constraint_drift"][k]));
  }
  RecordProperty("energy_per_tolerance", std::to_string(change / largest / kSolverTolerance));
  EXPECT_LT(change, 10 * kSolversApart * kSolverTolerance * largest);
  EXPECT_LT(drift, 1e-12);
}

// m = 1, k = 100, friction 1: 95 mm → −75 → 55 → −35 → 15 → 5 mm, where the spring is too weak.
TEST(Solvers, DryFrictionHoldsInImplicitSteps) {
  // What a block counts as stopped at leaves open, and the errors of five half turns.
  constexpr double kStopping = 1e-6;
  for (const SolverMethod solver :
       {SolverMethod::cvode, SolverMethod::ida, SolverMethod::radau5, SolverMethod::automatic}) {
    Model model;
    model.add<PointMass>("block", {.mass = 1.0});
    Prismatic rail;
    rail.between = {"world", "block"};
    rail.axis = "x";
    rail.friction = TranslationFriction{{.coulomb = 1.0}};
    rail.stiffness = 100.0;
    rail.initial.position = 0.095;
    model.add<Prismatic>("rail", rail);
    const System system = make_system(model);
    const Results r = simulate(system,
                               {.until = 3,
                                .interval = 0.5,
                                .solver = solver,
                                .tolerance = kSolverTolerance,
                                .engine = EngineChoice::tape},
                               {"rail.position", "rail.speed"});
    EXPECT_NEAR(r.values("rail.position").back(), 0.005, kStopping);
    EXPECT_EQ(r.values("rail.speed").back(), 0);
  }
}

// A rocker comes to rest on its stop. The residual allowed to Newton's method is then less than the
// rounding error of positions, which cannot be reduced.
TEST(Solvers, IdaRestsOnAStopAtTightTolerances) {
  for (const char* mass : {"1.06", "1.09", "1.15", "1.33"}) {
    const std::string text =
        std::string("parts:\n  crank: {type: RigidBody, mass: ") + mass +
        R"yaml(, inertia: {rod: {length: 0.3, axis: x}}, center_of_mass: [0.15, 0, 0], frames: {tip: {at: [0.3, 0, 0]}}}
  coupler: {type: RigidBody, mass: 2, inertia: {rod: {length: 1, axis: x}}, center_of_mass: [0.5, 0, 0], frames: {tip: {at: [1, 0, 0]}}}
  rocker: {type: RigidBody, mass: 1.5, inertia: {rod: {length: 0.8, axis: x}}, center_of_mass: [0.4, 0, 0], frames: {tip: {at: [0.8, 0, 0]}}}
  base: {type: Frame, position: [1, 0, 0]}
  A: {type: Revolute, between: [world, crank], axis: -y, initial: {angle: 60 deg, rate: 5 rad/s}}
  B: {type: Revolute, between: [crank.tip, coupler], axis: -y}
  D: {type: Revolute, between: [base, rocker], axis: -y, guess: {angle: 100 deg}, limits: {range: [20 deg, 125 deg], restitution: 0.5}}
  C: {type: Revolute, between: [coupler.tip, rocker.tip], axis: -y}
simulate: {until: 1 s, solver: ida, tolerance: 3e-12}
)yaml";
    const Results r = test::run(text, {"D.angle", "D.rate"});
    EXPECT_NEAR(r.values("D.angle").back(), 125 * std::numbers::pi / 180, 1e-12) << mass;
    EXPECT_NEAR(r.values("D.rate").back(), 0, 1e-12) << mass;
  }
}

// x' = −1e9 e^(−40 t) (x − 1) + 0.5 follows 1 while it is stiff, and rises when it is no longer. In
// Newton's matrix of an old Jacobian all corrections are next to nothing, and x stayed at 1. By
// SciPy's Radau and BDF at 1e-12; also where it is not the steps that grow.
TEST(Solvers, StiffnessThatEndsDiscardsItsJacobian) {
  constexpr double kReference = 1.77985497441;
  for (const char* solver : {"cvode", "auto", "ida", "radau5", "radau"}) {
    for (const char* most : {"1", "0.05", "0.02"}) {
      const Results r = test::run(
          std::string("parts:\n  a: {type: Equations, states: {x: {initial: 0, der: "
                      "\"-1e9*exp(-40*time/1 [s])*(x - 1) + 0.5\"}}}\n"
                      "simulate: {until: 2 s, interval: 2 s, tolerance: 1e-6, max_step: ") +
              most + " s, solver: " + solver + "}\n",
          {"a.x"});
      EXPECT_NEAR(r.values("a.x").back(), kReference, 1e-5) << solver << most;  // ten tolerances
    }
  }
}

// x' = −a (x − y), y' = −y/2: the solution after `t` from x and y.
double follow(double a, double x, double y, double t) {
  const double forced = a * y / (a - 0.5);
  return (x - forced) * std::exp(-a * t) + forced * std::exp(-t / 2);
}

// An event makes the pair slow by a state, which no mode shows: a Jacobian kept across it, whose
// corrections are all but zero, left x where the slope at the beginning led it.
TEST(Solvers, StiffnessThatAResetEndsTakesItsJacobianAlong) {
  const double exact = follow(0.09, 1, 2, 5);
  for (const char* solver : {"cvode", "auto", "ida", "radau5", "radau"})
    for (const char* stiff : {"1000", "1e5"})
      for (const double tolerance : {1e-3, 1e-6, 1e-8}) {
        const Results r =
            test::run(std::string("parts:\n  a:\n    type: Equations\n    states:\n"
                                  "      x: {initial: 1, der: \"-s^2*(x - y)\"}\n"
                                  "      y: {initial: 0, der: \"-0.5*y\"}\n      s: {initial: ") +
                          stiff +
                          ", der: \"0*s\"}\n    when: [{condition: \"time > 1 [s]\", reset: "
                          "{s: \"0.3\", y: \"2\", x: \"1\"}}]\n"
                          "simulate: {until: 6 s, interval: 1 s, tolerance: " +
                          std::to_string(tolerance * 1e8) + "e-8, solver: " + solver + "}\n",
                      {"a.x"});
        EXPECT_NEAR(r.values("a.x").back(), exact, 10 * tolerance)
            << solver << " " << stiff << " " << tolerance;
      }
}

// The rate falls from 1e6 to 0.09 within 1 µs, in which x changes by no more than some 1e-6.
TEST(Solvers, StiffnessThatATableEndsTakesItsJacobianAlong) {
  const double then = 2 * std::exp(-0.5), exact = follow(0.09, then, then, 5);
  for (const char* solver : {"cvode", "auto", "ida", "radau5", "radau"})
    for (const double tolerance : {1e-3, 1e-4, 1e-5}) {
      const Results r = test::run(
          "parts:\n  k: {type: Table, x: [0, 1, 1.000001, 10], values: [1e6, 1e6, 0.09, 0.09]}\n"
          "  a:\n    type: Equations\n    states:\n"
          "      x: {initial: 1, der: \"-lookup(k, time/(1 [s]))*(x - y)\"}\n"
          "      y: {initial: 2, der: \"-0.5*y\"}\n"
          "simulate: {until: 6 s, interval: 1 s, tolerance: " +
              std::to_string(tolerance * 1e8) + "e-8, solver: " + solver + "}\n",
          {"a.x"});
      EXPECT_NEAR(r.values("a.x").back(), exact, 10 * tolerance) << solver << " " << tolerance;
    }
}

// x' = −k(t) (x − 1) + 0.5, k falling from 1e8 to 0.01 in 10 ms. Newton's method on z converges
// fast; the rate at which it does so is none of x, whose corrections by an old matrix are all but
// zero. While k t > 1 remains x stays within 1e-5 of 1.
TEST(Solvers, StiffnessThatEndsBesideAnotherMotionTakesItsJacobianAlong) {
  const double exact = 1 + 50 * (1 - std::exp(-0.01 * 4.99));
  for (const char* z : {"-50*z^3", "-sin(3*z)"})
    for (const double tolerance : {1e-3, 1e-5})
      for (const char* solver : {"radau5", "radau"}) {
        const Results r = test::run(
            std::string(
                "parts:\n  k: {type: Table, x: [0, 1, 1.01, 10], values: [1e8, 1e8, 0.01, 0.01]}\n"
                "  a:\n    type: Equations\n    states:\n"
                "      x: {initial: 1, der: \"-lookup(k, time/(1 [s]))*(x - 1) + 0.5\"}\n"
                "      z: {initial: 1, der: \"") +
                z + "\"}\nsimulate: {until: 6 s, interval: 1 s, tolerance: " +
                std::to_string(tolerance * 1e8) + "e-8, solver: " + solver + "}\n",
            {"a.x"});
        EXPECT_NEAR(r.values("a.x").back(), exact, 10 * tolerance)
            << z << " " << tolerance << solver;
      }
}

}  // namespace
}  // namespace holon
