// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "holon/base/errors.h"
#include "holon/simulate/simulation.h"
#include "holon/system/symbols.h"
#include "holon/system/system_builder.h"

namespace holon {
namespace {

/// A System under construction, with short words for it.
struct StiffDraft {
  std::shared_ptr<Symbols> symbols = std::make_shared<Symbols>();
  SystemBuilder builder{symbols};
  Expr state(const std::string& name, double initial, double nominal = 1) {
    const Expr x = builder.add_state({.name = name, .nominal = nominal}, {initial})[0];
    builder.define_output({.name = name, .is_main = true}, std::vector<Expr>{x});
    return x;
  }
};

struct Outcome {
  Results rows;
  RunSummary summary;
  double end(const std::string& name) const { return rows.values(name).back(); }
};

Outcome run_stiff(const System& system, SimulateSettings settings) {
  Outcome r;
  settings.engine = EngineChoice::tape;
  Simulation simulation(system, settings);
  simulation.record(r.rows, {}, RowSchedule::from(settings));
  r.summary = simulation.run();
  return r;
}

// Robertson's reactions; the states' nominal values are their sizes.
System make_robertson() {
  StiffDraft d;
  const Expr a = d.state("a", 1), b = d.state("b", 0, 1e-5), c = d.state("c", 0);
  const Expr first = 0.04 * a, second = 3e7 * b * b, third = 1e4 * b * c;
  d.builder.set_derivative(a, third - first);
  d.builder.set_derivative(b, first - third - second);
  d.builder.set_derivative(c, second);
  return d.builder.build("Robertson");
}

// x'' = mu (1 - x²) x' - x
System make_relaxation_oscillator(double mu) {
  StiffDraft d;
  const Expr x = d.state("x", 2), v = d.state("v", 0);
  d.builder.set_derivative(x, v);
  d.builder.set_derivative(v, mu * (1 - x * x) * v - x);
  return d.builder.build("van der Pol");
}

// High irradiance responses of photomorphogenesis (Schäfer 1975), Hairer and Wanner II, IV.10.
System make_hires() {
  StiffDraft d;
  std::vector<Expr> y;
  const double start[] = {1, 0, 0, 0, 0, 0, 0, 0.0057};
  for (int i = 0; i < 8; ++i) y.push_back(d.state("y" + std::to_string(i + 1), start[i], 1e-3));
  const Expr meets = 280 * y[5] * y[7];
  const Expr slopes[] = {-1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007,
                         1.71 * y[0] - 8.75 * y[1],
                         -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4],
                         8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3],
                         -1.745 * y[4] + 0.43 * y[5] + 0.43 * y[6],
                         -meets + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6],
                         meets - 1.81 * y[6],
                         -(meets - 1.81 * y[6])};
  for (std::size_t i = 0; i < 8; ++i) d.builder.set_derivative(y[i], slopes[i]);
  return d.builder.build("HIRES");
}

// Prothero and Robinson: x' = -rate (x - cos t) - sin t, so that x = cos t.
System make_prothero_robinson(double rate) {
  StiffDraft d;
  const Expr x = d.state("x", 1), t = d.symbols->time();
  d.builder.set_derivative(x, -rate * (x - cos(t)) - sin(t));
  return d.builder.build("Prothero and Robinson");
}

// A rod of n cells that is heated at one end: θ' = n² (θ left - 2 θ + θ right).
System make_rod(int n) {
  StiffDraft d;
  std::vector<Expr> x;
  for (int i = 0; i < n; ++i) x.push_back(d.state("x" + std::to_string(i), 0));
  for (int i = 0; i < n; ++i) {
    const Expr left = i > 0 ? x[static_cast<std::size_t>(i - 1)] : Expr(1.0);
    const Expr right = i + 1 < n ? x[static_cast<std::size_t>(i + 1)] : Expr(0.0);
    d.builder.set_derivative(
        x[static_cast<std::size_t>(i)],
        double(n + 1) * double(n + 1) * (left - 2 * x[static_cast<std::size_t>(i)] + right));
  }
  return d.builder.build("rod");
}

constexpr SolverMethod kBackward[] = {SolverMethod::cvode, SolverMethod::ida};

