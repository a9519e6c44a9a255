// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/checks/run_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>

#include "holon/base/errors.h"

namespace holon {
namespace {

constexpr const char* kRuns = "Runs";
constexpr const char* kFormulations = "Formulations";
// [m, 1] Rows satisfy their constraints to rounding error.
constexpr double kRowResidual = 1e-11;

/// Ends a run after some time, as ctrl-C would.
class StopAt final : public RunObserver {
 public:
  StopAt(double time, RunObserver* next) : time_(time), next_(next) {}
  bool go_on(const RunStatus& status) override {
    return (!next_ || next_->go_on(status)) && status.time < time_;
  }

 private:
  const double time_;
  RunObserver* const next_;
};

// Differing bits, and their first location.
Check compare_bits(const std::string& what, const std::string& reason, const Results& a,
                   const Results& b) {
  double differing = 0;
  std::string where;
  if (a.row_count() != b.row_count()) {
    differing = std::numeric_limits<double>::infinity();
    where = fmt::format("{} rows and {}", a.row_count(), b.row_count());
  } else {
    for (std::size_t c = 0; c < a.columns().size(); ++c)
      for (std::size_t r = 0; r < a.row_count(); ++r) {
        const double x = a.values(c)[r], y = b.values(c)[r];
        const bool same = std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y) ||
                          (std::isnan(x) && std::isnan(y));
        if (same || differing++ > 0) continue;
        where = a.columns()[c].name + " " + at_time(a.values(0)[r]);
      }
  }
  return make_check(kRuns, what, differing, 0, reason, where);
}

/// The columns of an output or of a group of columns.
std::string quantity_of(const std::string& column) {
  const std::size_t dot = column.rfind('.');
  const std::string last = dot == std::string::npos ? "" : column.substr(dot + 1);
  const bool is_component = last == "x" || last == "y" || last == "z" || last == "w";
  return is_component ? column.substr(0, dot) : column;
}

// The sign of a quaternion is irrelevant.
double difference(const Results& a, const Results& b, const std::vector<std::size_t>& columns,
                  std::size_t row) {
  double minus = 0, plus = 0;
  for (const std::size_t c : columns) {
    const double x = a.values(c)[row], y = b.values(c)[row];
    if (std::isnan(x) && std::isnan(y)) continue;
    minus = std::max(minus, std::isfinite(x - y) ? std::abs(x - y) : HUGE_VAL);
    plus = std::max(plus, std::isfinite(x + y) ? std::abs(x + y) : HUGE_VAL);
  }
  return columns.size() == 4 ? std::min(minus, plus) : minus;
}

/// Of all constraints on positions, and of the conditions on rates alone.
void add_residuals(const SystemConstraints& constraints, const std::vector<Sample>& samples,
                   Largest& largest) {
  const Program residual(*constraints.residual);
  Workspace workspace;
  const std::size_t rows = constraints.names.size();
  for (const Sample& sample : samples) {
    if (!sample.is_on_run) continue;
    const std::vector<double> left = evaluate(residual, sample.in, workspace);
    for (std::size_t k = 0; k < rows; ++k) {
      const bool is_of_rates = constraints.residual->output_scalars()[k].is_constant();
      largest.add(std::abs(left[is_of_rates ? rows + k : k]),
                  [&] { return constraints.names[k] + " " + sample.name(); });
    }
  }
}

double tolerance_of(const SimulateSettings& settings) {
  return settings.tolerance.value_or(Simulation::kDefaultTolerance);
}

// Or with half of the step, if that is fixed.
SimulateSettings with_tolerance(SimulateSettings settings, double tolerance) {
  if (settings.step) {
    *settings.step /= 2;
  } else {
    settings.tolerance = tolerance;
  }
  return settings;
}

}  // namespace

VerifyRuns::VerifyRuns(const SimulateSettings& settings, std::vector<std::string> outputs,
                       RunObserver* observer)
    : settings_(settings), outputs_(std::move(outputs)), observer_(observer) {
  settings_.engine = EngineChoice::tape;  // the engines are compared separately
  settings_.interval.reset();
}

