// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Plane linkages that pass positions in which their constraints lose rank and two motions cross:
// each must go on along its own one, whatever the tolerance, and keep its energy.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "holon/catalogue/builtin.h"
#include "holon/model/assembly/model.h"
#include "holon/reader/load.h"
#include "holon/simulate/run/run_settings.h"
#include "holon/simulate/simulation.h"

namespace holon {
namespace {

/// Energy in parts of the largest kinetic one, and coordinates: trajectories keep to within 100
/// times the tolerance (a step's error may be one tolerance, and a thousand steps partly cancel).
constexpr double kPart = 100;
/// Of what follows from one row by geometry: projection leaves 2e-14, over slopes up to 1e3 in rows
/// that lie a thousandth of a radian from where the rank falls.
constexpr double kBranch = 1e-10;

std::string bar(const std::string& name, double length) {
  const std::string L = std::to_string(length);
  return "  " + name + ": {type: RigidBody, mass: 1, inertia: {box: [" + L +
         ", 0.02, 0.03]}, center_of_mass: [" + L + "/2, 0, 0], frames: {tip: {at: [" + L +
         ", 0, 0]}}}\n";
}

struct Case {
  const char* formulation;
  double tolerance;
  SolverMethod solver = SolverMethod::automatic;
};

class SingularPositions : public ::testing::TestWithParam<Case> {
 protected:
  Results run(const std::string& parts, double until, std::vector<std::string> outputs) {
    Diagnostics diagnostics;
    Model model =
        load_model_text("holon: 1\nparts:\n" + parts, builtin_catalogue(), {}, diagnostics);
    diagnostics.throw_if_errors();
    if (std::string(GetParam().formulation) == "augmented") {
      model.simulate.formulation = Formulation::augmented;
    }
    const System system = make_system(model);
    SimulateSettings settings = model.simulate;
    settings.until = until;
    settings.interval = 0.01;
    settings.tolerance = GetParam().tolerance;
    settings.solver = GetParam().solver;
    outputs.emplace_back("system.energy.total");
    outputs.emplace_back("system.energy.kinetic");
    return simulate(system, settings, outputs);
  }

  static void expect_energy_kept(const Results& r, double tolerance) {
    const std::vector<double>& total = r.values("system.energy.total");
    const std::vector<double>& kinetic = r.values("system.energy.kinetic");
    const double largest = *std::max_element(kinetic.begin(), kinetic.end());
    for (const double e : total) {
      ASSERT_LE(std::abs(e - total.front()), kPart * tolerance * largest);
    }
  }
};

// A crank and a rod of one length: when the crank stands up the slider is at the crank's pin, where
// it might stay while both bars turn together. On its own motion it is at 2 r cos(angle).
TEST_P(SingularPositions, ASliderCrankOfEqualBarsGoesThroughTheMiddle) {
  const Results r = run(bar("a", 0.3) + bar("b", 0.3) +
                            "  p: {type: RigidBody, mass: 1, inertia: [0.01, 0.01, 0.01]}\n"
                            "  A: {type: Revolute, between: [world, a], axis: -y, "
                            "initial: {angle: 60 deg, rate: 5}}\n"
                            "  B: {type: Revolute, between: [a.tip, b], axis: -y, "
                            "guess: {angle: -120 deg}}\n"
                            "  C: {type: Revolute, between: [b.tip, p], axis: -y}\n"
                            "  D: {type: Prismatic, between: [world, p], axis: x, "
                            "guess: {position: 0.3}}\n",
                        2, {"A.angle", "D.position"});
  expect_energy_kept(r, GetParam().tolerance);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    ASSERT_NEAR(r.values("D.position")[k], 0.6 * std::cos(r.values("A.angle")[k]), kBranch);
  }
}

// With d the base and the coupler and a the cranks, |PQ| = d is either δ = α, the parallelogram, or
// d sin((δ + α)/2) = a sin((δ − α)/2), the crossed one. Both meet where all bars lie in line.
TEST_P(SingularPositions, AnAntiparallelogramStaysCrossed) {
  const double a = 0.3, d = 0.8;
  const Results r =
      run(bar("a", a) + bar("b", d) + bar("c", a) +
              "  A: {type: Revolute, between: [world, a], axis: -y, "
              "initial: {angle: 40 deg, rate: 12}}\n"
              "  B: {type: Revolute, between: [a.tip, b], axis: -y, guess: {angle: -70 deg}}\n"
              "  C: {type: Revolute, between: [b.tip, c.tip], axis: -y}\n"
              "  D: {type: Revolute, between: [world, c], origin: {at: [0.8, 0, 0]}, axis: -y, "
              "guess: {angle: -70 deg}}\n",
          3, {"A.angle", "D.angle"});
  // The energy goes up and down by some tens of its largest step's error near each crossing, where
  // a crank turns eleven times as fast as the other one.
  expect_energy_kept(r, 10 * GetParam().tolerance);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double alpha = r.values("A.angle")[k], delta = r.values("D.angle")[k];
    ASSERT_NEAR(d * std::sin((delta + alpha) / 2), a * std::sin((delta - alpha) / 2), kBranch);
  }
}

// Shortest and longest bar together are as long as the other two (0.2 + 0.9 = 0.6 + 0.5): in line
// the four-bar may open either way.
TEST_P(SingularPositions, AFourBarPassesItsChangePointWithItsEnergy) {
  const Results r =
      run(bar("a", 0.2) + bar("b", 0.6) + bar("c", 0.5) +
              "  A: {type: Revolute, between: [world, a], axis: -y, "
              "initial: {angle: 150 deg, rate: 6}}\n"
              "  B: {type: Revolute, between: [a.tip, b], axis: -y, guess: {angle: -150 deg}}\n"
              "  C: {type: Revolute, between: [b.tip, c.tip], axis: -y}\n"
              "  D: {type: Revolute, between: [world, c], origin: {at: [0.9, 0, 0]}, axis: -y, "
              "guess: {angle: 150 deg}}\n",
          2, {"A.angle", "D.angle"});
  expect_energy_kept(r, GetParam().tolerance);
}

