// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Parameters that change while a run lasts (Simulation::set_live).
#include <gtest/gtest.h>

#include <cmath>

#include "holon/serve/runs/run_controls.h"
#include "holon/study/loading.h"

namespace holon::serve {
namespace {

constexpr const char* kOscillator = R"(holon: 1
parameters: {k: 4 N/m, m: 1 kg}
tunable: [k, m]
parts:
  block: {type: PointMass, mass: m}
  rail: {type: Prismatic, between: [world, block], axis: x, stiffness: k, initial: {position: 1 m}}
simulate: {until: 3 s}
outputs: [rail.position, rail.speed]
)";

LoadedModel load_oscillator() { return load_or_throw("oscillator.yaml", {.text = kOscillator}); }

Results run_live(const LoadedModel& loaded, LiveParameters* live, double tolerance = 1e-10) {
  SimulateSettings settings = loaded.model.simulate;
  settings.tolerance = tolerance;
  Results rows;
  Simulation simulation(loaded.system, settings);
  simulation.record(rows, loaded.outputs, {RowSchedule::Kind::steps});
  if (live) simulation.set_live(live);
  simulation.run();
  return rows;
}

void expect_same_bits(const Results& a, const Results& b) {
  ASSERT_EQ(a.row_count(), b.row_count());
  for (std::size_t c = 0; c < a.columns().size(); ++c) EXPECT_EQ(a.values(c), b.values(c));
}

/// Another stiffness once, at the first step end behind 1 s.
class StifferOnce final : public LiveParameters {
 public:
  explicit StifferOnce(LiveInputs& inputs) : inputs_(inputs) {}
  bool update(double t, std::vector<double>& values) override {
    if (t > 1 && !is_done_) {
      is_done_ = true;
      inputs_.set("k", 16);
    }
    return inputs_.update(t, values);
  }

 private:
  LiveInputs& inputs_;
  bool is_done_ = false;
};

TEST(LiveRun, ASourceThatChangesNothingLeavesNoTrace) {
  const LoadedModel loaded = load_oscillator();
  LiveInputs inputs(loaded.system);
  expect_same_bits(run_live(loaded, nullptr), run_live(loaded, &inputs));
}

TEST(LiveRun, AReplayGivesTheSameBits) {
  const LoadedModel loaded = load_oscillator();
  LiveInputs inputs(loaded.system);
  StifferOnce person(inputs);
  const Results first = run_live(loaded, &person);
  const std::vector<LiveChange> changes = inputs.take_changes();
  ASSERT_EQ(changes.size(), 1U);
  LiveInputs record(loaded.system);
  record.replay(changes);
  expect_same_bits(first, run_live(loaded, &record));
}

// x = cos(2 t) until t1, then with omega = 4 from the state that was reached.
TEST(LiveRun, TheMotionGoesOnWithTheOtherValue) {
  const LoadedModel loaded = load_oscillator();
  LiveInputs inputs(loaded.system);
  StifferOnce person(inputs);
  const Results rows = run_live(loaded, &person);
  const double t1 = inputs.take_changes().at(0).time;
  const double x1 = std::cos(2 * t1), v1 = -2 * std::sin(2 * t1);
  constexpr double kTolerance = 1e-8;  // a hundred times that of the run
  for (std::size_t k = 0; k < rows.row_count(); ++k) {
    const double t = rows.values(0)[k], s = t - t1;
    const double expected =
        t <= t1 ? std::cos(2 * t) : x1 * std::cos(4 * s) + v1 / 4 * std::sin(4 * s);
    EXPECT_NEAR(rows.values("rail.position")[k], expected, kTolerance) << t;
  }
}

}  // namespace
}  // namespace holon::serve
