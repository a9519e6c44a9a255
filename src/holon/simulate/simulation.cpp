// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <optional>
#include <utility>

#include "holon/base/errors.h"
#include "holon/base/interrupt.h"
#include "holon/base/profile.h"
#include "holon/base/version.h"
#include "holon/record/digest.h"
#include "holon/simulate/failures/step_failure.h"
#include "holon/simulate/rhs/evaluation_forecast.h"
#include "holon/simulate/run/run_settings.h"
#include "holon/simulate/run/slow_rates.h"
#include "holon/simulate/run_checkpoints.h"
#include "holon/simulate/run_parts.h"
#include "holon/simulate/run_starter.h"

namespace holon {
namespace {

// Rows between two checks whether to go on.
constexpr std::int64_t kRowsBetweenChecks = 1024;
// Rows are written so often where somebody waits for them, or for the run.
constexpr std::chrono::milliseconds kShortFlush{100};

/// Sensors count the samples of which a value was beyond their range in a memory of this name
/// (SensorClock::add_count).
constexpr std::string_view kClampedCount = ".clamped.count";

void add_clamped_samples(const System& system, const double* discrete,
                         std::vector<std::string>& notes) {
  for (const DiscreteBlock& block : system.discrete) {
    const double count = discrete[block.offset];
    if (!block.name.ends_with(kClampedCount) || !(count > 0)) continue;
    notes.push_back(
        fmt::format("{}: {} of its samples {} beyond its range, and it measured the limit",
                    block.name.substr(0, block.name.size() - kClampedCount.size()), count,
                    count == 1 ? "was" : "were"));
  }
}

}  // namespace

struct Simulation::Impl : detail::RunParts {
  using RunParts::RunParts;

  void describe();
  void take_step();
  void follow_roots(double now);
  bool write_rows(double now, double shown);
  void run();
  std::optional<double> find_event();
  bool must_forget(double now);
  bool happen(double t);
  bool change_parameters();
  void flush_if_due();
  void end_after_failure();
  void end_before_rows();
  void finish_summary();
  bool stop_now(double time);
  bool stop_within_rows(double time);

