// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "holon/base/names.h"
#include "holon/base/shown_text.h"
#include "holon/base/text_layout.h"
#include "holon/commands/study_commands.h"
#include "holon/output/files.h"
#include "holon/output/modes_text.h"
#include "holon/output/study_end.h"
#include "holon/output/terminal.h"
#include "holon/report/linear/linear_labels.h"
#include "holon/report/trim/trim_study.h"

namespace holon::app {
namespace {

constexpr std::size_t kSolutionsInText = 24;

Json json_finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string write_trim_text(const TrimReport& report) {
  const std::vector<TrimSolution>& solutions = report.result.solutions;
  std::string text = bold(show_line(report.title)) + "\n" +
                     counted(solutions.size(), "steady state") + " from " +
                     counted(static_cast<std::size_t>(report.result.starts), "start") + "\n";
  const std::size_t shown = std::min(solutions.size(), kSolutionsInText);
  // As many solutions side by side as the terminal holds.
  constexpr int kColumn = 19;
  const auto together =
      static_cast<std::size_t>(std::max(1, (std::max(60, terminal_width()) - 36) / kColumn));
  for (std::size_t from = 0; from < shown; from += together) {
    const std::size_t end = std::min(shown, from + together);
    std::vector<std::vector<std::string>> rows{{""}};
    for (std::size_t k = from; k < end; ++k) rows[0].push_back(std::to_string(k + 1));
    const auto add = [&](const TrimQuantity& q) {
      rows.push_back({q.name + (q.unit == "1" ? "" : " [" + q.unit + "]")});
      for (std::size_t k = from; k < end; ++k) rows.back().push_back(short_number(q.values[k]));
    };
    for (const TrimQuantity& q : report.unknown) add(q);
    for (const TrimQuantity& q : report.states) add(q);
    for (std::size_t c = 0; c < report.result.free.size(); ++c) {
      rows.push_back({"rate of " + report.result.free[c]});
      for (std::size_t k = from; k < end; ++k)
        rows.back().push_back(short_number(solutions[k].point.free[c].rate));
    }
    rows.push_back({"stability"});
    for (std::size_t k = from; k < end; ++k)
      rows.back().push_back(describe_stability(solutions[k].stability));
    text += "\n" + write_columns(rows);
  }
  if (shown < solutions.size())
    text +=
        fmt::format("  … ({} more; --json and -o FILE.csv have all)\n", solutions.size() - shown);
  text += "\n" + bold("Eigenvalues") + "\n";
  const int width = std::max(40, terminal_width());
  for (std::size_t k = 0; k < shown; ++k) {
    std::vector<std::complex<double>> values;
    for (const Pole& pole : solutions[k].poles) values.push_back(pole.continuous());
    text += fmt::format("{:>3}  ", k + 1) + wrap(list_roots(values) + " 1/s", width, 5) + "\n";
  }
  if (!report.notes.empty()) text += "\n" + bold("Notes") + "\n";
  for (const std::string& note : report.notes) text += "  " + wrap(note, width - 2, 2) + "\n";
  return text;
}

void add_trim_json(const TrimReport& report, Json& json) {
  json["title"] = report.title;
  Json solutions = Json::array();
  const auto list = [](const std::vector<TrimQuantity>& quantities, std::size_t k) {
    Json all = Json::object();
    for (const TrimQuantity& q : quantities)
      all[q.name] = {{"value", json_finite(q.values[k])}, {"unit", q.unit}};
    return all;
  };
  for (std::size_t k = 0; k < report.result.solutions.size(); ++k) {
    const TrimSolution& s = report.result.solutions[k];
    Json poles = Json::array(), free = Json::object();
    for (const Pole& pole : s.poles)
      poles.push_back(
          {json_finite(pole.continuous().real()), json_finite(pole.continuous().imag())});
    for (const auto& c : s.point.free) free[c.name] = json_finite(c.rate);
    solutions.push_back({{"stability", describe_stability(s.stability)},
                         {"unknowns", list(report.unknown, k)},
                         {"states", list(report.states, k)},
                         {"free_rates", free},
                         {"eigenvalues", poles},
                         {"family", s.family},
                         {"family_along", s.family_names},
                         {"residual", json_finite(s.residual)},
                         {"starts", s.starts}});
  }
  json["solutions"] = solutions;
  json["starts"] = report.result.starts;
  json["starts_without_solution"] = report.result.failures;
  json["notes"] = report.notes;
}

}  // namespace

int trim_command(const TrimArguments& arguments) {
  return conclude_study(
      {"trim", arguments.model, arguments.settings, arguments.json},
      [&](Findings& findings, Json& json, std::string& text) {
        const TrimRequest request{arguments.model,  arguments.settings, arguments.unknowns,
                                  arguments.givens, arguments.starts,   arguments.turns};
        TrimStudy study(request, findings);
        const std::optional<TrimReport> report = study.run();
        if (!report) return false;
        add_trim_json(*report, json);
        json["status"] = "done";
        text = write_trim_text(*report);
        const auto write_page = [&](const std::string& path) {
          std::vector<std::pair<std::string, std::string>> options;
          for (const std::string& name : arguments.unknowns) options.emplace_back("--solve", name);
          for (const std::string& given : arguments.givens) options.emplace_back("--for", given);
          if (arguments.turns) options.emplace_back("--turn", "yes");
          write_file(path,
                     write_trim_page(*report, study.model(), options, list_warnings(findings)));
        };
        const std::string ending = std::filesystem::path(arguments.output).extension().string();
        if (ending == ".json")
          write_file(arguments.output, to_text(json));
        else if (ending == ".html")
          write_page(arguments.output);
        else if (!arguments.output.empty())
          write_file(arguments.output, write_trim_table(*report));
        if (!arguments.report.empty()) write_page(arguments.report);
        return true;
      });
}

}  // namespace holon::app
