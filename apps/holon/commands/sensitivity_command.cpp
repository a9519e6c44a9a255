// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "holon/base/shown_text.h"
#include "holon/base/text_layout.h"
#include "holon/commands/study_commands.h"
#include "holon/output/files.h"
#include "holon/output/modes_text.h"
#include "holon/output/raster.h"
#include "holon/output/series_file.h"
#include "holon/output/status.h"
#include "holon/output/study_end.h"
#include "holon/output/terminal.h"
#include "holon/report/linear/linear_labels.h"
#include "holon/report/sensitivity/sensitivity_study.h"

namespace holon::app {
namespace {

constexpr std::size_t kEventsInText = 12;

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string write_sensitivity_text(const SensitivityReport& report) {
  const double end = report.times.empty() ? 0 : report.times.back();
  std::string text =
      bold(show_line(report.title)) + "\n" +
      fmt::format(
          "derivatives at {:.6g} s{}, by {} with tolerance {:g}\n\n", end,
          report.stopped_by.empty() ? "" : ", where '" + report.stopped_by + "' ends the run",
          report.solver, report.tolerance);
  std::vector<std::vector<std::string>> rows{{"", "value"}};
  for (const auto& p : report.parameters) rows[0].push_back("to " + p.name);
  for (std::size_t y = 0; y < report.outputs.size() && !report.slopes.empty(); ++y) {
    const auto& of = report.outputs[y];
    rows.push_back(
        {of.name, with_unit(report.values.back()[Eigen::Index(y)], of.dimension.to_string())});
    for (std::size_t p = 0; p < report.parameters.size(); ++p)
      rows.back().push_back(with_unit(report.slopes.back()(Eigen::Index(y), Eigen::Index(p)),
                                      unit_of_derivative(of, report.parameters[p])));
  }
  text += write_columns(rows);
  if (!report.events.empty()) {
    text += "\n" + bold("Instants of events") + "\n";
    std::vector<std::vector<std::string>> events{{"", "time"}};
    for (const auto& p : report.parameters) events[0].push_back("to " + p.name);
    for (std::size_t k = 0; k < std::min(kEventsInText, report.events.size()); ++k) {
      const EventSlope& event = report.events[k];
      events.push_back({show_line(event.name), with_unit(event.time, "s")});
      for (std::size_t p = 0; p < report.parameters.size(); ++p)
        events.back().push_back(
            with_unit(event.slope[Eigen::Index(p)],
                      unit_of_derivative({"time", dimensions::kTime}, report.parameters[p])));
    }
    text += write_columns(events);
    if (report.events.size() > kEventsInText)
      text += fmt::format("  … ({} more; --json has all)\n", report.events.size() - kEventsInText);
  }
  if (!report.checks.empty()) {
    text += "\n" + bold("Compared with differences of runs") + "\n";
    std::vector<std::vector<std::string>> checks{{"", "difference", "tolerance", "at", ""}};
    for (const SensitivityCheck& c : report.checks)
      checks.push_back({name_of_derivative(c.of, c.to), fmt::format("{:.1e}", c.difference),
                        fmt::format("{:.1e}", c.tolerance), with_unit(c.at, "s"),
                        c.agrees() ? "agrees" : "DISAGREES"});
    text += write_columns(checks);
  }
  const int width = std::max(40, terminal_width());
  if (!report.notes.empty()) text += "\n" + bold("Notes") + "\n";
  for (const std::string& note : report.notes) text += "  " + wrap(note, width - 2, 2) + "\n";
  return text;
}

void add_sensitivity_json(const SensitivityReport& report, Json& json) {
  json["title"] = report.title;
  json["time"] = number_or_null(report.times.empty() ? 0 : report.times.back());
  json["solver"] = report.solver;
  json["tolerance"] = report.tolerance;
  Json parameters = Json::array(), outputs = Json::array(), events = Json::array(),
       checks = Json::array();
  for (const auto& p : report.parameters)
    parameters.push_back(
        {{"name", p.name}, {"unit", p.dimension.to_string()}, {"value", number_or_null(p.value)}});
  for (std::size_t y = 0; y < report.outputs.size() && !report.slopes.empty(); ++y) {
    Json derivatives = Json::object();
    for (std::size_t p = 0; p < report.parameters.size(); ++p)
      derivatives[report.parameters[p].name] =
          number_or_null(report.slopes.back()(Eigen::Index(y), Eigen::Index(p)));
    const auto& of = report.outputs[y];
    outputs.push_back({{"name", of.name},
                       {"unit", of.dimension.to_string()},
                       {"value", number_or_null(report.values.back()[Eigen::Index(y)])},
                       {"derivatives", derivatives}});
  }
  for (const EventSlope& event : report.events) {
    Json derivatives = Json::object();
    for (std::size_t p = 0; p < report.parameters.size(); ++p)
      derivatives[report.parameters[p].name] = number_or_null(event.slope[Eigen::Index(p)]);
    events.push_back({{"name", event.name}, {"time", event.time}, {"derivatives", derivatives}});
  }
  for (const SensitivityCheck& c : report.checks)
    checks.push_back({{"of", c.of},
                      {"to", c.to},
                      {"difference", number_or_null(c.difference)},
                      {"tolerance", number_or_null(c.tolerance)},
                      {"at", c.at},
                      {"agrees", c.agrees()}});
  json["parameters"] = parameters;
  json["outputs"] = outputs;
  json["events"] = events;
  if (!report.checks.empty()) json["checks"] = checks;
  json["stopped_by"] = report.stopped_by.empty() ? Json(nullptr) : Json(report.stopped_by);
  json["notes"] = report.notes;
}

}  // namespace

int sensitivity_command(const SensitivityArguments& arguments) {
  bool disagrees = false;
  const int status = conclude_study(
      {"sensitivity", arguments.model, arguments.settings, arguments.json},
      [&](Findings& findings, Json& json, std::string& text) {
        const SensitivityRequest request{arguments.model, arguments.settings, arguments.of,
                                         arguments.to, arguments.check};
        SensitivityStudy study(request, findings);
        const std::optional<SensitivityReport> report = study.run();
        if (!report) return false;
        for (const SensitivityCheck& check : report->checks) disagrees |= !check.agrees();
        add_sensitivity_json(*report, json);
        json["status"] = "done";
        text = write_sensitivity_text(*report);
        const auto write_page = [&](const std::string& path) {
          std::vector<std::pair<std::string, std::string>> options;
          for (const std::string& name : arguments.of) options.emplace_back("--of", name);
          for (const std::string& name : arguments.to) options.emplace_back("--to", name);
          write_file(path, write_sensitivity_page(*report, study.model(), options,
                                                  list_warnings(findings)));
        };
        const std::string ending = std::filesystem::path(arguments.output).extension().string();
        if (ending == ".json")
          write_file(arguments.output, to_text(json));
        else if (ending == ".html")
          write_page(arguments.output);
        else if (!arguments.output.empty())
          write_series(arguments.output, study.model(), make_sensitivity_table(*report));
        if (!arguments.report.empty()) write_page(arguments.report);
        if (!arguments.plot.empty()) {
          const std::string image = draw_sensitivity(*report);
          arguments.plot.ends_with(".png") ? write_png(arguments.plot, image)
                                           : write_file(arguments.plot, image);
        }
        return true;
      });
  return status == kDone && disagrees ? kChecksDisagree : status;
}

}  // namespace holon::app
