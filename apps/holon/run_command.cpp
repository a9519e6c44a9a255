// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <system_error>

#include "holon/base/escape.h"
#include "holon/base/interrupt.h"
#include "holon/files.h"
#include "holon/film.h"
#include "holon/loading.h"
#include "holon/raster.h"
#include "holon/record/alias_sink.h"
#include "holon/record/bounded.h"
#include "holon/record/finite_watch.h"
#include "holon/record/moments.h"
#include "holon/record/open_results.h"
#include "holon/record/thinning.h"
#include "holon/record/unit_text.h"
#include "holon/report/page/report.h"
#include "holon/run_page.h"
#include "holon/run_provenance.h"
#include "holon/run_report.h"
#include "holon/run_watch.h"
#include "holon/simulate/checkpoint.h"
#include "holon/simulate/checkpoint_keeper.h"
#include "holon/terminal.h"
#include "holon/view/machine/figure.h"
#include "holon/view/machine/machine.h"

namespace holon::app {
namespace {

namespace fs = std::filesystem;

// Curves are sampled so finely that their pieces are not seen on the widest screen; what zooming
// shows beyond that are the steps of the run. Of long runs so many numbers are kept that a page
// with them opens at once, and in a picture what a line of ink shows.
constexpr int kCurvePieces = 2000, kCurveBins = 4000;
constexpr std::size_t kDrawnNumbers = 300'000;

struct Files {
  fs::path table, plot, report, record, checkpoint;
};

/// The file of a run's checkpoints. One of the usual name that belongs to another table stays, and
/// so does what is no checkpoint.
fs::path choose_checkpoint(const fs::path& table) {
  fs::path usual = table;
  usual.replace_extension(".checkpoint");
  std::error_code error;
  if (!fs::exists(usual, error)) return usual;
  try {
    const std::string other = find_fact(read_checkpoint(usual), kTableFact);
    if (other.empty() || fs::path(other).filename() == table.filename()) return usual;
  } catch (const InputError&) {
  }
  return table.string() + ".checkpoint";
}

Files choose_files(const RunArguments& arguments, const std::string& name) {
  if (!arguments.output.empty()) {
    // The other formats hold their provenance.
    const fs::path table = arguments.output;
    const bool is_bare = table.extension() == ".csv" && is_ordinary(table);
    // Rows that went through a pipe cannot be gone on with.
    const fs::path checkpoint = is_ordinary(table) ? choose_checkpoint(table) : fs::path();
    return {table, arguments.plot, arguments.report, is_bare ? table.string() + ".json" : "",
            checkpoint};
  }
  const fs::path folder = fs::path("results") / name;
  Files files{folder / (name + ".csv"),
              folder / (name + ".svg"),
              {},
              folder / (name + ".json"),
              folder / (name + ".checkpoint")};
  if (!arguments.plot.empty()) files.plot = arguments.plot;
  if (!arguments.report.empty()) {
    files.report = arguments.report;
  } else if (has_report_front_end()) {
    files.report = folder / (name + ".html");
  }
  return files;
}

// No output takes the place of what the run reads, nor of another output.
void check_outputs(const Files& files) {
  const std::array<const fs::path*, 5> all{&files.table, &files.plot, &files.report, &files.record,
                                           &files.checkpoint};
  for (const fs::path* path : all)
    if (!path->empty()) check_not_input(*path);
  const auto is_same = [](const fs::path& a, const fs::path& b) {
    std::error_code error;
    if (!is_ordinary(a) || !is_ordinary(b)) return false;  // a terminal takes both
    return fs::equivalent(a, b, error) ||
           fs::weakly_canonical(a, error) == fs::weakly_canonical(b, error);
  };
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size(); ++j)
      if (!all[i]->empty() && !all[j]->empty() && is_same(*all[i], *all[j]))
        throw CommandError(
            fmt::format("'{}' and '{}' are one file, and two outputs would be written there",
                        all[i]->string(), all[j]->string()));
}

// Says how the picture came about, in words that the same run always gives.
std::string describe_figure(const LoadedModel& loaded, const RunSummary& s) {
  return fmt::format("{}: simulated from 0 to {:g} s with {} by Holon {}.", loaded.system.title,
                     s.status.time,
                     s.step > 0 ? fmt::format("{} at a step of {:g} s", s.solver, s.step)
                                : fmt::format("{} at a tolerance of {:g}", s.solver, s.tolerance),
                     s.version);
}

// The table is there already when the start turns out to be none: it says so.
void conclude_without_run(RowSink* file, Provenance& provenance, const std::string& error) {
  if (!file) return;
  provenance.status = "failed";
  provenance.error = error;
  try {
    file->conclude(provenance);
  } catch (const std::exception& e) {
    print_error(e.what());
  }
}

/// What the checkpoint compares beside the settings of the run: other values given by --set.
std::vector<RunFact> list_facts(const std::vector<Setting>& settings) {
  std::vector<RunFact> facts;
  for (const Setting& setting : settings)
    if (!setting.name.starts_with("simulate."))
      facts.push_back({setting.option + " " + setting.name, setting.value});
  return facts;
}

/// "run pendulum.yaml --until 20 --resume results/pendulum/pendulum.checkpoint".
std::string resume_command(const RunArguments& arguments, const std::string& model,
                           const fs::path& checkpoint) {
  std::string command = "run " + shell_path(model);
  for (const Setting& setting : arguments.settings)
    command +=
        " " + setting.option + " " +
        shell_word(setting.option == "--set" ? setting.name + "=" + setting.value : setting.value);
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) command += std::string(" ") + option + " " + shell_word(value);
  };
  add("-o", arguments.output);
  add("--csv", arguments.csv);
  add("--mat", arguments.mat);
  add("--plot", arguments.plot);
  add("--report", arguments.report);
  add("--resume", checkpoint.string());
  return command;
}

