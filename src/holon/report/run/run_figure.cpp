// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/run/run_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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
Motion make_film(const LoadedModel& loaded, const Scene& scene,
                 const std::vector<std::string>& outputs, const Results& whole_run) {
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
    again.record(rows, outputs,
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

/// Whether part of an arrow that is seen is not determined: components that are zero throughout,
/// such as those normal to a planar machine, are not.
std::vector<bool> find_open_arrows(const Scene& scene, const Motion& motion,
                                   const std::vector<std::string>& undetermined) {
  constexpr double kSeen = 1e-3;  // of the arrow
  static constexpr const char* kComponents[] = {".x", ".y", ".z"};
  std::vector<bool> open;
  for (std::size_t k = 0; k < scene.arrows.size() && !motion.arrows.empty(); ++k) {
    const auto is_listed = [&](const std::string& name) {
      return std::find(undetermined.begin(), undetermined.end(), name) != undetermined.end();
    };
    double whole = 0, unknown = 0;
    for (Eigen::Index i = 0; i < 3; ++i) {
      double largest = 0;
      for (const auto& vectors : motion.arrows)
        largest = std::max(largest, std::abs(vectors[k][i]));
      whole = std::max(whole, largest);
      if (is_listed(scene.arrows[k].output) || is_listed(scene.arrows[k].output + kComponents[i]))
        unknown = std::max(unknown, largest);
    }
    open.push_back(unknown > kSeen * whole);
  }
  return open;
}

}  // namespace

std::vector<std::string> RunFigure::list_outputs() const {
  std::vector<std::string> named = loaded_.model.outputs, names = view_.scene.outputs();
  for (const PanelRequest& request : view_.panels)
    for (const SystemOutput& output : request.outputs) named.push_back(output.name);
  for (const ArrowView& arrow : view_.scene.arrows) {
    const bool is_named = std::any_of(named.begin(), named.end(), [&](const std::string& name) {
      return name == arrow.output || name.starts_with(arrow.output + ".");
    });
    const bool is_new = std::find(names.begin(), names.end(), arrow.output) == names.end();
    if (is_named && is_new && loaded_.system.find_output(arrow.output))
      names.push_back(arrow.output);
  }
  for (const AxisView& axis : view_.scene.axes)
    for (const char* output : {".point", ".direction", ".pitch"})
      if (loaded_.system.find_output(axis.name + output)) names.push_back(axis.name + output);
  return names;
}

void RunFigure::record(Simulation& simulation) {
  const double until = loaded_.model.simulate.until;
  if (!(until > 0) || !view_.scene.has_solids()) return;
  const int moments = count_moments(until, count_drawn_bodies(view_.scene));
  simulation.record(poses_.emplace(static_cast<std::size_t>(moments)), list_outputs(),
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
    motion = make_film(loaded_, view_.scene, list_outputs(), poses_->results());
    motion.is_arrow_open = find_open_arrows(view_.scene, motion, summary.undetermined);
    figure.scene = &view_.scene;
    figure.motion = &motion;
    figure.until = summary.status.time;
    // Of a ground there is only its state at the end.
    if (motion.times.back() >= summary.status.time * (1 - 1e-6)) figure.terrains = summary.films;
  }
  return write_svg(figure);
}

}  // namespace holon
