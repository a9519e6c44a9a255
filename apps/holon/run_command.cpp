// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

#include "holon/base/interrupt.h"
#include "holon/base/progress.h"
#include "holon/film.h"
#include "holon/loading.h"
#include "holon/record/csv.h"
#include "holon/record/thinning.h"
#include "holon/run_report.h"
#include "holon/terminal.h"
#include "holon/view/figure.h"
#include "holon/view/machine.h"

namespace holon::app {
namespace {

namespace fs = std::filesystem;

// Curves are sampled so finely that their pieces are not seen; of long runs, what a line of ink
// shows is kept.
constexpr int kCurvePieces = 1500, kCurveBins = 4000;

/// Shows the progress, and ends the run on ctrl-C.
class Watch final : public RunObserver {
 public:
  explicit Watch(double until, bool quiet)
      : progress_(
            {.until = until, .mode = quiet ? Progress::Mode::off : Progress::Mode::automatic}) {}
  bool go_on(const RunStatus& status) override {
    progress_.update(status.time, status.steps.steps, status.steps.rejections);
    return !interrupted();
  }
  void clear() { progress_.clear(); }

 private:
  Progress progress_;
};

struct Files {
  fs::path csv, plot, record;
};

Files choose_files(const RunArguments& arguments, const std::string& name) {
  if (!arguments.output.empty()) return {arguments.output, arguments.plot, {}};
  const fs::path folder = fs::path("results") / name;
  return {folder / (name + ".csv"),
          arguments.plot.empty() ? folder / (name + ".svg") : fs::path(arguments.plot),
          folder / (name + ".json")};
}

void write_file(const fs::path& path, const std::string& text) {
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) throw std::runtime_error("cannot write '" + path.string() + "'");
}

// Says how the picture came about, in words that the same run always gives.
std::string describe_figure(const LoadedModel& loaded, const RunSummary& s) {
  return fmt::format("{}: simulated from 0 to {:g} s with {} by Holon {}.", loaded.system.title,
                     s.status.time,
                     s.step > 0 ? fmt::format("{} at a step of {:g} s", s.solver, s.step)
                                : fmt::format("{} at a tolerance of {:g}", s.solver, s.tolerance),
                     s.version);
}

/// One model on its way from the file to its results.
class ModelRun {
 public:
  ModelRun(const RunArguments& arguments, LoadedModel loaded, const std::string& path)
      : arguments_(arguments), loaded_(std::move(loaded)) {
    outcome.model = path;
    outcome.title = loaded_.system.title;
  }

  int run();
  RunOutcome outcome;

 private:
  void draw(const fs::path& path);

  const RunArguments& arguments_;
  LoadedModel loaded_;
  std::optional<ViewOfModel> view_;
  Results curves_, film_;
};

int ModelRun::run() {
  const Files files = choose_files(arguments_, loaded_.name);
  const SimulateSettings& settings = loaded_.model.simulate;
  if (!files.plot.empty()) {
    view_ = make_view(loaded_);
    if (!view_) return kModelIsWrong;
    for (const std::string& note : view_->scene.notes) print_warning(note);
  }
  int status = kDone;
  std::unique_ptr<Simulation> simulation;
  std::unique_ptr<CsvWriter> csv;
  std::optional<ThinningSink> thinned;
  Watch watch(settings.until, arguments_.quiet || arguments_.json);
  try {
    simulation = std::make_unique<Simulation>(loaded_.system, settings);
    simulation->set_model_text(loaded_.model.text);
    simulation->set_observer(&watch);
    csv = std::make_unique<CsvWriter>(files.csv);
    for (const Column& column :
         simulation->record(*csv, loaded_.outputs, RowSchedule::from(settings)))
      outcome.outputs.push_back(column.name);
    outcome.csv = files.csv.string();
    if (view_ && settings.until > 0) {
      const std::vector<std::string> names = panel_outputs(view_->panels);
      if (!names.empty())
        simulation->record(thinned.emplace(curves_, settings.until, kCurveBins), names,
                           {RowSchedule::Kind::fine, settings.until / kCurvePieces});
      const int moments = count_moments(settings.until, view_->scene.bodies.size());
      if (!view_->scene.empty())
        simulation->record(film_, view_->scene.outputs(),
                           {RowSchedule::Kind::interval, settings.until / moments});
    }
    simulation->run();
  } catch (const InputError& e) {
    print_input_error(e, outcome.model);
    return kModelIsWrong;
  } catch (const ModelError& e) {
    print_error(outcome.model + ": " + e.what());
    return kModelIsWrong;
  } catch (const RunError& e) {
    watch.clear();
    outcome.error = e.what();
    print_error(outcome.model + ": " + e.what());
    status = kRunFailed;
  } catch (const std::exception& e) {
    watch.clear();
    outcome.error = e.what();
    print_error(outcome.model + ": " + e.what());
    if (simulation) outcome.summary = simulation->summary();
    return kRunFailed;
  }
  watch.clear();
  outcome.summary = simulation->summary();
  if (outcome.summary.interrupted) status = kInterrupted;
  for (const std::string& note : outcome.summary.notes) print_warning(outcome.model + ": " + note);
  try {
    if (view_) draw(files.plot);
    if (!files.record.empty()) {
      outcome.record = files.record.string();
      write_file(files.record, write_json({outcome}));
    }
  } catch (const std::exception& e) {
    print_error(e.what());
    status = std::max<int>(status, kRunFailed);
  }
  return status;
}

void ModelRun::draw(const fs::path& path) {
  Figure figure;
  figure.title = loaded_.system.title;
  figure.description = describe_figure(loaded_, outcome.summary);
  if (curves_.row_count() > 0)
    for (const PanelRequest& request : view_->panels)
      figure.panels.push_back(make_panel(request, curves_));
  Motion motion;
  if (film_.row_count() > 1) {
    motion = make_film(loaded_, view_->scene, film_);
    figure.scene = &view_->scene;
    figure.motion = &motion;
    figure.until = outcome.summary.status.time;
  }
  write_file(path, write_svg(figure));
  outcome.plot = path.string();
}

// Models of one name would write over each other's results.
bool check_folders(const RunArguments& arguments) {
  std::map<std::string, std::string> model_of;
  for (const std::string& path : arguments.models) {
    const auto [it, inserted] = model_of.try_emplace(fs::path(path).stem().string(), path);
    if (inserted) continue;
    print_error(
        fmt::format("'{}' and '{}' would both write to results/{}; run them one by one, with -o",
                    it->second, path, it->first));
    return false;
  }
  return true;
}

}  // namespace

int run_command(const RunArguments& arguments) {
  if (!check_folders(arguments)) return kCommandIsWrong;
  InterruptGuard guard;
  std::vector<RunOutcome> outcomes;
  int result = kDone;
  for (const std::string& path : arguments.models) {
    int status = kDone;
    std::optional<LoadedModel> loaded = load(path, arguments.settings, status);
    if (loaded) {
      ModelRun run(arguments, *std::move(loaded), path);
      status = run.run();
      if (status != kModelIsWrong) {
        const bool ran = run.outcome.summary.rows > 0;
        if (ran && !arguments.json && !arguments.quiet) print(describe(run.outcome));
        outcomes.push_back(std::move(run.outcome));
      }
    }
    result = std::max(result, status);
    if (status == kInterrupted) break;
  }
  if (arguments.json) print(write_json(outcomes));
  return result;
}

}  // namespace holon::app
