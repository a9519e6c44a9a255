// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What is given as a table of time is met by every solver, however short it is.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "model_text.h"

namespace holon {
namespace {

using test::errors_in;
using test::load;

constexpr double kTolerance = 1e-8;

struct Ran {
  Results rows;
  RunSummary summary;
};

class TimeSeries : public ::testing::Test {
 protected:
  void write(const std::string& text) { std::ofstream(path_) << text; }
  void TearDown() override { std::filesystem::remove(path_); }
  std::string model(const std::string& rest) const { return "inputs: {u: " + path_ + "}\n" + rest; }

  static Ran run(const std::string& text, SimulateSettings settings,
                 const std::vector<std::string>& outputs) {
    Diagnostics diagnostics;
    const Model model = load(text, diagnostics);
    diagnostics.throw_if_errors();
    settings.engine = EngineChoice::tape;
    const bool is_fixed = settings.solver == SolverMethod::rk4;
    if (!is_fixed) settings.tolerance = kTolerance;
    if (is_fixed) settings.step = 0.005;
    const System system = make_system(model);
    Ran ran;
    Simulation simulation(system, settings);
    simulation.record(ran.rows, outputs, RowSchedule::from(settings));
    ran.summary = simulation.run();
    return ran;
  }

  const std::string path_ =
      (std::filesystem::temp_directory_path() / ("holon_series_" + std::to_string(::getpid())))
          .string() +
      ".csv";
};

constexpr SolverMethod kSolvers[] = {
    SolverMethod::automatic,   SolverMethod::dopri5, SolverMethod::rk4,   SolverMethod::cvode,
    SolverMethod::cvode_adams, SolverMethod::ida,    SolverMethod::radau5};

// A triangle of 100 N over 20 ms has an impulse of 1 N s.
constexpr const char* kPulse = "t [s], force [N]\n0, 0\n5, 0\n5.01, 100\n5.02, 0\n10, 0\n";
constexpr const char* kSlide = R"yaml(
parts:
  m: {type: PointMass, mass: 1 kg}
  r: {type: Prismatic, between: [world, m], axis: x, force: "u + 0 [N]"}
)yaml";

TEST_F(TimeSeries, AShortPulseGivesItsImpulseInEverySolver) {
  write(kPulse);
  for (const SolverMethod solver : kSolvers) {
    const Ran ran = run(model(kSlide), {.until = 10, .solver = solver}, {"r.speed", "r.position"});
    EXPECT_NEAR(ran.rows.values("r.speed").back(), 1, 10 * kTolerance) << ran.summary.solver;
    // From 5.02 s on at 1 m/s; within the pulse as if it all came in its middle. Way at 5 m.
    EXPECT_NEAR(ran.rows.values("r.position").back(), 4.99, 50 * kTolerance) << ran.summary.solver;
    EXPECT_LT(ran.summary.status.steps.steps, solver == SolverMethod::rk4 ? 2010 : 200);
  }
}

TEST_F(TimeSeries, ATableOfTimeIsResolvedAsWell) {
  const std::string text = R"yaml(
parameters: {rate: 2 1/s}
tunable: [rate]
parts:
  pulse: {type: Table, x: [10, 10.02, 10.04], values: [0 N, 100 N, 0 N]}
  m: {type: PointMass, mass: 1 kg}
  r: {type: Prismatic, between: [world, m], axis: x, force: "lookup(pulse, rate*time)"}
)yaml";
  for (const SolverMethod solver : kSolvers) {
    const Ran ran = run(text, {.until = 10, .solver = solver}, {"r.speed"});
    EXPECT_NEAR(ran.rows.values("r.speed").back(), 1, 10 * kTolerance) << ran.summary.solver;
  }
}

