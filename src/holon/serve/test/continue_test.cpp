// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A run that begins with the final state of another one (Simulation::begin_with).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/base/errors.h"
#include "holon/simulate/run/run_state.h"
#include "holon/simulate/simulation.h"
#include "holon/study/examples.h"
#include "holon/study/loading.h"

namespace holon::serve {
namespace {

/// Of a run in two parts, whose integrators choose other steps than that of the whole: some
/// hundred times the tolerance of the runs.
constexpr double kSameMotion = 1e-7;
constexpr double kRunTolerance = 1e-10;

struct Part {
  Results rows;
  RunState end;
  std::vector<std::string> notes;
};

Part run_part(const LoadedModel& loaded, double until, const RunState* start = nullptr) {
  SimulateSettings settings = loaded.model.simulate;
  settings.tolerance = kRunTolerance;
  settings.until = until;
  Part part;
  LastState last;
  Simulation simulation(loaded.system, settings);
  simulation.record(part.rows, loaded.outputs, {RowSchedule::Kind::steps});
  simulation.record_states(last, {RowSchedule::Kind::interval, until});
  if (start) simulation.begin_with(*start);
  part.notes = simulation.run().notes;
  part.end = last.name(loaded.system);
  return part;
}

double last_of(const Part& part, const char* name) { return part.rows.values(name).back(); }

bool has_note(const Part& part, const std::string& text) {
  return std::ranges::any_of(
      part.notes, [&](const std::string& note) { return note.find(text) != std::string::npos; });
}

constexpr const char* kPendulumText = R"(holon: 1
parameters: {L: 1 m}
parts:
  link:
    type: RigidBody
    mass: 1 kg
    inertia: {rod: {length: L, axis: x}}
    center_of_mass: [L/2, 0, 0]
  pin: {type: Revolute, between: [world, link], axis: y, initial: {angle: 20 deg}}
simulate: {until: 3 s}
outputs: [pin.angle, pin.rate, system.energy.total]
)";

LoadedModel load_given(const std::string& text) {
  return load_or_throw("pendulum.yaml", {.text = text});
}

TEST(Continue, TwoPartsAreTheWhole) {
  const LoadedModel loaded = load_given(kPendulumText);
  const Part whole = run_part(loaded, 3), first = run_part(loaded, 1.3);
  EXPECT_EQ(first.end.time, 1.3);
  EXPECT_EQ(first.end.states.at("pin.angle"), last_of(first, "pin.angle"));
  const Part second = run_part(loaded, 1.7, &first.end);
  EXPECT_EQ(second.rows.values("pin.angle").front(), last_of(first, "pin.angle"));
  EXPECT_EQ(second.rows.values("time").front(), 0);
  EXPECT_NEAR(last_of(second, "pin.angle"), last_of(whole, "pin.angle"), kSameMotion);
  EXPECT_NEAR(last_of(second, "pin.rate"), last_of(whole, "pin.rate"), kSameMotion);
  EXPECT_NEAR(last_of(second, "system.energy.total"), last_of(first, "system.energy.total"),
              kSameMotion);
  EXPECT_TRUE(second.notes.empty()) << second.notes.front();
}

TEST(Continue, AClosedLoopGoesOnWhereItWas) {
  const LoadedModel loaded =
      load_or_throw(std::string(HOLON_SOURCE_DIR) + "/examples/four_bar.yaml");
  const Part whole = run_part(loaded, 2), first = run_part(loaded, 0.77);
  const Part second = run_part(loaded, 1.23, &first.end);
  for (const char* name : {"A.angle", "A.rate", "D.angle", "system.energy.kinetic"})
    EXPECT_NEAR(last_of(second, name), last_of(whole, name), kSameMotion) << name;
  EXPECT_EQ(second.rows.values("D.angle").front(), last_of(first, "D.angle"));
}

// Between turning points there are half waves around F/k = 0.05 m or -F/k: 0.47, -0.37, 0.27,
// -0.17, 0.07, 0.03, where the spring no longer overcomes the friction. Sticking is a discrete
// state.
TEST(Continue, FrictionThatSticksGoesOnSticking) {
  const LoadedModel loaded = load_given(R"(holon: 1
parts:
  block: {type: PointMass, mass: 1 kg}
  rail:
    type: Prismatic
    between: [world, block]
    axis: x
    stiffness: 40 N/m
    friction: {coulomb: 2 N}
    initial: {position: 0.47 m}
simulate: {until: 4 s}
outputs: [rail.position, rail.speed]
)");
  constexpr double kHalfWave = 0.49672941328980517;  // [s] pi/sqrt(40)
  for (const double share : {1.5, 3.2, 4.99, 6.0}) {
    const Part first = run_part(loaded, share * kHalfWave);
    const Part second = run_part(loaded, (8 - share) * kHalfWave, &first.end);
    EXPECT_NEAR(last_of(second, "rail.position"), 0.03, kSameMotion) << share;
    EXPECT_EQ(last_of(second, "rail.speed"), 0) << share;
  }
}

// The coupler has become longer: the loop closes again, and a note reports it.
TEST(Continue, AnotherMachineMeetsItsOwnConstraints) {
  const std::string path = std::string(HOLON_SOURCE_DIR) + "/examples/four_bar.yaml";
  const LoadedModel loaded = load_or_throw(path);
  const LoadedModel longer = load_or_throw(path, {.settings = {{"b", "1.02 m", "--set"}}});
  const Part first = run_part(loaded, 0.77);
  const Part second = run_part(longer, 0.5, &first.end);
  EXPECT_TRUE(has_note(second, "constraints have changed the state"));
  EXPECT_LT(std::abs(second.rows.values("system.constraint_drift").front()), 1e-9);
}

TEST(Continue, WhatOneOfBothLacksIsTold) {
  const LoadedModel loaded = load_given(kPendulumText);
  RunState state = run_part(loaded, 1).end;
  state.states["motor.angle"] = 1;
  EXPECT_TRUE(has_note(run_part(loaded, 1, &state), "does not have motor.angle"));
  state.states.erase("pin.rate");
  const Part part = run_part(loaded, 1, &state);
  EXPECT_TRUE(has_note(part, "the other run does not have pin.rate"));
  EXPECT_EQ(part.rows.values("pin.rate").front(), 0);
}

TEST(Continue, AStateThatDoesNotFitIsRefused) {
  const LoadedModel loaded = load_given(kPendulumText);
  RunState other;
  other.states["motor.angle"] = 1;
  EXPECT_THROW(run_part(loaded, 1, &other), InputError);
  RunState broken = run_part(loaded, 1).end;
  broken.states["pin.angle"] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(run_part(loaded, 1, &broken), InputError);
}

}  // namespace
}  // namespace holon::serve
