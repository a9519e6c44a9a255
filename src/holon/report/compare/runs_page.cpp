// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/compare/runs_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/base/text_layout.h"
#include "holon/base/version.h"
#include "holon/record/open_results.h"
#include "holon/record/thinning.h"
#include "holon/report/page/report.h"

namespace holon {
namespace {

constexpr std::size_t kMostFinals = 12;
constexpr std::size_t kMostRunPlots = 80;
// Of all runs together, so that a page opens at once.
constexpr std::size_t kMostRunNumbers = 900'000;

bool is_selected(const std::string& name, const std::string& wanted) {
  return name == wanted || name.starts_with(wanted + ".") ||
         (wanted.ends_with('.') && name.starts_with(wanted));
}

/// The columns of all runs that `finals` names, in the order of the names.
std::vector<RunsTable::FinalColumn> choose_finals(
    const std::vector<std::unique_ptr<ResultsReader>>& readers,
    const std::vector<std::string>& finals, const std::vector<std::string>& common) {
  std::vector<RunsTable::FinalColumn> chosen;
  std::vector<std::string> all;
  for (const auto& reader : readers)
    for (const Column& column : reader->columns()) all.push_back(column.name);
  const std::vector<std::string> wanted =
      finals.empty()
          ? std::vector<std::string>(
                common.begin(),
                common.begin() + static_cast<std::ptrdiff_t>(std::min(kMostFinals, common.size())))
          : finals;
  for (const std::string& name : wanted) {
    bool is_found = false;
    for (const auto& reader : readers) {
      for (const Column& column : reader->columns()) {
        if (!is_selected(column.name, name)) continue;
        is_found = true;
        const bool is_new =
            std::ranges::none_of(chosen, [&](const auto& c) { return c.name == column.name; });
        if (is_new) chosen.push_back({column.name, column.dimension.to_string()});
      }
    }
    if (!is_found) {
      Diagnostics found;
      found.add_error({}, "no run has a column '" + name + "'", did_you_mean(name, all));
      throw InputError(std::move(found));
    }
  }
  return chosen;
}

std::string write_value(double value) {
  return std::isnan(value) ? "–" : fmt::format("{:.4g}", value);
}

std::string write_heading(const RunsTable::FinalColumn& column) {
  return column.unit.empty() || column.unit == "1" ? column.name
                                                   : column.name + " [" + column.unit + "]";
}

Stream read_run(const RunsTable& table, const RunsTable::Run& run,
                const std::vector<std::string>& plotted) {
  const std::unique_ptr<ResultsReader> reader = open_results(run.path);
  std::vector<Column> columns{reader->columns()[0]};
  columns[0].name = "time";
  std::vector<std::vector<double>> values{reader->read(0)};
  for (const std::string& name : plotted) {
    const int index = reader->find(name);
    columns.push_back(reader->columns()[static_cast<std::size_t>(index)]);
    columns.back().name = name;
    values.push_back(reader->read(static_cast<std::size_t>(index)));
  }
  const Results all(columns, std::move(values));
  const std::size_t most = kMostRunNumbers / table.runs.size() / columns.size();
  if (all.row_count() <= most) return make_stream(run.name, all);
  Stream stream = make_stream(
      run.name,
      thin(all, static_cast<int>(std::max<std::size_t>(100, most / (2 * columns.size() + 2)))));
  stream.reduced_from = all.row_count();
  return stream;
}

}  // namespace

RunsTable read_runs(const std::vector<std::filesystem::path>& paths,
                    const std::vector<std::string>& finals) {
  RunsTable table;
  std::vector<std::unique_ptr<ResultsReader>> readers;
  for (const std::filesystem::path& path : paths) readers.push_back(open_results(path));
  for (std::size_t k = 1; k < readers[0]->columns().size(); ++k) {
    const std::string& name = readers[0]->columns()[k].name;
    const bool have_all =
        std::ranges::all_of(readers, [&](const auto& r) { return r->find(name) >= 0; });
    if (have_all) table.common.push_back(name);
  }
  table.columns = choose_finals(readers, finals, table.common);
  for (std::size_t r = 0; r < readers.size(); ++r) {
    RunsTable::Run run;
    run.path = paths[r];
    run.name = paths[r].stem().string();
    // Files of one name in several folders have the names of their folders besides.
    const auto same =
        std::ranges::count_if(paths, [&](const auto& p) { return p.stem() == paths[r].stem(); });
    if (same > 1) run.name = paths[r].parent_path().filename().string() + "/" + run.name;
    if (readers[r]->row_count() > 0) run.until = readers[r]->read(0).back();
    for (const RunsTable::FinalColumn& column : table.columns) {
      const int index = readers[r]->find(column.name);
      run.final_values.push_back(index < 0 || readers[r]->row_count() == 0
                                     ? std::numeric_limits<double>::quiet_NaN()
                                     : readers[r]->read(static_cast<std::size_t>(index)).back());
    }
    table.runs.push_back(std::move(run));
  }
  return table;
}

std::string write_runs_text(const RunsTable& table) {
  std::vector<std::vector<std::string>> rows{{"run", "until [s]"}};
  for (const auto& column : table.columns) rows[0].push_back(write_heading(column));
  for (const RunsTable::Run& run : table.runs) {
    rows.push_back({run.name, fmt::format("{:g}", run.until)});
    for (const double value : run.final_values) rows.back().push_back(write_value(value));
  }
  std::vector<int> widths(rows[0].size());
  for (const auto& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k)
      widths[k] = std::max(widths[k], display_width(row[k]));
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) line += pad(row[k], widths[k]) + "  ";
    line.resize(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string write_runs_page(const RunsTable& table) {
  Report page;
  page.title = fmt::format("{} runs", table.runs.size());
  page.generator = std::string("Holon ") + kVersion;
  page.subtitle = "values at the end of each run, and their curves over each other";
  page.labels = {"All runs", "At the end", "", ""};
  Report::Table values{"At the end", {"Run", "Until [s]"}, {}, {}};
  for (const auto& column : table.columns) values.columns.push_back(write_heading(column));
  for (const RunsTable::Run& run : table.runs) {
    std::vector<std::string> cells{run.name, fmt::format("{:g}", run.until)};
    for (const double value : run.final_values) cells.push_back(write_value(value));
    values.rows.push_back({std::move(cells)});
    page.provenance.push_back({run.name, run.path.string()});
  }
  page.tables.push_back(std::move(values));
  std::vector<std::string> plotted = table.common;
  if (plotted.size() > kMostRunPlots) {
    page.notes.push_back(fmt::format("Of {} columns that all runs have the first {} are plotted.",
                                     plotted.size(), kMostRunPlots));
    plotted.resize(kMostRunPlots);
  }
  const std::unique_ptr<ResultsReader> first = open_results(table.runs[0].path);
  for (const std::string& name : plotted) {
    const std::string unit =
        first->columns()[static_cast<std::size_t>(first->find(name))].dimension.to_string();
    Report::Plot plot{"", name, "time", "s", name, unit == "1" ? "" : unit, true};
    for (const RunsTable::Run& run : table.runs)
      plot.lines.push_back({run.name, run.name, "time", name});
    page.plots.push_back(std::move(plot));
  }
  for (const RunsTable::Run& run : table.runs)
    page.streams.push_back(read_run(table, run, plotted));
  page.provenance.push_back({"Holon", kVersion});
  return write_report(page);
}

}  // namespace holon
