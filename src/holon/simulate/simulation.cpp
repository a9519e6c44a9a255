// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/simulation.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <exception>
#include <utility>

#include "holon/base/errors.h"
#include "holon/base/version.h"
#include "holon/record/digest.h"
#include "holon/simulate/event_handler.h"
#include "holon/simulate/loop_failure.h"
#include "holon/simulate/non_finite.h"
#include "holon/simulate/row_times.h"
#include "holon/simulate/row_writer.h"
#include "holon/simulate/run_settings.h"
#include "holon/simulate/start.h"
#include "holon/simulate/system_rhs.h"

namespace holon {
namespace {

// Rows nearer to the end than this part of their interval are the end.
constexpr double kSameRow = 1e-9;
constexpr std::chrono::milliseconds kFlushInterval{500};
// Any motion that has died out is stiff to an explicit method; it matters where it costs this much.
constexpr std::int64_t kManySteps = 100'000;
// Rows between two looks at whether to go on.
constexpr std::int64_t kRowsBetweenLooks = 1024;

const char* method_name(SolverMethod solver) {
  switch (solver) {
    case SolverMethod::automatic: return "auto";
    case SolverMethod::dopri5: return "dopri5";
    case SolverMethod::rk4: return "rk4";
    case SolverMethod::cvode: return "cvode";
    case SolverMethod::cvode_adams: return "cvode_adams";
    case SolverMethod::ida: return "ida";
  }
  return "";
}

const char* formulation_name(Formulation formulation) {
  switch (formulation) {
    case Formulation::recursive: return "recursive";
    case Formulation::augmented: return "augmented";
  }
  return "";
}

Engine engine_of(EngineChoice choice) {
  switch (choice) {
    case EngineChoice::automatic: return Engine::automatic;
    case EngineChoice::tape: return Engine::tape;
    case EngineChoice::native: return Engine::native;
  }
  return Engine::automatic;
}

IntegratorOptions integrator_options(const SimulateSettings& s) {
  IntegratorOptions options;
  options.tolerance = s.tolerance.value_or(Simulation::kDefaultTolerance);
  options.step = s.step.value_or(0);
  return options;
}

/// What goes to one sink, and when.
struct Stream {
  Stream(RowSink& a_sink, RowSelection a_selection, const RowSchedule& a_schedule)
      : sink(a_sink),
        selection(std::move(a_selection)),
        schedule(a_schedule),
        times(0, a_schedule.length) {}

  RowSink& sink;
  const RowSelection selection;
  const RowSchedule schedule;
  const RowTimes times;
  std::int64_t next = 1;
  double last = 0;     // [s] of the last row
  double spacing = 0;  // [s] of moments, now
  std::unique_ptr<RowWriter> writer;

  /// The spacing of moments in a step. A fraction of a step is fine enough.
  void set_spacing(double from, double now) {
    constexpr double kPerStep = 4, kRounding = 1e-9;
    const double length = schedule.length;
    const double most = now * (1 - kRounding) / schedule.count;
    const double least = std::max(most, std::min(length, (now - from) / kPerStep));
    if (spacing == 0) {
      spacing = length;
      while (spacing / 2 >= least && spacing / 2 > 0) spacing /= 2;
    }
    while (spacing < least) spacing *= 2;
  }
  /// A multiple of the spacing; the same bits as that of a longer one.
  double moment(double index) const {
    return times.at(static_cast<std::int64_t>(index)) * (spacing / schedule.length);
  }
};

}  // namespace

RowSchedule RowSchedule::from(const SimulateSettings& settings) {
  if (!settings.interval) return {};
  return {Kind::interval, *settings.interval};
}

struct Simulation::Impl {
  Impl(const System& a_system, const SimulateSettings& a_settings)
      : system(a_system),
        settings((check_settings(a_settings), check_solver(a_settings, a_system), a_settings)),
        scratch(static_cast<std::size_t>(system.state_count())) {
    for (const SystemParameter& p : system.parameters) parameters.push_back(p.value);
  }

  void describe();
  void compile();
  void run();
  void write_rows(double to, bool is_event);
  bool write_rows(Stream& stream, double to, bool is_event);
  void write_row(Stream& stream, double t, const double* x);
  std::optional<double> find_event();
  bool happen(double t);
  void flush_if_due();
  void end_streams();
  void end_after_failure();
  void note(std::string text);
  void note_turns();
  void note_troubles();
  void finish_summary();
  RunError explained(const RunError& error);
  bool stop_now(double time);
  bool stop_within_rows(double time);
  double wall_seconds() const;

