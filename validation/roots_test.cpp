// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Roots of equations that move: each run follows the one that it began with.
#include <algorithm>
#include <cmath>

#include "model_text.h"

namespace holon {
namespace {

using test::run;

const char* const kTightSolvers[] = {"dopri5, tolerance: 1e-10", "cvode, tolerance: 1e-10",
                                     "ida, tolerance: 1e-10",    "radau5, tolerance: 1e-10",
                                     "radau, tolerance: 1e-10",  "auto, tolerance: 1e-10",
                                     "rk4, step: 10 ms"};

std::string equation(const std::string& guess, const std::string& text, const std::string& input,
                     const std::string& simulate, const std::string& initial = "0") {
  return "parts:\n  e: {type: Equations, unknowns: {w: {guess: " + guess + ", equation: \"" + text +
         "\"}}}\n  x: {type: Integrator, input: \"" + input + "\", initial: " + initial +
         "}\nsimulate: {" + simulate + "}\n";
}

/// sin(w - t) = 0 has roots at t + k pi. That of the start is t, however long steps are, and
/// whether derivatives need it or rows alone.
TEST(Roots, AreFollowed) {
  for (const char* solver : kTightSolvers) {
    for (const char* input : {"e.w/1 [s]", "1/1 [s]"}) {
      const Results r = run(equation("0", "sin(e.w - time/1 [s])", input,
                                     std::string("until: 20 s, interval: 2 s, solver: ") + solver),
                            {"e.w"});
      ASSERT_EQ(r.row_count(), 11u);
      for (std::size_t k = 0; k < 11; ++k)
        EXPECT_NEAR(r.values("e.w")[k], 2.0 * static_cast<double>(k), 1e-12 * 20) << solver;
    }
  }
}

/// A kink of the root is none of its ends: w = |t - 1|, w = max(0, t - 1).
TEST(Roots, MayHaveKinks) {
  for (const char* law : {"abs(time/1 [s] - 1)", "max(0, time/1 [s] - 1)"}) {
    const Results r =
        run(equation("0", std::string("e.w + 0.1*e.w^3 - ") + law + " - 0.1*(" + law + ")^3",
                     "e.w/1 [s]", "until: 3 s, interval: 0.25 s"),
            {"e.w"});
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      const double t = r.values("time")[k];
      const double w = law[0] == 'a' ? std::abs(t - 1) : std::max(0.0, t - 1);
      EXPECT_NEAR(r.values("e.w")[k], w, 1e-12) << law;
    }
  }
}

/// Of 6 springs in 3 points the one that moves with px, py, pz: see shared/repro/moving_root.yaml.
/// Reference: Newton's method from 0 on in steps of 1 ms (Python), and Simpson's rule.
const char* const kSprings = R"yaml(parts:
  node:
    type: Equations
    inputs: {px: "0.2 - 0.8*time/1 [s]", py: "-0.2", pz: "0.18 + 0.35*time/1 [s]"}
    unknowns:
      x: {guess: 0.1, equation: "a*(x - 0.3) + b*x + c*(x - px)"}
      y: {guess: -0.2, equation: "a*y + b*y + c*(y - py)"}
      z: {guess: 0.2, equation: "a*z + b*(z - 0.3) + c*(z - pz)"}
    outputs:
      a: "20*(1 - 0.1/sqrt((x - 0.3)^2 + y^2 + z^2))"
      b: "20*(1 - 0.1/sqrt(x^2 + y^2 + (z - 0.3)^2))"
      c: "40*(1 - 0.1/sqrt((x - px)^2 + (y - py)^2 + (z - pz)^2))"
  way: {type: Integrator, input: "node.x/1 [s]"}
simulate: {until: 0.5 s, interval: 0.1 s, solver: )yaml";

TEST(Roots, OfSpringsThatMeetInAPoint) {
  const double x[] = {0.165666355718, 0.144944834903, 0.118140145375,
                      0.082341044256, 0.040075289871, -0.006724143304};
  const double z[] = {0.161156224946, 0.167196739769, 0.177804916337,
                      0.192005505679, 0.208375046223, 0.227336531376};
  for (const char* solver : kTightSolvers) {
    const Results r =
        run(kSprings + std::string(solver) + "}\n", {"node.x", "node.z", "way.output"});
    ASSERT_EQ(r.row_count(), 6u);
    for (std::size_t k = 0; k < 6; ++k) {
      EXPECT_NEAR(r.values("node.x")[k], x[k], 1e-10) << solver;
      EXPECT_NEAR(r.values("node.z")[k], z[k], 1e-10) << solver;
    }
    EXPECT_NEAR(r.values("way.output").back(), 0.046720982013, 1e-8) << solver;
  }
}

/// w^2 = 1 - t ends at t = 1.
TEST(Roots, FoldIsNamed) {
  for (const char* solver : {"dopri5", "cvode", "ida"}) {
    try {
      run(equation("1", "e.w^2 - (1 - time/1 [s])", "e.w/1 [s]",
                   std::string("until: 2 s, solver: ") + solver),
          {"e.w"});
      FAIL() << "runs";
    } catch (const RunError& error) {
      EXPECT_NEAR(error.data().time, 1, 1e-6);
      EXPECT_MESSAGE(std::string(error.what()), "e.w");
    }
  }
}

struct Watch : RunObserver {
  bool go_on(const RunStatus&) override { return true; }
  void note(const std::string& text) override { notes += text + "\n"; }
  std::string notes;
};

/// Where rows alone need it they show nan from there on, and a note says why.
TEST(Roots, FoldOfWhatOnlyRowsNeedIsANote) {
  Diagnostics diagnostics;
  Model model = test::load(
      equation("1", "e.w^2 - (1 - time/1 [s])", "1/1 [s]", "until: 2 s, interval: 0.25 s"),
      diagnostics);
  diagnostics.throw_if_errors();
  model.simulate.engine = EngineChoice::tape;
  const System system = make_system(model);
  Simulation simulation(system, model.simulate);
  Results r;
  Watch watch;
  simulation.set_observer(&watch);
  simulation.record(r, {"e.w"}, RowSchedule::from(model.simulate));
  simulation.run();
  EXPECT_MESSAGE(watch.notes, "the root 'e.w' ends at t = 1 s");
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k];
    if (t < 1) EXPECT_NEAR(r.values("e.w")[k], std::sqrt(1 - t), 1e-12);
    if (t > 1) EXPECT_TRUE(std::isnan(r.values("e.w")[k]));
  }
}

