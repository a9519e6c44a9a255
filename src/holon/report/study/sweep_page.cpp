// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/study/sweep_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "holon/base/progress.h"
#include "holon/base/version.h"
#include "holon/report/model/report_model.h"
#include "holon/report/page/report.h"

namespace holon {
namespace {

constexpr std::size_t kMostVaried = 6;     // in plots of dependence
constexpr std::size_t kMostRecorded = 12;  // likewise
constexpr std::size_t kMostCircles = 400;  // of samples; more are dots

std::string unit_of(const Dimension& dimension) {
  const std::string unit = dimension.to_string();
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
  Report::Table table{"Recorded quantities",
                      {"", "Mean", "σ", "Min", "5 %", "Median", "95 %", "Max", "Unit",
                       "Sample of min", "Sample of max"},
                      {},
                      {}};
  for (const SweepColumn& c : report.recorded) {
    const SweepStatistics s = calc_statistics(c, report.results.samples);
    if (s.count == 0) continue;
    const auto number = [](double v) { return fmt::format("{:.5g}", v); };
    table.rows.push_back({{c.name, number(s.mean), number(s.sigma), number(s.least), number(s.low),
                           number(s.median), number(s.high), number(s.most), unit_of(c.dimension),
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
    add("min " + c.name, s.least_sample);
    add("max " + c.name, s.most_sample);
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

std::string print_interval(const Estimated& e) {
  return fmt::format("{:.4g} … {:.4g}", e.low, e.high);
}

Report::Table make_influence_table(const SweepReport& report, std::size_t k) {
  const Influence& influence = report.influence[k];
  const SweepColumn& column = report.recorded[k];
  const auto number = [](double v) { return fmt::format("{:.4g}", v); };
  const bool is_sobol = !influence.first.empty();
  Report::Table table{"Influence on " + column.name, {}, {}, {}};
  const std::string unit = unit_of(column.dimension);
  const std::string in_unit = unit.empty() ? "" : " [" + unit + "]";
  if (is_sobol)
    table.columns = {"Parameter",      "First order S", "95 % interval",
                     "Total order ST", "95 % interval", "Interactions"};
  else
    table.columns = {"Parameter",   "μ*" + in_unit, "95 % interval",
                     "μ" + in_unit, "σ" + in_unit,  "σ/μ*"};
  for (std::size_t i = 0; i < report.varied.size(); ++i) {
    const std::string& name = report.varied[i].name;
    if (is_sobol) {
      const Estimated &first = influence.first[i], &total = influence.total[i];
      table.rows.push_back({{name, number(first.value), print_interval(first), number(total.value),
                             print_interval(total), number(total.value - first.value)},
                            column.name});
    } else {
      const Estimated& mean = influence.mean_abs[i];
      table.rows.push_back({{name, number(mean.value), print_interval(mean),
                             number(influence.mean[i]), number(influence.sigma[i]),
                             mean.value > 0 ? number(influence.sigma[i] / mean.value) : "–"},
                            column.name});
    }
  }
  table.note =
      is_sobol
          ? fmt::format(
                "Fractions of the variance {:.4g}, from {} base samples. S: effect of the value "
                "alone; ST: with all its interactions with the others.",
                influence.variance, influence.blocks)
          : fmt::format(
                "Elementary effects per range of each value, from {} trajectories. μ*: how "
                "large the effect of the value is; σ: nonlinearity and interactions.",
                influence.blocks);
  return table;
}

/// Indices by value with their intervals, or σ over μ*; the values' names stand beside the points.
void add_influence_plot(const SweepReport& report, std::size_t k, Report& page) {
  const Influence& influence = report.influence[k];
  const SweepColumn& column = report.recorded[k];
  const std::string unit = unit_of(column.dimension);
  const std::string stream = "influence " + column.name;
  const std::size_t n = report.varied.size();
  Report::Plot plot{column.name, "Influence on " + column.name, "", "", "", ""};
  std::vector<std::vector<double>> rows(influence.first.empty() ? 3 : 4);
  std::vector<Column> columns{{"point", {}, ""}};
  if (!influence.first.empty()) {
    plot.x_name = "parameter";
    plot.y_name = "fraction of the variance";
    plot.x_steps = {1, 2, 5};
    columns.insert(columns.end(), {{"value", {}, ""}, {"first", {}, ""}, {"total", {}, ""}});
    for (std::size_t i = 0; i < n; ++i) {
      const double x = static_cast<double>(i) + 1;
      const std::array<double, 4> row{x, x, influence.first[i].value, influence.total[i].value};
      for (std::size_t c = 0; c < rows.size(); ++c) rows[c].push_back(row[c]);
      for (const auto& [shift, e] :
           {std::pair{-0.06, influence.first[i]}, std::pair{0.06, influence.total[i]}})
        plot.guides.push_back({{x + shift, x + shift}, {e.low, e.high}, ""});
      const double top = std::max(influence.first[i].value, influence.total[i].value);
      plot.guides.push_back({{x + 0.08, x + 0.08}, {top, top}, report.varied[i].name});
    }
    plot.lines.push_back({"first order", stream, "value", "first", 1, Curve::Mark::circle});
    plot.lines.push_back({"total order", stream, "value", "total", 1, Curve::Mark::cross});
  } else {
    plot.x_name = "μ*", plot.x_unit = unit;
    plot.y_name = "σ", plot.y_unit = unit;
    columns.insert(columns.end(),
                   {{"mean", column.dimension, ""}, {"sigma", column.dimension, ""}});
    for (std::size_t i = 0; i < n; ++i) {
      const double x = influence.mean_abs[i].value, y = influence.sigma[i];
      const std::array<double, 3> row{static_cast<double>(i), x, y};
      for (std::size_t c = 0; c < rows.size(); ++c) rows[c].push_back(row[c]);
      plot.guides.push_back({{influence.mean_abs[i].low, influence.mean_abs[i].high}, {y, y}, ""});
      plot.guides.push_back({{x, x}, {y, y}, report.varied[i].name});
    }
    plot.lines.push_back({"elementary effects", stream, "mean", "sigma", 1, Curve::Mark::circle});
  }
  page.streams.push_back(make_stream(stream, Results(columns, std::move(rows))));
  page.plots.push_back(std::move(plot));
}

const char* title_of(StudySettings::Kind kind) {
  switch (kind) {
    case StudySettings::Kind::monte_carlo: return "Monte Carlo";
    case StudySettings::Kind::grid: return "Grid";
    case StudySettings::Kind::latin_hypercube: return "Latin hypercube";
    case StudySettings::Kind::sobol: return "Sobol' indices";
    case StudySettings::Kind::morris: return "Elementary effects";
  }
  return "";
}

bool has_influence(const SweepReport& report, std::size_t k) {
  return k < report.influence.size() &&
         (!report.influence[k].first.empty() || !report.influence[k].mean_abs.empty());
}

}  // namespace

std::string write_sweep_page(const SweepReport& report, const LoadedModel& model) {
  Report page;
  const std::int64_t failed = report.count(SampleResult::Status::failed);
  page.title = report.title;
  page.generator = std::string("Holon ") + kVersion;
  page.subtitle =
      fmt::format("{}: {} of {} samples, seed {}, {} on {} thread{}", title_of(report.study.kind),
                  report.results.samples.size(), report.results.count, report.study.seed,
                  format_duration(report.results.wall_seconds), report.results.threads,
                  report.results.threads == 1 ? "" : "s");
  page.verdict = Report::Verdict{failed > 0                   ? fmt::format("{} failed", failed)
                                 : report.results.interrupted ? "Interrupted"
                                                              : "Done",
                                 failed == 0 && !report.results.interrupted};
  page.labels = {"Study", "Samples", "", ""};
  page.notes = report.notes;
  for (std::size_t k = 0; k < report.recorded.size(); ++k)
    if (has_influence(report, k)) page.tables.push_back(make_influence_table(report, k));
  page.tables.push_back(make_statistics(report));
  page.tables.push_back(make_cases(report));
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
    const std::string unit = unit_of(c.dimension);
    if (has_influence(report, k)) add_influence_plot(report, k, page);
    page.streams.push_back(make_histogram(c.name, finite));
    Report::Plot plot{c.name, "Distribution of " + c.name, c.name, unit, "samples", ""};
    plot.lines.push_back({"samples", page.streams.back().name, "value", "samples"});
    page.plots.push_back(std::move(plot));
    for (std::size_t j = 0; j < std::min(report.varied.size(), kMostVaried); ++j) {
      const SweepColumn& v = report.varied[j];
      Report::Plot dependence{
          c.name, c.name + " over " + v.name, v.name, unit_of(v.dimension), c.name, unit};
      dependence.lines.push_back(
          {c.name, "samples", "vary." + v.name, "record." + c.name, 1,
           c.values.size() > kMostCircles ? Curve::Mark::dot : Curve::Mark::circle});
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
                      unit_of(report.signal_dimensions[k]),
                      true};
    const std::string& stream = page.streams.back().name;
    plot.lines.push_back({"median", stream, "time", "median"});
    plot.lines.push_back({"5 % to 95 %", stream, "time", "95 %", 1, Curve::Mark::line, "5 %", 0});
    plot.lines.push_back(
        {"minimum to maximum", stream, "time", "largest", 1, Curve::Mark::line, "least", 0});
    page.plots.push_back(std::move(plot));
  }
  page.model_path = model.path;
  add_files(page, model);
  page.provenance = {{"Model", model.path},
                     {"Samples", std::to_string(report.results.count)},
                     {"Seed", std::to_string(report.study.seed)},
                     {"Holon", kVersion}};
  return write_report(page);
}

}  // namespace holon
