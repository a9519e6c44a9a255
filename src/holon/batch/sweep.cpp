// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/batch/sweep.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <deque>
#include <exception>
#include <limits>
#include <map>
#include <mutex>
#include <thread>

#include "holon/base/errors.h"
#include "holon/base/interrupt.h"
#include "holon/batch/sweep_journal.h"
#include "holon/simulate/rows/row_writer.h"
#include "holon/simulate/run/run_settings.h"
#include "holon/simulate/simulation.h"

namespace holon {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Reduces the rows of a run as they come. Between rows signals are linear for means and integrals.
class Reducer final : public RowSink {
 public:
  /// The first columns after the time are signals kept for bounds, the others those of `study`.
  Reducer(const StudySettings& study, std::size_t signals, double interval)
      : signals_(signals), interval_(interval) {
    for (const StudyRecord& record : study.record)
      reductions_.insert(reductions_.end(), record.values.size(), record.reduction);
    sums_.assign(reductions_.size(), 0);
  }
  void begin(const std::vector<Column>& /*columns*/) override {}
  void row(const double* values) override {
    rows_waiting_.emplace_back(values, values + 1 + signals_ + reductions_.size());
    // Rows at multiples of the interval, not those of events.
    if (interval_ > 0 &&
        std::abs(values[0] - interval_ * static_cast<double>(kept_)) <= 1e-9 * interval_) {
      series.insert(series.end(), values + 1, values + 1 + signals_);
      ++kept_;
    }
    reduce_certain(false);
  }
  /// Jumps come too, up to `until` so far: both kinds of rows are written in batches.
  void know_jumps_until(double until) { known_until_ = until; }
  void jump(std::vector<double> before, std::vector<double> after) {
    jumps_waiting_.push_back({std::move(before), std::move(after)});
    reduce_certain(false);
  }
  /// Behind the last row.
  void finish() { reduce_certain(true); }
  std::vector<double> results() const {
    std::vector<double> r(sums_);
    const double length = time_ - first_time_;
    for (std::size_t k = 0; k < r.size(); ++k) {
      if (rows_ == 0)
        r[k] = kNone;
      else if (reductions_[k] == StudyRecord::Reduction::final)
        r[k] = last_[k];
      else if (reductions_[k] == StudyRecord::Reduction::initial)
        r[k] = first_[k];
      else if (reductions_[k] == StudyRecord::Reduction::mean)
        r[k] = length > 0 ? sums_[k] / length : last_[k];
      else if (reductions_[k] == StudyRecord::Reduction::rms)
        r[k] = length > 0 ? std::sqrt(std::max(0.0, sums_[k] / length)) : std::abs(last_[k]);
    }
    return r;
  }
  std::vector<double> series;

 private:
  double last_time(double now) const { return rows_ == 0 ? now : time_; }
  /// In the order of time, as far as nothing between can come any more. At a jump its two sides
  /// stand for the row.
  void reduce_certain(bool is_end) {
    for (;;) {
      const bool has_row = !rows_waiting_.empty(), has_jump = !jumps_waiting_.empty();
      if (has_jump && (has_row || is_end) &&
          (!has_row || jumps_waiting_.front().before[0] <= rows_waiting_.front()[0])) {
        const Jump& next = jumps_waiting_.front();
        if (rows_ > 0) {  // else it is what the start sets
          reduce(next.before.data());
          reduce(next.after.data());
          if (has_row && rows_waiting_.front()[0] == next.before[0]) rows_waiting_.pop_front();
        }
        jumps_waiting_.pop_front();
      } else if (has_row && (is_end || rows_waiting_.front()[0] < known_until_)) {
        reduce(rows_waiting_.front().data());
        rows_waiting_.pop_front();
      } else {
        return;
      }
    }
  }
  void reduce(const double* values) {
    const double time = values[0];
    const double* x = values + 1 + signals_;
    if (rows_ == 0) first_time_ = time, last_.assign(x, x + reductions_.size()), first_ = last_;
    const double h = time - last_time(time);
    for (std::size_t k = 0; k < reductions_.size(); ++k) {
      switch (reductions_[k]) {
        case StudyRecord::Reduction::max:
          if (rows_ == 0 || x[k] > sums_[k] || std::isnan(x[k])) sums_[k] = x[k];
          break;
        case StudyRecord::Reduction::min:
          if (rows_ == 0 || x[k] < sums_[k] || std::isnan(x[k])) sums_[k] = x[k];
          break;
        case StudyRecord::Reduction::mean:
        case StudyRecord::Reduction::integral: sums_[k] += h / 2 * (last_[k] + x[k]); break;
        case StudyRecord::Reduction::rms:
          // ∫ of the square of a line
          sums_[k] += h / 3 * (last_[k] * last_[k] + last_[k] * x[k] + x[k] * x[k]);
          break;
        case StudyRecord::Reduction::final:
        case StudyRecord::Reduction::initial: break;
      }
      last_[k] = x[k];
    }
    time_ = time;
    ++rows_;
  }