TEST_F(TimeSeries, AResponseToAStepOfMillimetresIsThatOfABookInEverySolver) {
  // x'' + 20 x' + 200 x = 200 u from rest. Behind a ramp of 0.1 s to 100 mm, with s = 10 t from its
  // beginning, x = 100 mm (1 + e^-s cos s - e^-(s-1) cos(s-1)), which is largest where
  // tan(s - π/4) = (1/e - cos 1) / sin 1.
  const double s = M_PI + std::atan((std::exp(-1) - std::cos(1)) / std::sin(1)) + M_PI / 4;
  const double most = 0.1 * (1 + std::exp(-s) * std::cos(s) - std::exp(1 - s) * std::cos(s - 1));
  std::string rows = "time, x [mm]\n";
  for (int k = 0; k <= 600; ++k) {
    const bool is_up = k >= 300 && k <= 305;
    rows += std::to_string(k / 10) + "." + std::to_string(k % 10) + (is_up ? ", 100\n" : ", 0\n");
  }
  write(rows);
  const std::string text = model(R"yaml(
parts:
  m: {type: PointMass, mass: 1 kg}
  r: {type: Prismatic, between: [world, m], axis: x, damping: 20 N s/m, force: "200 [N/m]*(u - r.position)"}
)yaml");
  for (const SolverMethod solver : kSolvers) {
    const Ran ran = run(text, {.until = 60, .interval = 0.01, .solver = solver}, {"r.position"});
    double largest = 0;
    for (const double x : ran.rows.values("r.position")) largest = std::max(largest, x);
    // Rows 10 ms apart miss the largest by up to |x''| (5 ms)² / 2, |x''| about 1 m/s².
    EXPECT_NEAR(largest, most, 1.5e-5) << ran.summary.solver;
  }
}

TEST_F(TimeSeries, AnIntegralOfStraightLinesIsExact) {
  // Trapezia: 0.5·1·1000 + 1·1000 + 0.5·1·(1000 + 3000) = 3500 over the first three seconds.
  write("t, u\n0, 0\n1, 1000\n2, 1000\n3, 3000\n");
  const std::string text = model(R"yaml(
parts: {sum: {type: Integrator, input: u}}
)yaml");
  for (const SolverMethod solver : {SolverMethod::automatic, SolverMethod::rk4}) {
    const Ran ran = run(text, {.until = 3, .solver = solver}, {"sum.output"});
    // Methods of order 4 and 5 integrate straight lines without an error: some hundred additions.
    EXPECT_NEAR(ran.rows.values("sum.output").back(), 3500, 3500 * 1e-13) << ran.summary.solver;
  }
  for (const SolverMethod solver :
       {SolverMethod::cvode, SolverMethod::cvode_adams, SolverMethod::ida}) {
    const Ran ran = run(text, {.until = 3, .solver = solver}, {"sum.output"});
    EXPECT_NEAR(ran.rows.values("sum.output").back(), 3500, 10 * kTolerance * 3500)
        << ran.summary.solver;
  }
}

TEST_F(TimeSeries, ConstantValuesCostNoSteps) {
  std::string rows = "t, u\n";
  for (int k = 0; k < 1000; ++k) rows += std::to_string(0.01 * k) + ", 3\n";
  write(rows);
  const std::string parts = R"yaml(
parts:
  m: {type: PointMass, mass: 1 kg}
  r: {type: Prismatic, between: [world, m], axis: x, force: "F - 40 [N/m]*r.position"}
)yaml";
  std::string with = parts, without = parts;
  with.replace(with.find('F'), 1, "u*1 [N]");
  without.replace(without.find('F'), 1, "3 [N]");
  for (const SolverMethod solver : kSolvers) {
    const SimulateSettings settings{.until = 10, .solver = solver};
    const auto steps = run(model(with), settings, {"r.speed"}).summary.status.steps.steps;
    const auto least = run(without, settings, {"r.speed"}).summary.status.steps.steps;
    // What an interpolation rounds may move a step or two of the multistep methods.
    EXPECT_NEAR(static_cast<double>(steps), static_cast<double>(least), 0.005 * 2000);
  }
}