SimulateSettings VerifyRuns::finer() const {
  constexpr double kFinest = 1e-13;
  return with_tolerance(settings_, std::max(kFinest, tolerance_of(settings_) / 10));
}

SimulateSettings VerifyRuns::other_accuracy() const {
  constexpr double kCoarsest = 1e-2;
  return with_tolerance(settings_, std::min(kCoarsest, tolerance_of(settings_) * 10));
}

RecordedRun VerifyRuns::run(const System& system, const SimulateSettings& settings) const {
  RecordedRun recorded;
  Simulation simulation(system, settings);
  simulation.set_observer(observer_);
  if (settings.until > 0) {
    simulation.record(recorded.rows, outputs_,
                      {RowSchedule::Kind::interval, settings.until / kRows});
    simulation.record_states(recorded.states,
                             {RowSchedule::Kind::interval, settings.until / kStates});
  } else {
    simulation.record(recorded.rows, outputs_, {});
    simulation.record_states(recorded.states, {});
  }
  if (const std::vector<std::string> outputs = list_jumping(system); !outputs.empty())
    simulation.record(recorded.steps, outputs, {});
  recorded.summary = simulation.run();
  return recorded;
}

Check VerifyRuns::check_repeat(const RecordedRun& a, const RecordedRun& b) const {
  return compare_bits("the same run twice", "numbers that differ; every bit must be the same",
                      a.rows, b.rows);
}

Check VerifyRuns::check_resume(const System& system, const std::filesystem::path& folder) const {
  const std::string what = "interrupted and resumed, against an uninterrupted run";
  if (!(settings_.until > 0)) return not_applicable(kRuns, what, "the run has zero duration");
  SimulateSettings settings = settings_;
  settings.checkpoint = 0.37 * settings_.until;
  const std::filesystem::path file = folder / "verify.checkpoint";
  const auto run = [&](RunObserver* observer, bool is_resumed, RunSummary& summary) {
    Results rows;
    Simulation simulation(system, settings);
    simulation.set_observer(observer);
    simulation.set_checkpoints({.path = file});
    simulation.record(rows, outputs_, {RowSchedule::Kind::interval, settings_.until / kRows});
    if (is_resumed) simulation.resume(read_checkpoint(file));
    simulation.run();
    summary = simulation.summary();
    return rows;
  };
  RunSummary summary;
  const Results whole = run(observer_, false, summary);
  StopAt stop(0.6 * settings_.until, observer_);
  run(&stop, false, summary);
  const std::string reason = "numbers that differ; every bit must be the same";
  if (!summary.checkpoint)
    return not_applicable(kRuns, what, "the run ends before it could be interrupted");
  const Results rest = run(observer_, true, summary);
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  return compare_bits(what, reason, whole, rest);
}

// The permitted accumulated relative error of all steps.
double VerifyRuns::error_of_steps(const RecordedRun& run) const {
  constexpr double kRounding = 1e-13;
  const double tolerance = tolerance_of(settings_);
  return static_cast<double>(std::max<std::int64_t>(run.summary.status.steps.steps, 1)) *
         std::max(tolerance, kRounding);
}