  std::vector<StudyRecord::Reduction> reductions_;
  std::size_t signals_;
  double interval_;
  struct Jump {
    std::vector<double> before, after;  // rows of one instant
  };
  std::deque<std::vector<double>> rows_waiting_;
  std::deque<Jump> jumps_waiting_;
  double known_until_ = std::numeric_limits<double>::infinity();
  std::int64_t rows_ = 0, kept_ = 0;
  double first_time_ = 0, time_ = 0;
  std::vector<double> sums_, last_, first_;
};

/// Of rows after every step the two of an instant at which something jumps.
class JumpRows final : public RowSink {
 public:
  JumpRows(Reducer& reducer, std::size_t columns) : reducer_(reducer), columns_(columns) {}
  void begin(const std::vector<Column>& /*columns*/) override {}
  void row(const double* values) override {
    std::vector<double> now(values, values + columns_);
    reducer_.know_jumps_until(now[0]);
    const bool is_same_instant = !last_.empty() && last_[0] == now[0];
    if (is_same_instant && last_ != now) reducer_.jump(last_, now);
    last_ = std::move(now);
  }

 private:
  Reducer& reducer_;
  std::size_t columns_;
  std::vector<double> last_;
};

class SampleWatch final : public RunObserver {
 public:
  explicit SampleWatch(const std::atomic<bool>& ends) : ends_(ends) {}
  bool go_on(const RunStatus& /*status*/) override {
    return !ends_.load(std::memory_order_relaxed) && !interrupted();
  }

 private:
  const std::atomic<bool>& ends_;
};

std::size_t count_components(const StudySettings& study) {
  std::size_t count = 0;
  for (const StudyRecord& record : study.record) count += record.values.size();
  return count;
}

/// Values at an end of a run need no rows between.
bool reduces_over_time(const StudySettings& study) {
  return std::any_of(study.record.begin(), study.record.end(), [](const StudyRecord& record) {
    return record.reduction != StudyRecord::Reduction::final &&
           record.reduction != StudyRecord::Reduction::initial;
  });
}

bool may_jump(const System& system) {
  return !system.events.empty() || !system.clocks.empty() || system.mode_count() > 0;
}

/// What all samples share.
struct SweepJob {
  const System& system;
  const SimulateSettings& settings;
  const StudySettings& study;
  const std::vector<int>& parameters;
  const SweepOptions& options;
  SamplePlan plan;
  RowSelection selection;
  std::shared_ptr<const SystemPrograms> programs;
  std::vector<double> defaults;
  std::atomic<bool> ends{false};

  SampleResult run(std::int64_t number, bool& was_interrupted);
};

SampleResult SweepJob::run(std::int64_t number, bool& was_interrupted) {
  SampleResult result;
  result.number = number;
  result.varied = plan.values(number);
  result.seed = plan.seed(number);
  std::vector<double> values = defaults;
  for (std::size_t k = 0; k < parameters.size(); ++k)
    values[static_cast<std::size_t>(parameters[k])] = result.varied[k];
  if (options.find_violation) {
    result.message = options.find_violation(values);
    if (!result.message.empty()) {
      result.status = SampleResult::Status::failed;
      result.recorded.assign(count_components(study), kNone);
      return result;
    }
  }
  SimulateSettings sample = settings;
  sample.seed = result.seed;
  Reducer reducer(study, options.signals.size(), options.interval);
  SampleWatch watch(ends);
  Simulation simulation(system, sample);
  simulation.share_programs(programs);
  const RowSchedule schedule = RowSchedule::from(sample);
  simulation.record_selection(reducer, selection, schedule);
  JumpRows jumps(reducer, 1 + options.signals.size() + count_components(study));
  if (schedule.kind == RowSchedule::Kind::interval && reduces_over_time(study) &&
      may_jump(system)) {
    reducer.know_jumps_until(-std::numeric_limits<double>::infinity());
    simulation.record_selection(jumps, selection, {RowSchedule::Kind::steps});
  }
  simulation.set_parameters(values);
  simulation.set_observer(&watch);
  try {
    const RunSummary& summary = simulation.run();
    was_interrupted = summary.interrupted;
    if (!summary.stopped_by.empty()) {
      result.status = SampleResult::Status::stopped;
      result.message = summary.stopped_by;
    }
    reducer.finish();
    result.recorded = reducer.results();
  } catch (const Interrupted&) {
    was_interrupted = true;
  } catch (const InternalError&) {
    throw;
  } catch (const std::exception& error) {
    result.status = SampleResult::Status::failed;
    result.message = error.what();
    result.recorded.assign(count_components(study), kNone);
  }
  result.time = simulation.summary().status.time;
  result.series = std::move(reducer.series);
  return result;
}

}  // namespace