/// One model on its way from the file to its results.
class ModelRun {
 public:
  ModelRun(const RunArguments& arguments, LoadedModel loaded, Findings& findings)
      : arguments_(arguments), loaded_(std::move(loaded)), findings_(findings) {
    outcome.model = loaded_.path;
    outcome.title = loaded_.system.title;
  }

  /// Runs and writes the files. Signals that ask to stop end the run, and the files are completed;
  /// before and after that, where nothing is at stake, they end the process.
  int run_guarded();
  RunOutcome outcome;

 private:
  int run();
  void resume(Simulation& simulation, const fs::path& table) const;
  void draw(const fs::path& path);
  void warn_of_size(const fs::path& path);
  void record_view(Simulation& simulation, const Files& files);

  const RunArguments& arguments_;
  LoadedModel loaded_;
  Findings& findings_;
  std::optional<ViewOfModel> view_;
  std::optional<RunPage> page_;
  BoundedSink curves_{kDrawnNumbers};
  std::optional<MomentsSink> film_;
};

int ModelRun::run_guarded() {
  const InterruptGuard guard;
  try {
    return run();
  } catch (const Interrupted&) {  // in something that the run waits for
    return kInterrupted;
  }
}

int ModelRun::run() {
  const Files files = choose_files(arguments_, loaded_.name);
  const SimulateSettings& settings = loaded_.model.simulate;
  if (!files.plot.empty() || !files.report.empty()) {
    view_ = make_view(loaded_, findings_);
    if (!view_) return findings_.status();
    if (!files.report.empty()) page_.emplace(loaded_, *view_, curves_);
  }
  check_outputs(files);
  int status = kDone;
  std::unique_ptr<Simulation> simulation;
  Provenance provenance;
  std::unique_ptr<RowSink> file;
  std::optional<AliasSink> named;
  std::optional<FiniteWatch> table;
  RunWatch watch(outcome.model, settings.until, arguments_.quiet || arguments_.json);
  try {
    simulation = std::make_unique<Simulation>(loaded_.system, settings);
    simulation->set_model_text(loaded_.model.text);
    simulation->set_observer(&watch);
    std::vector<RunFact> facts = list_facts(arguments_.settings);
    facts.push_back({kTableFact, files.table.string()});
    simulation->set_checkpoints({files.checkpoint, {files.table}, std::move(facts)});
    const bool is_resumed = !arguments_.resume.empty();
    if (is_resumed) resume(*simulation, files.table);
    // What cannot be written is better told before the run than behind it.
    if (!files.plot.empty()) check_writable(files.plot);
    if (!files.report.empty()) check_writable(files.report);
    provenance = begin_provenance(loaded_, arguments_.settings, files.table.extension() != ".csv");
    file = open_sink(files.table, provenance,
                     is_resumed ? OutputFile::Mode::go_on : OutputFile::Mode::create,
                     {arguments_.csv == "units", arguments_.mat == "plain"});
    named.emplace(*file, loaded_.model.aliases);
    for (const Column& column :
         simulation->record(table.emplace(*named), loaded_.outputs, RowSchedule::from(settings))) {
      outcome.outputs.push_back(column.name);
      outcome.units.push_back(unit_text(column.name, column.dimension));
    }
    outcome.table = files.table.string();
    warn_of_size(files.table);
    if (view_) {
      for (const std::string& note : view_->scene.notes) watch.remark(note);
    }
    if (view_ && settings.until > 0) record_view(*simulation, files);
    outcome.has_run = true;
    simulation->run();
  } catch (const InputError& e) {
    outcome.has_run = false;
    findings_.tell(e.diagnostics());
    if (!arguments_.resume.empty()) return kCommandIsWrong;  // and the table stays as it is
    conclude_without_run(file.get(), provenance, e.what());
    return findings_.status();
  } catch (const ModelError& e) {
    outcome.has_run = false;
    findings_.tell(e);
    conclude_without_run(file.get(), provenance, e.what());
    return kModelIsWrong;
  } catch (const std::exception& e) {
    // A failed run, or a table that cannot be written: what there is goes to the other files.
    watch.clear();
    outcome.error = e.what();
    if (const auto* failure = dynamic_cast<const RunError*>(&e)) outcome.failure = failure->data();
    print_error(outcome.model + ": " + e.what());
    status = kRunFailed;
    if (!outcome.has_run) return status;
  }
  watch.clear();
  outcome.summary = simulation->summary();
  end_provenance(provenance, outcome.summary, outcome.error);
  if (outcome.summary.interrupted) status = kInterrupted;
  if (outcome.summary.checkpoint) {
    outcome.checkpoint = files.checkpoint.string();
    outcome.resume = resume_command(arguments_, outcome.model, files.checkpoint);
  }
  for (const std::string& sentence : table->describe())
    findings_.report_warning(outcome.model + ": " + sentence);
  // One file that cannot be written does not take the others with it.
  const auto attempt = [&](const auto& make) {
    try {
      make();
    } catch (const Interrupted&) {
      status = kInterrupted;
    } catch (const std::exception& e) {
      print_error(e.what());
      status = std::max<int>(status, kRunFailed);
    }
  };
  attempt([&] { table->conclude(provenance); });
  if (!files.plot.empty()) attempt([&] { draw(files.plot); });
  if (page_) {
    attempt([&] {
      std::vector<std::string> warnings = watch.warnings;
      for (const Diagnostic& d : findings_.all().all()) warnings.push_back(d.message);
      write_file(files.report, page_->write(outcome, arguments_.settings, warnings, watch.remarks));
      outcome.report = files.report.string();
    });
  }
  if (!files.record.empty()) {
    attempt([&] {
      outcome.record = files.record.string();
      outcome.diagnostics = findings_.all();
      write_file(files.record, write_record(outcome, provenance));
    });
  }
  return status;
}

