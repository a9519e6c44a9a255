// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/sensitivity/sensitivity_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "holon/base/interrupt.h"
#include "holon/base/names.h"
#include "holon/base/version.h"
#include "holon/record/digest.h"
#include "holon/report/linear/linear_labels.h"
#include "holon/report/model/report_model.h"
#include "holon/report/page/report.h"
#include "holon/simulate/simulation.h"
#include "holon/system/hidden_output.h"
#include "holon/view/machine/figure.h"

namespace holon {
namespace {

constexpr int kCheckedInstants = 16;
constexpr double kCheckTolerance = 1e-11;     // of the runs whose differences are taken
constexpr double kRelativeChange = 1e-3;      // of a parameter
constexpr double kAgreement = 1e-6;           // beside what the differences are known to
constexpr std::size_t kDerivativePlots = 12;  // of a sheet

/// Ends a run where the user requests it.
class InterruptObserver final : public RunObserver {
 public:
  bool go_on(const RunStatus&) override { return !interrupted(); }
};

}  // namespace

std::string name_of_derivative(const std::string& of, const std::string& to) {
  return "der(" + of + ", " + to + ")";
}

std::string unit_of_derivative(const SensitivityReport::Quantity& of,
                               const SensitivityReport::Quantity& to) {
  const std::string top = of.dimension.to_string(), bottom = to.dimension.to_string();
  if (top == bottom) return "1";
  if (bottom == "1") return top;
  const bool is_simple = bottom.find_first_of(" /") == std::string::npos;
  return (top.find('/') == std::string::npos ? top : "(" + top + ")") + "/" +
         (is_simple ? bottom : "(" + bottom + ")");
}

void SensitivityStudy::check_outputs() const {
  for (const std::string& name : request_.of) {
    if (loaded_->system.find_output(name)) continue;
    std::vector<std::string> all;
    for (const SystemOutput& output : loaded_->system.list_outputs())
      if (!output.name.starts_with(kHiddenPrefix)) all.push_back(output.name);
    const std::string meant = did_you_mean(name, all);
    throw RequestError("--of " + name + ": no part has such an output; " +
                       (meant.empty() ? "outputs are " + quote_list(all, "and", 8) : meant));
  }
}

SimulateSettings SensitivityStudy::choose_settings() const {
  SimulateSettings settings = loaded_->model.simulate;
  switch (settings.solver) {
    case SolverMethod::automatic: settings.solver = SolverMethod::dopri5; break;
    case SolverMethod::dopri5:
    case SolverMethod::radau5:
    case SolverMethod::radau:
    case SolverMethod::cvode:
    case SolverMethod::ida:
    case SolverMethod::cvode_adams: break;
    case SolverMethod::rk4:
      throw RequestError(
          "simulate.solver: derivatives go through solvers with an error estimate, not through "
          "'rk4'; write --solver dopri5, or --solver radau for stiff models");
  }
  return settings;
}

std::optional<SensitivityReport> SensitivityStudy::run() {
  const InterruptGuard guard;
  std::vector<ValueToOpen> opened;
  for (const std::string& name : request_.to) {
    const bool is_known = std::any_of(opened.begin(), opened.end(),
                                      [&](const ValueToOpen& v) { return v.name == name; });
    if (is_known) continue;
    ValueToOpen value{name, {}};
    value.stands_still = true;
    value.option = "--to";
    opened.push_back(std::move(value));
  }
  std::vector<std::string> requested;
  for (const std::string& name : request_.of)
    if (name.starts_with("system.energy.")) requested.push_back(name);
  loaded_ = load(request_.model, {request_.settings, requested, opened, false}, findings_);
  if (!loaded_) return {};
  check_outputs();
  const System& system = loaded_->system;
  const std::vector<std::string> outputs = request_.of.empty() ? loaded_->outputs : request_.of;
  SensitivityReport report;
  report.title = system.title;
  for (const std::string& name : outputs) {
    const SystemOutput output = *system.find_output(name);
    for (int i = 0; i < output.size(); ++i)
      report.outputs.push_back(
          {component_name(output.name, output.components, i), output.dimension});
  }
  std::vector<double> values;
  std::vector<int> which;
  for (const SystemParameter& p : system.parameters) values.push_back(p.value);
  for (const ValueToOpen& value : opened) {
    const auto found = std::find_if(system.parameters.begin(), system.parameters.end(),
                                    [&](const SystemParameter& p) { return p.name == value.name; });
    if (found == system.parameters.end())
      throw RequestError("--to " + value.name + ": nothing in the model depends on it");
    which.push_back(static_cast<int>(found - system.parameters.begin()));
    SensitivityReport::Quantity q{value.name, found->dimension, found->value};
    for (const OpenedValue& o : loaded_->model.opened)
      if (o.name == value.name) q.is_added = o.is_added;
    report.parameters.push_back(std::move(q));
  }
  const SimulateSettings settings = choose_settings();
  SensitivitySink sink(system, settings, values, which, outputs);
  Simulation simulation(system, settings);
  simulation.set_parameters(values);
  simulation.record_states(sink, {RowSchedule::Kind::steps});
  InterruptObserver observer;
  simulation.set_observer(&observer);
  const RunSummary& summary = simulation.run();
  if (summary.interrupted) throw Interrupted();
  if (!summary.stopped_by.empty()) sink.conclude_stop();
  report.solver = summary.solver;
  report.tolerance = summary.tolerance;
  report.times = sink.times();
  report.values = sink.values();
  report.slopes = sink.slopes();
  report.events = sink.events();
  report.stopped_by = summary.stopped_by;
  report.notes = summary.notes;
  std::vector<std::string> added;
  for (const auto& p : report.parameters)
    if (p.is_added) added.push_back(p.name);
  if (!added.empty())
    report.notes.push_back("of " + quote_list(added, "and") +
                           " the derivative is that to a constant added to the model's formula");
  // More than the error of the method between the run and its repetition.
  constexpr double kNear = 1e4;
  if (sink.largest_deviation() > kNear * std::max(report.tolerance, 1e-12))
    report.notes.push_back(
        fmt::format("repeated steps differ from the run's own by up to {:.1e} of the states; a "
                    "smaller simulate.tolerance makes the derivatives more accurate",
                    sink.largest_deviation()));
  if (request_.check) check(report, settings, values, which, outputs);
  return report;
}

// Differences of fourth order with two steps; what they differ by from those of second order is
// their error.
void SensitivityStudy::check(SensitivityReport& report, const SimulateSettings& given,
                             const std::vector<double>& values, const std::vector<int>& which,
                             const std::vector<std::string>& outputs) const {
  const System& system = loaded_->system;
  SimulateSettings settings = given;
  settings.tolerance = kCheckTolerance;
  const double until = report.times.empty() ? settings.until : report.times.back();
  settings.until = until;
  settings.interval = until / kCheckedInstants;
  SensitivitySink sink(system, settings, values, which, outputs);
  InterruptObserver observer;
  const auto simulate_with = [&](const std::vector<double>& parameters, RowSink& rows,
                                 bool states) {
    Simulation simulation(system, settings);
    simulation.set_parameters(parameters);
    states ? simulation.record_states(rows, {RowSchedule::Kind::steps})
           : static_cast<void>(simulation.record(
                 rows, outputs, {RowSchedule::Kind::interval, *settings.interval}));
    simulation.set_observer(&observer);
    if (simulation.run().interrupted) throw Interrupted();
  };
  simulate_with(values, sink, true);
  for (std::size_t p = 0; p < which.size(); ++p) {
    const auto at = static_cast<std::size_t>(which[p]);
    const double change = kRelativeChange * (values[at] == 0 ? 1.0 : std::abs(values[at]));
    std::vector<Results> runs(4);
    const double steps[] = {-2, -1, 1, 2};
    for (std::size_t k = 0; k < 4; ++k) {
      std::vector<double> moved = values;
      moved[at] += steps[k] * change;
      simulate_with(moved, runs[k], false);
    }
    for (std::size_t y = 0; y < report.outputs.size(); ++y) {
      SensitivityCheck check{report.outputs[y].name, report.parameters[p].name};
      double size = 0, worst = 0, known = 0;
      for (const Eigen::MatrixXd& S : sink.slopes())
        size = std::max(size, std::abs(S(Eigen::Index(y), Eigen::Index(p))));
      for (std::size_t k = 0; k < sink.times().size(); ++k) {
        const double t = sink.times()[k];
        double row[4];
        bool is_there = true;
        for (std::size_t r = 0; r < 4; ++r) {
          const std::vector<double>& time = runs[r].values(0);
          const auto found = std::find_if(time.begin(), time.end(), [&](double s) {
            return std::abs(s - t) <= 1e-9 * (1 + t);
          });
          is_there = is_there && found != time.end();
          if (is_there)
            row[r] = runs[r].values(y + 1)[static_cast<std::size_t>(found - time.begin())];
        }
        // Between the events of all runs.
        for (const EventSlope& event : sink.events())
          is_there = is_there &&
                     std::abs(event.time - t) > 4 * change * std::abs(event.slope[Eigen::Index(p)]);
        if (!is_there) continue;
        const double narrow = (row[2] - row[1]) / (2 * change),
                     wide = (row[3] - row[0]) / (4 * change);
        const double best = (4 * narrow - wide) / 3;
        const double difference =
            std::abs(best - sink.slopes()[k](Eigen::Index(y), Eigen::Index(p)));
        const double error =
            0.1 * std::abs(best - narrow) +
            1e2 * kCheckTolerance / change * (1 + std::abs(sink.values()[k][Eigen::Index(y)]));
        // The instant at which they differ most of what they may.
        const double allowed = error + kAgreement * size;
        if (difference * (known + kAgreement * size) < worst * allowed) continue;
        worst = difference, known = error, check.at = t;
      }
      check.difference = size > 0 ? worst / size : worst;
      check.tolerance = kAgreement + (size > 0 ? known / size : known);
      report.checks.push_back(std::move(check));
    }
  }
}

Results make_sensitivity_table(const SensitivityReport& report) {
  std::vector<Column> columns{{"time", dimensions::kTime, "simulated time"}};
  std::vector<std::vector<double>> values{report.times};
  for (std::size_t y = 0; y < report.outputs.size(); ++y) {
    columns.push_back({report.outputs[y].name, report.outputs[y].dimension, ""});
    values.emplace_back();
    for (const Eigen::VectorXd& row : report.values) values.back().push_back(row[Eigen::Index(y)]);
  }
  for (std::size_t y = 0; y < report.outputs.size(); ++y)
    for (std::size_t p = 0; p < report.parameters.size(); ++p) {
      const auto &of = report.outputs[y], &to = report.parameters[p];
      columns.push_back({name_of_derivative(of.name, to.name), of.dimension / to.dimension,
                         "derivative at constant time"});
      values.emplace_back();
      for (const Eigen::MatrixXd& S : report.slopes)
        values.back().push_back(S(Eigen::Index(y), Eigen::Index(p)));
    }
  return {columns, std::move(values)};
}

namespace {

std::vector<double> take_slopes(const SensitivityReport& report, std::size_t y, std::size_t p) {
  std::vector<double> values;
  for (const Eigen::MatrixXd& S : report.slopes)
    values.push_back(S(Eigen::Index(y), Eigen::Index(p)));
  return values;
}

}  // namespace

std::string draw_sensitivity(const SensitivityReport& report) {
  Figure figure;
  figure.title = report.title;
  figure.description = "Derivatives of a run with respect to parameters.";
  for (std::size_t y = 0; y < report.outputs.size(); ++y)
    for (std::size_t p = 0; p < report.parameters.size(); ++p) {
      if (figure.panels.size() == kDerivativePlots) break;
      Panel panel;
      panel.title = name_of_derivative(report.outputs[y].name, report.parameters[p].name);
      panel.x_label = "time (s)";
      const std::string unit = unit_of_derivative(report.outputs[y], report.parameters[p]);
      panel.y_label = unit == "1" ? "" : unit;
      panel.x_is_time = true;
      panel.curves.push_back({panel.title, report.times, take_slopes(report, y, p)});
      figure.panels.push_back(std::move(panel));
    }
  return write_svg(figure);
}

std::string write_sensitivity_page(const SensitivityReport& report, const LoadedModel& loaded,
                                   const std::vector<std::pair<std::string, std::string>>& options,
                                   const std::vector<std::string>& warnings) {
  Report page;
  page.title = report.title;
  page.generator = std::string("Holon ") + kVersion;
  const double end = report.times.empty() ? 0 : report.times.back();
  page.subtitle = fmt::format("{} · derivatives of {} to {} · {:.6g} s",
                              std::filesystem::path(loaded.path).filename().string(),
                              counted(report.outputs.size(), "output"),
                              counted(report.parameters.size(), "parameter"), end);
  page.labels = {"Derivatives over time", "Derivatives", "Parameters", "Equations"};
  page.warnings = warnings;
  page.notes = report.notes;
  Report::Table table{fmt::format("At {:.6g} s", end), {"Output", "Value"}, {}, {}};
  for (const auto& p : report.parameters) table.columns.push_back("to " + p.name);
  for (std::size_t y = 0; y < report.outputs.size() && !report.slopes.empty(); ++y) {
    const auto& of = report.outputs[y];
    std::vector<std::string> cells{
        of.name, with_unit(report.values.back()[Eigen::Index(y)], of.dimension.to_string())};
    for (std::size_t p = 0; p < report.parameters.size(); ++p)
      cells.push_back(with_unit(report.slopes.back()(Eigen::Index(y), Eigen::Index(p)),
                                unit_of_derivative(of, report.parameters[p])));
    table.rows.push_back({std::move(cells)});
  }
  table.note =
      "At constant time: an output that jumps at an event has that derivative between its "
      "events.";
  page.tables.push_back(std::move(table));
  if (!report.events.empty()) {
    constexpr std::size_t kMostEvents = 100;
    Report::Table events{"Instants of events", {"Event", "Time"}, {}, {}};
    for (const auto& p : report.parameters) events.columns.push_back("to " + p.name);
    for (std::size_t k = 0; k < std::min(kMostEvents, report.events.size()); ++k) {
      const EventSlope& event = report.events[k];
      std::vector<std::string> cells{event.name, with_unit(event.time, "s")};
      for (std::size_t p = 0; p < report.parameters.size(); ++p)
        cells.push_back(
            with_unit(event.slope[Eigen::Index(p)],
                      unit_of_derivative({"time", dimensions::kTime}, report.parameters[p])));
      events.rows.push_back({std::move(cells)});
    }
    if (report.events.size() > kMostEvents)
      events.note = fmt::format("The first {} of {}.", kMostEvents, report.events.size());
    page.tables.push_back(std::move(events));
  }
  if (!report.checks.empty()) {
    Report::Table checks{"Compared with differences of runs",
                         {"Derivative", "Largest difference", "Tolerance", "At", ""},
                         {},
                         {}};
    for (const SensitivityCheck& c : report.checks)
      checks.rows.push_back(
          {{name_of_derivative(c.of, c.to), short_number(c.difference), short_number(c.tolerance),
            with_unit(c.at, "s"), c.agrees() ? "agrees" : "disagrees"}});
    checks.note = "Relative to the largest value of each derivative.";
    page.tables.push_back(std::move(checks));
  }
  const Results rows = make_sensitivity_table(report);
  Stream stream = make_stream("derivatives", rows);
  const auto add_plot = [&](const std::string& group, std::size_t column, const std::string& unit) {
    const std::string& name = rows.columns()[column].name;
    Report::Plot plot{group, name, "time", "s", name, unit == "1" ? "" : unit, true};
    plot.lines = {{name, stream.name, "time", name}};
    page.plots.push_back(std::move(plot));
  };
  const std::size_t outputs = report.outputs.size(), parameters = report.parameters.size();
  for (std::size_t y = 0; y < outputs; ++y) {
    if (page.plots.size() > 40) break;
    const auto& of = report.outputs[y];
    add_plot(of.name, 1 + y, of.dimension.to_string());
    for (std::size_t p = 0; p < parameters; ++p)
      add_plot(of.name, 1 + outputs + y * parameters + p,
               unit_of_derivative(of, report.parameters[p]));
  }
  page.streams.push_back(std::move(stream));
  Report::Group values{"Parameters", {}};
  for (const auto& p : report.parameters)
    values.items.push_back({p.name, with_unit(p.value, p.dimension.to_string())});
  page.statistics.push_back(std::move(values));
  page.equations_note = "'holon equations' prints the equations of motion.";
  add_model(page, loaded);
  page.model_path = loaded.path;
  page.provenance = {
      {"Model", loaded.path},
      {"Holon", kVersion},
      {"Built with", fmt::format("{}, {}", kCompiler, kCompileFlags)},
      {"SHA-256 of the model", sha256(loaded.model.text)},
      {"Solver", fmt::format("{}, tolerance {:g}", report.solver, report.tolerance)}};
  for (const auto& [option, value] : options) page.provenance.push_back({option, value});
  for (const Setting& setting : loaded.request.settings)
    page.provenance.push_back({"Set by " + setting.option, setting.name + " = " + setting.value});
  return write_report(page);
}

}  // namespace holon