void SampleResult::archive(Archive& a) {
  a.item("number", number);
  a.item("status", status);
  a.item("varied", varied);
  a.item("seed", seed);
  a.item("recorded", recorded);
  a.item("time", time);
  a.item("message", message);
  a.item("series", series);
}

std::int64_t count_journal(const std::filesystem::path& journal, const std::string& digest) {
  return static_cast<std::int64_t>(detail::read_journal(journal, digest).samples.size());
}

SweepResults run_sweep(const System& system, const SimulateSettings& settings,
                       const StudySettings& study, const std::vector<int>& parameters,
                       const SweepOptions& options, SweepObserver* observer) {
  const auto began = std::chrono::steady_clock::now();
  HOLON_CHECK(parameters.size() == study.vary.size(), "one parameter for each value that varies");
  std::vector<std::string> outputs = options.signals;
  for (const StudyRecord& record : study.record) outputs.push_back(record.output());
  // What adds to the system's graph comes before the threads.
  SweepJob job{system,
               settings,
               study,
               parameters,
               options,
               SamplePlan(study),
               RowSelection(system, outputs),
               nullptr,
               {}};
  const ProgramOptions compiled{.engine = engine_of(settings.engine)};
  job.programs = std::make_shared<SystemPrograms>(system, compiled);
  job.selection.program.emplace(*job.selection.function, compiled);
  for (const SystemParameter& p : system.parameters) job.defaults.push_back(p.value);

  SweepResults results;
  results.count = job.plan.count();
  std::map<std::int64_t, SampleResult> done;
  std::unique_ptr<detail::SweepJournal> journal;
  if (!options.journal.empty()) {
    journal = std::make_unique<detail::SweepJournal>(options.journal, options.digest);
    for (SampleResult& sample : journal->take_samples())
      if (sample.number >= 0 && sample.number < results.count)
        done.emplace(sample.number, std::move(sample));
  }
  results.continued = static_cast<std::int64_t>(done.size());
  std::vector<std::int64_t> open;
  for (std::int64_t k = 0; k < results.count; ++k)
    if (!done.contains(k)) open.push_back(k);
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  results.threads = std::max(1, std::min(options.threads > 0 ? options.threads : cores,
                                         static_cast<int>(std::min<std::size_t>(
                                             std::max<std::size_t>(open.size(), 1), 4096))));
  std::mutex mutex;
  std::exception_ptr fault;
  std::int64_t failed = 0;
  for (const auto& [number, sample] : done) failed += sample.status == SampleResult::Status::failed;
  std::atomic<std::size_t> next{0};
  const auto report = [&] {
    if (observer && !observer->go_on(static_cast<std::int64_t>(done.size()), failed, results.count))
      job.ends = true;
  };
  const auto work = [&] {
    while (!job.ends && !interrupted()) {
      const std::size_t at = next.fetch_add(1);
      if (at >= open.size()) return;
      try {
        bool was_interrupted = false;
        SampleResult sample = job.run(open[at], was_interrupted);
        const std::lock_guard lock(mutex);
        if (was_interrupted) return;
        if (journal) journal->add(sample);
        failed += sample.status == SampleResult::Status::failed;
        done.emplace(sample.number, std::move(sample));
        report();
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!fault) fault = std::current_exception();
        job.ends = true;
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int k = 1; k < results.threads; ++k) threads.emplace_back(work);
    work();
  }
  if (fault) std::rethrow_exception(fault);
  for (auto& [number, sample] : done) results.samples.push_back(std::move(sample));
  results.interrupted = static_cast<std::int64_t>(results.samples.size()) < results.count;
  results.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return results;
}

}  // namespace holon