/// What backward differences add up over a run, in tolerances of every step's error.
constexpr double kSteps = 100;

// Mazzia, Magherini: Test Set for IVP Solvers (2008), reference solutions to 1e-14.
TEST(Stiff, BackwardDifferencesMeetTheReferenceOfRobertsonAtALateTime) {
  const System system = make_robertson();
  for (const SolverMethod solver : kBackward) {
    for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
      const Outcome r = run_stiff(system, {.until = 40, .solver = solver, .tolerance = tolerance});
      EXPECT_NEAR(r.end("a"), 0.7158270687194135, kSteps * tolerance) << tolerance;
      EXPECT_NEAR(r.end("b"), 9.185534764557338e-6, kSteps * tolerance * 1e-5) << tolerance;
      EXPECT_NEAR(r.end("c"), 0.2841637457458206, kSteps * tolerance) << tolerance;
      EXPECT_EQ(r.summary.solver, solver == SolverMethod::ida ? "ida" : "cvode");
    }
    const Outcome late = run_stiff(system, {.until = 1e11, .solver = solver, .tolerance = 1e-8});
    EXPECT_NEAR(late.end("c"), 0.9999999791665050, kSteps * 1e-8);
    EXPECT_LT(late.summary.status.steps.steps, 3000);
  }
}

TEST(Stiff, BackwardDifferencesMeetTheReferenceOfVanDerPol) {
  const System system = make_relaxation_oscillator(1000);
  for (const SolverMethod solver : kBackward) {
    for (const double tolerance : {1e-7, 1e-9}) {
      const Outcome r =
          run_stiff(system, {.until = 2000, .solver = solver, .tolerance = tolerance});
      // An error of the phase at the jumps is carried on along the slow arc.
      EXPECT_NEAR(r.end("x"), 1.706167732170469, 10 * kSteps * tolerance) << tolerance;
      EXPECT_NEAR(r.end("v"), -0.8928097010248125e-3, kSteps * tolerance) << tolerance;
    }
  }
}

TEST(Stiff, BackwardDifferencesMeetTheReferenceOfHires) {
  const double reference[] = {0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4,
                              0.1175651343283149e-2, 0.2386356198831331e-2, 0.6238968252742796e-2,
                              0.2849998395185769e-2, 0.2850001604814231e-2};
  for (const SolverMethod solver : kBackward) {
    const Outcome r =
        run_stiff(make_hires(), {.until = 321.8122, .solver = solver, .tolerance = 1e-9});
    for (int i = 0; i < 8; ++i)
      EXPECT_NEAR(r.end("y" + std::to_string(i + 1)), reference[i], kSteps * 1e-9 * 7e-3) << i;
  }
}

// The error goes with the tolerance, however stiff; no order is lost.
TEST(Stiff, TheErrorGoesWithTheToleranceHoweverStiffTheProblem) {
  for (const SolverMethod solver : kBackward) {
    for (const double rate : {1e2, 1e6}) {
      const System system = make_prothero_robinson(rate);
      for (const double tolerance : {1e-5, 1e-7, 1e-9}) {
        const Outcome r = run_stiff(
            system, {.until = 10, .interval = 0.1, .solver = solver, .tolerance = tolerance});
        double worst = 0;
        for (std::size_t k = 0; k < r.rows.row_count(); ++k)
          worst =
              std::max(worst, std::abs(r.rows.values("x")[k] - std::cos(r.rows.values("time")[k])));
        RecordProperty("error_per_tolerance", std::to_string(worst / tolerance));
        EXPECT_LT(worst, kSteps * tolerance) << rate;
        EXPECT_GT(worst, 1e-3 * tolerance) << rate;
      }
    }
  }
}

