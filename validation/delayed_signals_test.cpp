// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Delays of continuous signals: delay differential equations against closed forms, and against the
// method of steps as a system of ordinary equations, solved in long double.
#include <gtest/gtest.h>

#include <cmath>

#include "holon/base/errors.h"
#include "holon/catalogue/builtin.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"
#include "reference.h"

namespace holon {
namespace {

using test::Real;
using test::RealVector;

Results run_delayed(const std::string& text, const std::vector<std::string>& outputs,
                    const SimulateSettings& settings, RunSummary* summary = nullptr) {
  Diagnostics diagnostics;
  Model model = load_model_text("holon: 1\n" + text, builtin_catalogue(), {}, diagnostics);
  diagnostics.throw_if_errors();
  const System system = make_system(model);
  SimulateSettings all = settings;
  all.engine = EngineChoice::tape;
  Results rows;
  Simulation simulation(system, all);
  simulation.record(rows, outputs, RowSchedule::from(all));
  const RunSummary& s = simulation.run();
  if (summary) *summary = s;
  return rows;
}

std::string errors_of(const std::string& text) {
  Diagnostics diagnostics;
  const Model model = load_model_text("holon: 1\n" + text, builtin_catalogue(), {}, diagnostics);
  try {
    diagnostics.throw_if_errors();
    make_system(model);
  } catch (const InputError& error) {
    return error.diagnostics().to_string();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no error";
}

const char* const kDecay = R"yaml(
parts:
  p:
    type: Equations
    inputs: {late: d.output}
    states: {x: {initial: 1, der: -late}}
  d: {type: Delay, input: p.x, time: 1 s}
)yaml";

/// x' = −x(t − 1), 1 up to the start: in [n − 1, n] a polynomial of degree n,
/// Σ (−1)^k (t − k + 1)^k / k!, k = 0 … n (R. D. Driver, Ordinary and Delay Differential Equations,
/// 1977).
double decay(double t) {
  double sum = 1, factor = 1;
  for (int k = 1; k <= std::floor(t) + 1; ++k) {
    factor *= -1.0 / k;
    sum += factor * std::pow(t - (k - 1), k);
  }
  return sum;
}

TEST(DelayedSignals, AreThoseOfTheMethodOfStepsInEverySolver) {
  struct Case {
    SolverMethod solver;
    double error;
  };
  // Of tolerance 1e-9: what some dozens of steps add up to; of rk4 h⁴/120 and its cubic polynomial.
  for (const auto& [solver, error] :
       {Case{SolverMethod::dopri5, 1e-8}, Case{SolverMethod::automatic, 1e-8},
        Case{SolverMethod::cvode, 1e-8}, Case{SolverMethod::cvode_adams, 1e-8},
        Case{SolverMethod::ida, 1e-8}, Case{SolverMethod::radau5, 1e-8},
        Case{SolverMethod::rk4, 1e-8}}) {
    SimulateSettings settings{.until = 6, .interval = 0.125, .solver = solver};
    if (solver == SolverMethod::rk4) {
      settings.step = 0.01;
    } else {
      settings.tolerance = 1e-9;
    }
    const Results r = run_delayed(kDecay, {"p.x", "d.output"}, settings);
    ASSERT_EQ(r.row_count(), 49u);
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      const double t = r.values("time")[k];
      EXPECT_NEAR(r.values("p.x")[k], decay(t), error)
          << t << " solver " << static_cast<int>(solver);
      EXPECT_NEAR(r.values("d.output")[k], t < 1 ? 1 : decay(t - 1), error) << t;
    }
  }
}

TEST(DelayedSignals, HaveTheOrderOfTheMethod) {
  // dopri5 keeps its order 5: ten times the accuracy takes 10^(1/5) times the steps.
  RunSummary coarse, fine;
  const SimulateSettings settings{.until = 6, .solver = SolverMethod::dopri5, .tolerance = 1e-6};
  run_delayed(kDecay, {"p.x"}, settings, &coarse);
  SimulateSettings finer = settings;
  finer.tolerance = 1e-11;
  const Results r = run_delayed(kDecay, {"p.x"}, finer, &fine);
  EXPECT_NEAR(r.values("p.x").back(), decay(6), 1e-10);
  EXPECT_LT(fine.status.steps.steps, 12 * coarse.status.steps.steps);
  // The corner at the start comes out of the delay at 1, 2, … s, smoother each time.
  EXPECT_LE(coarse.status.steps.rejections, 2);
}

TEST(DelayedSignals, OscillateForeverAtTheLimitOfStability) {
  // x' = −a x(t − τ) with a τ = π/2 has the solution cos(a t); less decays, more grows.
  const auto oscillator = [](const std::string& gain) {
    return R"yaml(
parameters: {tau: 0.5 s, a: )yaml" +
           gain + R"yaml(/tau}
parts:
  p:
    type: Equations
    inputs: {late: d.output}
    states: {x: {initial: 1, der: -a*late}}
  d: {type: Delay, input: p.x, time: tau, initial: "cos(1 [rad]*a*time)"}
)yaml";
  };
  const SimulateSettings settings{.until = 40, .interval = 0.1, .tolerance = 1e-10};
  const Results r = run_delayed(oscillator("pi/2"), {"p.x"}, settings);
  for (std::size_t k = 0; k < r.row_count(); ++k)
    EXPECT_NEAR(r.values("p.x")[k], std::cos(M_PI * r.values("time")[k]), 1e-7);
  const auto late = [&](const std::string& gain) {
    const Results rows = run_delayed(oscillator(gain), {"p.x"}, settings);
    double most = 0;
    for (std::size_t k = 350; k < rows.row_count(); ++k)
      most = std::max(most, std::abs(rows.values("p.x")[k]));
    return most;
  };
  EXPECT_LT(late("1.5"), 0.2);
  EXPECT_GT(late("1.65"), 5);
}

