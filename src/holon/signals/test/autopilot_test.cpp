// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/autopilot.h"

#include <gtest/gtest.h>

#include <cmath>

#include "holon/model/assembly/model.h"
#include "holon/model/test/model_errors.h"
#include "holon/simulate/test/tape_settings.h"

namespace holon {
namespace {

constexpr double kPilotTolerance = 1e-9;  // of the runs

// The autopilot, with an edge that a valve with a deadband moves at once.

constexpr double kPilotTick = 0.01;  // [s]
constexpr double kPilotDeadband = 0.08, kPilotFull = 0.4;

/// The edge: height' = disturbance + full rate · opening of the valve.
struct Edge {
  Expr command, disturbance = 0.0;
  double height = 0.0;
  static void describe(Descriptor<Edge>& d) {
    d.type("Edge", "Of tests: an edge that a valve moves.");
    d.value("command", &Edge::command, "", "of the valve").varying();
    d.value("disturbance", &Edge::disturbance, "m/s", "of the vehicle").varying();
    d.value("height", &Edge::height, "m", "at the start");
    d.output("elevation", "m", "of the edge");
  }
  void build(PartBuilder& b) const {
    const auto z = b.assembly().add_state({.name = b.name()}, {Expr(height)});
    const Expr beyond = max(command - kPilotDeadband, 0.0) + min(command + kPilotDeadband, 0.0);
    b.assembly().set_derivative(z[0], disturbance - kPilotFull * beyond / (1.0 - kPilotDeadband));
    b.define_output("elevation", z[0]);
  }
};

Autopilot make_pilot(const Model& model) {
  Autopilot pilot{.sample = kPilotTick};
  pilot.lift.measured = model.output("edge.elevation");
  pilot.lift.gain = 3.0;
  pilot.lift.full_rate = -kPilotFull;  // a positive command lowers the edge
  pilot.lift.deadband = kPilotDeadband;
  return pilot;
}

Results pilot_run(Model& model, const Autopilot& pilot, Expr disturbance, double start,
                  double until) {
  model.add<Edge>(
      "edge", {.command = model.output("pilot.lift"), .disturbance = disturbance, .height = start});
  model.add<Autopilot>("pilot", pilot);
  return simulate(make_system(model), test::tape_settings(until, kPilotTick, kPilotTolerance),
                  {"edge.elevation", "pilot.lift", "pilot.elevation", "pilot.relief",
                   "pilot.dead_reckoning", "pilot.elevation_error"});
}

TEST(Autopilot, RemovesAnErrorThroughTheDeadband) {
  Model model;
  const Results r = pilot_run(model, make_pilot(model), 0.0, 0.1, 3.0);
  // Sampled first order: e_k = e_0 (1 − K T)^k until the command comes into the corner.
  for (std::size_t k = 0; k < 60; ++k)
    EXPECT_NEAR(r.values("edge.elevation")[k + 1],
                0.1 * std::pow(1.0 - 3.0 * kPilotTick, double(k + 1)), 1e-6)
        << k;
  EXPECT_NEAR(r.values("edge.elevation").back(), 0.0, 0.01 * kPilotFull / 3.0);
}

TEST(Autopilot, CountersTheVehicleByItsFeedForward) {
  for (const bool has_feed_forward : {false, true}) {
    Model model;
    Autopilot pilot = make_pilot(model);
    if (has_feed_forward) pilot.lift.feed_forward = 0.06;
    const Results r = pilot_run(model, pilot, 0.06, 0.0, 4.0);
    // Without it the edge rises until the error gives that rate: 0.06/K.
    EXPECT_NEAR(r.values("edge.elevation").back(), has_feed_forward ? 0.0 : 0.02, 1e-6);
  }
}

TEST(Autopilot, ReckonsWhileItIsNotMeasuredAndReturns) {
  Model model;
  Autopilot pilot = make_pilot(model);
  const Expr t = model.time();
  const Expr away = logical_and(less(1.0, t), less(t, 3.0));
  // The measured value is nonsense then; the rate by inertial sensors is off by 5 mm/s.
  pilot.lift.measured = model.output("edge.elevation") + select(away, 5.0, 0.0);
  const Expr rate = model.time_derivative(model.output("edge.elevation"));
  pilot.dropout =
      Autopilot::Dropout{.valid = logical_not(away), .rate = rate + 0.005, .blend = 0.5};
  const Results r = pilot_run(model, pilot, 0.0, 0.0, 8.0);
  const std::vector<double>& z = r.values("edge.elevation");
  const auto at = [&](double time) {
    return z[static_cast<std::size_t>(std::lround(time / kPilotTick))];
  };
  // It believes to rise by 5 mm/s and lowers the edge as much, but for the corner of the deadband.
  EXPECT_NEAR(at(3.0), -0.010, 0.0025);
  EXPECT_NEAR(at(0.9), 0.0, 1e-4);
  EXPECT_NEAR(at(8.0), 0.0, 0.01 * kPilotFull / 3.0 + 1e-4);
  EXPECT_LT(at(3.5), at(4.5));  // it comes back by and by
}

TEST(Autopilot, RaisesTheEdgeWhereTheLoadIsTooLarge) {
  Model model;
  Autopilot pilot = make_pilot(model);
  // The load falls with the height: 2 at 0, 1 at 50 mm.
  pilot.load_control = Autopilot::LoadControl{
      .load = 2.0 - 20.0 * model.output("edge.elevation"), .limit = 1.0, .rate = 0.2, .most = 0.4};
  const Results r = pilot_run(model, pilot, 0.0, 0.0, 10.0);
  EXPECT_NEAR(r.values("edge.elevation").back(), 0.05, 2e-3);
  EXPECT_NEAR(r.values("pilot.relief").back(), 0.05, 2e-3);
}

TEST(Autopilot, FailsWhereTheLimitOfTheLoadFallsToZero) {
  Model model;
  Autopilot pilot = make_pilot(model);
  pilot.load_control = Autopilot::LoadControl{.load = 0.5 * model.output("edge.elevation"),
                                              .limit = 1.0 - 0.5 * model.time()};
  try {
    pilot_run(model, pilot, 0.0, 0.0, 10.0);
    FAIL() << "the limit is zero at 2 s";
  } catch (const RunError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("the limit of the load of 'pilot' is not positive"), std::string::npos)
        << text;
    EXPECT_NE(text.find("t = 2 s"), std::string::npos) << text;
  }
}

/// The errors of a pilot with a tilt and load control, changed by `change`.
template <typename Change>
std::string find_pilot_errors(Change change) {
  Model model;
  Autopilot pilot = make_pilot(model);
  pilot.tilt = AutopilotAxis<AxisKind::cross_slope>{
      .measured = 0.1 * model.output("edge.elevation"), .gain = 1.0, .full_rate = 0.3};
  pilot.load_control = Autopilot::LoadControl{.load = model.output("edge.elevation"), .limit = 1.0};
  change(pilot);
  model.add<Edge>("edge", {.command = model.output("pilot.lift")});
  model.add<Autopilot>("pilot", pilot);
  return test::errors_of(model);
}

TEST(Autopilot, RefusesAFullRateOfZeroAndALimitThatIsNotPositive) {
  EXPECT_EQ(find_pilot_errors([](Autopilot&) {}), "");
  const std::string lift = find_pilot_errors([](Autopilot& p) { p.lift.full_rate = 0.0; });
  EXPECT_NE(lift.find("the lift valve does not move the edge"), std::string::npos) << lift;
  const std::string tilt = find_pilot_errors([](Autopilot& p) { p.tilt->full_rate = 0.0; });
  EXPECT_NE(tilt.find("the tilt valve does not move the edge"), std::string::npos) << tilt;
  for (const double limit : {0.0, -0.2}) {
    const std::string load =
        find_pilot_errors([&](Autopilot& p) { p.load_control->limit = limit; });
    EXPECT_NE(load.find("the limit of the load is not positive"), std::string::npos) << load;
  }
}

}  // namespace
}  // namespace holon