// Dense below 32 states, by KLU above: the same rod, once 20 and once 80 cells. It ends straight.
TEST(Stiff, SparseSystemsAreSolvedAsDenseOnes) {
  for (const auto& [solver, n] : {std::pair{SolverMethod::cvode, 20},
                                  {SolverMethod::cvode, 80},
                                  {SolverMethod::ida, 20},
                                  {SolverMethod::ida, 80}}) {
    const Outcome r = run_stiff(make_rod(n), {.until = 3, .solver = solver, .tolerance = 1e-9});
    for (int i = 0; i < n; ++i)
      EXPECT_NEAR(r.end("x" + std::to_string(i)), 1 - (i + 1.0) / (n + 1), kSteps * 1e-9) << i;
    const StepStatistics& s = r.summary.status.steps;
    EXPECT_LT(s.steps, 2400);  // a tenth of dopri5's for 80 cells, 3 · 4 · 81² / 3.3
    EXPECT_GT(s.jacobians, 0);
    EXPECT_GE(s.factorisations, s.jacobians);
  }
}

TEST(Stiff, AutoTakesAnImplicitMethodAndSaysSo) {
  const System system = make_relaxation_oscillator(1000);
  const Outcome automatic = run_stiff(system, {.until = 2000, .tolerance = 1e-7});
  EXPECT_NEAR(automatic.end("x"), 1.706167732170469, 10 * kSteps * 1e-7);
  EXPECT_EQ(automatic.summary.solver, "dopri5, radau and cvode");
  ASSERT_FALSE(automatic.summary.notes.empty());
  EXPECT_NE(automatic.summary.notes[0].find(
                "stability, not accuracy, limits the step: radau replaces dopri5"),
            std::string::npos);
  // dopri5 alone takes some 1.4 million: 3/4 µ² 2000/µ over its stability bound of 3.3 each.
  double best = std::numeric_limits<double>::infinity();
  for (const SolverMethod solver : {SolverMethod::cvode, SolverMethod::radau5})
    best = std::min(best, run_stiff(system, {.until = 2000, .solver = solver, .tolerance = 1e-7})
                              .summary.spent_operations);
  EXPECT_LT(automatic.summary.spent_operations, 1.5 * best);
}

TEST(Stiff, AutoGivesTheBitsOfDopri5WhereNothingIsStiffAndTheToleranceIsNotTight) {
  const System system = make_relaxation_oscillator(1);
  const Outcome automatic = run_stiff(system, {.until = 100, .tolerance = 1e-8});
  const Outcome dopri5 =
      run_stiff(system, {.until = 100, .solver = SolverMethod::dopri5, .tolerance = 1e-8});
  EXPECT_EQ(automatic.rows.values("x"), dopri5.rows.values("x"));
  EXPECT_EQ(automatic.summary.solver, "dopri5");
  EXPECT_TRUE(automatic.summary.notes.empty());
}

// x' = -rate(t) (x - cos t) - sin t is stiff only in the middle.
TEST(Stiff, AutoComesBackWhereTheProblemIsNoLongerStiff) {
  StiffDraft d;
  const Expr x = d.state("x", 1), fast = d.state("fast", 1), t = d.symbols->time();
  const Expr rate = 0.1 + 1e5 * exp(-0.25 * (t - 20) * (t - 20));
  d.builder.set_derivative(x, -rate * (x - cos(t)) - sin(t));
  d.builder.set_derivative(fast, cos(8 * t));
  const Outcome r =
      run_stiff(d.builder.build("stiff for a while"), {.until = 400, .tolerance = 1e-8});
  ASSERT_GE(r.summary.notes.size(), 2u);
  EXPECT_NE(r.summary.notes.front().find("radau replaces dopri5"), std::string::npos);
  const auto is_return = [](const std::string& note) {
    return note.find("dopri5 replaces") != std::string::npos;
  };
  EXPECT_TRUE(std::any_of(r.summary.notes.begin(), r.summary.notes.end(), is_return));
  EXPECT_NEAR(r.end("x"), std::cos(400), kSteps * 1e-8);
}

TEST(Stiff, RunsGiveTheSameBitsAgain) {
  const System system = make_relaxation_oscillator(1000);
  for (const SolverMethod solver :
       {SolverMethod::automatic, SolverMethod::cvode, SolverMethod::ida}) {
    const SimulateSettings settings{.until = 1500, .solver = solver, .tolerance = 1e-6};
    EXPECT_EQ(run_stiff(system, settings).rows.values("x"),
              run_stiff(system, settings).rows.values("x"));
  }
}