/// A run that goes on adds to the table that it has written.
void check_table(const Checkpoint& checkpoint, const fs::path& table) {
  if (fs::exists(table)) return;
  const std::string written = find_fact(checkpoint, kTableFact);
  const bool is_other = !written.empty() && written != table.string();
  throw InputError({},
                   "there is no '" + table.string() + "' to continue" +
                       (is_other ? ": the run has written its rows to '" + written + "'" : ""),
                   is_other ? "give '-o " + shell_path(written) +
                                  "', and copy or convert the file when the run is done"
                            : "run from the start, without --resume");
}

// What is wrong with the checkpoint is said of the option.
void ModelRun::resume(Simulation& simulation, const fs::path& table) const {
  try {
    const Checkpoint checkpoint = read_checkpoint(arguments_.resume);
    simulation.resume(checkpoint);
    check_table(checkpoint, table);
  } catch (const InputError& e) {
    Diagnostics diagnostics;
    for (Diagnostic one : e.diagnostics().all()) {
      one.place.source = std::make_shared<const SourceFile>(SourceFile{"--resume", {}});
      diagnostics.add(std::move(one));
    }
    throw InputError(std::move(diagnostics));
  }
}

// What page and picture show.
void ModelRun::record_view(Simulation& simulation, const Files& files) {
  const double until = loaded_.model.simulate.until;
  const std::vector<std::string> names = panel_outputs(view_->panels);
  if (!names.empty())
    simulation.record(curves_, names, {RowSchedule::Kind::fine, until / kCurvePieces});
  if (!files.report.empty()) page_->record(simulation);
  if (files.plot.empty() || !view_->scene.has_solids()) return;
  const int moments = count_moments(until, count_drawn_bodies(view_->scene));
  simulation.record(film_.emplace(static_cast<std::size_t>(moments)), view_->scene.outputs(),
                    {RowSchedule::Kind::moments, until / moments, static_cast<double>(moments)});
}

