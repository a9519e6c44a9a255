// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/film.h"

#include <stdexcept>

#include "holon/simulate/simulation.h"
#include "holon/view/machine/machine.h"
#include "holon/view/machine/machine_marks.h"

namespace holon::app {
namespace {

// So many steps show some twenty swings of a machine, and take a few milliseconds.
constexpr int kSteps = 1500;

/// Stops after a number of steps and remembers when that was.
class StepLimit final : public RunObserver {
 public:
  bool go_on(const RunStatus& status) override {
    time = status.time;
    return status.steps.steps < kSteps;
  }
  double time = 0;
};

}  // namespace

Motion make_film(const LoadedModel& loaded, const Scene& scene, const Results& whole_run) {
  Motion whole = make_motion(scene, whole_run);
  if (whole.times.size() < 2 || !misses_motion(scene, whole)) return whole;
  SimulateSettings settings = loaded.model.simulate;
  settings.engine = EngineChoice::tape;
  settings.interval.reset();
  try {
    StepLimit limit;
    Simulation scout(loaded.system, settings);
    scout.set_observer(&limit);
    scout.run();
    // An interrupt that is still pending ends the scout at its start.
    if (limit.time <= 0 || limit.time >= whole.times.back()) return whole;
    settings.until = limit.time;
    Results rows;
    Simulation again(loaded.system, settings);
    again.record(rows, scene.outputs(),
                 {RowSchedule::Kind::interval,
                  settings.until / count_moments(settings.until, count_drawn_bodies(scene))});
    again.run();
    Motion beginning = make_motion(scene, rows);
    return beginning.times.size() > 1 ? beginning : whole;
  } catch (const std::runtime_error&) {
    // The run itself has told what is wrong; a coarse picture is better than none.
    return whole;
  }
}

}  // namespace holon::app
