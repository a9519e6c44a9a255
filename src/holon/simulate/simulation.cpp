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
#include "holon/simulate/events/break_schedule.h"
#include "holon/simulate/events/event_handler.h"
#include "holon/simulate/events/signal_history.h"
#include "holon/simulate/failures/step_failure.h"
#include "holon/simulate/rhs/system_rhs.h"
#include "holon/simulate/rows/row_streams.h"
#include "holon/simulate/run/run_notes.h"
#include "holon/simulate/run/run_settings.h"
#include "holon/simulate/run/run_state.h"
#include "holon/simulate/start/equilibrium.h"
#include "holon/simulate/start/start.h"
#include "holon/simulate/start/start_notes.h"
#include "holon/system/delays.h"
#include "holon/system/time_pulses.h"

namespace holon {
namespace {

// Rows between two looks at whether to go on.
constexpr std::int64_t kRowsBetweenChecks = 1024;

IntegratorOptions integrator_options(const SimulateSettings& s) {
  IntegratorOptions options;
  options.tolerance = s.tolerance.value_or(Simulation::kDefaultTolerance);
  options.step = s.step.value_or(0);
  options.max_step = s.max_step.value_or(0);
  return options;
}

/// No step is longer than a delay, and times must remain distinct.
void check_delays(const System& system, double until) {
  constexpr double kShortest = 1e-12;
  for (const SystemDelay& delay : list_delays(system)) {
    if (delay.time > kShortest * until) continue;
    throw ModelError(
        fmt::format("'{}': a delay of {:g} s is lost in the rounding of times up to {:g} s",
                    delay.name, delay.time, until),
        "leave it out, or make it longer");
  }
}

}  // namespace

struct Simulation::Impl {
  Impl(const System& a_system, const SimulateSettings& a_settings)
      : system(a_system),
        settings((check_settings(a_settings), check_solver(a_settings, a_system), a_settings)),
        notes(settings),
        checkpoints(settings) {
    for (const SystemParameter& p : system.parameters) parameters.push_back(p.value);
  }

  void describe();
  void compile();
  /// Where a run stands when it is archived.
  enum class Moment { restart, after_step, within_rows };

  void start();
  void begin_at_equilibrium();
  void begin_at_state();
  void meet_constraints();
  void go_on();
  void archive(Archive& a, Moment moment);
  void archive_slopes(Archive& a);
  void archive_rows_of_step(Archive& a);
  void check_archived(const Archive& a, Moment moment);
  void check_invariants(const Archive& a, std::vector<double> x);
  void make_checkpoint();
  void keep(Moment moment);
  void keep_now_and_then();
  Checkpoint archive_at(double time, Moment moment);
  void keep_whole(Moment moment);
  CheckpointKeeper::Spent spent() const;
  void take_step();
  void expect_rest();
  void follow_roots(double now);
  bool write_rows(double now, double shown);
  void restart(double t);
  void write_checkpoint();
  std::vector<RunFact> list_all_facts() const;
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
  double wall_seconds() const;