TEST_F(TimeSeries, TwoRowsAtOneTimeAreAJump) {
  // A force of 2 N from 1 s on, of -6 N from 2 s on: speeds of 2 and -4 m/s, to rounding.
  write("t [s], force [N]\n0, 0\n1, 0\n1, 2\n2, 2\n2, -6\n3, -6\n");
  for (const SolverMethod solver : kSolvers) {
    const Ran ran = run(model(kSlide), {.until = 3, .interval = 1, .solver = solver},
                        {"r.speed", "r.acceleration", "u"});
    const auto& v = ran.rows.values("r.speed");
    ASSERT_EQ(v.size(), 4u);
    EXPECT_NEAR(v[1], 0, 1e-12) << ran.summary.solver;
    EXPECT_NEAR(v[2], 2, 10 * kTolerance) << ran.summary.solver;
    EXPECT_NEAR(v[3], -4, 10 * kTolerance) << ran.summary.solver;
    // A row on a jump shows what comes of it.
    EXPECT_EQ(ran.rows.values("r.acceleration")[1], 2);
    EXPECT_EQ(ran.rows.values("u")[1], 2);
    EXPECT_EQ(ran.rows.values("u")[2], -6);
    EXPECT_EQ(ran.summary.events, 2);
  }
  // Rows of every step show both sides, at one time.
  const Ran steps = run(model(kSlide), {.until = 3}, {"u"});
  bool is_seen = false;
  for (std::size_t k = 1; k < steps.rows.row_count(); ++k) {
    if (steps.rows.values("time")[k] != 1 || steps.rows.values("time")[k - 1] != 1) continue;
    is_seen = true;
    EXPECT_EQ(steps.rows.values("u")[k], 2);
    EXPECT_EQ(steps.rows.values("u")[k - 1], 0);
  }
  EXPECT_TRUE(is_seen);
}

// The row before the jump and that after it, which shows what comes of it, are of one instant.
TEST_F(TimeSeries, RowsOfEveryStepHaveTheTimeOfAJump) {
  write("time,u\n0,0\n2,0\n2,5\n3,5\n");
  for (const SolverMethod solver : kSolvers) {
    const Ran ran =
        run(model("parts:\n  m: {type: Equations, states: {x: {initial: 0, der: u}}}\n"),
            {.until = 3, .solver = solver}, {"m.x", "u"});
    const std::vector<double>&times = ran.rows.values("time"), &u = ran.rows.values("u");
    const auto first =
        std::find_if(times.begin(), times.end(), [](double t) { return t > 1.9999; });
    const auto at = static_cast<std::size_t>(first - times.begin());
    ASSERT_LT(at + 1, times.size());
    EXPECT_EQ(times[at], 2);
    EXPECT_EQ(times[at + 1], 2);
    EXPECT_EQ(u[at], 0);
    EXPECT_EQ(u[at + 1], 5);
  }
}

TEST_F(TimeSeries, EventsAndTicksMeetAJump) {
  write("t, u\n0, 0\n1, 0\n1, 3\n4, 3\n");
  // The comparison switches with the jump, and the tick at 1 s sees the value from then on.
  const Ran ran = run(model(R"yaml(
parts:
  hold: {type: Hold, input: u, sample: 2 Hz}
  x: {type: Integrator, input: "if(u > 1, 1, 0)"}
)yaml"),
                      {.until = 2, .interval = 0.5}, {"hold.output", "x.output"});
  EXPECT_EQ(ran.rows.values("hold.output"), (std::vector<double>{0, 0, 3, 3, 3}));
  EXPECT_NEAR(ran.rows.values("x.output").back(), 1, 1e-12);
}

TEST_F(TimeSeries, ADelayedPulseComesOutLater) {
  write(kPulse);
  const Ran ran = run(model(R"yaml(
parts:
  late: {type: Delay, input: "u + 0 [N]", time: 3 s}
  m: {type: PointMass, mass: 1 kg}
  r: {type: Prismatic, between: [world, m], axis: x, force: late.output}
)yaml"),
                      {.until = 10, .interval = 1}, {"r.speed"});
  EXPECT_EQ(ran.rows.values("r.speed")[7], 0);
  EXPECT_NEAR(ran.rows.values("r.speed").back(), 1, 10 * kTolerance);
}

