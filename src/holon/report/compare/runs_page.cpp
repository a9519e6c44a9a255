// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/compare/runs_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/base/text_layout.h"
#include "holon/base/units.h"
#include "holon/base/version.h"
#include "holon/record/open_results.h"
#include "holon/record/thinning.h"
#include "holon/report/page/report.h"

namespace holon {
namespace {

constexpr std::size_t kMostFinals = 12;
constexpr std::size_t kMostRunPlots = 120, kMostListed = 20;
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

/// A plot of the model that made a run, as the record beside its table has it.
struct RecordedPlot {
  std::string title, x;
  std::vector<std::string> y;
  Unit unit;
  bool has_unit = false;  ///< else SI
  bool has_points = false;
};

/// What the record beside a table says of its run.
struct RunRecord {
  std::vector<RecordedPlot> plots;
  std::map<std::string, std::string> units;  ///< by column, which a CSV file does not have
};

/// Nothing where there is no record, or one of another program.
RunRecord read_record(const std::filesystem::path& table) {
  using Json = nlohmann::json;
  // The record of a run into results/ has the name of the model.
  std::ifstream file(table.string() + ".json");
  if (!file) file.open(std::filesystem::path(table).replace_extension(".json"));
  if (!file) return {};
  RunRecord record;
  try {
    const Json json = Json::parse(file);
    const Json& run = json.at("runs").at(0);
    const Json none = Json::array();
    const Json& columns = run.contains("columns") ? run.at("columns") : none;
    const Json& units = run.contains("units") ? run.at("units") : none;
    for (std::size_t k = 0; k < std::min(columns.size(), units.size()); ++k)
      record.units[columns[k].get<std::string>()] = units[k].get<std::string>();
    for (const Json& from : run.contains("plots") ? run.at("plots") : none) {
      RecordedPlot plot{from.at("title"), from.at("x"), from.at("y"), {}};
      if (const UnitParse unit = parse_unit(std::string(from.at("unit"))); unit)
        plot.unit = *unit.unit, plot.has_unit = true;
      plot.has_points = from.at("style") == "points";
      record.plots.push_back(std::move(plot));
    }
  } catch (const Json::exception&) {
    return {};
  }
  return record;
}

/// A plot with a curve for each run.
struct RunsPlot {
  std::string group, title, x, y;  ///< names of columns; x "time"
  std::string unit;                ///< of y; empty: SI
  double factor = 1;               ///< of this unit in SI
  bool has_points = false;
};

bool has_column(const RunsTable& table, const std::string& name) {
  return std::ranges::find(table.common, name) != table.common.end();
}

/// First what the model itself plots, then the other columns that differ between runs, by part.
std::vector<RunsPlot> choose_plots(const RunsTable& table, const RunRecord& record,
                                   const std::set<std::string>& constant) {
  std::vector<RunsPlot> chosen;
  std::set<std::string> drawn;
  for (const RecordedPlot& plot : record.plots) {
    if (plot.x != "time" && !has_column(table, plot.x)) continue;
    std::vector<std::string> columns;
    for (const std::string& y : plot.y)
      for (const std::string& name : table.common)
        if (is_selected(name, y)) columns.push_back(name);
    for (const std::string& name : columns) {
      RunsPlot one{"Plots of the model", plot.title, plot.x, name, "", 1, plot.has_points};
      if (one.title.empty())
        one.title = name;
      else if (columns.size() > 1)
        one.title += ": " + name;
      if (plot.has_unit && plot.unit.offset == 0)
        one.unit = plot.unit.text, one.factor = plot.unit.factor();
      chosen.push_back(std::move(one));
      drawn.insert(name);
    }
  }
  const bool has_model = !chosen.empty();
  std::vector<std::string> parts;
  const auto part_of = [](const std::string& name) { return name.substr(0, name.find('.')); };
  for (const std::string& name : table.common)
    if (std::ranges::find(parts, part_of(name)) == parts.end()) parts.push_back(part_of(name));
  for (const std::string& part : parts) {
    for (const std::string& name : table.common) {
      if (part_of(name) != part || drawn.contains(name) || constant.contains(name)) continue;
      chosen.push_back({has_model ? part : "", name, "time", name});
    }
  }
  return chosen;
}

/// The columns of a run that are plotted.
Results read_columns(const RunsTable::Run& run, const std::vector<std::string>& names) {
  const std::unique_ptr<ResultsReader> reader = open_results(run.path);
  std::vector<Column> columns{reader->columns()[0]};
  columns[0].name = "time";
  std::vector<std::vector<double>> values{reader->read(0)};
  for (const std::string& name : names) {
    const int index = reader->find(name);
    columns.push_back(reader->columns()[static_cast<std::size_t>(index)]);
    columns.back().name = name;
    values.push_back(reader->read(static_cast<std::size_t>(index)));
  }
  return Results(columns, std::move(values));
}

Stream write_stream(const std::string& name, const Results& all, std::size_t most_numbers) {
  const std::size_t columns = all.columns().size(), most = most_numbers / columns;
  if (all.row_count() <= most) return make_stream(name, all);
  Stream stream = make_stream(
      name, thin(all, static_cast<int>(std::max<std::size_t>(100, most / (2 * columns + 2)))));
  stream.reduced_from = all.row_count();
  stream.statistics = calc_statistics(all);
  return stream;
}

/// Columns that have one and the same value throughout all runs.
std::set<std::string> find_constant(const RunsTable& table) {
  std::set<std::string> constant(table.common.begin(), table.common.end());
  std::map<std::string, double> values;
  for (const RunsTable::Run& run : table.runs) {
    const std::unique_ptr<ResultsReader> reader = open_results(run.path);
    for (auto name = constant.begin(); name != constant.end();) {
      const std::vector<double> column =
          reader->read(static_cast<std::size_t>(reader->find(*name)));
      const double first =
          column.empty() ? 0.0 : values.try_emplace(*name, column.front()).first->second;
      const bool is_same = std::ranges::all_of(column, [&](double v) { return v == first; });
      name = is_same ? std::next(name) : constant.erase(name);
    }
  }
  return constant;
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
  page.labels = {"Curves of all runs", "At the end", "", ""};
  Report::Table values{"Values of the last rows", {"Run", "Until [s]"}, {}, {}};
  for (const auto& column : table.columns) values.columns.push_back(write_heading(column));
  for (const RunsTable::Run& run : table.runs) {
    Report::Table::Row row{{run.name, fmt::format("{:g}", run.until)}};
    row.values = {NAN, NAN};
    for (const double value : run.final_values) {
      row.cells.push_back(write_value(value));
      row.values.push_back(value);
    }
    values.rows.push_back(std::move(row));
    page.provenance.push_back({run.name, run.path.string()});
  }
  page.tables.push_back(std::move(values));
  const std::set<std::string> constant = find_constant(table);
  const RunRecord record = read_record(table.runs[0].path);
  std::vector<RunsPlot> plots = choose_plots(table, record, constant);
  if (!constant.empty()) {
    const std::vector<std::string> names(constant.begin(), constant.end());
    page.notes.push_back("Columns with one and the same value in all runs are not plotted: " +
                         quote_list(names, "and", kMostListed) + ".");
  }
  if (plots.size() > kMostRunPlots) {
    page.notes.push_back(
        fmt::format("Of {} plots the first {} are drawn, those of the model first.", plots.size(),
                    kMostRunPlots));
    plots.resize(kMostRunPlots);
  }
  std::vector<std::string> plotted;
  const auto need = [&](const std::string& name) {
    if (name != "time" && std::ranges::find(plotted, name) == plotted.end())
      plotted.push_back(name);
  };
  for (const RunsPlot& plot : plots) need(plot.x), need(plot.y);
  const std::unique_ptr<ResultsReader> first = open_results(table.runs[0].path);
  const auto unit_of = [&](const std::string& name) -> std::string {
    if (const auto known = record.units.find(name); known != record.units.end())
      return known->second == "1" ? "" : known->second;
    const int index = first->find(name);
    const std::string unit =
        index < 0 ? "" : first->columns()[static_cast<std::size_t>(index)].dimension.to_string();
    return unit == "1" ? "" : unit;
  };
  for (const RunsPlot& from : plots) {
    const bool is_over_time = from.x == "time";
    Report::Plot plot{from.group,  from.title,
                      from.x,      is_over_time ? "s" : unit_of(from.x),
                      from.y,      from.unit.empty() ? unit_of(from.y) : from.unit,
                      is_over_time};
    for (const RunsTable::Run& run : table.runs) {
      plot.lines.push_back({run.name, run.name, from.x, from.y, 1 / from.factor});
      if (from.has_points) {
        plot.lines.back().mark = Curve::Mark::dot;
        plot.lines.back().at_changes = true;
      }
    }
    page.plots.push_back(std::move(plot));
  }
  for (const RunsTable::Run& run : table.runs)
    page.streams.push_back(
        write_stream(run.name, read_columns(run, plotted), kMostRunNumbers / table.runs.size()));
  page.provenance.push_back({"Holon", kVersion});
  return write_report(page);
}

}  // namespace holon
