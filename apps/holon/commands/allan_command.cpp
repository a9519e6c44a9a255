// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/commands/commands.h"
#include "holon/output/files.h"
#include "holon/output/json_report.h"
#include "holon/output/results_table.h"
#include "holon/output/terminal.h"
#include "holon/record/open_results.h"
#include "holon/report/allan/allan_page.h"

namespace holon::app {
namespace {

namespace fs = std::filesystem;

/// Rows at equal intervals; of several rows at one time the last one.
struct Samples {
  std::vector<std::size_t> rows;
  double period = 0;  ///< [s]
};

Samples find_samples(ResultsReader& reader) {
  const int column = reader.find("time");
  if (column < 0) throw InputError({}, "the results have no column 'time'");
  const std::vector<double> times = reader.read(static_cast<std::size_t>(column));
  Samples samples;
  for (std::size_t k = 0; k < times.size(); ++k) {
    if (k + 1 < times.size() && times[k + 1] == times[k]) continue;
    samples.rows.push_back(k);
  }
  if (samples.rows.size() < 2) throw InputError({}, "the results have fewer than two rows");
  const double first = times[samples.rows.front()], last = times[samples.rows.back()];
  samples.period = (last - first) / static_cast<double>(samples.rows.size() - 1);
  // Times that a file has with six digits are still equal intervals.
  constexpr double kEqual = 1e-3;
  for (std::size_t k = 0; k < samples.rows.size(); ++k) {
    const double expected = first + static_cast<double>(k) * samples.period;
    if (std::abs(times[samples.rows[k]] - expected) <= kEqual * samples.period) continue;
    throw InputError({},
                     fmt::format("the rows are not at equal intervals: row {} is at {:g} s",
                                 samples.rows[k] + 1, times[samples.rows[k]]),
                     "record with a 'simulate.interval' that is the sensor's 'sample'");
  }
  return samples;
}

/// The columns of a name: it alone, or those of its components.
std::vector<std::size_t> find_columns(const ResultsReader& reader, const std::string& name) {
  if (const int column = reader.find(name); column > 0) return {static_cast<std::size_t>(column)};
  std::vector<std::size_t> columns;
  for (std::size_t k = 1; k < reader.columns().size(); ++k)
    if (reader.columns()[k].name.starts_with(name + ".") &&
        reader.columns()[k].name.find('.', name.size() + 1) == std::string::npos)
      columns.push_back(k);
  if (!columns.empty()) return columns;
  std::vector<std::string> names;
  for (std::size_t k = 1; k < reader.columns().size(); ++k)
    names.push_back(reader.columns()[k].name);
  const std::string nearest = find_nearest(name, names);
  throw InputError({}, "the results have no column '" + name + "'",
                   nearest.empty() ? "they have " + quote_list(names, "and", 20)
                                   : "did you mean '" + nearest + "'?");
}

AllanSignal analyse(ResultsReader& reader, std::size_t index, const Samples& samples,
                    const AllanArguments& arguments) {
  const Column& column = reader.columns()[index];
  const std::vector<double> all = reader.read(index);
  std::vector<double> y;
  // The first increment of a run belongs to no time.
  for (std::size_t k = arguments.are_increments ? 1 : 0; k < samples.rows.size(); ++k)
    y.push_back(arguments.are_increments ? all[samples.rows[k]] / samples.period
                                         : all[samples.rows[k]]);
  std::size_t repeated = 0;
  for (std::size_t k = 1; k < y.size(); ++k) repeated += y[k] == y[k - 1];
  if (2 * repeated > y.size())
    print_note(fmt::format(
        "most values of '{}' are equal to the one before: the signal may have been recorded more "
        "often than it was sampled; record with 'simulate.interval' equal to the sensor's 'sample'",
        column.name));
  const Dimension rate =
      arguments.are_increments ? column.dimension / dimensions::kTime : column.dimension;
  return {column.name, rate.to_string(), calc_allan(y, samples.period, arguments.confidence)};
}

std::string describe_signal(const AllanSignal& signal) {
  const AllanAnalysis& a = signal.analysis;
  const std::string unit = signal.unit == "1" ? "" : " " + signal.unit;
  std::string text = bold(signal.name) + fmt::format(": {} samples of {:g} s, mean {:.6g}{}\n",
                                                     a.samples, a.period, a.mean, unit);
  for (const AllanTerm& term : a.terms) {
    std::string of = allan_unit(term.noise, signal.unit);
    if (!of.empty()) of = " " + of;
    text += term.is_found ? fmt::format("  {:<17} {:.4g}{}, {:g} % within {:.3g} and {:.3g}\n",
                                        name_of(term.noise), term.coefficient, of,
                                        100 * a.confidence, term.lower, term.upper)
                          : fmt::format("  {:<17} not found, below {:.3g}{}\n", name_of(term.noise),
                                        term.upper, of);
  }
  if (const AllanMarkov& m = a.markov; m.is_found)
    text += fmt::format(
        "  {:<17} {:.4g}{} over {:.4g} s, {:g} % within {:.3g} and {:.3g}, {:.3g} and {:.3g} s\n",
        "gauss_markov", m.sigma, unit, m.time_constant, 100 * a.confidence, m.sigma_lower,
        m.sigma_upper, m.time_lower, m.time_upper);
  // At the longest times an estimate says little.
  constexpr double kLeastFreedoms = 10;
  const AllanPoint* least = &a.points.front();
  for (const AllanPoint& p : a.points)
    if (p.freedoms >= kLeastFreedoms && p.deviation < least->deviation) least = &p;
  text += fmt::format("  least deviation   {:.4g}{} at {:g} s, {:g} % within {:.3g} and {:.3g}\n",
                      least->deviation, unit, least->time, 100 * a.confidence, least->lower,
                      least->upper);
  return text;
}

std::string write_csv(const std::vector<AllanSignal>& signals) {
  std::string text = "signal,unit,time [s],deviation,lower,upper,freedoms,fit\n";
  for (const AllanSignal& signal : signals)
    for (const AllanPoint& p : signal.analysis.points)
      text +=
          fmt::format("{},{},{},{},{},{},{},{}\n", signal.name, signal.unit, p.time, p.deviation,
                      p.lower, p.upper, p.freedoms, signal.analysis.fitted(p.time));
  return text;
}

Json finite_number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json begin_allan(const AllanArguments& arguments) {
  Json json = begin_json("allan");
  json["results"] = arguments.results;
  json["confidence"] = arguments.confidence;
  return json;
}

Json write_markov(const AllanMarkov& m) {
  return {{"sigma", m.sigma},
          {"sigma_lower", m.sigma_lower},
          {"sigma_upper", m.sigma_upper},
          {"time_constant", m.time_constant},
          {"time_lower", m.time_lower},
          {"time_upper", m.time_upper}};
}

std::string write_allan_json(const std::vector<AllanSignal>& signals,
                             const AllanArguments& arguments) {
  Json json = begin_allan(arguments);
  json["signals"] = Json::array();
  for (const AllanSignal& signal : signals) {
    Json terms = Json::array(), points = Json::array();
    for (const AllanTerm& term : signal.analysis.terms)
      terms.push_back({{"noise", name_of(term.noise)},
                       {"unit", allan_unit(term.noise, signal.unit)},
                       {"found", term.is_found},
                       {"coefficient", term.coefficient},
                       {"lower", term.lower},
                       {"upper", finite_number(term.upper)}});
    for (const AllanPoint& p : signal.analysis.points)
      points.push_back({{"time", p.time},
                        {"deviation", p.deviation},
                        {"lower", p.lower},
                        {"upper", p.upper},
                        {"freedoms", p.freedoms},
                        {"fit", signal.analysis.fitted(p.time)}});
    json["signals"].push_back({{"name", signal.name},
                               {"unit", signal.unit},
                               {"period", signal.analysis.period},
                               {"samples", signal.analysis.samples},
                               {"mean", signal.analysis.mean},
                               {"terms", terms},
                               {"points", points}});
    if (signal.analysis.markov.is_found)
      json["signals"].back()["gauss_markov"] = write_markov(signal.analysis.markov);
  }
  json["diagnostics"] = Json::array();
  return to_text(json);
}

}  // namespace

int allan_command(const AllanArguments& arguments) {
  std::vector<std::string> faults;
  const fs::path path = find_table(arguments.results, faults);
  if (!faults.empty()) throw CommandError(faults[0]);
  try {
    const auto reader = open_results(path);
    note_status("it", path.string(), *reader);
    const Samples samples = find_samples(*reader);
    std::vector<AllanSignal> signals;
    for (const std::string& name : arguments.signals)
      for (const std::size_t column : find_columns(*reader, name))
        signals.push_back(analyse(*reader, column, samples, arguments));
    if (arguments.json) {
      print(write_allan_json(signals, arguments));
    } else {
      for (const AllanSignal& signal : signals) print(describe_signal(signal));
    }
    const auto write = [&](const std::string& file, const std::string& bytes) {
      write_file(file, bytes);
      if (!arguments.json) print(file + "\n");
    };
    if (!arguments.output.empty()) write(arguments.output, write_csv(signals));
    if (!arguments.report.empty())
      write(arguments.report, write_allan_page(signals, path.string()));
    return kDone;
  } catch (const InputError& e) {
    print_diagnostics(e.diagnostics());
    if (arguments.json) {
      Json json = begin_allan(arguments);
      json["diagnostics"] = list_json(e.diagnostics());
      print(to_text(json));
    }
    return kModelIsWrong;
  }
}

}  // namespace holon::app