  detail::RunStarter starter{*this};
  detail::RunCheckpoints checkpoints{*this};
  EvaluationForecast forecast;
  detail::SlowRates slow_rates{system};
  bool has_announced = false;  // what the processes have to say at the end
  std::int64_t rows_until_check = kRowsBetweenChecks;
  RunObserver* observer = nullptr;
  LiveParameters* live = nullptr;
  std::chrono::milliseconds flush_interval{500};
  std::chrono::steady_clock::time_point flushed;
};

// What is known before the first step.
void Simulation::Impl::describe() {
  RunSummary& s = summary;
  s.status.until = settings.until;
  s.version = kVersion;
  s.solver = settings.solver == SolverMethod::automatic ? "dopri5" : name_of(settings.solver);
  s.formulation = name_of(settings.formulation);
  s.stabilisation = settings.stabilisation.name();
  const bool fixed = settings.solver == SolverMethod::rk4;
  s.tolerance = fixed ? 0 : settings.tolerance.value_or(kDefaultTolerance);
  s.step = fixed ? *settings.step : 0;
  s.max_step = settings.max_step.value_or(0);
  s.nominal_length = settings.nominal_length.value_or(kDefaultNominalLength);
  s.seed = settings.seed;
  s.states = system.state_count();
}

// What is known only behind the last step.
void Simulation::Impl::finish_summary() {
  RunSummary& s = summary;
  s.status.wall_seconds = wall_seconds();
  s.notes = notes.texts();
  if (notes.has_changed_solver()) s.solver = notes.list_methods();
  if (!integrator) return;
  s.status.time = cut.value_or(integrator->time());
  s.status.steps = integrator->statistics();
  s.spent_operations = integrator->operation_count();
  s.largest_drift = rhs->largest_drift();
  s.events = events->event_count();
  s.ticks = events->tick_count();
  std::vector<std::string> at_the_end = events->list_process_notes();
  add_clamped_samples(system, events->discrete(), at_the_end);
  if (std::string note = slow_rates.describe(s.tolerance);
      !note.empty() && !checkpoints.is_resumed() && s.tolerance > 0)
    at_the_end.push_back(std::move(note));
  for (std::string& note : at_the_end) {
    if (!has_announced) notes.announce(note);
    s.notes.push_back(std::move(note));
  }
  has_announced = true;
  s.films = events->list_films();
  s.rows = streams.row_count();
  s.engine = programs->derivative.engines();
  s.engine_provenance = programs->derivative.provenance();
}

bool Simulation::Impl::stop_now(double time) {
  if (!observer) return false;
  RunStatus& status = summary.status;
  status.time = time;
  status.steps = integrator->statistics();
  return !observer->go_on(status);
}

// After each row within a step: there may be more of them than anybody wants to wait for.
bool Simulation::Impl::stop_within_rows(double time) {
  if (--rows_until_check > 0) return false;
  rows_until_check = kRowsBetweenChecks;
  flush_if_due();
  if (!stop_now(time)) return false;
  cut = time;
  return true;
}

// Where something happens in the last step or at its end; behind its end where something jumps that
// steps end just before.
std::optional<double> Simulation::Impl::find_event() {
  if (const std::optional<double> found = events->find(*integrator)) {
    x_event = events->state();
    return breaks->find_jump(*found).value_or(*found);
  }
  const double now = integrator->time();
  const std::optional<double> jump = breaks->find_jump(now);
  if (events->next_tick() > now && !history->jumps_at(now) && !jump) return std::nullopt;
  take_state();
  return jump.value_or(now);
}

// Keeps what the last step, up to `now`, means for signals to come. True where the method must not
// look back from there: at a corner of a delayed signal, and IDA at any, since it reports the error
// of a short step behind long ones too small by the ratio of their lengths.
bool Simulation::Impl::must_forget(double now) {
  const bool has_corner = breaks->has_corner(now);
  const bool is_delayed = history->keep_step(*integrator, now, has_corner);
  return is_delayed || (has_corner && integrator->method() == "ida");
}

// Lets happen what happens at t, and shows it. True where the run ends.
bool Simulation::Impl::happen(double t) {
  const WorkScope work(Work::events);
  const bool jumps = history->jumps_at(t) || t > integrator->time();
  history->begin_step(t, history->limit(t));
  const std::vector<double> x_before = x_event;
  EventHandler::Outcome outcome;
  try {
    outcome = events->handle(t, x_event, *rhs);
  } catch (const RunError&) {
    if (x_event == x_before) streams.write_end(t, x_event.data());  // no reset was half done
    throw;
  }
  outcome.changed |= jumps;
  if (outcome.changed) history->pass(t, x_event.data(), events->discrete(), events->modes());
  if (outcome.changed) streams.write_event(t, x_event.data());
  if (outcome.changed || t < integrator->time()) integrator->go_on(t, x_event.data());
  if (outcome.stop < 0) return false;
  summary.stopped_by = system.events[static_cast<std::size_t>(outcome.stop)].name;
  return true;
}

// At the end of a step. True where the run ends by it.
bool Simulation::Impl::change_parameters() {
  const double now = integrator->time();
  if (!live || !live->update(now, parameters)) return false;
  streams.set_parameters(parameters);  // for rows from here on
  rhs->set_parameters(0, parameters);
  events->set_parameters(parameters);
  history->set_parameters(parameters);
  take_state();
  const EventHandler::Outcome outcome = events->handle(now, x_event, *rhs);
  history->pass(now, x_event.data(), events->discrete(), events->modes());
  streams.write_event(now, x_event.data());
  restart(now);
  if (outcome.stop < 0) return false;
  summary.stopped_by = system.events[static_cast<std::size_t>(outcome.stop)].name;
  return true;
}

void Simulation::Impl::flush_if_due() {
  const auto now = std::chrono::steady_clock::now();
  if (now - flushed < flush_interval) return;
  flushed = now;
  streams.flush();
}

void Simulation::Impl::end_after_failure() {
  summary.failed = true;
  try {
    streams.end();
  } catch (const std::exception&) {
    // The first error is the one to report.
  }
  checkpoints.write();
  finish_summary();
}

// Interrupted where no row follows: what a run that goes on had is left to it.
void Simulation::Impl::end_before_rows() {
  summary.interrupted = true;
  checkpoints.keep_resumed();
  try {
    if (integrator) streams.end();
  } catch (const Interrupted&) {
    // Rows that wait for a program that is not there yet.
  }
  checkpoints.write();
  finish_summary();
}

void Simulation::Impl::take_step() {
  const double from = integrator->time();
  const double limit =
      breaks->limit(from, std::min({settings.until, events->next_tick(),
                                    checkpoints.keeper().next_time(), history->limit(from)}));
  history->begin_step(from, limit);
  integrator->step(limit);
  notes.watch(*integrator);
  slow_rates.watch(*integrator);
  if (settings.engine == EngineChoice::automatic)
    forecast.watch(programs->derivative, integrator->time(),
                   static_cast<double>(integrator->statistics().evaluations), settings.until);
  {
    const WorkScope work(Work::events);
    event = find_event();
  }
  notes.watch_search(*integrator, events->name_unsearched());
}

void Simulation::Impl::follow_roots(double now) {
  const WorkScope work(Work::events);
  events->follow_roots(*integrator, now);
  notes.watch_roots(events->describe_lost_root());
}

bool Simulation::Impl::write_rows(double now, double shown) {
  const WorkScope work(Work::rows);
  return streams.write_step(*integrator, now, shown, event.has_value(),
                            [this](double t) { return stop_within_rows(t); });
}

void Simulation::Impl::run() {
  if (checkpoints.is_resumed()) {
    checkpoints.go_on();
  } else {
    checkpoints.keeper().remove();  // of another run: its rows are gone
    starter.start();
  }
  // So the programs of rows are made before a clock begins.
  if (flush_interval < kShortFlush) streams.flush();
  const double until = settings.until;
  while (is_within_rows || (integrator->time() < until && summary.stopped_by.empty())) {
    if (!is_within_rows) {
      checkpoints.pass_step();
      take_step();
    }
    const double now = std::min(event.value_or(integrator->time()), integrator->time());
    follow_roots(now);
    // Where something jumps the step has ended one number before.
    const double shown = now == integrator->time() ? std::max(now, event.value_or(now)) : now;
    is_within_rows = !write_rows(now, shown);
    if (is_within_rows) {
      summary.interrupted = true;
      checkpoints.keep_whole(detail::RunCheckpoints::Moment::within_rows);
      return;
    }
    events->hold_roots(now, *rhs);
    history->set_discrete(events->discrete());
    const bool forgets = must_forget(now);
    if (event && happen(*event)) break;
    events->check_solvable(integrator->time(), integrator->state());
    if (forgets && integrator->time() > integrator->previous_time()) {  // has not begun anew
      take_state();
      restart(integrator->time());
    }
    if (change_parameters()) break;
    if (stop_now(integrator->time()) && integrator->time() < until) {
      summary.interrupted = true;
      checkpoints.keep_whole(detail::RunCheckpoints::Moment::after_step);
      break;
    }
    flush_if_due();
  }
  const double end = integrator->time();
  if (end > 0) streams.write_end(end, integrator->state());
}

Simulation::Simulation(const System& system, const SimulateSettings& settings)
    : impl_(std::make_unique<Impl>(system, settings)) {
  impl_->describe();
}

Simulation::~Simulation() = default;

const std::vector<Column>& Simulation::record(RowSink& sink, std::vector<std::string> outputs,
                                              const RowSchedule& schedule) {
  HOLON_CHECK(schedule.kind == RowSchedule::Kind::steps || schedule.length > 0,
              "a schedule of rows needs its length");
  HOLON_CHECK(schedule.kind != RowSchedule::Kind::moments || schedule.count >= 1,
              "a schedule of moments needs their number");
  if (outputs.empty())
    for (const SystemOutput& output : impl_->system.list_main_outputs())
      outputs.push_back(output.name);
  return impl_->streams.add(sink, RowSelection(impl_->system, outputs), schedule);
}

const std::vector<Column>& Simulation::record_selection(RowSink& sink,
                                                        const RowSelection& selection,
                                                        const RowSchedule& schedule) {
  return impl_->streams.add(sink, selection, schedule);
}

void Simulation::share_programs(std::shared_ptr<const SystemPrograms> programs) {
  impl_->programs = std::move(programs);
}

void Simulation::record_states(RowSink& sink, const RowSchedule& schedule) {
  impl_->streams.add(sink, RowSelection::of_states(impl_->system), schedule);
}

void Simulation::set_parameters(std::vector<double> values) {
  impl_->parameters = std::move(values);
}

void Simulation::set_live(LiveParameters* source) { impl_->live = source; }

void Simulation::set_flush_interval(std::chrono::milliseconds interval) {
  impl_->flush_interval = interval;
}

void Simulation::set_model_text(const std::string& text) {
  impl_->summary.model_digest = text.empty() ? std::string() : sha256(text);
}

void Simulation::set_checkpoints(CheckpointOptions options) {
  impl_->checkpoints.keeper().set_options(std::move(options));
}

void Simulation::resume(Checkpoint checkpoint) {
  check_same_run(checkpoint, impl_->checkpoints.list_facts_of_run());
  if (!(checkpoint.time >= 0 && checkpoint.time < impl_->settings.until)) {
    throw InputError({},
                     fmt::format("the checkpoint lies at {:g} s, and the run ends at {:g} s",
                                 checkpoint.time, impl_->settings.until),
                     "give a later end with --until");
  }
  impl_->checkpoints.resume(std::move(checkpoint));
}

void Simulation::begin_with(RunState state) {
  impl_->starter.begin_with(std::move(state));
  impl_->checkpoints.keeper().set_options({});  // no file says what it has begun with
}

void Simulation::set_observer(RunObserver* observer) {
  impl_->observer = observer;
  impl_->notes.set_observer(observer);
}

const RunSummary& Simulation::run() {
  Impl& impl = *impl_;
  impl.began = impl.flushed = std::chrono::steady_clock::now();
  if (impl.live) {
    impl.live->update(0, impl.parameters);
    impl.checkpoints.keeper().set_options({});
  }
  try {
    impl.compile();
  } catch (const Interrupted&) {
    impl.end_before_rows();
    return impl.summary;
  }
  impl.began = impl.flushed = std::chrono::steady_clock::now();
  try {
    impl.streams.begin();
    impl.run();
    impl.streams.end();
  } catch (const Interrupted&) {
    // While it waited for a compiler, or in the search for a start.
    impl.end_before_rows();
    return impl.summary;
  } catch (const RunError& error) {
    impl.cut = error.data().time;
    impl.end_after_failure();
    throw explain_step_failure(error, impl.system, *impl.programs, *impl.rhs, *impl.integrator,
                               *impl.events, impl.parameters);
  } catch (...) {
    impl.end_after_failure();
    throw;
  }
  if (impl.summary.interrupted || impl.settings.checkpoint) {
    impl.checkpoints.write();
  } else {
    impl.checkpoints.keeper().remove();
  }
  impl.finish_summary();
  return impl.summary;
}

const RunSummary& Simulation::summary() const { return impl_->summary; }

Results simulate(const System& system, const SimulateSettings& settings,
                 std::vector<std::string> outputs) {
  Results results;
  Simulation simulation(system, settings);
  simulation.record(results, std::move(outputs), RowSchedule::from(settings));
  simulation.run();
  return results;
}

}  // namespace holon