// A ball with a motion beside it that dies out: the bounces are found with every method.
TEST(Stiff, BouncesAreFoundInImplicitSteps) {
  for (const SolverMethod solver : {SolverMethod::cvode, SolverMethod::cvode_adams,
                                    SolverMethod::ida, SolverMethod::automatic}) {
    StiffDraft d;
    const Expr x = d.state("x", 1), v = d.state("v", 0), w = d.state("w", 1);
    d.builder.set_derivative(x, v);
    d.builder.set_derivative(v, -10.0);
    d.builder.set_derivative(w, -20 * w);
    d.builder.add_event({SystemEvent::Kind::reset, "bounce"}, relation(-x), {{v, -0.8 * v}});
    const Outcome r =
        run_stiff(d.builder.build("ball"), {.until = 2, .solver = solver, .tolerance = 1e-9});
    // Thrown up n times; the times of the bounces add up.
    const double fall = std::sqrt(0.2), first = fall, second = first + 2 * 0.8 * fall,
                 third = second + 2 * 0.64 * fall;
    EXPECT_EQ(r.summary.events, 6);  // a bounce is there and back
    const double speed = 0.512 * 10 * fall, s = 2 - third;
    EXPECT_NEAR(r.end("x"), speed * s - 5 * s * s, 1e3 * 1e-9);
    std::size_t at = 0;
    for (std::size_t k = 1; k < r.rows.row_count(); ++k)
      if (r.rows.values("time")[k] == r.rows.values("time")[k - 1] && at == 0) at = k;
    ASSERT_GT(at, 0u);
    EXPECT_NEAR(r.rows.values("time")[at], first, 1e-7);
  }
}

TEST(Stiff, ClocksDoNotStopImplicitMethods) {
  StiffDraft d;
  const Expr x = d.state("x", 0);
  const Expr held = d.builder.add_discrete({.name = "u"}, {0.0})[0];
  d.builder.set_derivative(x, 1000 * (held - x));
  d.builder.set_tick(held, d.symbols->time(), d.builder.add_clock({"c", 0.1}), true);
  const System system = d.builder.build("held");
  for (const SolverMethod solver : kBackward) {
    const Outcome r = run_stiff(system, {.until = 1.05, .solver = solver, .tolerance = 1e-8});
    EXPECT_EQ(r.summary.ticks, 11);
    EXPECT_NEAR(r.end("x"), 1.0, kSteps * 1e-8);
  }
}