TEST_F(TimeSeries, AMillionRowsCostTheirSteps) {
  std::string rows = "t, u\n";
  for (int k = 0; k <= 100000; ++k) rows += std::to_string(k) + (k % 2 == 0 ? ", 0\n" : ", 1\n");
  write(rows);
  const Ran ran = run(model("parts: {sum: {type: Integrator, input: u}}\n"),
                      {.until = 100000, .interval = 100000}, {"sum.output"});
  EXPECT_NEAR(ran.rows.values("sum.output").back(), 50000, 50000 * 1e-10);
  EXPECT_LE(ran.summary.status.steps.steps, 100000 + 100);
}

TEST_F(TimeSeries, AreRecordedAndDrawn) {
  write("t, force [kN], lift\n0, 1, 0\n1, 3, 0.5\n2, 0, 1\n");
  const std::string text = model(R"yaml(
parts: {p: {type: Equations, outputs: {l: u.lift}}}
simulate: {until: 2 s, interval: 0.5 s}
outputs: [u.force, p.l]
plots: [{y: [u.force], unit: kN}]
)yaml");
  EXPECT_EQ(errors_in(text), "");
  const Ran ran = run(text, {.until = 2, .interval = 0.5}, {"u.force", "u.lift"});
  EXPECT_EQ(ran.rows.values("u.force"), (std::vector<double>{1000, 2000, 3000, 1500, 0}));
  EXPECT_EQ(ran.rows.columns()[1].dimension, dimensions::kForce);
  // In a wrong unit as any other.
  std::string wrong = text;
  wrong.replace(wrong.find("unit: kN"), 8, "unit: mm");
  EXPECT_MESSAGE(errors_in(wrong), "'u.force' is ");
  // Other values of the model are still none.
  EXPECT_MESSAGE(errors_in("parameters: {m: 2}\nparts: {p: {type: Equations, outputs: {f: m}}}\n"
                           "outputs: [m]\n"),
                 "'m' is a value of the model, not an output");
}

TEST_F(TimeSeries, SaysWhatIsWrong) {
  const std::string rest = "parts: {p: {type: Equations, outputs: {f: u}}}\n";
  write("t,u\n0,1\n0,2\n0,3\n");
  EXPECT_MESSAGE(errors_in(model(rest)), ":4: a third row at 0 s; two rows at one time are a jump");
  write("t,u\n0,1\n2,2\n1,3\n");
  EXPECT_MESSAGE(errors_in(model(rest)), ":4: the time does not increase: 1 s after 2 s");
  write("t,a,a\n0,1,2\n1,1,2\n");
  EXPECT_MESSAGE(errors_in(model(rest)), "two columns have the name 'a'");
}

TEST_F(TimeSeries, AJumpHasNoRateOfChange) {
  write("t, u\n0, 0\n1, 0\n1, 3\n4, 3\n");
  try {
    run(model("parts: {x: {type: Integrator, input: der(u)}}\n"), {.until = 2}, {"x.output"});
    FAIL() << "a jump was differentiated";
  } catch (const ModelError& e) {
    EXPECT_MESSAGE(std::string(e.what()), "'u.u' jumps at 1 s, and its rate of change is needed");
  }
}

TEST_F(TimeSeries, ALargestStepIsKept) {
  const std::string text = R"yaml(
parts: {sum: {type: Integrator, input: 1}}
)yaml";
  for (const SolverMethod solver : kSolvers) {
    if (solver == SolverMethod::rk4) continue;
    const Ran ran = run(text, {.until = 1, .solver = solver, .max_step = 0.01}, {"sum.output"});
    // A hundred steps sum up to 1 s but for rounding.
    EXPECT_LE(ran.summary.status.steps.largest_step, 0.01 * (1 + 1e-9)) << ran.summary.solver;
    EXPECT_GE(ran.summary.status.steps.steps, 100);
    EXPECT_EQ(ran.summary.max_step, 0.01);
  }
  EXPECT_MESSAGE(errors_in(text + "simulate: {solver: rk4, step: 1 ms, max_step: 1 ms}\n"),
                 "'max_step' has no effect: solver rk4 uses a fixed step");
  EXPECT_MESSAGE(errors_in(text + "simulate: {max_step: 0 s}\n"), "max_step must be positive");
}

}  // namespace
}  // namespace holon