// The same, let go in line and at rest: which way it goes is open, its energy is not.
TEST_P(SingularPositions, AFourBarIsReleasedInLine) {
  const Results r =
      run(bar("a", 0.2) + bar("b", 0.6) + bar("c", 0.5) +
              "  A: {type: Revolute, between: [world, a], axis: -y, "
              "initial: {angle: 180 deg, rate: 0}}\n"
              "  B: {type: Revolute, between: [a.tip, b], axis: -y, guess: {angle: -180 deg}}\n"
              "  C: {type: Revolute, between: [b.tip, c.tip], axis: -y}\n"
              "  D: {type: Revolute, between: [world, c], origin: {at: [0.9, 0, 0]}, axis: -y, "
              "guess: {angle: 180 deg}}\n",
          2, {"A.angle"});
  // Which way it goes is open until g = l φ²/2 is more than what counts as on the constraint, 2e-14
  // m: with l from 0.1 m on that is 6e-7 rad, over which the weights (13 N m in all about their
  // pins) do work of neither way [J].
  constexpr double kUnmarked = 8e-6;
  const std::vector<double>& total = r.values("system.energy.total");
  const std::vector<double>& kinetic = r.values("system.energy.kinetic");
  const double largest = *std::max_element(kinetic.begin(), kinetic.end());
  EXPECT_GT(largest, 0.1);  // it moves, one way or the other
  for (const double e : total) {
    EXPECT_LE(std::abs(e - total.front()),
              std::max(kPart * GetParam().tolerance * largest, kUnmarked));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Tolerances, SingularPositions,
    ::testing::Values(Case{"recursive", 1e-7}, Case{"recursive", 1e-9}, Case{"recursive", 1e-10},
                      Case{"recursive", 1e-11}, Case{"augmented", 1e-8}, Case{"augmented", 1e-10},
                      Case{"recursive", 1e-8, SolverMethod::cvode},
                      Case{"recursive", 1e-8, SolverMethod::ida},
                      Case{"recursive", 1e-8, SolverMethod::radau},
                      Case{"augmented", 1e-8, SolverMethod::radau5}),
    [](const auto& info) {
      return std::string(name_of(info.param.solver)) + info.param.formulation + "At1eMinus" +
             std::to_string(static_cast<int>(std::lround(-std::log10(info.param.tolerance))));
    });

/// Implicit methods, for which dopri5 takes the steps there.
struct ImplicitCase {
  SolverMethod solver;
  const char* formulation;
  double tolerance;
};
class ImplicitSingularPositions : public ::testing::TestWithParam<ImplicitCase> {};

// Of problem A02 (Gonzalez et al. 2006): the cranks stay parallel, so the angle is that of a
// pendulum, by mpmath's Taylor series with 20 digits (cases/n_four_bar_2.yaml). They come into line
// five times in 5 s.
TEST_P(ImplicitSingularPositions, TwoFourBarWindowsGoThroughThem) {
  const auto [solver, formulation, tolerance] = GetParam();
  Diagnostics diagnostics;
  Model model = load_model(HOLON_SOURCE_DIR "/examples/n_four_bar.yaml", builtin_catalogue(),
                           {.overrides = {"N=2"}}, diagnostics);
  diagnostics.throw_if_errors();
  model.simulate.until = 5;
  model.simulate.interval = 1;
  model.simulate.tolerance = tolerance;
  model.simulate.solver = solver;
  if (std::string(formulation) == "augmented") {
    model.simulate.formulation = Formulation::augmented;
  }
  const System system = make_system(model);
  const Results r = simulate(system, model.simulate,
                             {"ground[0].angle", "system.energy.total", "system.energy.kinetic"});
  constexpr double kAngles[] = {0,
                                3.3378708031050977,
                                6.3410333613123315,
                                10.006351828768754,
                                12.684259593513971,
                                16.654353486653484};
  // dopri5 errs by 250 tolerances, and cvode at 1e-10 by 410 in the angle and 930 in the energy
  // where the one equation of motion is all that it solves, without a loss of rank; it begins anew
  // behind each of five here.
  constexpr double kPassed = 2000;
  for (std::size_t k = 0; k < std::size(kAngles); ++k) {
    EXPECT_NEAR(r.values("ground[0].angle")[k], kAngles[k], kPassed * tolerance);
    EXPECT_NEAR(r.values("system.energy.total")[k], r.values("system.energy.total")[0],
                kPassed * tolerance * r.values("system.energy.kinetic")[1]);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Solvers, ImplicitSingularPositions, ::testing::ValuesIn([] {
      std::vector<ImplicitCase> cases;
      for (const SolverMethod solver :
           {SolverMethod::cvode, SolverMethod::ida, SolverMethod::radau, SolverMethod::radau5})
        for (const char* formulation : {"recursive", "augmented"})
          for (const double tolerance : {1e-6, 1e-8, 1e-10})
            cases.push_back({solver, formulation, tolerance});
      return cases;
    }()),
    [](const auto& info) {
      return std::string(name_of(info.param.solver)) + info.param.formulation + "At1eMinus" +
             std::to_string(static_cast<int>(std::lround(-std::log10(info.param.tolerance))));
    });

}  // namespace
}  // namespace holon