  const System& system;
  const SimulateSettings settings;
  std::vector<std::unique_ptr<Stream>> streams;
  std::unique_ptr<SystemPrograms> programs;
  std::unique_ptr<SystemRhs> rhs;
  std::unique_ptr<Integrator> integrator;
  std::vector<double> scratch, parameters;
  std::unique_ptr<EventHandler> events;
  std::vector<double> x_event;  // the state at the last event
  bool is_stiffness_told = false, is_coarseness_told = false;
  std::string_view method;  // of the last step
  int turns = 0;            // from one method to another
  std::int64_t rows_until_look = kRowsBetweenLooks;
  std::optional<double> cut;  // [s] the row at which the observer ended the run within a step
  RunObserver* observer = nullptr;
  RunSummary summary;
  std::chrono::steady_clock::time_point began, flushed;
};

// What is known before the first step.
void Simulation::Impl::describe() {
  RunSummary& s = summary;
  s.status.until = settings.until;
  s.version = kVersion;
  s.solver = settings.solver == SolverMethod::automatic ? "dopri5" : method_name(settings.solver);
  s.formulation = formulation_name(settings.formulation);
  s.stabilisation = settings.stabilisation.name();
  const bool fixed = settings.solver == SolverMethod::rk4;
  s.tolerance = fixed ? 0 : settings.tolerance.value_or(kDefaultTolerance);
  s.step = fixed ? *settings.step : 0;
  s.seed = settings.seed;
  s.states = system.state_count();
}

// All outputs have been selected by now: that may add to the graph which programs are made from.
void Simulation::Impl::compile() {
  const ProgramOptions options{.engine = engine_of(settings.engine)};
  programs = std::make_unique<SystemPrograms>(system, options);
  rhs = std::make_unique<SystemRhs>(system, *programs, 1, settings.stabilisation.projects());
  rhs->set_parameters(0, parameters);
  for (auto& stream : streams) {
    stream->writer = std::make_unique<RowWriter>(system, programs->indicators, stream->selection,
                                                 options, stream->sink);
    stream->writer->set_parameters(parameters);
  }
  events = std::make_unique<EventHandler>(system, *programs, parameters,
                                          static_cast<std::uint64_t>(settings.seed));
  integrator = make_integrator(method_name(settings.solver), *rhs, integrator_options(settings));
  summary.operations = programs->derivative.operation_count();
}

double Simulation::Impl::wall_seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

void Simulation::Impl::note(std::string text) {
  summary.notes.push_back(std::move(text));
  if (observer) observer->note(summary.notes.back());
}

// Where `auto` has taken another method for the last step.
void Simulation::Impl::note_turns() {
  constexpr int kMostTold = 4;
  const std::string_view before = std::exchange(method, integrator->method());
  if (before.empty() || before == method) return;
  summary.solver = "dopri5 and cvode";
  if (++turns > kMostTold) return;
  const double t = integrator->previous_time();
  std::string text =
      method == "cvode"
          ? fmt::format("from t = {:.4g} s on the problem is stiff: cvode goes on for dopri5", t)
          : fmt::format("from t = {:.4g} s on dopri5 goes on again, which is the cheaper there", t);
  if (turns == kMostTold) text += "; further changes of the solver are not told";
  summary.notes.push_back(std::move(text));
  if (observer) observer->remark(summary.notes.back());
}

// After a step: what has shown itself.
void Simulation::Impl::note_troubles() {
  const StepStatistics& s = integrator->statistics();
  note_turns();
  if (!is_stiffness_told && turns == 0 && s.stiff_since >= 0 && s.steps > kManySteps) {
    is_stiffness_told = true;
    note(
        fmt::format("from t = {:.4g} s on stability, not accuracy, sets the step: the problem is "
                    "stiff, or its motion has died out{}",
                    s.stiff_since,
                    settings.solver == SolverMethod::dopri5 ? "; try solver: cvode or auto" : ""));
  }
  if (!is_coarseness_told && s.coarse_since >= 0) {
    is_coarseness_told = true;
    note(fmt::format(
        "from t = {:.4g} s on the step of {:g} s is {:.2g} times the time constant of "
        "the fastest motion: the results are wrong by per cents or altogether; try a "
        "step of {:.1g} s, or solver: dopri5",
        s.coarse_since, *settings.step, s.coarse_pace, 0.5 / s.coarse_pace * *settings.step));
  }
}

// What is known only behind the last step.
void Simulation::Impl::finish_summary() {
  RunSummary& s = summary;
  s.status.wall_seconds = wall_seconds();
  if (!integrator) return;
  s.status.time = cut.value_or(integrator->time());
  s.status.steps = integrator->statistics();
  s.largest_drift = rhs->largest_drift();
  s.events = events->event_count();
  s.ticks = events->tick_count();
  if (!streams.empty()) s.rows = streams.front()->writer->row_count();
  const bool native = programs->derivative.engine() == Engine::native;
  s.engine = !native                                   ? "tape"
             : settings.engine == EngineChoice::native ? "native"
                                                       : "tape, then native";
  s.engine_provenance = programs->derivative.provenance();
}

// Adds the formula that left its range, where there is one. It did so at or behind the last state,
// on the way to the next one: looks a little along it.
RunError Simulation::Impl::explained(const RunError& error) {
  if (error.data().state.empty()) return error;  // not a step
  const std::size_t n = scratch.size();
  std::vector<double> slope(n);
  SystemInputs inputs(system, programs->indicators, 1);
  inputs.set_parameters(0, parameters);
  inputs.set_discrete(0, events->discrete());
  inputs.set_modes(0, events->modes());
  const double time = integrator->time();
  rhs->run(&time, integrator->state(), slope.data());
  for (double step : {0.0, error.data().step, 10 * error.data().step, 1e-9 * std::abs(time)}) {
    const double t = time + step;
    for (std::size_t i = 0; i < n; ++i)
      scratch[i] = integrator->state()[i] + (std::isfinite(slope[i]) ? step * slope[i] : 0);
    const double* in = inputs.fill(&t, scratch.data());
    const std::string found = find_non_finite(
        *system.derivative, std::vector<double>(in, in + system.function_input_count()));
    if (found.empty()) continue;
    RunError::Data data = error.data();
    data.cause += "; what goes wrong first is " + found;
    return RunError(std::move(data));
  }
  const std::vector<double> last(integrator->state(), integrator->state() + n);
  if (const auto loops = explain_loop_failure(system, integrator->time(), last, parameters)) {
    RunError::Data data = error.data();
    data.cause += "; " + loops->cause;
    if (!loops->advice.empty()) data.advice = loops->advice;
    return RunError(std::move(data));
  }
  return error;
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
  if (--rows_until_look > 0) return false;
  rows_until_look = kRowsBetweenLooks;
  flush_if_due();
  if (!stop_now(time)) return false;
  cut = time;
  return true;
}

void Simulation::Impl::write_row(Stream& stream, double t, const double* x) {
  stream.last = t;
  stream.writer->row(t, x, events->discrete(), events->modes());
}

void Simulation::Impl::write_rows(double to, bool is_event) {
  for (auto& stream : streams)
    if (!write_rows(*stream, to, is_event)) return;
}

// The rows of a stream that fall into the last step up to `now`; the end of the run is left to
// `run`, and what rows at equal intervals show of an instant at which something happens, to
// `happen`. False where the observer has ended the run before they were done.
bool Simulation::Impl::write_rows(Stream& stream, double now, bool is_event) {
  const double from = integrator->previous_time();
  const double until = settings.until, length = stream.schedule.length;
  const auto row_between = [&](double t) {
    integrator->interpolate(t, scratch.data());
    write_row(stream, t, scratch.data());
  };
  if (stream.schedule.kind == RowSchedule::Kind::interval) {
    for (double t = stream.times.at(stream.next);
         (is_event ? t < now : t <= now) && t < until - kSameRow * length;
         t = stream.times.at(++stream.next)) {
      row_between(t);
      if (stop_within_rows(t)) return false;
    }
    return true;
  }
  if (stream.schedule.kind == RowSchedule::Kind::moments) {
    stream.set_spacing(from, now);
    double index = std::floor(from / stream.spacing);
    while (stream.moment(index) <= from) ++index;
    for (double t = stream.moment(index);
         (is_event ? t < now : t <= now) && t < until - kSameRow * stream.spacing;
         t = stream.moment(++index)) {
      row_between(t);
      if (stop_within_rows(t)) return false;
    }
    return true;
  }
  if (stream.schedule.kind == RowSchedule::Kind::fine) {
    const double parts = std::ceil((now - from) / length);
    for (double k = 1; k < parts; ++k) {
      const double t = from + k * (now - from) / parts;
      row_between(t);
      if (stop_within_rows(t)) return false;
    }
  }
  if (now == integrator->time()) {
    if (now < until || is_event) write_row(stream, now, integrator->state());
  } else {
    row_between(now);
  }
  return true;
}

std::optional<double> Simulation::Impl::find_event() {
  if (const std::optional<double> found = events->find(*integrator)) {
    x_event = events->state();
    return found;
  }
  if (events->next_tick() > integrator->time()) return std::nullopt;
  x_event.assign(integrator->state(), integrator->state() + scratch.size());
  return integrator->time();
}

// Lets happen what happens at t, and shows it: streams with a row for every step get one of the
// instant before and, where something jumped, one of the instant after. True where the run ends.
bool Simulation::Impl::happen(double t) {
  const EventHandler::Outcome outcome = events->handle(t, x_event, *rhs);
  if (outcome.changed) {
    for (auto& stream : streams) {
      const double length = stream->schedule.length;
      if (stream->schedule.kind == RowSchedule::Kind::moments) {
        const double spacing = stream->spacing;
        const bool is_moment = spacing > 0 && stream->moment(std::round(t / spacing)) == t;
        if (is_moment && t < settings.until - kSameRow * spacing) {
          write_row(*stream, t, x_event.data());
        }
      } else if (stream->schedule.kind != RowSchedule::Kind::interval) {
        write_row(*stream, t, x_event.data());
      } else if (stream->times.at(stream->next) == t && t < settings.until - kSameRow * length) {
        write_row(*stream, t, x_event.data());
        ++stream->next;
      }
    }
  }
  if (outcome.changed || t < integrator->time()) integrator->restart(t, x_event.data());
  if (outcome.stop < 0) return false;
  summary.stopped_by = system.events[static_cast<std::size_t>(outcome.stop)].name;
  return true;
}

void Simulation::Impl::flush_if_due() {
  const auto now = std::chrono::steady_clock::now();
  if (now - flushed < kFlushInterval) return;
  flushed = now;
  for (auto& stream : streams) stream->writer->flush();
}

void Simulation::Impl::end_streams() {
  std::exception_ptr first;
  for (auto& stream : streams) {
    try {
      if (stream->writer) stream->writer->end();
    } catch (...) {
      if (!first) first = std::current_exception();
    }
  }
  if (first) std::rethrow_exception(first);
}

void Simulation::Impl::end_after_failure() {
  summary.failed = true;
  try {
    end_streams();
  } catch (const std::exception&) {
    // The first error is the one to tell.
  }
  finish_summary();
}

void Simulation::Impl::run() {
  const double until = settings.until;
  Start begin = find_start(system, 0, parameters);
  for (std::string& text : begin.notes) {
    summary.notes.push_back(std::move(text));
    if (observer) observer->remark(summary.notes.back());
  }
  x_event = begin.x;
  const int stop = events->start(0, x_event, *rhs).stop;
  integrator->start(0, x_event.data());
  for (auto& stream : streams) write_row(*stream, 0, x_event.data());
  if (stop >= 0) summary.stopped_by = system.events[static_cast<std::size_t>(stop)].name;
  while (integrator->time() < until && summary.stopped_by.empty()) {
    integrator->step(std::min(until, events->next_tick()));
    note_troubles();
    const std::optional<double> event = find_event();
    write_rows(event.value_or(integrator->time()), event.has_value());
    if (cut) {
      summary.interrupted = true;
      return;
    }
    if (event && happen(*event)) break;
    if (stop_now(integrator->time()) && integrator->time() < until) {
      summary.interrupted = true;
      break;
    }
    flush_if_due();
  }
  const double end = integrator->time();
  if (end == 0) return;
  for (auto& stream : streams) {
    // A run that is ended early ends where it stands, where there is no row of that instant yet.
    using Kind = RowSchedule::Kind;
    const Kind kind = stream->schedule.kind;
    const double spacing = kind == Kind::moments ? stream->spacing : stream->schedule.length;
    const bool has_row = kind == Kind::interval || kind == Kind::moments
                             ? end < until && end - stream->last < kSameRow * spacing
                             : stream->last == end;
    if (!has_row) write_row(*stream, end, integrator->state());
  }
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
  impl_->streams.push_back(
      std::make_unique<Stream>(sink, RowSelection(impl_->system, outputs), schedule));
  return impl_->streams.back()->selection.columns;
}

void Simulation::set_parameters(std::vector<double> values) {
  impl_->parameters = std::move(values);
}

void Simulation::set_model_text(const std::string& text) {
  impl_->summary.model_digest = text.empty() ? std::string() : sha256(text);
}

void Simulation::set_observer(RunObserver* observer) { impl_->observer = observer; }

const RunSummary& Simulation::run() {
  Impl& impl = *impl_;
  impl.compile();
  impl.began = impl.flushed = std::chrono::steady_clock::now();
  try {
    for (auto& stream : impl.streams) stream->writer->begin();
    impl.run();
  } catch (const RunError& error) {
    impl.cut = error.data().time;
    impl.end_after_failure();
    throw impl.explained(error);
  } catch (...) {
    impl.end_after_failure();
    throw;
  }
  impl.end_streams();
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