TEST(DelayedSignals, OfMackeyAndGlassFollowTheMethodOfSteps) {
  // M. C. Mackey, L. Glass, Oscillation and chaos in physiological control systems, Science 197
  // (1977) 287–289, with their β = 0.2, γ = 0.1, n = 10 and τ = 17. With y_j(s) = x(s + j τ) it is
  // a system of ordinary equations, each of which needs the one before it.
  const Results r = run_delayed(R"yaml(
parts:
  blood:
    type: Equations
    inputs: {late: d.output}
    states: {x: {initial: 1.2, der: "0.2*late/(1 + late^10) - 0.1*x"}}
  d: {type: Delay, input: blood.x, time: 17 s}
)yaml",
                                {"blood.x"}, {.until = 136, .interval = 1.7, .tolerance = 1e-11});
  constexpr int kPieces = 8;
  const auto rhs = [](Real late, Real x) {
    return Real(0.2L) * late / (1 + std::pow(late, Real(10))) - Real(0.1L) * x;
  };
  std::vector<Real> expected{1.2L};
  RealVector starts;
  std::vector<double> times;
  for (int k = 0; k <= 10; ++k) times.push_back(1.7 * k);
  for (int piece = 0; piece < kPieces; ++piece) {
    starts.push_back(expected.back());
    const auto rows = test::solve_reference(
        [&](Real, const RealVector& y) {
          RealVector rates;
          for (std::size_t j = 0; j < y.size(); ++j)
            rates.push_back(rhs(j == 0 ? Real(1.2L) : y[j - 1], y[j]));
          return rates;
        },
        starts, times);
    for (std::size_t k = 1; k < rows.size(); ++k) expected.push_back(rows[k].back());
  }
  ASSERT_EQ(r.row_count(), expected.size());
  // Errors grow by half over this time.
  for (std::size_t k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(r.values("blood.x")[k], static_cast<double>(expected[k]), 1e-8) << k;
}

TEST(DelayedSignals, KeepTheirJumps) {
  // A step at 1 s, 0.7 s later, and that once more 0.3 s later; steps end at them.
  const Results r =
      run_delayed(R"yaml(
parts:
  step: {type: Switch, condition: "time > 1 [s]", then: 2, else: 0}
  once: {type: Delay, input: step.output, time: 0.7 s}
  twice: {type: Delay, input: once.output, time: 0.3 s}
  sum: {type: Integrator, input: once.output + 10*twice.output}
)yaml",
                  {"once.output", "twice.output", "sum.output"}, {.until = 3, .tolerance = 1e-10});
  int jumps = 0;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k], sum = r.values("sum.output")[k];
    EXPECT_NEAR(sum, 2 * std::max(0.0, t - 1.7) + 20 * std::max(0.0, t - 2.0), 1e-12) << t;
    if (k == 0) continue;
    const double jump = r.values("once.output")[k] - r.values("once.output")[k - 1];
    if (jump == 0) continue;
    ++jumps;
    EXPECT_EQ(jump, 2);
    EXPECT_EQ(t, r.values("time")[k - 1]);
    EXPECT_NEAR(t, 1.7, 1e-15);
  }
  EXPECT_EQ(jumps, 1);
}

TEST(DelayedSignals, BeginWithWhatIsSaidOfThemOrTheirFirstValue) {
  const Results r = run_delayed(R"yaml(
parts:
  a: {type: Delay, input: "3 + time/1 [s]", time: 0.5 s}
  b: {type: Delay, input: "3 + time/1 [s]", time: 0.5 s, initial: 7}
  c: {type: Delay, input: "time", time: 0.5 s, initial: 2*time}
  d: {type: Delay, input: a.output, time: 0.25 s}
)yaml",
                                {"a.output", "b.output", "c.output", "d.output"},
                                {.until = 1, .interval = 0.125});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k], late = t - 0.5;
    EXPECT_NEAR(r.values("a.output")[k], 3 + std::max(0.0, late), 1e-14) << t;
    EXPECT_NEAR(r.values("b.output")[k], late < 0 ? 7 : 3 + late, 1e-14) << t;
    EXPECT_NEAR(r.values("c.output")[k], late < 0 ? 2 * late : late, 1e-14) << t;
    EXPECT_NEAR(r.values("d.output")[k], 3 + std::max(0.0, late - 0.25), 1e-14) << t;
  }
}

