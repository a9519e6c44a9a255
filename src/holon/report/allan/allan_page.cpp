// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/allan/allan_page.h"

#include <fmt/format.h>

#include <cmath>

#include "holon/base/version.h"
#include "holon/report/page/report.h"

namespace holon {
namespace {

std::string write_unit(const std::string& unit) {
  return unit.empty() || unit == "1" ? "" : " " + unit;
}

Report::Table make_coefficients(const AllanSignal& signal) {
  Report::Table table{signal.name, {"Noise", "Coefficient", "Interval"}, {}, {}};
  for (const AllanTerm& term : signal.analysis.terms) {
    const std::string unit = write_unit(allan_unit(term.noise, signal.unit));
    const std::string value =
        term.is_found ? fmt::format("{:.4g}{}", term.coefficient, unit) : "not found";
    const std::string interval = term.is_found
                                     ? fmt::format("{:.3g} … {:.3g}", term.lower, term.upper)
                                     : fmt::format("below {:.3g}{}", term.upper, unit);
    table.rows.push_back({{name_of(term.noise), value, interval}});
  }
  if (const AllanMarkov& m = signal.analysis.markov; m.is_found) {
    const std::string unit = write_unit(signal.unit);
    table.rows.push_back({{"gauss_markov, σ", fmt::format("{:.4g}{}", m.sigma, unit),
                           fmt::format("{:.3g} … {:.3g}", m.sigma_lower, m.sigma_upper)}});
    table.rows.push_back(
        {{"gauss_markov, correlation time", fmt::format("{:.4g} s", m.time_constant),
          fmt::format("{:.3g} … {:.3g}", m.time_lower, m.time_upper)}});
  }
  table.note = fmt::format("{} samples of {:g} s, mean {:.6g}{}; confidence {:g} %",
                           signal.analysis.samples, signal.analysis.period, signal.analysis.mean,
                           write_unit(signal.unit), 100 * signal.analysis.confidence);
  return table;
}

Stream make_deviations(const AllanSignal& signal) {
  const std::vector<Column> columns{{"averaging time", dimensions::kTime, "of the deviation"},
                                    {"deviation", {}, "Allan deviation"},
                                    {"lower", {}, "its lower bound"},
                                    {"upper", {}, "its upper bound"},
                                    {"fit", {}, "the fitted deviation"}};
  std::vector<std::vector<double>> values(columns.size());
  for (const AllanPoint& p : signal.analysis.points) {
    if (p.deviation <= 0) continue;
    values[0].push_back(p.time);
    values[1].push_back(p.deviation);
    values[2].push_back(p.lower);
    values[3].push_back(p.upper);
    values[4].push_back(signal.analysis.fitted(p.time));
  }
  return make_stream(signal.name, Results(columns, std::move(values)));
}

}  // namespace

std::string allan_unit(AllanNoise noise, const std::string& unit) {
  const std::string base = unit.empty() || unit == "1" ? "1" : unit;
  switch (noise) {
    case AllanNoise::quantisation: return base == "1" ? "s" : base + " s";
    case AllanNoise::white: return base == "1" ? "sqrt(s)" : base + " sqrt(s)";
    case AllanNoise::bias_instability: return base == "1" ? "" : base;
    case AllanNoise::random_walk: return base + "/sqrt(s)";
    case AllanNoise::ramp: return base == "rad/s" ? "rad/s^2" : base + "/s";
  }
  return base;
}

std::string write_allan_page(const std::vector<AllanSignal>& signals, const std::string& results) {
  Report page;
  page.title = "Allan deviation";
  page.generator = std::string("Holon ") + kVersion;
  page.subtitle = results;
  page.labels = {"Allan deviation", "Noise", "", ""};
  for (const AllanSignal& signal : signals) {
    page.tables.push_back(make_coefficients(signal));
    page.streams.push_back(make_deviations(signal));
    Report::Plot plot{"",  signal.name,       "averaging time",
                      "s", "Allan deviation", signal.unit == "1" ? "" : signal.unit};
    plot.x_is_key = plot.x_is_log = plot.y_is_log = true;
    const auto line = [&](const std::string& label, const char* column) {
      plot.lines.push_back({label, signal.name, "averaging time", column});
      return &plot.lines.back();
    };
    line("deviation", "deviation");
    line("fit", "fit");
    Report::Line* bounds =
        line(fmt::format("{:g} % interval", 100 * signal.analysis.confidence), "upper");
    bounds->lower = "lower";
    bounds->hue = 0;
    page.plots.push_back(std::move(plot));
  }
  page.provenance = {{"Results", results}, {"Holon", kVersion}};
  return write_report(page);
}

}  // namespace holon
