// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/runs/run_worker.h"

#include <sys/prctl.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <memory>
#include <set>

#include "holon/base/interrupt.h"
#include "holon/report/run/pose_outputs.h"
#include "holon/report/run/run_figure.h"
#include "holon/report/run/run_page.h"
#include "holon/serve/runs/model_worker.h"
#include "holon/serve/runs/run_controls.h"
#include "holon/serve/runs/study_worker.h"
#include "holon/serve/runs/worker_pipe.h"
#include "holon/serve/wire/user_folders.h"
#include "holon/simulate/run/run_state.h"
#include "holon/study/model_view.h"
#include "holon/study/run_table.h"

namespace holon::serve {
namespace {

constexpr std::chrono::milliseconds kStatusPeriod{50};
// Rows do not wait longer for those that are computed with them.
constexpr std::chrono::milliseconds kRowPeriod{30};
// Pieces of a smooth curve, as in reports.
constexpr double kCurvePieces = 2000;
// Images of the moving machine: 60 in a second, but some hundreds of a short run and not more of a
// long one than anybody reads.
constexpr double kPosesPerSecond = 60, kFewestPoses = 600, kMostPoses = 20'000;
constexpr std::size_t kMostColumns = 4000;
constexpr int kPictureNiceness = 10;
// A real-time run reacts to inputs at the ends of its steps.
constexpr double kRealTimeStep = 0.02;  // [s] of the clock

/// What is known of the run, as JSON, and the connection to the server.
class RunReporter final : public RunObserver {
 public:
  RunReporter(WorkerPipe& pipe, RunPace& pace) : pipe_(pipe), pace_(pace) {}

  Json info = Json::object();
  LiveInputs* inputs = nullptr;
  std::function<void()> flush_rows = [] {};

  bool go_on(const RunStatus& status) override {
    if (interrupted()) return false;
    take(status);
    const auto now = std::chrono::steady_clock::now();
    if (now - reported_ >= kStatusPeriod) {
      reported_ = now;
      info["state"] = "running";
      report();
    }
    return pace_.keep(status.time, [&] {
      // What has been computed is seen while the run waits.
      flush_rows();
      info["state"] = pace_.is_paused() ? "paused" : "running";
      report();
    });
  }
  void note(const std::string& text) override { info["notes"].push_back(text); }
  void remark(const std::string& text) override { info["notes"].push_back(text); }

  void take(const RunStatus& status) {
    info["time"] = status.time;
    info["until"] = status.until;
    info["wallSeconds"] =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
    info["steps"] = status.steps.steps;
  }
  void report() {
    info["overruns"] = pace_.report().overruns;
    info["largestDelay"] = pace_.report().largest_delay;
    if (inputs) {
      Json changes = Json::array();
      for (const LiveChange& change : inputs->take_changes())
        changes.push_back({change.time, change.name, change.value});
      if (!changes.empty()) pipe_.send({{"changes", std::move(changes)}});
    }
    pipe_.send(info);
  }