TEST(DelayedSignals, OfAMeasurementMakeAControllerSwing) {
  // A trolley that a PD controller brings to 1 m sees its place late: m x" = −k x − c x' + kp (1 −
  // x(t − τ)). In y_j as above, up to 3 τ.
  const Results r =
      run_delayed(R"yaml(
parts:
  trolley: {type: PointMass, mass: 1 kg}
  rail: {type: Prismatic, between: [world, trolley], axis: x, damping: 2 N s/m, force: "10 [N/m]*(1 [m] - seen.output)"}
  seen: {type: Delay, input: rail.position, time: 0.4 s}
)yaml",
                  {"rail.position"}, {.until = 1.2, .interval = 0.04, .tolerance = 1e-11});
  std::vector<Real> expected{0};
  RealVector starts;
  std::vector<double> times;
  for (int k = 0; k <= 10; ++k) times.push_back(0.04 * k);
  Real place = 0, speed = 0;
  for (int piece = 0; piece < 3; ++piece) {
    starts.push_back(place);
    starts.push_back(speed);
    const auto rows = test::solve_reference(
        [&](Real, const RealVector& y) {
          RealVector rates;
          for (std::size_t j = 0; j < y.size(); j += 2) {
            rates.push_back(y[j + 1]);
            rates.push_back(-2 * y[j + 1] + 10 * (1 - (j == 0 ? Real(0) : y[j - 2])));
          }
          return rates;
        },
        starts, times);
    for (std::size_t k = 1; k < rows.size(); ++k) expected.push_back(rows[k][rows[k].size() - 2]);
    place = rows.back()[starts.size() - 2];
    speed = rows.back()[starts.size() - 1];
  }
  ASSERT_EQ(r.row_count(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(r.values("rail.position")[k], static_cast<double>(expected[k]), 1e-9) << k;
}

/// A count of ticks is n(t) = floor(10 t) + 1: seven from 0.6 s on, and behind the delay from
/// 0.6 s + delay on, once. A comparison at the value itself allows no rounding error.
TEST(DelayedSignals, OfHeldValuesKeepTheirBits) {
  constexpr double kRoundings = 1e-12 * 5;  // of instants, in the duration of the run [s]
  for (const double delay : {0.33, 0.3})
    for (const SolverMethod solver : {SolverMethod::dopri5, SolverMethod::rk4, SolverMethod::cvode,
                                      SolverMethod::ida, SolverMethod::radau}) {
      SimulateSettings settings;
      settings.until = 5;
      settings.interval = 0.01;
      settings.solver = solver;
      if (solver == SolverMethod::rk4) settings.step = 1e-3;
      const Results r = run_delayed(R"(
parts:
  a: {type: Equations, sample: 0.1 s, discrete: {n: {initial: 0, next: "n + 1"}}}
  d: {type: Delay, input: a.n, time: )" +
                                        std::to_string(delay) + R"m( s}
  J: {type: Integrator, input: "if(d.output >= 7, 1, 0)"}
  m: {type: Equations, discrete: {seven: {initial: 0}}, when: [{condition: "d.output >= 7", reset: {seven: "seven + 1"}}]}
)m",
                                    {"d.output", "J.output", "m.seven"}, settings);
      for (const double value : r.values("d.output")) EXPECT_EQ(value, std::round(value));
      EXPECT_EQ(r.values("m.seven").back(), 1) << static_cast<int>(solver) << " " << delay;
      EXPECT_NEAR(r.values("J.output").back(), 5 - 0.6 - delay, kRoundings)
          << static_cast<int>(solver);
    }
}

TEST(DelayedSignals, SayWhatIsWrong) {
  const std::string derivative = errors_of(R"yaml(
parts:
  a: {type: Delay, input: "sin(2 [rad/s]*time)", time: 0.5 s}
  b: {type: Limiter, input: "der(a.output)", limits: [-1, 1]}
  c: {type: Integrator, input: b.output}
)yaml");
  EXPECT_NE(derivative.find("'a.output' is a delayed signal"), std::string::npos) << derivative;
  EXPECT_NE(derivative.find("delay the derivative instead"), std::string::npos) << derivative;
  const std::string both =
      errors_of("parts: {a: {type: Delay, input: time, time: 1 s, sample: 1 s}}");
  EXPECT_NE(both.find("a Delay needs a 'time', or a 'sample'"), std::string::npos) << both;
  const std::string ticks =
      errors_of("parts: {a: {type: Delay, input: time, time: 1 s, ticks: 3}}");
  EXPECT_NE(ticks.find("'ticks' has no effect"), std::string::npos) << ticks;
}

}  // namespace
}  // namespace holon
