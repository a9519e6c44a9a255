// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/validation/validation_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "holon/base/version.h"
#include "holon/report/page/report.h"

namespace holon {
namespace {

std::string show_error(double value) {
  return std::isfinite(value) ? fmt::format("{:.1e}", value) : "not a number";
}

const ValidationRun* find_finest(const ValidationOutcome& outcome) {
  const ValidationRun* worst = nullptr;
  for (const ValidationRun& run : outcome.runs)
    if (run.tolerance == outcome.validated.tolerances.back() &&
        (worst == nullptr || run.error > worst->error))
      worst = &run;
  return worst;
}

Report::Table make_overview(std::span<const ValidationOutcome> outcomes) {
  Report::Table table{
      "Cases", {"Case", "Formulations", "Tolerance", "Largest error", "Bound", ""}, {}, {}};
  for (const ValidationOutcome& outcome : outcomes) {
    const ValidationCase& validated = outcome.validated;
    std::string formulations;
    for (const std::string& name : validated.formulations)
      formulations += (formulations.empty() ? "" : ", ") + name;
    const ValidationRun* finest = find_finest(outcome);
    table.rows.push_back({{validated.title, formulations, show_error(validated.tolerances.back()),
                           finest == nullptr ? "" : show_error(finest->error),
                           show_error(validated.bound), outcome.agrees() ? "agrees" : "disagrees"},
                          validated.title});
  }
  table.note =
      "Errors are relative to the largest reference value of their output. The bound holds beyond "
      "the accuracy of the references, and is 100 tolerances unless the case has its own.";
  return table;
}

Report::Table make_run_table(const ValidationOutcome& outcome) {
  Report::Table table{outcome.validated.title,
                      {"Formulation", "Solver", "Tolerance", "Error", "Where",
                       "Change of conserved quantities", "Constraint drift", "Steps", "Time [s]"},
                      {},
                      outcome.validated.source};
  for (const std::string& fault : outcome.faults) table.note += "\nDisagrees: " + fault + ".";
  for (const ValidationRun& run : outcome.runs) {
    if (!run.failure.empty()) {
      table.rows.push_back(
          {{run.formulation, run.solver, show_error(run.tolerance), "failed", run.failure, "", "",
            fmt::format("{}", run.steps), fmt::format("{:.2g}", run.seconds)}});
      continue;
    }
    table.rows.push_back(
        {{run.formulation, run.solver, show_error(run.tolerance), show_error(run.error), run.where,
          outcome.validated.conserved.empty() ? "" : show_error(run.change), show_error(run.drift),
          fmt::format("{}", run.steps), fmt::format("{:.2g}", run.seconds)}});
  }
  return table;
}

// A stream for each formulation: decimal logarithms of tolerance and error.
void add_error_plot(const ValidationOutcome& outcome, Report& page) {
  Report::Plot plot{outcome.validated.title,
                    "Error over tolerance: " + outcome.validated.title,
                    "log10 of the tolerance",
                    "",
                    "log10 of the error",
                    "",
                    true};
  std::vector<std::string> names;
  for (const ValidationRun& run : outcome.runs)
    if (std::find(names.begin(), names.end(), run.formulation) == names.end())
      names.push_back(run.formulation);
  for (const std::string& name : names) {
    std::vector<double> x, y;
    for (const ValidationRun& run : outcome.runs) {
      if (run.formulation != name || !run.failure.empty() || !(run.error > 0)) continue;
      x.insert(x.begin(), std::log10(run.tolerance));
      y.insert(y.begin(), std::log10(run.error));
    }
    if (x.size() < 2) continue;
    const std::string stream = outcome.validated.name + "." + name;
    Results rows({Column{"tolerance"}, Column{"error"}}, {x, y});
    page.streams.push_back(make_stream(stream, rows));
    plot.lines.push_back({name.empty() ? "error" : name, stream, "tolerance", "error"});
  }
  if (!plot.lines.empty()) page.plots.push_back(std::move(plot));
}

}  // namespace

std::string write_validation_page(std::span<const ValidationOutcome> outcomes) {
  Report page;
  page.title = "Validation";
  page.generator = std::string("Holon ") + kVersion;
  const auto wrong = std::ranges::count_if(
      outcomes, [](const ValidationOutcome& outcome) { return !outcome.agrees(); });
  page.subtitle = "Models against published values and independent computations";
  page.verdict =
      Report::Verdict{wrong == 0 ? fmt::format("{} cases agree", outcomes.size())
                                 : fmt::format("{} of {} cases disagree", wrong, outcomes.size()),
                      wrong == 0};
  page.labels = {"Errors", "Cases", "", ""};
  page.tables.push_back(make_overview(outcomes));
  for (const ValidationOutcome& outcome : outcomes) {
    page.tables.push_back(make_run_table(outcome));
    add_error_plot(outcome, page);
  }
  page.provenance = {{"Holon", kVersion}};
  return write_report(page);
}

}  // namespace holon