Check VerifyRuns::check_trajectories(const std::string& what, const RecordedRun& a,
                                     const RecordedRun& finer_a, const RecordedRun& b,
                                     const RecordedRun& other_b,
                                     const std::vector<std::string>& left_out) const {
  // A tenth of the tolerance may increase an error, depending on the positions of the steps; ten
  // times of it does not.
  constexpr double kFiner = 10, kOther = 2, kTolerances = 100, kAbsolute = 1e-9;
  // Values near zero are compared with others of their kind.
  constexpr double kOfItsKind = 1e-3;
  const double tolerance = settings_.step ? 0 : tolerance_of(settings_);
  // A run that is ended by an event ends at its own last instant.
  std::size_t rows = a.rows.row_count();
  for (const RecordedRun* other : {&finer_a, &b, &other_b}) {
    rows = std::min(rows, other->rows.row_count());
    while (rows > 0 && a.rows.values(0)[rows - 1] != other->rows.values(0)[rows - 1]) --rows;
  }
  const auto largest_in = [&](std::size_t column) {
    double largest = 0;
    for (std::size_t r = 0; r < rows; ++r)
      if (const double v = a.rows.values(column)[r]; std::isfinite(v))
        largest = std::max(largest, std::abs(v));
    return largest;
  };
  std::map<std::string, double> kinds;
  for (std::size_t c = 1; c < a.rows.columns().size(); ++c) {
    double& kind = kinds[a.rows.columns()[c].dimension.to_string()];
    kind = std::max(kind, largest_in(c));
  }
  double worst = 0, value = 0, allowed = kTolerances * tolerance;
  std::string where;
  for (std::size_t c = 1; c < a.rows.columns().size();) {
    const std::string name = quantity_of(a.rows.columns()[c].name);
    std::vector<std::size_t> columns;
    for (; c < a.rows.columns().size() && quantity_of(a.rows.columns()[c].name) == name; ++c)
      columns.push_back(c);
    const auto is_left_out = [&](const std::string& open) {
      return open == name || open.starts_with(name + ".");
    };
    if (std::any_of(left_out.begin(), left_out.end(), is_left_out)) continue;
    double scale = kOfItsKind * kinds[a.rows.columns()[columns[0]].dimension.to_string()];
    double error = 0;
    for (const std::size_t k : columns) scale = std::max(scale, largest_in(k));
    for (std::size_t r = 0; r < rows; ++r) {
      error = std::max(error, kFiner * difference(a.rows, finer_a.rows, columns, r) +
                                  kOther * difference(b.rows, other_b.rows, columns, r));
      const double most = error + kTolerances * tolerance * scale + kAbsolute;
      const double found = difference(a.rows, b.rows, columns, r);
      if (!(found / most > worst)) continue;
      worst = found / most;
      value = scale > 0 ? found / scale : found;
      allowed = scale > 0 ? most / scale : most;
      where = name + " " + at_time(a.rows.values(0)[r]);
    }
  }
  return make_check(
      kFormulations, what, value, allowed,
      fmt::format("the change between runs of different accuracy, and {:g} tolerances",
                  kTolerances),
      where);
}

Check VerifyRuns::check_drift(const System& system, const RecordedRun& run,
                              const std::vector<Sample>& samples) const {
  const std::string what = "constraints and unit quaternions at all rows";
  const int column = run.rows.find("system.constraint_drift");
  const bool has_quaternions = std::any_of(
      system.states.begin(), system.states.end(),
      [](const StateBlock& block) { return block.kind == StateBlock::Kind::quaternion; });
  const bool is_bound = system.constraints && !system.constraints->names.empty();
  if (!is_bound && (column < 0 || !has_quaternions))
    return not_applicable(kRuns, what, "the model has no constraints and no quaternions");
  Largest largest;
  if (column >= 0) {
    const std::vector<double>& values = run.rows.values(static_cast<std::size_t>(column));
    for (std::size_t r = 0; r < values.size(); ++r)
      largest.add(values[r], [&] { return at_time(run.rows.values(0)[r]); });
  }
  if (is_bound) add_residuals(*system.constraints, samples, largest);
  if (!settings_.stabilisation.projects())
    return not_applicable(kRuns, what,
                          fmt::format("stabilisation '{}' lets them drift, up to {:.2g} [m or 1]",
                                      settings_.stabilisation.name(), largest.value()));
  return make_check(kRuns, what, largest.value(), kRowResidual,
                    fmt::format("[m or 1] projected to rounding error; within a step it was {:.2g}",
                                run.summary.largest_drift),
                    largest.where());
}

}  // namespace holon
