// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/study/sweep_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "holon/base/progress.h"
#include "holon/base/version.h"
#include "holon/record/unit_text.h"
#include "holon/report/page/report.h"

namespace holon {
namespace {

constexpr std::size_t kMostVaried = 6;     // in plots of dependence
constexpr std::size_t kMostRecorded = 12;  // likewise

std::string unit_of(const std::string& name, const Dimension& dimension) {
  const std::string unit = unit_text(name, dimension);
  return unit == "1" ? "" : unit;
}

/// Bars as an outline: the number of values in each of some equal intervals.
Stream make_histogram(const std::string& name, std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const double low = values.front(), high = values.back();
  // As many bars as the square root of the values, 8 to 60.
  const int bars =
      low == high
          ? 1
          : std::clamp(static_cast<int>(std::sqrt(static_cast<double>(values.size()))), 8, 60);
  std::vector<double> count(static_cast<std::size_t>(bars), 0);
  const double width = low == high ? 1 : (high - low) / bars, from = low == high ? low - 0.5 : low;
  for (const double v : values)
    ++count[static_cast<std::size_t>(
        std::clamp(static_cast<int>((v - from) / width), 0, bars - 1))];
  std::vector<double> x{from}, y{0};
  for (int k = 0; k < bars; ++k)
    for (const double at : {from + k * width, from + (k + 1) * width})
      x.push_back(at), y.push_back(count[static_cast<std::size_t>(k)]);
  x.push_back(from + bars * width), y.push_back(0);
  return make_stream("histogram " + name,
                     Results({{"value", {}, ""}, {"samples", {}, ""}}, {x, y}));
}

/// Least, 5 %, median, 95 % and largest over time; runs that have ended count no more.
Stream make_bounds(const SweepReport& report, std::size_t signal) {
  const std::size_t width = report.signals.size();
  std::size_t rows = 0;
  for (const SampleResult& s : report.results.samples)
    rows = std::max(rows, s.series.size() / width);
  std::vector<std::vector<double>> table(6);
  for (std::size_t k = 0; k < rows; ++k) {
    std::vector<double> values;
    for (const SampleResult& s : report.results.samples)
      if ((k + 1) * width <= s.series.size() && std::isfinite(s.series[k * width + signal]))
        values.push_back(s.series[k * width + signal]);
    if (values.empty()) continue;
    std::sort(values.begin(), values.end());
    table[0].push_back(static_cast<double>(k) * report.interval);
    const double parts[] = {0, 0.05, 0.5, 0.95, 1};
    for (std::size_t i = 0; i < 5; ++i) table[i + 1].push_back(find_quantile(values, parts[i]));
  }
  std::vector<Column> columns{{"time", dimensions::kTime, ""}};
  for (const char* name : {"least", "5 %", "median", "95 %", "largest"})
    columns.push_back({name, report.signal_dimensions[signal], ""});
  return make_stream("bounds " + report.signals[signal], Results(columns, std::move(table)));
}

Report::Table make_statistics(const SweepReport& report) {
  Report::Table table{"Recorded numbers",
                      {"", "Mean", "σ", "Least", "5 %", "Median", "95 %", "Largest", "Unit",
                       "Least in sample", "Largest in sample"},
                      {},
                      {}};
  for (const SweepColumn& c : report.recorded) {
    const SweepStatistics s = calc_statistics(c, report.results.samples);
    if (s.count == 0) continue;
    const auto number = [](double v) { return fmt::format("{:.5g}", v); };
    table.rows.push_back(
        {{c.name, number(s.mean), number(s.sigma), number(s.least), number(s.low), number(s.median),
          number(s.high), number(s.most), unit_of(c.name, c.dimension),
          std::to_string(s.least_sample), std::to_string(s.most_sample)}});
  }
  return table;
}

/// The samples with extreme values, and those that failed.
Report::Table make_cases(const SweepReport& report) {
  Report::Table table{"Extreme cases and failures", {"Case", "Sample", "Seed", "Remark"}, {}, {}};
  const auto add = [&](const std::string& name, std::int64_t number) {
    for (const SampleResult& s : report.results.samples)
      if (s.number == number)
        table.rows.push_back(
            {{name, report.describe_sample(s), std::to_string(s.seed), s.message}});
  };
  for (const SweepColumn& c : report.recorded) {
    const SweepStatistics s = calc_statistics(c, report.results.samples);
    if (s.count == 0) continue;
    add("least " + c.name, s.least_sample);
    add("largest " + c.name, s.most_sample);
  }
  constexpr std::size_t kMostFailures = 200;
  std::size_t failures = 0;
  for (const SampleResult& s : report.results.samples)
    if (s.status == SampleResult::Status::failed && ++failures <= kMostFailures)
      table.rows.push_back(
          {{"failed", report.describe_sample(s), std::to_string(s.seed), s.message}});
  if (failures > kMostFailures)
    table.note = fmt::format("{} more samples failed.", failures - kMostFailures);
  return table;
}

}  // namespace

std::string write_sweep_page(const SweepReport& report, const LoadedModel& model) {
  Report page;
  const std::int64_t failed = report.count(SampleResult::Status::failed);
  const bool is_grid = report.study.kind == StudySettings::Kind::grid;
  page.title = report.title;
  page.generator = std::string("Holon ") + kVersion;
  page.subtitle = fmt::format("{}: {} of {} samples, seed {}, {} on {} thread{}",
                              is_grid ? "Grid" : "Monte Carlo", report.results.samples.size(),
                              report.results.count, report.study.seed,
                              format_duration(report.results.wall_seconds), report.results.threads,
                              report.results.threads == 1 ? "" : "s");
  page.verdict = Report::Verdict{failed > 0                   ? fmt::format("{} failed", failed)
                                 : report.results.interrupted ? "Interrupted"
                                                              : "Done",
                                 failed == 0 && !report.results.interrupted};
  page.labels = {"Study", "Samples", "", ""};
  page.notes = report.notes;
  page.tables = {make_statistics(report), make_cases(report)};
  std::vector<Column> columns{{"sample", {}, ""}};
  std::vector<std::vector<double>> values(1);
  for (const SampleResult& s : report.results.samples)
    values[0].push_back(static_cast<double>(s.number));
  for (const std::vector<SweepColumn>* list : {&report.varied, &report.recorded})
    for (const SweepColumn& c : *list) {
      columns.push_back({(list == &report.varied ? "vary." : "record.") + c.name, c.dimension, ""});
      values.push_back(c.values);
    }
  const std::size_t recorded = std::min(report.recorded.size(), kMostRecorded);
  for (std::size_t k = 0; k < recorded; ++k) {
    const SweepColumn& c = report.recorded[k];
    std::vector<double> finite;
    std::copy_if(c.values.begin(), c.values.end(), std::back_inserter(finite),
                 [](double v) { return std::isfinite(v); });
    if (finite.empty()) continue;
    const std::string unit = unit_of(c.name, c.dimension);
    page.streams.push_back(make_histogram(c.name, finite));
    Report::Plot plot{c.name, "Distribution of " + c.name, c.name, unit, "samples", ""};
    plot.lines.push_back({"samples", page.streams.back().name, "value", "samples"});
    page.plots.push_back(std::move(plot));
    for (std::size_t j = 0; j < std::min(report.varied.size(), kMostVaried); ++j) {
      const SweepColumn& v = report.varied[j];
      Report::Plot dependence{
          c.name, c.name + " by " + v.name, v.name, unit_of(v.name, v.dimension), c.name, unit};
      dependence.lines.push_back(
          {c.name, "samples", "vary." + v.name, "record." + c.name, 1, Curve::Mark::circle});
      page.plots.push_back(std::move(dependence));
    }
  }
  page.streams.push_back(make_stream("samples", Results(columns, std::move(values))));
  for (std::size_t k = 0; k < report.signals.size() && report.interval > 0; ++k) {
    page.streams.push_back(make_bounds(report, k));
    if (page.streams.back().row_count() == 0) {
      page.streams.pop_back();
      continue;
    }
    Report::Plot plot{"Bounds over time",
                      report.signals[k],
                      "time",
                      "s",
                      report.signals[k],
                      unit_of(report.signals[k], report.signal_dimensions[k]),
                      true};
    for (const char* name : {"least", "5 %", "median", "95 %", "largest"})
      plot.lines.push_back({name, page.streams.back().name, "time", name});
    page.plots.push_back(std::move(plot));
  }
  page.model_path = model.path;
  for (const SourceFile& file : model.files) page.files.push_back({file.name, file.text});
  page.provenance = {{"Model", model.path},
                     {"Samples", std::to_string(report.results.count)},
                     {"Seed", std::to_string(report.study.seed)},
                     {"Holon", kVersion}};
  return write_report(page);
}

}  // namespace holon