 private:
  WorkerPipe& pipe_;
  RunPace& pace_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now(), reported_{};
};

std::vector<Setting> read_run_settings(const Json& request) {
  std::vector<Setting> settings;
  if (request.contains("settings"))
    for (const Json& each : request["settings"])
      settings.push_back(
          {each.at("name").get<std::string>(), each.at("value").get<std::string>(), "--set"});
  return settings;
}

LoadRequest make_load_request(const Json& request) {
  LoadRequest load;
  load.settings = read_run_settings(request);
  load.text = request.at("text").get<std::string>();
  if (request.contains("inputs"))
    for (const Json& name : request["inputs"])
      load.opened.push_back({.name = name.get<std::string>(), .at = {}});
  return load;
}

std::vector<LiveChange> read_live(const Json& request) {
  std::vector<LiveChange> changes;
  if (request.contains("live"))
    for (const Json& each : request["live"])
      changes.push_back(
          {each.at(0).get<double>(), each.at(1).get<std::string>(), each.at(2).get<double>()});
  return changes;
}

/// What is recorded: outputs of the model, of its plots, and those that were requested.
std::vector<std::string> choose_signals(const LoadedModel& loaded, const ModelView& view,
                                        const Json& request, RunReporter& reporter) {
  std::vector<std::string> names = loaded.outputs;
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const std::string& name : panel_outputs(view.panels)) add(name);
  for (const SystemOutput& output : loaded.system.list_main_outputs()) add(output.name);
  // Some declared outputs have no value in this model: an Imu's increments that nothing reads.
  const auto have_values = [&](const std::vector<std::string>& some) {
    try {
      loaded.system.select_outputs(some);
      return true;
    } catch (const std::exception&) {
      return false;
    }
  };
  if (!request.contains("signals")) return names;
  if (request["signals"].is_array()) {
    for (const Json& name : request["signals"]) {
      if (loaded.system.find_output(name.get<std::string>())) {
        if (have_values({name.get<std::string>()}))
          add(name.get<std::string>());
        else
          reporter.note("the output '" + name.get<std::string>() +
                        "' has a value only where the model itself names it");
      } else
        reporter.note("there is no output '" + name.get<std::string>() + "' to record");
    }
    return names;
  }
  std::vector<std::string> all;
  std::size_t columns = 0;
  for (const SystemOutput& output : loaded.system.list_outputs()) {
    columns += static_cast<std::size_t>(output.size());
    if (columns > kMostColumns) {
      reporter.note("the model has more outputs than can be recorded at once");
      break;
    }
    all.push_back(output.name);
  }
  const bool are_there = have_values(all);
  for (const std::string& name : all)
    if (are_there || have_values({name})) add(name);
  return names;
}

Json write_state(const RunState& state) {
  return {{"time", state.time}, {"states", state.states}, {"discrete", state.discrete}};
}

/// The state of another run, with which this one begins.
void begin_as_requested(Simulation& simulation, const Json& request) {
  if (!request.contains("start")) return;
  const Json& start = request["start"];
  RunState state;
  state.time = start.at("time").get<double>();
  for (const auto& [key, values] :
       {std::pair{"states", &state.states}, std::pair{"discrete", &state.discrete}})
    for (const auto& [name, value] : start.at(key).items())
      (*values)[name] = value.is_number() ? value.get<double>() : std::nan("");
  simulation.begin_with(std::move(state));
}

/// One run whose rows go to the server.
class StreamedRun {
 public:
  StreamedRun(const LoadedModel& loaded, const ModelView& view, const Json& request,
              WorkerPipe& pipe, RunReporter& reporter, RunControls& controls)
      : loaded_(loaded),
        view_(view),
        request_(request),
        pipe_(pipe),
        reporter_(reporter),
        controls_(controls),
        inputs_(loaded.system) {}

  void run() {
    SimulateSettings settings = loaded_.model.simulate;
    if (request_.value("realtime", false))
      limit_real_time_steps(settings, request_.value("speed", 1.0));
    Simulation simulation(loaded_.system, settings);
    simulation.set_model_text(loaded_.model.text);
    simulation.set_observer(&reporter_);
    simulation.set_flush_interval(kRowPeriod);
    reporter_.info["digest"] = simulation.summary().model_digest;
    reporter_.info["until"] = settings.until;
    record(simulation, settings);
    begin_as_requested(simulation, request_);
    inputs_.replay(read_live(request_));
    if (!inputs_.empty()) simulation.set_live(&inputs_);
    reporter_.inputs = &inputs_;
    reporter_.flush_rows = [this] {
      for (const auto& sink : sinks_) sink->flush();
    };
    controls_.start(&inputs_);
    reporter_.info["state"] = "running";
    reporter_.report();
    try {
      simulation.run();
      finish(simulation.summary());
      report_state(simulation.summary());
    } catch (const RunError& e) {
      finish(simulation.summary());
      reporter_.info["state"] = "failed";
      const RunError::Data& data = e.data();
      reporter_.info["failure"] = {{"message", e.what()}, {"time", data.time},
                                   {"step", data.step},   {"state", data.state},
                                   {"cause", data.cause}, {"advice", data.advice}};
    }
    reporter_.report();
  }

