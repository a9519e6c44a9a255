// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/study/validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "holon/study/loading.h"

namespace holon {
namespace {

constexpr double kTicksPerSecond = 1e6;  // times of references are multiples of 1 µs
constexpr std::int64_t kMostRows = 1'000'000;

std::int64_t ticks_of(double time) { return std::llround(time * kTicksPerSecond); }

/// [s] The largest interval whose multiples all times of the references are, and the last time.
RowSchedule schedule_for(const ValidationCase& validated, double& until) {
  std::int64_t common = 0;
  until = 0;
  for (const ReferenceValues& reference : validated.references) {
    for (const double time : reference.times) {
      common = std::gcd(common, ticks_of(time));
      until = std::max(until, time);
    }
  }
  if (common == 0 || ticks_of(until) / common > kMostRows)
    throw InputError(Place{}, fmt::format("{}: the times of its references are not multiples of an "
                                          "interval of at least {:g} s",
                                          validated.name, until / kMostRows));
  return {RowSchedule::Kind::interval, static_cast<double>(common) / kTicksPerSecond};
}

/// The last row at a time: behind an event there.
std::size_t find_row(const Results& rows, double time) {
  const std::vector<double>& times = rows.values(0);
  const double half = 0.5 / kTicksPerSecond;
  const auto behind = std::upper_bound(times.begin(), times.end(), time + half);
  HOLON_CHECK(behind != times.begin() && std::abs(*std::prev(behind) - time) <= half,
              fmt::format("no row at {} s", time));
  return static_cast<std::size_t>(behind - times.begin() - 1);
}

void compare_with_references(const ValidationCase& validated, const Results& rows,
                             ValidationRun& run) {
  for (const ReferenceValues& reference : validated.references) {
    const std::vector<double>& column = rows.values(reference.output);
    for (std::size_t k = 0; k < reference.times.size(); ++k) {
      const double difference =
          std::abs(column[find_row(rows, reference.times[k])] - reference.values[k]);
      const double error = std::isfinite(difference) ? difference / reference.scale : HUGE_VAL;
      run.excess = std::max(run.excess, error - reference.accuracy / reference.scale);
      if (error < run.error || (error == 0 && !run.where.empty())) continue;
      run.error = error;
      run.where = fmt::format("{} at {:g} s", reference.output, reference.times[k]);
    }
  }
}

constexpr const char* kTotalEnergy = "system.energy.total";
constexpr const char* kKineticEnergy = "system.energy.kinetic";

double find_largest(const std::vector<double>& column) {
  double largest = 0;
  for (const double value : column) largest = std::max(largest, std::abs(value));
  return largest;
}

double find_change(const ValidationCase& validated, const Results& rows) {
  double largest = 0;
  for (const std::string& name : validated.conserved) {
    for (const std::size_t c : rows.find_quantity(name)) {
      const std::vector<double>& column = rows.values(c);
      // The zero of potential energy is arbitrary.
      const double scale =
          find_largest(name == kTotalEnergy ? rows.values(kKineticEnergy) : column);
      double change = 0;
      for (const double value : column) change = std::max(change, std::abs(value - column.front()));
      if (scale > 0) largest = std::max(largest, change / scale);
    }
  }
  return largest;
}

/// The outputs to record.
std::vector<std::string> choose_columns(const ValidationCase& validated) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const ReferenceValues& reference : validated.references) add(reference.output);
  for (const std::string& name : validated.conserved) {
    add(name);
    if (name == kTotalEnergy) add(kKineticEnergy);
  }
  return names;
}

ValidationRun run_once(const ValidationCase& validated, const System& system,
                       SimulateSettings settings, double tolerance, RunObserver* observer) {
  ValidationRun run;
  settings.tolerance = run.tolerance = tolerance;
  const RowSchedule schedule = schedule_for(validated, settings.until);
  Results rows;
  Simulation simulation(system, settings);
  simulation.record(rows, choose_columns(validated), schedule);
  simulation.set_observer(observer);
  try {
    simulation.run();
  } catch (const RunError& e) {
    run.failure = e.what();
  }
  const RunSummary& summary = simulation.summary();
  run.solver = summary.solver;
  run.drift = summary.largest_drift;
  run.steps = summary.status.steps.steps;
  run.seconds = summary.status.wall_seconds;
  if (run.failure.empty() && summary.interrupted) run.failure = "interrupted";
  if (run.failure.empty() && !summary.stopped_by.empty() &&
      summary.status.time < settings.until - 0.5 / kTicksPerSecond)
    run.failure = "ended by " + summary.stopped_by;
  if (!run.failure.empty()) return run;
  compare_with_references(validated, rows, run);
  run.change = find_change(validated, rows);
  return run;
}

// Runs of one formulation, in order of their tolerances.
void judge_runs(const ValidationCase& validated, std::span<const ValidationRun> runs,
                std::vector<std::string>& faults) {
  const std::string formulation =
      runs.front().formulation.empty() ? runs.front().solver : runs.front().formulation;
  for (const ValidationRun& run : runs) {
    if (!run.failure.empty()) {
      faults.push_back(
          fmt::format("{} at tolerance {:g}: {}", formulation, run.tolerance, run.failure));
      return;
    }
  }
  const ValidationRun& finest = runs.back();
  if (!(finest.excess <= validated.bound))
    faults.push_back(fmt::format("{}: error {:.2g} ({}) exceeds {:.2g}", formulation, finest.error,
                                 finest.where, validated.bound));
  for (std::size_t k = 1; k < runs.size(); ++k) {
    const double ratio = std::sqrt(runs[k].tolerance / runs[k - 1].tolerance);
    if (runs[k].excess > std::max(validated.bound, ratio * runs[k - 1].excess))
      faults.push_back(
          fmt::format("{}: the error does not fall from {:.2g} at tolerance {:g} by a "
                      "factor of {:.2g}, but to {:.2g} at {:g}",
                      formulation, runs[k - 1].error, runs[k - 1].tolerance, 1 / ratio,
                      runs[k].error, runs[k].tolerance));
  }
}

}  // namespace

ValidationOutcome run_validation(const ValidationCase& validated, RunObserver* observer) {
  ValidationOutcome outcome{validated, {}, {}};
  std::vector<std::string> formulations = validated.formulations;
  if (formulations.empty()) formulations.emplace_back();
  for (const std::string& formulation : formulations) {
    std::vector<Setting> settings = validated.settings;
    if (!formulation.empty())
      settings.push_back({"simulate.formulation", formulation, "--formulation"});
    LoadRequest request{settings};
    request.outputs = choose_columns(validated);
    const LoadedModel loaded = load_or_throw(validated.model, request);
    const std::size_t first = outcome.runs.size();
    for (const double tolerance : validated.tolerances) {
      ValidationRun run =
          run_once(validated, loaded.system, loaded.model.simulate, tolerance, observer);
      run.formulation = formulation;
      const bool is_over = run.failure == "interrupted";
      outcome.runs.push_back(std::move(run));
      if (is_over) break;
    }
    judge_runs(validated, std::span(outcome.runs).subspan(first), outcome.faults);
    if (outcome.runs.back().failure == "interrupted") break;
  }
  return outcome;
}

}  // namespace holon