// Ticks and what they switch lie between the steps of both methods.
TEST(Stiff, ClocksLeaveTheMethodOfAutoAsItIs) {
  StiffDraft d;
  const Expr x = d.state("x", 0);
  const Expr held = d.builder.add_discrete({.name = "u"}, {0.0})[0];
  d.builder.set_derivative(x, 1e5 * (held - x));
  d.builder.set_tick(held, d.symbols->time(), d.builder.add_clock({"c", 0.1}), true);
  const Outcome r = run_stiff(d.builder.build("held"), {.until = 4.05, .tolerance = 1e-8});
  // cvode, whose steps begin anew at each tick, is tried in vain.
  EXPECT_EQ(r.summary.solver, "dopri5, radau and cvode");
  EXPECT_LE(r.summary.notes.size(), 5u);
  EXPECT_EQ(r.summary.ticks, 41);
  EXPECT_NEAR(r.end("x"), 4.0, 4 * kSteps * 1e-8);
  EXPECT_LT(r.summary.status.steps.steps, 10'000);  // dopri5: 4.05 · 1e5 / 3.3
}

// Of what ticks only the gain stands in ∂f/∂x.
TEST(Stiff, RadauKeepsItsJacobianWhereATickLeavesItAsItIs) {
  for (const bool is_gain : {false, true}) {
    StiffDraft d;
    const Expr x = d.state("x", 0);
    const Expr held = d.builder.add_discrete({.name = "u"}, {0.5})[0];
    const Expr rate = is_gain ? 1000 + 100 * held : Expr(1000.0);
    d.builder.set_derivative(x, rate * ((is_gain ? Expr(1.0) : held) - x));
    d.builder.set_tick(held, sin(d.symbols->time()), d.builder.add_clock({"c", 0.1}), true);
    const Outcome r =
        run_stiff(d.builder.build("held"),
                  {.until = 10.05, .solver = SolverMethod::radau5, .tolerance = 1e-8});
    const std::int64_t ticks = r.summary.ticks, jacobians = r.summary.status.steps.jacobians;
    EXPECT_EQ(ticks, 101);
    if (is_gain) {
      EXPECT_GE(jacobians, ticks);
    } else {
      EXPECT_EQ(jacobians, 1);
    }
  }
}

TEST(Stiff, AnExplicitMethodsNominalValuesAreThoseOfTheStates) {
  // The same motion in units a million times smaller takes the same steps.
  const auto steps = [](double unit, SolverMethod solver) {
    StiffDraft d;
    const Expr x = d.state("x", unit, unit), v = d.state("v", 0, unit);
    d.builder.set_derivative(x, v);
    d.builder.set_derivative(v, -4 * x);
    return run_stiff(d.builder.build("oscillator"),
                     {.until = 10, .solver = solver, .tolerance = 1e-6})
        .summary.status.steps.steps;
  };
  for (const SolverMethod solver : {SolverMethod::dopri5, SolverMethod::cvode, SolverMethod::ida})
    EXPECT_EQ(steps(std::ldexp(1, 20), solver), steps(1, solver));
}

// Robertson's third reactant as an unknown: 0 = a + b + c - 1, and one that Newton's method finds.
TEST(Stiff, IdaKeepsUnknownsOfLoopsAsEquations) {
  StiffDraft d;
  const Expr a = d.state("a", 1), b = d.state("b", 0, 1e-5);
  auto graph = std::make_shared<Graph>();
  const Expr z = graph->symbol("z"), p = graph->symbol("p"), q = graph->symbol("q");
  const FunctionRef total = Function::make("total", graph, {{"z", {z}}, {"p", {p, q}}},
                                           {{"r", {exp(z) * (p + q + z - 1)}}});
  const Expr c = newton(total, std::vector<Expr>{0.0}, std::vector<Expr>{a, b})[0];
  const Expr first = 0.04 * a, second = 3e7 * b * b, third = 1e4 * b * c;
  d.builder.set_derivative(a, third - first);
  d.builder.set_derivative(b, first - third - second);
  d.builder.define_output({.name = "c", .is_main = true}, std::vector<Expr>{c});
  const System system = d.builder.build("Robertson");
  for (const double tolerance : {1e-6, 1e-8}) {
    const Outcome r =
        run_stiff(system, {.until = 40, .solver = SolverMethod::ida, .tolerance = tolerance});
    EXPECT_NEAR(r.end("a"), 0.7158270687194135, kSteps * tolerance) << tolerance;
    EXPECT_NEAR(r.end("b"), 9.185534764557338e-6, kSteps * tolerance * 1e-5) << tolerance;
    EXPECT_NEAR(r.end("c"), 0.2841637457458206, kSteps * tolerance) << tolerance;
  }
}

TEST(Stiff, AdamsRefusesWhatHasInvariants) {
  StiffDraft d;
  const std::vector<Expr> q = d.builder.add_state({.name = "top.orientation",
                                                   .components = {"w", "x", "y", "z"},
                                                   .kind = StateBlock::Kind::quaternion,
                                                   .size = 4},
                                                  {1.0, 0.0, 0.0, 0.0});
  for (const Expr e : q) d.builder.set_derivative(e, 0.0);
  try {
    run_stiff(d.builder.build("top"), {.until = 1, .solver = SolverMethod::cvode_adams});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("the unit quaternion 'top.orientation'"),
              std::string::npos);
  }
}

TEST(Stiff, AFailureNamesTheStateAndTheTime) {
  StiffDraft d;
  const Expr x = d.state("tank.level", 1);
  d.builder.set_derivative(x, x * x);
  try {
    run_stiff(d.builder.build("blow-up"), {.until = 2, .solver = SolverMethod::cvode});
    FAIL();
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("tank.level"), std::string::npos) << error.what();
    EXPECT_NEAR(error.data().time, 1, 1e-3);  // x = 1 / (1 - t)
  }
}

}  // namespace
}  // namespace holon