 private:
  void record(Simulation& simulation, const SimulateSettings& settings) {
    const std::vector<std::string> signals = choose_signals(loaded_, view_, request_, reporter_);
    reporter_.info["streams"] = Json::array();
    const double until = settings.until;
    add_stream(simulation, "rows", signals, RowSchedule::from(settings));
    if (!(until > 0)) return;
    simulation.record_states(last_, {RowSchedule::Kind::interval, until});
    add_stream(simulation, "curves", signals, {RowSchedule::Kind::fine, until / kCurvePieces});
    const std::vector<std::string> poses = list_pose_outputs(view_.scene, loaded_.system);
    const double count = std::clamp(until * kPosesPerSecond, kFewestPoses, kMostPoses);
    if (!poses.empty())
      add_stream(simulation, "poses", poses, {RowSchedule::Kind::interval, until / count});
  }

  void add_stream(Simulation& simulation, const char* name, const std::vector<std::string>& outputs,
                  const RowSchedule& schedule) {
    if (outputs.empty()) return;
    const auto index = static_cast<std::uint8_t>(sinks_.size());
    sinks_.push_back(std::make_unique<PipeSink>(pipe_, index));
    Json columns = Json::array();
    for (const Column& column : simulation.record(*sinks_.back(), outputs, schedule)) {
      Json one = {{"name", column.name}, {"unit", column.dimension.to_string()}};
      if (!column.description.empty()) one["description"] = column.description;
      columns.push_back(std::move(one));
    }
    reporter_.info["streams"].push_back({{"name", name}, {"columns", std::move(columns)}});
  }

  // A run that was stopped among its rows has none of its end.
  void report_state(const RunSummary& summary) {
    const RunState state = last_.name(loaded_.system);
    if (!last_.is_empty() && state.time == summary.status.time)
      pipe_.send({{"final", write_state(state)}});
  }

  void finish(const RunSummary& summary) {
    reporter_.take(summary.status);
    reporter_.info["state"] = summary.interrupted ? "interrupted" : "done";
    reporter_.info["solver"] = summary.solver;
    if (!summary.stopped_by.empty())
      reporter_.note("the run ended at the event '" + summary.stopped_by + "'");
  }

