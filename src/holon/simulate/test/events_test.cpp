// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "holon/base/errors.h"
#include "holon/base/test/rounding.h"
#include "holon/simulate/simulation.h"
#include "holon/system/symbols.h"
#include "holon/system/system_builder.h"

namespace holon {
namespace {

using test::kEps;
constexpr double kTolerance = Simulation::kDefaultTolerance;

/// A System under construction, with short words for it.
struct Draft {
  std::shared_ptr<Symbols> symbols = std::make_shared<Symbols>();
  SystemBuilder builder{symbols};
  Expr time() const { return symbols->time(); }
  Expr state(const std::string& name, Expr initial) {
    const Expr x = builder.add_state({.name = name}, {initial})[0];
    show(name, x);
    return x;
  }
  Expr discrete(const std::string& name, Expr initial) {
    const Expr d = builder.add_discrete({.name = name}, {initial})[0];
    show(name, d);
    return d;
  }
  void show(const std::string& name, Expr value) {
    builder.define_output({.name = name, .is_main = true}, std::vector<Expr>{value});
  }
  void when(const std::string& name, Expr condition, SystemBuilder::Resets resets) {
    builder.add_event({SystemEvent::Kind::reset, name}, condition, std::move(resets));
  }
  System build() { return builder.build("draft"); }
};

Results run(const System& system, const SimulateSettings& settings, RunSummary* summary = nullptr) {
  Results rows;
  Simulation simulation(system, settings);
  simulation.record(rows, {}, RowSchedule::from(settings));
  const RunSummary& s = simulation.run();
  if (summary) *summary = s;
  return rows;
}

std::string failure_of(const System& system, const SimulateSettings& settings) {
  try {
    run(system, settings);
  } catch (const RunError& e) {
    return e.what();
  }
  return "no failure";
}

/// Falls from 1 m with 10 m/s² onto a floor that gives back `restitution` of its speed.
System make_ball(double restitution) {
  Draft d;
  const Expr x = d.state("x", 1.0), v = d.state("v", 0.0);
  d.builder.set_derivative(x, v);
  d.builder.set_derivative(v, -10.0);
  d.when("bounce", relation(-x), {{v, -restitution * v}});
  return d.build();
}

TEST(Events, ABallBouncesAsOnPaper) {
  constexpr double kG = 10, kE = 0.8;
  RunSummary summary;
  const Results rows = run(make_ball(kE), {.until = 2, .interval = 0.01}, &summary);
  const double fall = std::sqrt(2 / kG);
  const auto& t = rows.values("time");
  for (std::size_t k = 0; k < t.size(); ++k) {
    double begin = -fall, speed = kG * fall;  // of the arc, as if thrown up at -fall
    while (t[k] >= begin + 2 * speed / kG) {
      begin += 2 * speed / kG;
      speed *= kE;
    }
    const double s = t[k] - begin;
    // Parabolas are integrated exactly; what is left is rounding of the times of bounces.
    EXPECT_NEAR(rows.values("x")[k], s * (speed - kG * s / 2), 1e-13) << t[k];
  }
  EXPECT_EQ(summary.events, 2 * 3);  // three bounces, each left again
}

TEST(Events, ACornerCostsNoAccuracy) {
  Draft d;
  const Expr x = d.state("x", 1.0);
  d.builder.set_derivative(x, select(relation(x - 0.5), -1.0, -0.5));
  d.show("high", relation(x - 0.5));
  const Results rows = run(d.build(), {.until = 1, .interval = 0.25});
  EXPECT_NEAR(rows.values("x").back(), 0.25, 8 * kEps);
  EXPECT_EQ(rows.values("high")[1], 1);
  EXPECT_EQ(rows.values("high")[3], 0);
}

TEST(Events, AFrictionlessSwitchOscillatesExactly) {
  // x'' = -sign(x): parabolas of period 4 √(2 x0) between switches.
  Draft d;
  const Expr x = d.state("x", 1.0), v = d.state("v", 0.0);
  d.builder.set_derivative(x, v);
  d.builder.set_derivative(v, select(relation(x), -1.0, 1.0));
  const double period = 4 * std::sqrt(2.0);
  RunSummary summary;
  const Results rows = run(d.build(), {.until = 10 * period}, &summary);
  EXPECT_EQ(summary.events, 20);
  // A switch is found up to two rounding errors of the time late, which adds 2 v times that to the
  // energy v²/2 + |x|; the period 4 √(2 E) goes with it.
  const double late = 2 * kEps * 10 * period;
  const double energy = 20 * 2 * std::sqrt(2.0) * late;
  EXPECT_NEAR(rows.values("x").back(), 1, energy);
  EXPECT_NEAR(rows.values("v").back(), 0, 10 * period * energy / 2);
  EXPECT_TRUE(summary.notes.empty());
}

TEST(Events, AShortVisitWithinAStepIsSeen) {
  // The indicator is above zero for 2e-3 s in a step that may be as long as 10 s.
  Draft d;
  const Expr x = d.state("x", 0.0);
  d.builder.set_derivative(x, 1.0);
  const Expr count = d.discrete("count", 0.0);
  d.when("near 3.3", relation(1e-6 - (x - 3.3) * (x - 3.3)), {{count, count + 1.0}});
  EXPECT_EQ(run(d.build(), {.until = 10}).values("count").back(), 1);
}

TEST(Events, AMachineThatStandsStillSeesWhatTimeAloneChanges) {
  // Nothing moves until sin 3t first passes 0.9, so one step might be the whole run; then x grows.
  for (const double until : {1.0, 5.0, 50.0}) {
    Draft d;
    const Expr x = d.state("x", 0.0), on = d.discrete("on", 0.0), at = d.discrete("at", 0.0);
    d.builder.set_derivative(x, on);
    d.when("breaks away", relation(sin(3.0 * d.time()) - 0.9),
           {{on, 1.0}, {at, select(on, at, d.time())}});
    SimulateSettings settings;
    settings.until = until;
    const Results r = run(d.build(), settings);
    const double exact = std::asin(0.9) / 3;
    EXPECT_NEAR(r.values("at").back(), exact, 8 * kEps * exact) << until;
    EXPECT_NEAR(r.values("x").back(), until - exact, kTolerance * until);
  }
}

TEST(Events, RowsOfEveryStepShowBothSidesOfAJump) {
  const Results rows = run(make_ball(0.5), {.until = 0.7});
  const auto &t = rows.values("time"), &v = rows.values("v");
  const double fall = std::sqrt(0.2);
  std::size_t jumps = 0;
  for (std::size_t k = 1; k < t.size(); ++k) {
    EXPECT_GE(t[k], t[k - 1]);
    if (t[k] != t[k - 1] || v[k] == v[k - 1]) continue;
    ++jumps;
    EXPECT_NEAR(t[k], fall, 4 * kEps);
    EXPECT_NEAR(v[k - 1], -10 * fall, 1e-14);
    EXPECT_NEAR(v[k], 5 * fall, 1e-14);
  }
  EXPECT_EQ(jumps, 1u);
}

TEST(Events, BouncesThatComeEverFasterAreNamed) {
  for (const double restitution : {0.1, 0.5, 0.9}) {
    const std::string error = failure_of(make_ball(restitution), {.until = 20});
    EXPECT_NE(error.find("'bounce' switches back and forth without end"), std::string::npos)
        << restitution << ": " << error;
    // The bounces meet at √(2h/g) (1 + e) / (1 - e).
    const double end = std::sqrt(0.2) * (1 + restitution) / (1 - restitution);
    EXPECT_NE(error.find(std::to_string(end).substr(0, 5)), std::string::npos) << error;
  }
}

TEST(Events, AMotionThatIsDrivenBackFromBothSidesIsNamed) {
  Draft d;
  const Expr x = d.state("x", 1.0);
  d.builder.set_derivative(x, select(relation(x), -1.0, 1.0));  // at 0 from t = 1 on
  const std::string error = failure_of(d.build(), {.until = 1e3});
  EXPECT_NE(error.find("'x > 0' switches back and forth without end"), std::string::npos) << error;
  EXPECT_NE(error.find("friction"), std::string::npos);
}

TEST(Events, ComparisonsThatContradictEachOtherAreNamed) {
  Draft d;
  const Expr x = d.state("x", -1.0);
  d.builder.set_derivative(x, 1.0);
  // From x = 0 on: where it is above zero it draws one off, and then it is not.
  d.show("flip", relation(x - d.symbols->output("flip")));
  const Expr y = d.state("y", 0.0);
  d.builder.set_derivative(y, d.symbols->output("flip"));
  const std::string error = failure_of(d.build(), {.until = 3});
  EXPECT_NE(error.find("comparisons contradict each other: 'x > …' can be neither"),
            std::string::npos)
      << error;
  EXPECT_EQ(error.find("at t = 1 s"), 0u) << error;
}

TEST(Events, ThoseOfOneInstantSeeTheSameValues) {
  Draft d;
  const Expr a = d.discrete("a", 1.0), b = d.discrete("b", 2.0);
  const Expr x = d.state("x", 0.0);
  d.builder.set_derivative(x, 1.0);
  const Expr late = relation(d.time() - 1.0);
  d.when("one", late, {{a, b}});
  d.when("other", late, {{b, a}});
  const Results rows = run(d.build(), {.until = 2});
  EXPECT_EQ(rows.values("a").back(), 2);
  EXPECT_EQ(rows.values("b").back(), 1);
}

TEST(Events, OneMayCauseTheNextAtTheSameInstant) {
  Draft d;
  const Expr a = d.discrete("a", 0.0), b = d.discrete("b", 0.0);
  const Expr x = d.state("x", 0.0);
  d.builder.set_derivative(x, 1.0 + a + b);
  d.when("one", relation(x - 1.0), {{a, 1.0}});
  d.when("other", relation(a - 0.5), {{b, 2.0}});
  const Results rows = run(d.build(), {.until = 2});
  EXPECT_NEAR(rows.values("x").back(), 1 + 4, 8 * kEps);
}

TEST(Events, ThoseThatCauseEachOtherWithoutEndAreAnError) {
  Draft d;
  const Expr a = d.discrete("a", 0.0);
  const Expr x = d.state("x", 0.0);
  d.builder.set_derivative(x, 1.0);
  d.when("up", relation(x - 1.0) * (1.0 - relation(a - 0.5)), {{a, 1.0}});
  d.when("down", relation(a - 0.5), {{a, 0.0}});
  const std::string error = failure_of(d.build(), {.until = 2});
  EXPECT_NE(error.find("events trigger each other without end"), std::string::npos) << error;
}

TEST(Events, StopEndsTheRunThere) {
  Draft d;
  const Expr x = d.state("x", 0.0);
  d.builder.set_derivative(x, 2.0);
  d.builder.add_event({SystemEvent::Kind::stop, "x > 3"}, relation(x - 3.0));
  RunSummary summary;
  const Results rows = run(d.build(), {.until = 10, .interval = 1.0}, &summary);
  EXPECT_EQ(summary.stopped_by, "x > 3");
  EXPECT_NEAR(summary.status.time, 1.5, 4 * kEps);
  EXPECT_EQ(rows.values("time").back(), summary.status.time);
  EXPECT_EQ(rows.row_count(), 3u);  // 0, 1, 1.5
}

TEST(Events, AnAssertionFailsTheRunAndItsRowsAreThere) {
  Draft d;
  const Expr x = d.state("x", 0.0);
  d.builder.set_derivative(x, 2.0);
  d.builder.add_event({SystemEvent::Kind::fail, "x < 3 is not so", SystemEvent::Start::counts},
                      relation(x - 3.0));
  const System system = d.build();
  Results rows;
  Simulation simulation(system, {.until = 10});
  simulation.record(rows, {}, {});
  EXPECT_THROW(simulation.run(), RunError);
  EXPECT_NEAR(rows.values("x").back(), 3, 16 * kEps);
}

// --- clocks
// ---------------------------------------------------------------------------------------

TEST(Clocks, ASampledIntegratorSumsExactly) {
  Draft d;
  const int clock = d.builder.add_clock({"sum", 0.1});
  const Expr sum = d.discrete("sum", 0.0);
  d.builder.set_tick(sum, sum + 1.0, clock, false);
  const Expr x = d.state("x", 0.0);
  d.builder.set_derivative(x, sum);
  RunSummary summary;
  const Results rows = run(d.build(), {.until = 10, .interval = 0.1}, &summary);
  EXPECT_EQ(summary.ticks, 101);
  for (std::size_t k = 0; k < rows.row_count(); ++k)
    EXPECT_EQ(rows.values("sum")[k], static_cast<double>(k) + 1);
  EXPECT_NEAR(rows.values("x").back(), 0.1 * 100 * 101 / 2, 1e-11);
}

// A prescribed motion with sensors: nothing is integrated, and each tick takes one step, not one
// that begins at a microsecond.
TEST(Clocks, WithoutStatesAStepReachesFromTickToTick) {
  Draft d;
  const int clock = d.builder.add_clock({"count", 0.01});
  const Expr sum = d.discrete("sum", 0.0);
  d.builder.set_tick(sum, sum + 1.0, clock, false);
  RunSummary summary;
  const Results rows = run(d.build(), {.until = 10, .interval = 0.1}, &summary);
  EXPECT_EQ(summary.ticks, 1001);
  EXPECT_EQ(summary.events, 1000);
  EXPECT_LT(summary.status.steps.steps, 1000 + 20);
  EXPECT_EQ(rows.values("sum").back(), 1001);
}

TEST(Clocks, OfRationalPeriodsMeetExactly) {
  Draft d;
  const int fast = d.builder.add_clock({"fast", 1.0 / 100}),
            slow = d.builder.add_clock({"slow", 1.0 / 30});
  const Expr memory = d.discrete("memory", 0.0);
  const Expr n = d.discrete("n", 0.0), seen = d.discrete("seen", 0.0);
  d.builder.set_tick(memory, memory + 1.0, fast, false);
  d.builder.set_tick(n, memory + 1.0, fast, true);
  d.builder.set_tick(seen, n, slow, true);
  const Expr x = d.state("x", 0.0);
  d.builder.set_derivative(x, 0.0);
  RunSummary summary;
  const Results rows = run(d.build(), {.until = 1}, &summary);
  EXPECT_EQ(summary.ticks, 101 + 31);
  EXPECT_EQ(summary.events, 101 + 31 - 11 - 1);  // they meet every 0.1 s; that of the start is none
  EXPECT_EQ(rows.values("seen").back(), 101);    // the new one
}

TEST(Clocks, OutputsOfOneInstantAreSeenInTheOrderOfTheirDependence) {
  // y = 2 u, u = k counted up; a memory of y sees the one before.
  Draft d;
  const int clock = d.builder.add_clock({"c", 1.0});
  const Expr y = d.discrete("y", 0.0), u = d.discrete("u", 0.0), old = d.discrete("old", -1.0);
  d.builder.set_tick(y, 2.0 * u, clock, true);
  const Expr memory = d.discrete("memory", 0.0);
  d.builder.set_tick(memory, memory + 1.0, clock, false);
  d.builder.set_tick(u, memory + 1.0, clock, true);
  d.builder.set_tick(old, memory, clock, false);
  const Expr x = d.state("x", 0.0);
  d.builder.set_derivative(x, 0.0);
  const Results rows = run(d.build(), {.until = 3, .interval = 1});
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(rows.values("u")[k], static_cast<double>(k + 1));
    EXPECT_EQ(rows.values("y")[k], 2 * static_cast<double>(k + 1));
    EXPECT_EQ(rows.values("old")[k], static_cast<double>(k));
  }
}

TEST(Clocks, AControllerReadsThePlantFromBeforeTheTick) {
  // x' = u held, u = -x sampled with T: x[k+1] = (1 - T) x[k].
  constexpr double kPeriod = 0.25;
  Draft d;
  const int clock = d.builder.add_clock({"c", kPeriod});
  const Expr u = d.discrete("u", 0.0);
  const Expr x = d.state("x", 1.0);
  d.builder.set_tick(u, -x, clock, true);
  d.builder.set_derivative(x, u);
  const Results rows = run(d.build(), {.until = 5, .interval = kPeriod});
  for (std::size_t k = 0; k < rows.row_count(); ++k)
    EXPECT_NEAR(rows.values("x")[k], std::pow(1 - kPeriod, static_cast<double>(k)), 64 * kEps);
}

TEST(Clocks, ComparisonsOfWhatIsSetAtATickAreMadeAnewThere) {
  // u counts ticks; a limiter between u and a second sampled part moves the plant too, so that its
  // comparison is a mode. The second part sees the limit at the tick that passes it.
  Draft d;
  const int clock = d.builder.add_clock({"c", 1});
  const Expr u = d.discrete("u", 0.0), seen = d.discrete("seen", 0.0), x = d.state("x", 0.0);
  const Expr limited = select(relation(u - 2.5), 2.5, u);
  d.builder.set_tick(u, d.time(), clock, true);
  d.builder.set_tick(seen, limited, clock, true);
  d.builder.set_derivative(x, limited);
  const Results rows = run(d.build(), {.until = 5, .interval = 1});
  double sum = 0;
  for (std::size_t k = 0; k < rows.row_count(); ++k) {
    const double expected = std::min(static_cast<double>(k), 2.5);
    EXPECT_EQ(rows.values("seen")[k], expected) << k;
    EXPECT_NEAR(rows.values("x")[k], sum, 64 * kEps);
    sum += expected;
  }
}

TEST(Clocks, ComparisonsOfThePlantStandAsTheyAreBeforeTheTick) {
  // A relay on a state that turns at the tick: what the plant does and what is read agree.
  Draft d;
  const int clock = d.builder.add_clock({"c", 0.5});
  const Expr x = d.state("x", -1.0), seen = d.discrete("seen", 0.0);
  const Expr on = relation(x);
  d.builder.set_derivative(x, select(on, 2.0, 1.0));
  d.builder.set_tick(seen, on, clock, true);
  const Results rows = run(d.build(), {.until = 2, .interval = 0.5});
  EXPECT_EQ(rows.values("seen")[1], 0);
  EXPECT_EQ(rows.values("seen")[3], 1);
  EXPECT_EQ(rows.values("seen")[4], 1);
}

}  // namespace
}  // namespace holon