// A wrong unit of the interval fills a disk: says so before it does.
void ModelRun::warn_of_size(const fs::path& path) {
  constexpr double kManyRows = 1e7, kManySteps = 1e10;
  const SimulateSettings& settings = loaded_.model.simulate;
  const std::optional<double> length = settings.interval ? settings.interval : settings.step;
  const double rows = length ? settings.until / *length : 0;
  if (rows > kManyRows) {
    const SizeEstimate size = estimate_size(path, rows, outcome.outputs.size());
    std::error_code error;
    const fs::space_info disk = fs::space(path.parent_path(), error);
    findings_.report_warning(fmt::format(
        "{}: the table will have {:.3g} rows of {} columns, {} {:.3g} GB{}; {}", outcome.model,
        rows, outcome.outputs.size(), size.is_most ? "up to" : "about", size.bytes / 1e9,
        error ? std::string()
              : fmt::format(", and {:.3g} GB are free", static_cast<double>(disk.available) / 1e9),
        settings.interval ? "simulate.interval sets their spacing"
                          : "simulate.interval makes them fewer"));
  }
  if (settings.step && settings.until / *settings.step > kManySteps)
    findings_.report_warning(fmt::format("{}: the run will take {:.2g} steps of {:g} s",
                                         outcome.model, settings.until / *settings.step,
                                         *settings.step));
}

void ModelRun::draw(const fs::path& path) {
  Figure figure;
  figure.title = loaded_.system.title;
  figure.description = describe_figure(loaded_, outcome.summary);
  if (curves_.row_count() > 0) {
    const Results inked = thin(curves_.results(), kCurveBins);
    for (const PanelRequest& request : view_->panels)
      figure.panels.push_back(make_panel(request, inked));
  }
  Motion motion;
  if (film_ && film_->results().row_count() > 1) {
    motion = make_film(loaded_, view_->scene, film_->results());
    figure.scene = &view_->scene;
    figure.motion = &motion;
    figure.until = outcome.summary.status.time;
  }
  if (path.extension() == ".png") {
    write_png(path, write_svg(figure));
  } else {
    write_file(path, write_svg(figure));
  }
  outcome.plot = path.string();
}

// Models of one name would write over each other's results.
void check_folders(const RunArguments& arguments) {
  std::map<std::string, std::string> model_of;
  for (const std::string& path : arguments.models) {
    const auto [it, inserted] = model_of.try_emplace(fs::path(path).stem().string(), path);
    if (inserted) continue;
    if (it->second == path) throw CommandError(fmt::format("'{}' is named twice", path));
    throw CommandError(
        fmt::format("'{}' and '{}' would both write to results/{}; run them one by one, with -o",
                    it->second, path, it->first));
  }
}

}  // namespace

int run_command(const RunArguments& arguments) {
  check_folders(arguments);
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache && *cache != '\0' && *cache != '/')
    print_note(fmt::format("XDG_CACHE_HOME is ignored, since '{}' is a relative path", cache));
  std::vector<RunOutcome> outcomes;
  int result = kDone;
  // Nothing runs while the command names a file that is not there.
  for (const std::string& path : arguments.models) {
    Findings findings(path, arguments.settings);
    if (exists(path, findings, result)) continue;
    outcomes.emplace_back();
    outcomes.back().model = path;
    outcomes.back().diagnostics = findings.all();
  }
  if (result != kDone) {
    if (arguments.json) print(write_json(outcomes));
    return result;
  }
  for (const std::string& path : arguments.models) {
    int status = kDone;
    Findings findings(path, arguments.settings);
    std::optional<LoadedModel> loaded = load(path, arguments.settings, findings, status);
    RunOutcome outcome;
    outcome.model = path;
    if (loaded) {
      ModelRun run(arguments, *std::move(loaded), findings);
      status = run.run_guarded();
      outcome = std::move(run.outcome);
      if (outcome.summary.rows > 0 && !arguments.json && !arguments.quiet) print(describe(outcome));
      // Even who wants no summary wants to know that it can go on.
      if (arguments.quiet && !outcome.resume.empty()) print_note(describe_resume(outcome));
      if (status == kInterrupted && outcome.resume.empty())
        print_note(
            outcome.has_run && outcome.summary.status.steps.steps > 0
                ? "there is no checkpoint yet to continue from: with this solver there is one "
                  "every few seconds of computing time, or as 'simulate.checkpoint' sets (\"1 s\")"
                : "the run had not begun, and there is nothing to continue from");
    }
    outcome.diagnostics = findings.all();
    outcomes.push_back(std::move(outcome));
    result = std::max(result, status);
    if (status == kInterrupted) break;
  }
  if (arguments.json) print(write_json(outcomes));
  return result;
}

}  // namespace holon::app
