// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <system_error>

#include "holon/base/escape.h"
#include "holon/base/interrupt.h"
#include "holon/base/names.h"
#include "holon/base/profile.h"
#include "holon/commands/commands.h"
#include "holon/commands/steering.h"
#include "holon/model/assembly/conserved.h"
#include "holon/output/files.h"
#include "holon/output/raster.h"
#include "holon/output/run_report.h"
#include "holon/output/run_watch.h"
#include "holon/output/terminal.h"
#include "holon/record/open_results.h"
#include "holon/report/page/report.h"
#include "holon/report/run/run_figure.h"
#include "holon/report/run/run_page.h"
#include "holon/simulate/checkpoint/checkpoint.h"
#include "holon/simulate/checkpoint/checkpoint_keeper.h"
#include "holon/study/estimate_log.h"
#include "holon/study/merged_log.h"
#include "holon/study/run_table.h"

namespace holon::app {
namespace {

namespace fs = std::filesystem;

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
            fmt::format("'{}' and '{}' are the same file, to which two outputs would be written",
                        all[i]->string(), all[j]->string()));
}

// The table is there already when the start turns out to be none: it says so.
void conclude_without_run(std::optional<RunTable>& table, const std::string& error) {
  if (!table) return;
  try {
    table->conclude_unstarted(error);
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
  if (arguments.realtime) command += " --realtime";
  add("--resume", checkpoint.string());
  return command;
}

// A run in step with the clock: frames of real-time simulators, and how often its rows are written.
constexpr double kFrame = 1e-3;  // [s]
constexpr std::chrono::milliseconds kRealTimeFlush{20};
constexpr double kSpin = 50e-6;  // [s]

/// Limits the steps to a frame, whose length [s] is returned.
double set_frames(SimulateSettings& settings) {
  if (settings.step) return std::max(*settings.step, kFrame);
  if (!settings.max_step) settings.max_step = kFrame;
  return *settings.max_step;
}

/// One model on its way from the file to its results.
class ModelRun {
 public:
  /// `steering`: values that change during the run, or null; it must outlive this.
  ModelRun(const RunArguments& arguments, LoadedModel loaded, Findings& findings,
           const Steering* steering = nullptr)
      : arguments_(arguments),
        loaded_(std::move(loaded)),
        findings_(findings),
        steering_(steering) {
    outcome.model = loaded_.path;
    outcome.title = loaded_.system.title;
    outcome.conserved = loaded_.assembly->domain<ConservedOutputs>().names;
    for (const PlotSettings& plot : loaded_.model.plots)
      if (!plot.is_added) outcome.plots.push_back(plot);
  }

  /// Runs and writes the files. Signals that ask to stop end the run, and the files are completed;
  /// before and after that, where nothing is at stake, they end the process.
  int run_guarded();
  RunOutcome outcome;

 private:
  int run();
  void resume(Simulation& simulation, const fs::path& table) const;
  void steer(Simulation& simulation, RunWatch& watch);
  void draw(const fs::path& path);
  void warn_of_size(const fs::path& path);

  const RunArguments& arguments_;
  LoadedModel loaded_;
  Findings& findings_;
  const Steering* steering_;
  std::optional<serve::LiveInputs> live_;
  std::optional<ModelView> view_;
  std::optional<RunCurves> curves_;
  std::optional<RunPage> page_;
  std::optional<RunFigure> figure_;
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
  SimulateSettings settings = loaded_.model.simulate;
  if (steering_) limit_steps(settings, *steering_);
  if (!files.plot.empty() || !files.report.empty()) {
    view_ = make_view(loaded_, findings_);
    if (!view_) return status_of(findings_.fault());
    curves_.emplace(loaded_, *view_);
    if (!files.report.empty()) page_.emplace(loaded_, *view_, *curves_);
    if (!files.plot.empty()) figure_.emplace(loaded_, *view_, *curves_);
  }
  check_outputs(files);
  int status = kDone;
  std::unique_ptr<Simulation> simulation;
  std::optional<RunTable> table;
  RunWatch watch(outcome.model, settings.until, arguments_.quiet || arguments_.json);
  try {
    if (arguments_.realtime)
      watch.keep_pace(
          {.frame = set_frames(settings), .tolerated = 0, .catches_up = true, .spin = kSpin});
    simulation = std::make_unique<Simulation>(loaded_.system, settings);
    if (arguments_.realtime) simulation->set_flush_interval(kRealTimeFlush);
    simulation->set_model_text(loaded_.model.text);
    simulation->set_observer(&watch);
    std::vector<RunFact> facts = list_facts(arguments_.settings);
    facts.push_back({kTableFact, files.table.string()});
    simulation->set_checkpoints({.path = files.checkpoint,
                                 .tables = {files.table},
                                 .facts = std::move(facts),
                                 .interrupts_only = arguments_.realtime});
    if (steering_) steer(*simulation, watch);
    const bool is_resumed = !arguments_.resume.empty();
    if (is_resumed) resume(*simulation, files.table);
    // A file that cannot be written is reported before the run, not after it.
    if (!files.plot.empty()) check_writable(files.plot);
    if (!files.report.empty()) check_writable(files.report);
    table.emplace(
        loaded_, files.table, TableForm{arguments_.csv == "units", arguments_.mat == "plain"},
        is_resumed ? OutputFile::Mode::go_on : OutputFile::Mode::create, arguments_.realtime);
    for (const Column& column : table->record(*simulation)) {
      outcome.outputs.push_back(column.name);
      outcome.units.push_back(column.dimension.to_string());
    }
    outcome.table = files.table.string();
    warn_of_size(files.table);
    if (view_) {
      for (const std::string& note : view_->scene.notes) watch.remark(note);
    }
    if (curves_) curves_->record(*simulation);
    if (page_) page_->record(*simulation);
    if (figure_) figure_->record(*simulation);
    outcome.has_run = true;
    std::optional<ProfileRecorder> recorder;
    if (arguments_.profile) recorder.emplace(outcome.profile.emplace());
    if (arguments_.realtime) watch.raise_priority();
    simulation->run();
  } catch (const InputError& e) {
    outcome.has_run = false;
    findings_.report(e.diagnostics());
    if (!arguments_.resume.empty()) return kCommandIsWrong;  // and the table stays as it is
    conclude_without_run(table, e.what());
    return status_of(findings_.fault());
  } catch (const ModelError& e) {
    outcome.has_run = false;
    findings_.report(e);
    conclude_without_run(table, e.what());
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
  if (watch.pace()) outcome.pace = watch.pace()->report();
  if (outcome.summary.interrupted) status = kInterrupted;
  if (outcome.summary.checkpoint) {
    outcome.checkpoint = files.checkpoint.string();
    outcome.resume = resume_command(arguments_, outcome.model, files.checkpoint);
  }
  for (const std::string& sentence : table->describe_faults())
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
  attempt([&] { table->conclude(outcome.summary, outcome.error); });
  if (!files.plot.empty()) attempt([&] { draw(files.plot); });
  if (page_) {
    attempt([&] {
      std::vector<std::string> warnings = watch.warnings;
      for (const Diagnostic& d : findings_.all().all()) warnings.push_back(d.message);
      write_file(files.report,
                 page_->write(outcome.summary, {outcome.error, warnings, watch.remarks}));
      outcome.report = files.report.string();
    });
  }
  if (!files.record.empty()) {
    attempt([&] {
      outcome.record = files.record.string();
      outcome.diagnostics = findings_.all();
      write_file(files.record, write_record(outcome, table->provenance()));
    });
  }
  return status;
}

/// A resumed run continues the table that it has written.
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

// Errors of the checkpoint are reported at the option.
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

void ModelRun::steer(Simulation& simulation, RunWatch& watch) {
  check_steering(*steering_, loaded_.system);
  live_.emplace(loaded_.system).replay(steering_->changes);
  simulation.set_live(&*live_);
  std::vector<std::string> names;
  for (const serve::LiveChange& change : steering_->changes)
    if (std::find(names.begin(), names.end(), change.name) == names.end())
      names.push_back(change.name);
  watch.remark(fmt::format("{} changed during the run at the ends of steps, as recorded in '{}'",
                           quote_list(names, "and"), steering_->file));
  if (!steering_->digest.empty() && steering_->digest != simulation.summary().model_digest)
    findings_.report_warning(
        fmt::format("{}: the model differs from that of the run recorded in '{}'", outcome.model,
                    steering_->file));
}

// A wrong unit of the interval could fill the disk: warns before it does.
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
  const std::string image = figure_->draw(outcome.summary);
  path.extension() == ".png" ? write_png(path, image) : write_file(path, image);
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
  // Nothing runs while the command names a missing file.
  for (const std::string& path : arguments.models) {
    Findings findings(path, arguments.settings, &terminal_observer());
    if (check_exists(path, findings)) continue;
    result = status_of(findings.fault());
    outcomes.emplace_back();
    outcomes.back().model = path;
    outcomes.back().diagnostics = findings.all();
  }
  if (result != kDone) {
    if (arguments.json) print(write_json(outcomes));
    return result;
  }
  for (const std::string& path : arguments.models) {
    Findings findings(path, arguments.settings, &terminal_observer());
    LoadRequest request{.settings = arguments.settings};
    std::optional<Steering> steering;
    std::optional<LoadedModel> loaded;
    bool is_refused = false;
    try {
      if (!arguments.inputs.empty()) steering = read_steering(arguments.inputs);
      if (steering) {
        request.opened = steering->values;
        request.settings.insert(request.settings.begin(), steering->settings.begin(),
                                steering->settings.end());
      }
      loaded = load(path, request, findings);
    } catch (const InputError& error) {
      findings.report(error.diagnostics());
      is_refused = true;
    }
    int status = is_refused ? kCommandIsWrong : status_of(findings.fault());
    RunOutcome outcome;
    outcome.model = path;
    if (loaded) {
      ModelRun run(arguments, *std::move(loaded), findings, steering ? &*steering : nullptr);
      status = run.run_guarded();
      outcome = std::move(run.outcome);
      if (outcome.summary.rows > 0 && !arguments.json && !arguments.quiet) print(describe(outcome));
      // The command that continues it is printed without a summary, too.
      if (arguments.quiet && !outcome.resume.empty()) print_note(describe_resume(outcome));
      if (status == kInterrupted && outcome.resume.empty())
        print_note(
            outcome.has_run && outcome.summary.status.steps.steps > 0
                ? "there is no checkpoint yet from which to continue: with this solver there is "
                  "one "
                  "every few seconds of computing time, or as 'simulate.checkpoint' sets (\"1 s\")"
                : "the run had not begun, so there is no checkpoint from which to continue");
    }
    outcome.diagnostics = findings.all();
    outcomes.push_back(std::move(outcome));
    result = std::max(result, status);
    if (status == kInterrupted) break;
  }
  if (arguments.json) print(write_json(outcomes));
  return result;
}

namespace {

/// The log, or the table of several, which lies beside the results; empty: an error was reported.
std::string choose_log(const EstimateArguments& arguments, const LoadedModel& model,
                       Findings& findings) {
  std::vector<LogSource> logs;
  for (const std::string& text : arguments.logs) logs.push_back(parse_log_source(text));
  if (logs.size() == 1 && !logs[0].is_nmea() && !logs[0].start) return logs[0].path;
  fs::path table = arguments.run.output;
  if (table.empty()) table = fs::path("results") / model.name / (model.name + "_estimate.csv");
  table.replace_filename(table.stem().string() + "_log.csv");
  for (const LogSource& log : logs) {
    std::error_code none;
    if (!fs::equivalent(log.path, table, none)) continue;
    findings.report_error("the merged log would overwrite '" + log.path + "': choose another -o",
                          Fault::request);
    return {};
  }
  try {
    for (const std::string& note : merge_logs(logs, model, table)) print_note(note);
    return table.string();
  } catch (const InputError& error) {
    findings.report(error.diagnostics());
  } catch (const std::exception& error) {
    findings.report_error(error.what(), Fault::request);
  }
  return {};
}

}  // namespace

int estimate_command(const EstimateArguments& arguments) {
  const std::string& path = arguments.run.models.front();
  const std::vector<Setting>& settings = arguments.run.settings;
  Findings findings(path, settings, &terminal_observer());
  RunOutcome outcome;
  outcome.model = path;
  int status = kDone;
  // The whole model first, so that its errors are reported where they are.
  std::optional<LogModel> filters;
  if (const std::optional<LoadedModel> whole = load(path, {settings}, findings)) {
    const std::string log = choose_log(arguments, *whole, findings);
    if (!log.empty()) filters = make_log_model(path, log, settings, findings);
  }
  std::optional<LoadedModel> loaded;
  if (filters) loaded = load_text(filters->path, filters->text, findings);
  if (loaded) {
    ModelRun run(arguments.run, *std::move(loaded), findings);
    status = run.run_guarded();
    outcome = std::move(run.outcome);
    if (outcome.summary.rows > 0 && !arguments.run.json && !arguments.run.quiet)
      print(describe(outcome));
  } else {
    status = status_of(findings.fault());
  }
  outcome.diagnostics = findings.all();
  if (arguments.run.json) print(write_json({outcome}));
  return status;
}

}  // namespace holon::app