  const LoadedModel& loaded_;
  const ModelView& view_;
  const Json& request_;
  WorkerPipe& pipe_;
  RunReporter& reporter_;
  RunControls& controls_;
  LiveInputs inputs_;
  LastState last_;  ///< with which another run may begin
  std::vector<std::unique_ptr<PipeSink>> sinks_;
};

/// The same run once more, for a file.
void make_run_file(const LoadedModel& loaded, ModelView& view, const Json& request,
                   RunReporter& reporter, RunControls& controls) {
  SimulateSettings settings = loaded.model.simulate;
  if (request.value("realtime", false))
    limit_real_time_steps(settings, request.value("speed", 1.0));
  Simulation simulation(loaded.system, settings);
  simulation.set_model_text(loaded.model.text);
  simulation.set_observer(&reporter);
  LiveInputs inputs(loaded.system);
  inputs.replay(read_live(request));
  if (!inputs.empty()) simulation.set_live(&inputs);
  begin_as_requested(simulation, request);
  controls.start(nullptr);
  const bool is_picture = request.contains("picture");
  if (is_picture && view.scene.has_solids()) view.panels.clear();
  if (view.panels.size() > 1 && is_picture) view.panels.resize(1);
  RunCurves curves(loaded, view);
  std::optional<RunPage> page;
  std::optional<RunFigure> figure;
  std::optional<RunTable> table;
  if (request.contains("table")) {
    table.emplace(loaded, request["table"].get<std::string>());
    table->record(simulation);
  } else {
    curves.record(simulation);
    if (is_picture)
      figure.emplace(loaded, view, curves).record(simulation);
    else
      page.emplace(loaded, view, curves).record(simulation);
  }
  std::string error;
  try {
    simulation.run();
  } catch (const RunError& e) {
    error = e.what();
  }
  const RunSummary& summary = simulation.summary();
  if (table) table->conclude(summary, error);
  if (page) write_whole_file(request["report"].get<std::string>(), page->write(summary, {error}));
  if (figure) write_whole_file(request["picture"].get<std::string>(), figure->draw(summary));
  reporter.info["state"] = "done";
  reporter.report();
}

void work(RunControls& controls, WorkerPipe& pipe, RunPace& pace, RunReporter& reporter) {
  const Json request = controls.read_request();
  if (request.contains("check")) return serve_model(request, controls, pipe);
  if (request.contains("study")) return run_study(request, controls, pipe);
  const bool makes_file =
      request.contains("report") || request.contains("table") || request.contains("picture");
  const bool is_paced =
      !makes_file && (request.value("realtime", false) || request.contains("speed"));
  if (is_paced) pace.set_speed(request.value("speed", 1.0));
  reporter.info["notes"] = Json::array();
  const std::string path = request.at("path").get<std::string>();
  const LoadRequest load_request = make_load_request(request);
  Findings findings(path, load_request.settings);
  const std::optional<LoadedModel> loaded = load(path, load_request, findings);
  std::optional<ModelView> view;
  if (loaded) view = make_view(*loaded, findings);
  if (!view) {
    reporter.info["state"] = "failed";
    reporter.info["findings"] = list_findings(findings.all(), path);
    reporter.info["failure"] = {{"message", "the model has errors"},
                                {"time", 0},
                                {"step", 0},
                                {"state", ""},
                                {"cause", "the model has errors"},
                                {"advice", "correct them first"}};
    return reporter.report();
  }
  const InterruptGuard guard;
  // Nobody waits for the gallery's pictures as for what he does himself.
  if (request.contains("picture")) setpriority(PRIO_PROCESS, 0, kPictureNiceness);
  if (makes_file) return make_run_file(*loaded, *view, request, reporter, controls);
  StreamedRun(*loaded, *view, request, pipe, reporter, controls).run();
}

}  // namespace

void limit_real_time_steps(SimulateSettings& settings, double speed) {
  const double longest = kRealTimeStep * std::max(speed, 1e-3);
  settings.max_step = std::min(settings.max_step.value_or(longest), longest);
  if (settings.solver == SolverMethod::rk4) settings.max_step.reset();
}

int run_worker(int in, int out) {
  // Where the server is killed nobody else would end this process.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  WorkerPipe pipe(out);
  RunPace pace({.speed = 0});
  RunControls controls(in, pace);
  RunReporter reporter(pipe, pace);
  try {
    work(controls, pipe, pace, reporter);
    return 0;
  } catch (const Interrupted&) {
    reporter.info["state"] = "interrupted";
  } catch (const InputError& e) {
    reporter.info["state"] = "failed";
    reporter.info["findings"] = list_findings(e.diagnostics(), "");
    reporter.info["failure"] = {{"message", e.what()}, {"time", 0},         {"step", 0},
                                {"state", ""},         {"cause", e.what()}, {"advice", ""}};
  } catch (const std::exception& e) {
    reporter.info["state"] = "failed";
    reporter.info["failure"] = {{"message", e.what()}, {"time", 0},         {"step", 0},
                                {"state", ""},         {"cause", e.what()}, {"advice", ""}};
  }
  try {
    reporter.report();
  } catch (const Interrupted&) {
    // Nobody reads it.
  }
  return 1;
}

}  // namespace holon::serve
