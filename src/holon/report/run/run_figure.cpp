// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/run/run_figure.h"

#include <fmt/format.h>

#include <stdexcept>

#include "holon/record/thinning.h"
#include "holon/view/machine/figure.h"
#include "holon/view/machine/machine.h"
#include "holon/view/machine/machine_marks.h"

namespace holon {
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

/// The poses for the figure of a machine: those recorded over the whole run (rows of
/// scene.outputs(), equally spaced) or, where they lie too far apart to show the motion, those of
/// its beginning, which is run once more for them.
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
    // The run itself has reported what is wrong; a coarse figure is better than none.
    return whole;
  }
}

// How the figure came about, in words that the same run always gives.
std::string describe_figure(const LoadedModel& loaded, const RunSummary& s) {
  return fmt::format("{}: simulated from 0 to {:g} s with {} by Holon {}.", loaded.system.title,
                     s.status.time,
                     s.step > 0 ? fmt::format("{} at a step of {:g} s", s.solver, s.step)
                                : fmt::format("{} at a tolerance of {:g}", s.solver, s.tolerance),
                     s.version);
}

}  // namespace

void RunFigure::record(Simulation& simulation) {
  const double until = loaded_.model.simulate.until;
  if (!(until > 0) || !view_.scene.has_solids()) return;
  const int moments = count_moments(until, count_drawn_bodies(view_.scene));
  simulation.record(poses_.emplace(static_cast<std::size_t>(moments)), view_.scene.outputs(),
                    {RowSchedule::Kind::moments, until / moments, static_cast<double>(moments)});
}

std::string RunFigure::draw(const RunSummary& summary) const {
  constexpr int kBins = 4000;  // of a curve, finer than a line of ink
  Figure figure;
  figure.title = loaded_.system.title;
  figure.description = describe_figure(loaded_, summary);
  const Results inked = curves_.row_count() > 0 ? thin(curves_.results(), kBins) : Results();
  for (const PanelRequest& request : view_.panels) {
    const bool is_sky = !request.plot.sky.empty();
    const Results& rows = is_sky ? curves_.results(request) : inked;
    if (rows.row_count() > 0) figure.panels.push_back(make_panel(request, rows));
  }
  Motion motion;
  if (poses_ && poses_->results().row_count() > 1) {
    motion = make_film(loaded_, view_.scene, poses_->results());
    figure.scene = &view_.scene;
    figure.motion = &motion;
    figure.until = summary.status.time;
    // Of a ground there is only its state at the end.
    if (motion.times.back() >= summary.status.time * (1 - 1e-6)) figure.terrains = summary.films;
  }
  return write_svg(figure);
}

}  // namespace holon