  const System& system;
  const SimulateSettings settings;
  RowStreams streams;
  std::shared_ptr<const SystemPrograms> programs;
  std::unique_ptr<SystemRhs> rhs;
  std::unique_ptr<Integrator> integrator;
  std::vector<double> parameters;
  std::unique_ptr<EventHandler> events;
  std::unique_ptr<SignalHistory> history;
  std::unique_ptr<BreakSchedule> breaks;
  std::vector<double> x_event;  // the state at the last event
  double archived_time = 0;     // [s]
  std::optional<double> event;  // [s] of the last step
  bool is_within_rows = false;  // rows of the last step are still to come
  RunNotes notes;
  bool has_announced = false;  // what the processes have to say at the end
  CheckpointKeeper checkpoints;
  std::optional<Checkpoint> resumed;
  std::optional<RunState> first_state;
  std::vector<std::pair<int, double>> first_discrete;
  std::int64_t rows_until_check = kRowsBetweenChecks;
  struct {
    int steps = 0;           // of this process
    double time = 0;         // [s] where it began
    double evaluations = 0;  // until then
  } pace;
  std::optional<double> cut;  // [s] the row at which the observer ended the run within a step
  RunObserver* observer = nullptr;
  LiveParameters* live = nullptr;
  std::chrono::milliseconds flush_interval{500};
  RunSummary summary;
  double wall_before = 0;  // [s] of the run that this one goes on with
  std::chrono::steady_clock::time_point began, flushed;
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

// All outputs have been selected by now: that may add to the graph which programs are made from.
void Simulation::Impl::compile() {
  const WorkScope work(Work::compiling);
  const ProgramOptions options{.engine = engine_of(settings.engine)};
  throw_if_interrupted();
  if (!programs) programs = std::make_shared<SystemPrograms>(system, options);
  throw_if_interrupted();
  rhs = std::make_unique<SystemRhs>(system, *programs, 1, settings.stabilisation.projects());
  rhs->set_parameters(0, parameters);
  events = std::make_unique<EventHandler>(system, *programs, parameters,
                                          static_cast<std::uint64_t>(settings.seed));
  check_delays(system, settings.until);
  history = std::make_unique<SignalHistory>(system, *programs, parameters);
  throw_if_interrupted();
  breaks = std::make_unique<BreakSchedule>(list_break_times(system, parameters),
                                           list_pulse_times(system, parameters, settings.until),
                                           settings.until);
  if (!history->is_empty()) {
    rhs->set_source(history.get());
    events->set_source(history.get());
  }
  throw_if_interrupted();
  streams.compile(system, *programs, *events, parameters, settings.until);
  throw_if_interrupted();
  integrator = make_integrator(name_of(settings.solver), *rhs, integrator_options(settings));
  summary.operations = programs->derivative.operation_count();
}

double Simulation::Impl::wall_seconds() const {
  return wall_before +
         std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

// What is known only behind the last step.
void Simulation::Impl::finish_summary() {
  RunSummary& s = summary;
  s.status.wall_seconds = wall_seconds();
  s.notes = notes.texts();
  if (notes.has_turned()) s.solver = notes.list_methods();
  if (!integrator) return;
  s.status.time = cut.value_or(integrator->time());
  s.status.steps = integrator->statistics();
  s.spent_operations = integrator->operation_count();
  s.largest_drift = rhs->largest_drift();
  s.events = events->event_count();
  s.ticks = events->tick_count();
  for (std::string& note : events->list_process_notes()) {
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
  x_event.assign(integrator->state(), integrator->state() + system.state_count());
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
  x_event.assign(integrator->state(), integrator->state() + system.state_count());
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
  write_checkpoint();
  finish_summary();
}

// Interrupted where no row follows: what a run that goes on had is left to it.
void Simulation::Impl::end_before_rows() {
  summary.interrupted = true;
  if (resumed && !summary.resumed_at) checkpoints.begin_with(*resumed);
  try {
    if (integrator) streams.end();
  } catch (const Interrupted&) {
    // Rows that wait for a program that is not there yet.
  }
  write_checkpoint();
  finish_summary();
}

void Simulation::Impl::start() {
  const WorkScope work(Work::start);
  checkpoints.remove();  // of another run: its rows are gone
  if (settings.start == RunStart::initial) check_start_rates(system, parameters, settings.until);
  Start begin = find_start(system, 0, parameters);
  if (!first_state)
    for (const std::string& text : begin.notes) notes.remark(text);
  summary.undetermined = std::move(begin.undetermined);
  x_event = std::move(begin.x);
  if (first_state)
    begin_at_state();
  else if (settings.start == RunStart::equilibrium)
    begin_at_equilibrium();
  history->start(0, x_event.data(), nullptr, nullptr);
  events->begin(0, x_event);
  events->set_discrete(0, x_event, first_discrete);
  history->start(0, x_event.data(), events->discrete(), events->modes());
  const int stop = events->start(0, x_event, *rhs).stop;
  if (first_state) meet_constraints();
  history->start(0, x_event.data(), events->discrete(), events->modes());
  integrator->start(0, x_event.data());
  streams.write_start(0, x_event.data());
  if (stop >= 0) summary.stopped_by = system.events[static_cast<std::size_t>(stop)].name;
}

void Simulation::Impl::begin_at_equilibrium() {
  Equilibrium found = find_equilibrium(system, parameters);
  const std::string changes = list_changes(system, x_event, found.x, "initial value");
  std::string text = changes.empty() ? "the initial values are an equilibrium"
                                     : "the run begins at the equilibrium nearest to the initial "
                                       "values, with " +
                                           changes;
  if (!found.residual_text.empty())
    text += "; the largest rate that remains is " + found.residual_text;
  notes.remark(text);
  for (const Equilibrium::Coordinate& c : found.free)
    if (c.rate != 0)
      notes.remark(fmt::format("{} changes steadily by {:.6g} per second", c.name, c.rate));
  for (const std::string& note : found.notes) notes.remark(note);
  x_event = std::move(found.x);
}

void Simulation::Impl::begin_at_state() {
  AdoptedState adopted = adopt_state(system, *first_state, x_event);
  for (const std::string& note : adopted.notes) notes.remark(note);
  if (!history->is_empty()) notes.remark("delayed signals have been constant before the start");
  x_event = std::move(adopted.x);
  first_discrete = std::move(adopted.discrete);
}

// With the constraints of the modes and discrete states that hold there.
void Simulation::Impl::meet_constraints() {
  constexpr double kOff = 1e-6;  // [m, rad]
  const std::vector<double> before = x_event;
  rhs->project_trial(0, x_event.data());
  std::vector<double> again = x_event;
  if (!(rhs->project_trial(0, again.data()) <= kOff))
    throw ModelError("the state of the other run does not meet this model's constraints",
                     "start it from its own initial values");
  double moved = 0;
  for (std::size_t i = 0; i < before.size(); ++i)
    moved = std::max(moved, std::abs(x_event[i] - before[i]));
  if (moved <= kOff) return;
  const std::string changes = list_changes(system, before, x_event, "then");
  notes.remark("the model's constraints have changed the state of the other run: " + changes);
}

std::vector<RunFact> Simulation::Impl::list_all_facts() const {
  std::vector<RunFact> facts = list_facts(system, settings, parameters, summary.model_digest);
  const std::vector<RunFact>& more = checkpoints.options().facts;
  facts.insert(facts.end(), more.begin(), more.end());
  return facts;
}

// Everything that the rest of the run depends on: at a restart without what that leaves of the
// integrator, at an interrupt with it.
void Simulation::Impl::archive(Archive& a, Moment moment) {
  double wall = wall_seconds();
  a.item("wall_seconds", wall);
  if (a.is_reading()) wall_before = wall;
  archived_time = integrator->time();
  a.item("time", archived_time);
  a.fixed("states", x_event);
  history->archive(a);
  if (moment == Moment::restart) integrator->archive(a);
  rhs->archive(a);
  events->archive(a, *rhs);
  if (a.is_reading()) history->go_on(events->discrete(), events->modes());
  archive_slopes(a);
  if (moment != Moment::restart) integrator->archive_whole(a);  // with the right side as it was
  if (moment == Moment::within_rows) archive_rows_of_step(a);
  notes.archive(a);
  a.item("undetermined", summary.undetermined);
  checkpoints.archive(a);
  streams.archive(a, archived_time, x_event.data());
}

// The right side at the states, which depends on all that it reads: what has been read fits
// together where it comes out again. Roots that iteration finds may differ a little.
void Simulation::Impl::archive_slopes(Archive& a) {
  constexpr double kSame = 1e-6, kSmall = 1e-9;
  std::vector<double> now(x_event.size());
  rhs->run(&archived_time, x_event.data(), now.data());
  std::vector<double> then = now;
  a.fixed("slopes", then);
  double largest = 0;
  for (const double slope : now) largest = std::max(largest, std::abs(slope));
  for (std::size_t i = 0; i < now.size(); ++i) {
    const double magnitude = std::max(std::abs(now[i]), std::abs(then[i]));
    if (std::isnan(now[i]) && std::isnan(then[i])) continue;  // an event just outside of its range
    if (!(std::abs(now[i] - then[i]) <= kSame * magnitude + kSmall * largest))
      a.refuse(fmt::format("holds states from which '{}' changes by {:g} per s, and says {:g}",
                           system.state_name(static_cast<int>(i)), now[i], then[i]));
  }
}

// Of a step whose rows are not all there: where it ended.
void Simulation::Impl::archive_rows_of_step(Archive& a) {
  bool has_event = event.has_value();
  double event_time = event.value_or(0), until = settings.until;
  a.item("has_event", has_event);
  a.item("event_time", event_time);
  a.item("until", until);
  // By the step's polynomial, of which the rows to come are made.
  const double last = a.is_reading() ? resumed->time : *cut;
  std::vector<double> now(x_event.size());
  integrator->interpolate(last, now.data());
  std::vector<double> then = now;
  a.fixed("states_of_last_row", then);
  if (!a.is_reading()) return;
  if (now != then) a.refuse("holds a step that does not end at its last row");
  if (has_event) event = event_time;
  is_within_rows = true;
  const double from = integrator->previous_time(), to = integrator->time();
  if (!(from < to && to <= until) || (has_event && !(event_time >= from)))
    a.refuse("holds an event outside of its step");
  if (to < until || settings.until == until) return;
  throw InputError({},
                   fmt::format("the run was interrupted in its last step, which ends at {:g} s, "
                               "and this one ends at {:g} s",
                               until, settings.until),
                   fmt::format("finish it first, with --until {}", until));
}

CheckpointKeeper::Spent Simulation::Impl::spent() const {
  const StepStatistics& s = integrator->statistics();
  double operations = static_cast<double>(s.evaluations) * rhs->operation_count();
  if (s.jacobians > 0)
    operations += static_cast<double>(s.jacobians) * rhs->jacobian_operation_count();
  return {s.steps, operations, !integrator->has_whole_state()};
}

// The integrator begins anew, whether or not anything is kept: so a run that goes on from here has
// the same bits as this one.
void Simulation::Impl::make_checkpoint() {
  const double time = integrator->time();
  x_event.assign(integrator->state(), integrator->state() + system.state_count());
  checkpoints.pass(spent());
  if (checkpoints.is_time_to_keep(true)) keep(Moment::restart);
  restart(time);
}

// In memory, and now and then in the file; with x_event at the end of the step. To archive flushes
// the tables, which may fail the run.
void Simulation::Impl::keep(Moment moment) {
  const bool to_file = checkpoints.keep([&] { return archive_at(integrator->time(), moment); });
  try {
    if (to_file) checkpoints.write();
  } catch (const std::runtime_error& e) {
    notes.warn(std::string(e.what()) + "; this run continues without checkpoints");
    checkpoints.set_options({});
  }
}

// Between restarts, which leaves no trace in the run.
void Simulation::Impl::keep_now_and_then() {
  if (!integrator->has_whole_state() || !checkpoints.is_time_to_keep(false)) return;
  x_event.assign(integrator->state(), integrator->state() + system.state_count());
  keep(Moment::after_step);
}

Checkpoint Simulation::Impl::archive_at(double time, Moment moment) {
  Archive a;
  a.item("moment", moment);
  archive(a, moment);
  return {time, list_all_facts(), a.take(), {}};
}

// Where an interrupt ends the run, of methods whose state can be archived: so nothing is lost.
void Simulation::Impl::keep_whole(Moment moment) {
  if (!checkpoints.is_on()) return;
  if (moment == Moment::after_step)
    x_event.assign(integrator->state(), integrator->state() + system.state_count());
  if (!integrator->has_whole_state()) {
    // It continues from restarts only: perhaps one is due.
    if (moment != Moment::after_step || !checkpoints.is_due(integrator->time(), spent())) return;
    checkpoints.pass(spent());
    moment = Moment::restart;
  }
  checkpoints.keep_last(archive_at(cut.value_or(integrator->time()), moment));
}

// With x_event, which must have been set.
void Simulation::Impl::restart(double t) {
  history->begin_step(t, history->limit(t));
  integrator->restart(t, x_event.data());
}

void Simulation::Impl::go_on() {
  Archive a(resumed->state, resumed->path);
  x_event.resize(static_cast<std::size_t>(system.state_count()));
  Moment moment = Moment::restart;
  a.item("moment", moment);
  if (moment < Moment::restart || moment > Moment::within_rows)
    a.refuse("names no instant of a run");
  archive(a, moment);
  if (!a.is_at_end()) a.refuse("holds data that this version does not know");
  a.check_finite("states", x_event);
  if (moment == Moment::restart) restart(resumed->time);
  check_archived(a, moment);
  summary.resumed_at = resumed->time;
  checkpoints.begin_with(*resumed);
}

// What every part has read fits together. (A checksum only finds damage.)
void Simulation::Impl::check_archived(const Archive& a, Moment moment) {
  const double time = integrator->time();
  const double until = settings.until;
  const bool is_whole = moment == Moment::within_rows
                            ? resumed->time >= integrator->previous_time() && resumed->time <= time
                            : resumed->time == time;
  if (!(time >= 0 && time <= until) || !is_whole || archived_time != time)
    a.refuse(
        fmt::format("holds a state of {} s, and says that it is of {} s", time, resumed->time));
  const double* x = integrator->state();
  if (moment == Moment::after_step && !std::equal(x_event.begin(), x_event.end(), x))
    a.refuse("holds two states of one time");
  check_invariants(a, {x, x + system.state_count()});
  const double from = moment == Moment::within_rows ? integrator->previous_time() : time;
  checkpoints.check(a, from, spent());
  events->check(a, from, time);
  history->check(a, from);
  streams.check(a, from, time);
}

// Projection leaves some rounding error.
void Simulation::Impl::check_invariants(const Archive& a, std::vector<double> x) {
  constexpr double kOff = 1e-6;
  bool is_off = rhs->project_trial(integrator->time(), x.data()) > kOff;
  for (const StateBlock& block : system.states) {
    if (block.kind != StateBlock::Kind::quaternion || !rhs->has_invariants()) continue;
    double square = 0;
    for (int i = block.offset; i < block.offset + block.size; ++i)
      square += integrator->state()[i] * integrator->state()[i];
    is_off |= !(std::abs(square - 1) <= kOff);
  }
  if (is_off) a.refuse("holds states that do not keep the model's constraints");
}

// Behind a run that has ended before its end.
void Simulation::Impl::write_checkpoint() {
  try {
    checkpoints.write();
  } catch (const std::runtime_error& e) {
    notes.warn(e.what());
  }
  summary.checkpoint = checkpoints.written();
}

void Simulation::Impl::take_step() {
  const double from = integrator->time();
  const double limit =
      breaks->limit(from, std::min({settings.until, events->next_tick(), checkpoints.next_time(),
                                    history->limit(from)}));
  history->begin_step(from, limit);
  integrator->step(limit);
  notes.watch(*integrator);
  expect_rest();
  {
    const WorkScope work(Work::events);
    event = find_event();
  }
  notes.watch_search(*integrator, events->name_unsearched());
}

// Now and then: how often the equations will be evaluated until the end, as often as so far. (Steps
// at the start are short, so the first ones do not count.)
void Simulation::Impl::expect_rest() {
  constexpr int kStepsBetween = 50;
  if (settings.engine != EngineChoice::automatic || ++pace.steps % kStepsBetween != 0) return;
  const double time = integrator->time();
  const auto evaluations = static_cast<double>(integrator->statistics().evaluations);
  if (pace.steps > kStepsBetween && time > pace.time) {
    const double per_second = (evaluations - pace.evaluations) / (time - pace.time);
    programs->derivative.expect_runs(per_second * (settings.until - time));
  }
  if (pace.steps != kStepsBetween) return;
  pace.time = time;
  pace.evaluations = evaluations;
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
  resumed ? go_on() : start();
  const double until = settings.until;
  while (is_within_rows || (integrator->time() < until && summary.stopped_by.empty())) {
    if (!is_within_rows) {
      if (checkpoints.is_due(integrator->time(), spent()))
        make_checkpoint();
      else
        keep_now_and_then();
      take_step();
    }
    const double now = std::min(event.value_or(integrator->time()), integrator->time());
    follow_roots(now);
    // Where something jumps the step has ended one number before.
    const double shown = now == integrator->time() ? std::max(now, event.value_or(now)) : now;
    is_within_rows = !write_rows(now, shown);
    if (is_within_rows) {
      summary.interrupted = true;
      keep_whole(Moment::within_rows);
      return;
    }
    events->hold_roots(now, *rhs);
    history->set_discrete(events->discrete());
    const bool forgets = must_forget(now);
    if (event && happen(*event)) break;
    events->check_solvable(integrator->time(), integrator->state());
    if (forgets && integrator->time() > integrator->previous_time()) {  // has not begun anew
      x_event.assign(integrator->state(), integrator->state() + system.state_count());
      restart(integrator->time());
    }
    if (change_parameters()) break;
    if (stop_now(integrator->time()) && integrator->time() < until) {
      summary.interrupted = true;
      keep_whole(Moment::after_step);
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
  impl_->checkpoints.set_options(std::move(options));
}

void Simulation::resume(Checkpoint checkpoint) {
  check_same_run(checkpoint, impl_->list_all_facts());
  if (!(checkpoint.time >= 0 && checkpoint.time < impl_->settings.until)) {
    throw InputError({},
                     fmt::format("the checkpoint lies at {:g} s, and the run ends at {:g} s",
                                 checkpoint.time, impl_->settings.until),
                     "give a later end with --until");
  }
  impl_->resumed = std::move(checkpoint);
}

void Simulation::begin_with(RunState state) {
  impl_->first_state = std::move(state);
  impl_->checkpoints.set_options({});  // no file says what it has begun with
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
    impl.checkpoints.set_options({});
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
    impl.write_checkpoint();
  } else {
    impl.checkpoints.remove();
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
