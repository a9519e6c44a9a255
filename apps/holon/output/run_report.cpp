// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/output/run_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "holon/base/progress.h"
#include "holon/base/shown_text.h"
#include "holon/base/text_layout.h"
#include "holon/base/version.h"
#include "holon/output/json_report.h"
#include "holon/output/terminal.h"
#include "holon/record/provenance.h"
#include "holon/study/run_provenance.h"

namespace holon::app {
namespace {

std::string plural(std::int64_t number, const char* noun) {
  return group_digits(number) + " " + noun + (number == 1 ? "" : "s");
}

/// "  equations            0.412 s   61.3 %     182 204x".
std::string describe_profile(const Profile& profile) {
  std::string text = "  where the time went:\n";
  const double all = profile.seconds();
  for (std::size_t k = 0; k < static_cast<std::size_t>(Work::count); ++k) {
    const auto work = static_cast<Work>(k);
    const Profile::Share& share = profile.share(work);
    if (share.seconds() == 0) continue;
    const std::string times = share.pieces > 0 ? group_digits(share.pieces) + "x" : "";
    text += fmt::format("    {:<20} {:>10.4f} s {:>6.1f} % {:>15}\n", name_of(work),
                        share.seconds(), 100 * share.seconds() / all, times);
  }
  return text;
}

/// "  real time: 60 000 frames of 1 ms, 2 overruns, at most 0.31 ms late (at 3.2 s: woken 0.9 ms
/// late, computed for 0.4 ms, held up for 0.01 ms); 2 woken late".
std::string describe_pace(const PaceReport& pace) {
  std::string text =
      fmt::format("  real time: {} of {:g} ms, ", plural(pace.frames, "frame"), pace.frame * 1e3);
  if (pace.overruns == 0) return text + "no overrun\n";
  text += fmt::format("{}, at most {:.3g} ms late", plural(pace.overruns, "overrun"),
                      pace.largest_delay * 1e3);
  const FrameTimes& worst = pace.worst;
  text += fmt::format(
      " (at {:.6g} s: begun {:.2g} ms late, computed for {:.2g} ms, held up for {:.2g} ms)",
      worst.time, worst.begun_late * 1e3, worst.computing * 1e3, worst.held * 1e3);
  std::string causes;
  const auto add_cause = [&](std::int64_t count, const char* what) {
    if (count == 0) return;
    causes += fmt::format("{}{} {}", causes.empty() ? "; " : ", ", count, what);
  };
  add_cause(pace.begun_late, "begun late");
  add_cause(pace.computed_long, "computed for too long");
  add_cause(pace.held_up, "held up by the system");
  text += causes;
  if (pace.delay > pace.frame)
    text += fmt::format("; {:.3g} s behind the clock at the end", pace.delay);
  return text + "\n";
}

Json write_profile(const Profile& profile) {
  Json json = Json::array();
  for (std::size_t k = 0; k < static_cast<std::size_t>(Work::count); ++k) {
    const auto work = static_cast<Work>(k);
    const Profile::Share& share = profile.share(work);
    json.push_back(
        {{"work", name_of(work)}, {"seconds", share.seconds()}, {"pieces", share.pieces}});
  }
  return json;
}

Json write_plots(const std::vector<PlotSettings>& plots) {
  Json json = Json::array();
  for (const PlotSettings& plot : plots) {
    const bool has_points = plot.style == PlotSettings::Style::points;
    json.push_back({{"title", plot.title},
                    {"x", plot.x},
                    {"y", plot.y},
                    {"unit", plot.unit},
                    {"style", has_points ? "points" : "lines"}});
  }
  return json;
}

Json write_run(const RunOutcome& outcome) {
  const RunSummary& s = outcome.summary;
  const StepStatistics& steps = s.status.steps;
  Json run;
  run["model"] = outcome.model;
  if (!outcome.has_run) {
    run["status"] = "wrong";
    if (!outcome.error.empty()) run["error"] = outcome.error;
    run["diagnostics"] = list_json(outcome.diagnostics);
    return run;
  }
  run["title"] = outcome.title;
  run["status"] = s.failed || !outcome.error.empty() ? "failed"
                  : s.interrupted                    ? "interrupted"
                                                     : "done";
  if (!outcome.error.empty()) run["error"] = outcome.error;
  if (const auto& failure = outcome.failure) {
    run["failure"] = {{"time", failure->time}, {"step", failure->step}, {"cause", failure->cause}};
    if (!failure->state.empty()) run["failure"]["state"] = failure->state;
    if (!failure->advice.empty()) run["failure"]["advice"] = failure->advice;
  }
  run["time"] = s.status.time;
  run["until"] = s.status.until;
  Json files = Json::object();
  if (!outcome.table.empty()) files["table"] = outcome.table;
  if (!outcome.plot.empty()) files["plot"] = outcome.plot;
  if (!outcome.report.empty()) files["report"] = outcome.report;
  if (!outcome.checkpoint.empty()) files["checkpoint"] = outcome.checkpoint;
  run["files"] = files;
  if (s.checkpoint) run["checkpoint"] = *s.checkpoint;
  if (s.resumed_at) run["resumed_at"] = *s.resumed_at;
  run["rows"] = s.rows;
  run["columns"] = outcome.outputs;
  run["units"] = outcome.units;
  if (!outcome.conserved.empty()) run["conserved"] = outcome.conserved;
  if (!outcome.plots.empty()) run["plots"] = write_plots(outcome.plots);
  run["statistics"] = {{"steps", steps.steps},
                       {"rejections", steps.rejections},
                       {"evaluations", steps.evaluations},
                       {"operations", s.spent_operations},
                       {"smallest_step", steps.smallest_step},
                       {"largest_step", steps.largest_step},
                       {"largest_drift", s.largest_drift},
                       {"wall_seconds", s.status.wall_seconds},
                       {"real_time_factor", s.real_time_factor()}};
  if (s.events > 0) run["statistics"]["events"] = s.events;
  if (steps.jacobians > 0) {
    run["statistics"]["jacobians"] = steps.jacobians;
    run["statistics"]["factorisations"] = steps.factorisations;
  }
  if (s.ticks > 0) run["statistics"]["ticks"] = s.ticks;
  if (steps.passages > 0) run["statistics"]["passages"] = steps.passages;
  if (!s.stopped_by.empty()) run["stopped_by"] = s.stopped_by;
  if (steps.stiff_since >= 0) run["statistics"]["stiff_since"] = steps.stiff_since;
  Json provenance = {{"version", s.version},
                     {"compiler", kCompiler},
                     {"flags", kCompileFlags},
                     {"model_sha256", s.model_digest},
                     {"solver", s.solver}};
  if (s.tolerance > 0) provenance["tolerance"] = s.tolerance;
  if (s.step > 0) provenance["step"] = s.step;
  if (s.max_step > 0) provenance["max_step"] = s.max_step;
  provenance["nominal_length"] = s.nominal_length;
  provenance["formulation"] = s.formulation;
  provenance["stabilisation"] = s.stabilisation;
  provenance["seed"] = s.seed;
  provenance["engine"] = s.engine;
  provenance["native_code"] = s.engine_provenance;
  provenance["states"] = s.states;
  provenance["operations"] = s.operations;
  if (outcome.profile) run["profile"] = write_profile(*outcome.profile);
  if (const auto& pace = outcome.pace) {
    run["realtime"] = {{"frame", pace->frame},
                       {"frames", pace->frames},
                       {"overruns", pace->overruns},
                       {"largest_delay", pace->largest_delay},
                       {"largest_at", pace->worst.time},
                       {"largest_begun_late", pace->worst.begun_late},
                       {"largest_computing", pace->worst.computing},
                       {"largest_held", pace->worst.held},
                       {"begun_late", pace->begun_late},
                       {"computed_long", pace->computed_long},
                       {"held_up", pace->held_up},
                       {"delay", pace->delay}};
  }
  run["provenance"] = provenance;
  run["notes"] = s.notes;
  run["diagnostics"] = list_json(outcome.diagnostics);
  return run;
}

std::string write_runs(const Json& runs) {
  Json json = begin_json("run");
  json["runs"] = runs;
  return to_text(json);
}

}  // namespace

std::string describe(const RunOutcome& outcome) {
  const RunSummary& s = outcome.summary;
  const StepStatistics& steps = s.status.steps;
  std::string text = bold(show_line(outcome.title));
  text += fmt::format(": {:g} s simulated in {}", s.status.time,
                      s.status.wall_seconds < 1 ? fmt::format("{:.3g} s", s.status.wall_seconds)
                                                : format_duration(s.status.wall_seconds));
  if (s.real_time_factor() > 0) text += fmt::format(" ({:.3g}x real time)", s.real_time_factor());
  if (s.interrupted) text += fmt::format(", interrupted before {:g} s", s.status.until);
  if (!s.stopped_by.empty()) text += ", stopped by " + s.stopped_by;
  text += '\n';
  const std::string events = s.events > 0 ? plural(s.events, "event") + ", " : "";
  text += dim(fmt::format("  {} ({}), {} rejected, {}{}, {}", plural(steps.steps, "step"),
                          describe_method(s), group_digits(steps.rejections), events,
                          plural(steps.evaluations, "evaluation"), s.engine)) +
          "\n";
  if (outcome.pace) text += describe_pace(*outcome.pace);
  if (!outcome.conserved.empty()) {
    text += "  conserved:";
    for (const std::string& name : outcome.conserved) text += " " + name;
    text += "\n";
  }
  if (!outcome.table.empty())
    text += fmt::format(
        "  {}  {}\n", outcome.table,
        dim(fmt::format("{}, {}", plural(s.rows, "row"),
                        plural(static_cast<std::int64_t>(outcome.outputs.size()), "column"))));
  if (!outcome.plot.empty()) text += "  " + outcome.plot + "\n";
  if (!outcome.report.empty()) text += "  " + outcome.report + "\n";
  if (outcome.profile) text += describe_profile(*outcome.profile);
  if (!outcome.resume.empty()) text += "  " + describe_resume(outcome) + "\n";
  return text;
}

std::string describe_resume(const RunOutcome& outcome) {
  const RunSummary& s = outcome.summary;
  const bool is_whole = s.status.time >= s.status.until && outcome.error.empty();
  const std::string time = fmt::format("{:g} s", *s.checkpoint);
  return (is_whole ? "a longer run continues from the last checkpoint, of " + time
                   : "continue from " + time) +
         " with: " + call_of(outcome.resume);
}

std::string write_json(const std::vector<RunOutcome>& outcomes) {
  Json runs = Json::array();
  for (const RunOutcome& outcome : outcomes) runs.push_back(write_run(outcome));
  return write_runs(runs);
}

std::string write_record(const RunOutcome& outcome, const Provenance& provenance) {
  Json run = write_run(outcome);
  Json& about = run["provenance"];
  about["settings"] = provenance.settings;
  about["model_text"] = provenance.model_text;
  return write_runs(Json::array({run}));
}

}  // namespace holon::app
