// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/base/text_layout.h"
#include "holon/commands/commands.h"
#include "holon/output/files.h"
#include "holon/output/json_report.h"
#include "holon/output/results_table.h"
#include "holon/output/terminal.h"
#include "holon/record/compare.h"
#include "holon/record/open_results.h"
#include "holon/report/compare/compare_page.h"
#include "holon/report/compare/runs_page.h"

namespace holon::app {
namespace {

namespace fs = std::filesystem;

// "1.2e-07"; infinite where one of the two is no number.
std::string three_digits(double value) {
  return std::isinf(value) ? "not a number" : fmt::format("{:.3g}", value);
}

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string write_differences(const Comparison& comparison) {
  std::vector<std::vector<std::string>> rows{
      {"column", "unit", "difference", "at t [s]", "of its scale", ""}};
  for (const ColumnComparison& c : comparison.columns)
    rows.push_back({c.name, c.unit == "1" ? "" : c.unit, three_digits(c.difference),
                    c.difference > 0 ? fmt::format("{:g}", c.time) : "", three_digits(c.relative()),
                    c.agrees          ? "agrees"
                    : c.fault.empty() ? "differs"
                                      : "differs: " + c.fault});
  std::vector<int> widths(rows[0].size());
  for (const auto& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k)
      widths[k] = std::max(widths[k], display_width(row[k]));
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) line += pad(row[k], widths[k]) + "  ";
    line.resize(line.find_last_not_of(' ') + 1);
    text += (&row == &rows.front() ? dim(line) : row.back() == "agrees" ? line : bold(line)) + "\n";
  }
  return text;
}

std::string describe_times(const Comparison& c) {
  std::string text;
  if (c.interpolated > 0)
    text += fmt::format(
        "{} of {} times of A lie between rows of B, which is interpolated there (cubic); with the "
        "same simulate.interval both have the same times\n",
        c.interpolated, c.times);
  if (c.times_outside > 0)
    text +=
        fmt::format("{} times of A lie outside B: A from {:g} to {:g} s, B from {:g} to {:g} s\n",
                    c.times_outside, c.from_a, c.until_a, c.from_b, c.until_b);
  return text;
}

std::string describe_comparison(const Comparison& c, const CompareOptions& options) {
  std::string text = c.columns.empty() ? std::string() : write_differences(c) + "\n";
  text += describe_times(c);
  constexpr std::size_t kMostNames = 20;
  if (!c.only_in_a.empty())
    text += "only in A: " + quote_list(c.only_in_a, "and", kMostNames) + "\n";
  if (!c.only_in_b.empty())
    text += "only in B: " + quote_list(c.only_in_b, "and", kMostNames) + "\n";
  const auto differing = std::count_if(c.columns.begin(), c.columns.end(),
                                       [](const auto& column) { return !column.agrees; });
  std::string why;
  if (differing > 0)
    why = fmt::format("{} of {} columns", differing, c.columns.size());
  else if (!c.agrees)
    why = "B lacks columns or times of A; --common compares only those that both have";
  else
    why = fmt::format("{} columns at {} times", c.columns.size(), c.times);
  text +=
      fmt::format("{}: {}, within {:g} of their scale or {:g}\n",
                  bold(c.agrees ? "agree" : "disagree"), why, options.tolerance, options.absolute);
  return text;
}

Json begin_comparison(const CompareArguments& arguments) {
  Json json = begin_json("compare");
  json["a"] = arguments.a;
  json["b"] = arguments.b;
  json["tolerance"] = arguments.tolerance;
  json["absolute"] = arguments.absolute;
  return json;
}

std::string write_comparison_json(const Comparison& c, const CompareArguments& arguments) {
  Json columns = Json::array();
  for (const ColumnComparison& column : c.columns) {
    Json item = {{"name", column.name},
                 {"unit", column.unit},
                 {"difference", finite(column.difference)},
                 {"time", column.time},
                 {"scale", finite(column.scale)},
                 {"relative", finite(column.relative())},
                 {"agrees", column.agrees}};
    if (!column.fault.empty()) item["fault"] = column.fault;
    columns.push_back(item);
  }
  Json json = begin_comparison(arguments);
  json["agrees"] = c.agrees;
  json["times"] = c.times;
  json["interpolated"] = c.interpolated;
  json["times_outside"] = c.times_outside;
  json["columns"] = columns;
  json["only_in_a"] = c.only_in_a;
  json["only_in_b"] = c.only_in_b;
  json["diagnostics"] = Json::array();
  return to_text(json);
}

/// More than two runs, or last values: side by side, without a verdict.
int compare_runs(const CompareArguments& arguments) {
  std::vector<std::string> names{arguments.a, arguments.b}, faults;
  names.insert(names.end(), arguments.more.begin(), arguments.more.end());
  std::vector<fs::path> paths;
  for (const std::string& name : names) paths.push_back(find_table(name, faults));
  if (!faults.empty()) throw CommandError(fmt::format("{}", fmt::join(faults, "; ")));
  if (arguments.json)
    throw CommandError("--json compares two runs; leave it out, or name two only");
  try {
    const RunsTable table = read_runs(paths, arguments.finals);
    print(write_runs_text(table));
    if (!arguments.report.empty()) {
      write_file(arguments.report, write_runs_page(table));
      print(arguments.report + "\n");
    }
    return kDone;
  } catch (const InputError& e) {
    print_diagnostics(e.diagnostics());
    return kModelIsWrong;
  }
}

}  // namespace

int compare_command(const CompareArguments& arguments) {
  if (!arguments.more.empty() || !arguments.finals.empty()) return compare_runs(arguments);
  std::vector<std::string> faults;
  const fs::path a = find_table(arguments.a, faults), b = find_table(arguments.b, faults);
  if (!faults.empty()) throw CommandError(fmt::format("{}", fmt::join(faults, "; ")));
  try {
    const auto results_a = open_results(a), results_b = open_results(b);
    note_status("A", a.string(), *results_a);
    note_status("B", b.string(), *results_b);
    const CompareOptions options{arguments.tolerance, arguments.absolute, arguments.only_common};
    const Comparison comparison = compare(*results_a, *results_b, options);
    print(arguments.json ? write_comparison_json(comparison, arguments)
                         : describe_comparison(comparison, options));
    if (!arguments.report.empty()) {
      write_file(arguments.report, write_compare_page(comparison, options, a, b));
      if (!arguments.json) print(arguments.report + "\n");
    }
    return comparison.agrees ? kDone : kChecksDisagree;
  } catch (const InputError& e) {
    print_diagnostics(e.diagnostics());
    if (arguments.json) {
      Json json = begin_comparison(arguments);
      json["diagnostics"] = list_json(e.diagnostics());
      print(to_text(json));
    }
    return kModelIsWrong;
  }
}

}  // namespace holon::app