/// sin y + (y - 3 t)/2 = 0 has a fold where cos y = -1/2, at t = (2 pi/3 + sqrt 3)/3, and more of
/// them behind. Which rows show nan, and the note, are the same whatever the steps.
TEST(Roots, RowsBehindAFoldDoNotDependOnTheSolver) {
  std::vector<bool> first;
  for (const char* solver :
       {"dopri5", "auto", "radau5", "cvode", "cvode_adams", "ida", "rk4, step: 0.01"}) {
    for (const double interval : {0.25, 2.0}) {
      Diagnostics diagnostics;
      Model model = test::load(
          "parts:\n  e: {type: Equations, unknowns: {y: {guess: 0, equation: \"sin(y) + (y - "
          "3*time/1 [s])*0.5\"}}}\nsimulate: {until: 10 s, interval: " +
              std::to_string(interval) + ", solver: " + solver + "}\n",
          diagnostics);
      diagnostics.throw_if_errors();
      model.simulate.engine = EngineChoice::tape;
      const System system = make_system(model);
      Simulation simulation(system, model.simulate);
      Results r;
      Watch watch;
      simulation.set_observer(&watch);
      simulation.record(r, {"e.y"}, RowSchedule::from(model.simulate));
      simulation.run();
      EXPECT_MESSAGE(watch.notes, "the root 'e.y' ends at t = 1.27548 s") << solver << interval;
      std::vector<bool> has_solution;
      for (std::size_t k = 0; k < r.row_count(); ++k) {
        const double t = r.values("time")[k], y = r.values("e.y")[k];
        if (std::fmod(t, 2) == 0) has_solution.push_back(!std::isnan(y));
        if (t < 1.275 || !std::isnan(y))
          EXPECT_NEAR(std::sin(y) + (y - 3 * t) * 0.5, 0, 1e-11) << solver << " at " << t;
        if (t < 1.275) EXPECT_LT(y, 2 * std::numbers::pi / 3) << solver << " at " << t;
      }
      if (first.empty()) first = has_solution;
      EXPECT_EQ(has_solution, first) << solver << interval;
    }
  }
}

/// x' = -w, w^2 = x: x = (1 - t/2)^2 until both are zero at t = 2, where the root ends with a
/// derivative of zero. A run crept there without a word.
TEST(Roots, DoubleRootIsNamed) {
  try {
    run(equation("1", "e.w^2 - x.output*1 [1/s]", "-e.w*1 [1/s]", "until: 4 s, solver: dopri5",
                 "1"),
        {"e.w"});
    FAIL() << "runs";
  } catch (const RunError& error) {
    EXPECT_NEAR(error.data().time, 2, 1e-3);
    EXPECT_MESSAGE(std::string(error.what()), "e.w");
  } catch (const InputError& error) {
    FAIL() << error.diagnostics().to_string({});
  }
}

/// p - 2e12 q = 1e5 (1 + t), q = 1e-13 (3e7 - p): 1.2 p = 1e5 (1 + t) + 6e6.
TEST(Roots, OfLinearEquationsMayBeInUnitsOfDifferentSize) {
  const Results r = run(R"m(parts:
  e:
    type: Equations
    unknowns:
      p: {equation: "p - 2e12*q - 1e5*(1 + time/1 [s])", guess: 0}
      q: {equation: "q - 1e-13*(3e7 - p)", guess: 0}
simulate: {until: 1 s, interval: 1 s}
)m",
                        {"e.p", "e.q"});
  ASSERT_EQ(r.row_count(), 2u);
  for (std::size_t k = 0; k < 2; ++k) {
    const double p = (6e6 + 1e5 * (1.0 + static_cast<double>(k))) / 1.2;
    EXPECT_NEAR(r.values("e.p")[k], p, 1e-12 * p);
    EXPECT_NEAR(r.values("e.q")[k], 1e-13 * (3e7 - p), 1e-12 * 1e-13 * 3e7);
  }
}

/// The same with q = (p - 1e5)/2e12: singular in any unit.
TEST(Roots, OfLinearEquationsThatAreTheSameAreRefused) {
  EXPECT_MESSAGE(test::errors_in(R"m(parts:
  e:
    type: Equations
    unknowns:
      p: {equation: "p - 2e12*q - 1e5", guess: 0}
      q: {equation: "q - (p - 1e5)/2e12", guess: 0}
  x: {type: Integrator, input: e.p}
)m"),
                 "algebraic loop without a solution");
}

}  // namespace
}  // namespace holon
