// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/compare/compare_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "holon/base/names.h"
#include "holon/base/version.h"
#include "holon/record/open_results.h"
#include "holon/record/thinning.h"
#include "holon/report/page/report.h"

namespace holon {
namespace {

constexpr std::size_t kMostPlots = 120;
// Of both runs together, so that a page opens at once.
constexpr std::size_t kMostNumbers = 600'000;
constexpr std::array<const char*, 2> kNames{"A", "B"};

/// The time and the columns that are plotted, thinned where there are too many rows.
Stream read_stream(const std::filesystem::path& path, const char* name,
                   const std::vector<const ColumnComparison*>& plotted) {
  const std::unique_ptr<ResultsReader> reader = open_results(path);
  std::vector<Column> columns{reader->columns()[0]};
  columns[0].name = "time";
  std::vector<std::vector<double>> values{reader->read(0)};
  for (const ColumnComparison* column : plotted) {
    const int index = reader->find(column->name);
    columns.push_back(reader->columns()[static_cast<std::size_t>(index)]);
    columns.back().name = column->name;
    values.push_back(reader->read(static_cast<std::size_t>(index)));
  }
  const Results all(columns, std::move(values));
  const std::size_t most = kMostNumbers / kNames.size() / columns.size();
  if (all.row_count() <= most) return make_stream(name, all);
  // Of each bin there are at most the first, the last, and two rows for each column.
  const Results kept =
      thin(all, static_cast<int>(std::max<std::size_t>(100, most / (2 * columns.size() + 2))));
  Stream stream = make_stream(name, kept);
  stream.reduced_from = all.row_count();
  stream.statistics = calc_statistics(all);
  return stream;
}

std::string write_difference(double value) {
  return std::isinf(value) ? "not a number" : fmt::format("{:.3g}", value);
}

Report::Table make_table(const std::vector<const ColumnComparison*>& columns) {
  Report::Table table{
      "Differences", {"Column", "Largest difference", "At t [s]", "Of its scale", ""}, {}, {}};
  for (const ColumnComparison* c : columns) {
    const std::string unit = c->unit == "1" ? "" : " " + c->unit;
    table.rows.push_back(
        {{c->name, write_difference(c->difference) + unit,
          c->difference > 0 ? fmt::format("{:g}", c->time) : "", write_difference(c->relative()),
          c->agrees          ? "agrees"
          : c->fault.empty() ? "differs"
                             : "differs: " + c->fault}});
  }
  return table;
}

}  // namespace

std::string write_compare_page(const Comparison& comparison, const CompareOptions& options,
                               const std::filesystem::path& a, const std::filesystem::path& b) {
  std::vector<const ColumnComparison*> columns;
  for (const ColumnComparison& column : comparison.columns) columns.push_back(&column);
  // The largest differences first.
  std::ranges::stable_sort(columns, std::greater(), [](const ColumnComparison* c) {
    return std::pair(!c->agrees, c->relative());
  });
  Report page;
  page.title = a.filename().string() + " and " + b.filename().string();
  page.generator = std::string("Holon ") + kVersion;
  page.subtitle =
      fmt::format("A: {} · B: {} · at {} times of A, within {:g} of the scale or {:g}", a.string(),
                  b.string(), comparison.times, options.tolerance, options.absolute);
  page.verdict = Report::Verdict{comparison.agrees ? "Agree" : "Disagree", comparison.agrees};
  page.labels = {"Both runs", "Differences", "", ""};
  page.tables.push_back(make_table(columns));
  constexpr std::size_t kMostListed = 20;
  if (!comparison.only_in_a.empty())
    page.notes.push_back("Only A has " + quote_list(comparison.only_in_a, "and", kMostListed) +
                         ".");
  if (!comparison.only_in_b.empty())
    page.notes.push_back("Only B has " + quote_list(comparison.only_in_b, "and", kMostListed) +
                         ".");
  if (comparison.times_outside > 0)
    page.notes.push_back(fmt::format("{} times of A lie outside B.", comparison.times_outside));
  if (columns.size() > kMostPlots) {
    page.notes.push_back(
        fmt::format("Of {} columns the first {} are plotted, those that differ first.",
                    columns.size(), kMostPlots));
    columns.resize(kMostPlots);
  }
  for (const ColumnComparison* c : columns) {
    const std::string unit = c->unit == "1" ? "" : c->unit;
    Report::Plot plot{"", c->name, "time", "s", c->name, unit, true};
    for (const char* name : kNames) plot.lines.push_back({name, name, "time", c->name});
    page.plots.push_back(std::move(plot));
  }
  page.streams = {read_stream(a, kNames[0], columns), read_stream(b, kNames[1], columns)};
  page.provenance = {{"A", a.string()}, {"B", b.string()}, {"Holon", kVersion}};
  return write_report(page);
}

}  // namespace holon
