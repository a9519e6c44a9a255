// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/events/event_handler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/simulate/events/random.h"

namespace holon {
namespace {

// Events of one instant that cause each other this often do so without end.
constexpr int kMostRounds = 1000;
// Ticks so near to each other in relation to the time are simultaneous.
constexpr double kSameTime = 4 * std::numeric_limits<double>::epsilon();
constexpr int kMostNamed = 4;

/// Where a switch of modes makes the constraints themselves jump (a prescribed motion whose speed
/// does), x goes along: onto those of the modes now. Else it is left where it is, with the error of
/// the step that led there. True where it has moved.
bool follow_jump(double t, const std::vector<double>& modes_before,
                 const std::vector<double>& modes, std::vector<double>& x, SystemRhs& rhs) {
  constexpr double kJump = 1e-9;  // of the state, at least of its unit: rounding of two projections
  if (!rhs.has_constraints()) return false;
  std::vector<double> as_before = x, now = x;
  rhs.set_modes(0, modes_before.data());
  rhs.project_trial(t, as_before.data());
  rhs.set_modes(0, modes.data());
  rhs.project_trial(t, now.data());
  bool jumps = false;
  for (std::size_t i = 0; i < x.size(); ++i)
    jumps |= std::abs(now[i] - as_before[i]) > kJump * std::max(1.0, std::abs(x[i]));
  if (jumps) x = std::move(now);
  return jumps;
}

/// Of the inputs of the system's functions those that change within a step in a way that is
/// not known beforehand.
std::vector<bool> find_open_inputs(const System& system) {
  std::vector<bool> open(static_cast<std::size_t>(system.function_input_count()), false);
  const std::ptrdiff_t first = 1 + system.state_count();
  std::fill_n(open.begin() + first, system.input_count(), true);
  return open;
}

/// Whether conditions of events are functions of modes and parameters alone, so that they stand
/// while the modes do.
bool have_conditions_of_modes(const System& system) {
  if (system.events.empty()) return false;
  const std::vector<Expr>& inputs = system.conditions->input_scalars();
  const auto held = static_cast<std::ptrdiff_t>(1 + system.state_count() + system.input_count());
  const std::unordered_set<Expr> moving(inputs.begin(), inputs.begin() + held);
  const std::vector<Expr> read = find_symbols(system.conditions->output_scalars());
  return std::none_of(read.begin(), read.end(), [&](Expr e) { return moving.contains(e); });
}

/// Modes that conditions of events read.
std::vector<bool> find_watched_modes(const System& system) {
  const auto count = static_cast<std::size_t>(system.mode_count());
  std::vector<bool> watched(count, false);
  if (system.events.empty() || count == 0) return watched;
  const std::vector<Expr>& inputs = system.conditions->input_scalars();
  const std::vector<Expr> read = find_symbols(system.conditions->output_scalars());
  const std::unordered_set<Expr> is_read(read.begin(), read.end());
  for (std::size_t m = 0; m < count; ++m)
    watched[m] = is_read.contains(inputs[inputs.size() - count + m]);
  return watched;
}

}  // namespace

EventHandler::EventHandler(const System& system, const SystemPrograms& programs,
                           const std::vector<double>& parameters, std::uint64_t seed)
    : system_(system),
      programs_(programs),
      inputs_(system, programs.indicators, 1),
      locator_(system.mode_count(), system.state_count(),
               SwitchScan(*system.indicators, system.state_count(), find_open_inputs(system)),
               find_watched_modes(system)),
      chattering_(system.mode_count()),
      are_conditions_of_modes_(have_conditions_of_modes(system)),
      seed_(seed),
      discrete_(static_cast<std::size_t>(system.discrete_count())),
      modes_(static_cast<std::size_t>(system.mode_count())),
      conditions_(system.events.size()),
      indicators_(modes_.size()) {
  inputs_.set_parameters(0, parameters);
  if (system.roots) roots_.emplace(system, programs.roots);
  for (const SystemClock& clock : system.clocks)
    clocks_.push_back({RegularTimes(clock.offset, clock.period)});
  for (const SystemDraw& draw : system.draws) streams_.push_back(random_stream(draw.name));
  for (const SystemProcess& process : system.processes)
    processes_.push_back(process.model->make(programs.options));
}

std::vector<std::string> EventHandler::list_process_notes() const {
  std::vector<std::string> notes;
  for (const auto& process : processes_)
    for (std::string& note : process->list_notes()) notes.push_back(std::move(note));
  return notes;
}

std::vector<std::shared_ptr<const HeightFilm>> EventHandler::list_films() const {
  std::vector<std::shared_ptr<const HeightFilm>> films;
  for (const auto& process : processes_) {
    if (auto film = process->film()) films.push_back(std::move(film));
  }
  return films;
}

double EventHandler::next_tick() const {
  double first = std::numeric_limits<double>::infinity();
  for (const Clock& clock : clocks_) first = std::min(first, clock.times.at(clock.next));
  return first;
}

std::optional<double> EventHandler::find(Integrator& integrator) {
  return locator_.find(
      integrator, modes_.data(), inputs_.data(), [this](double t, const double* x) {
        programs_.indicators.run(inputs_.fill(&t, x), indicators_.data(), workspace_);
        return indicators_.data();
      });
}

void EventHandler::apply_modes(SystemRhs& rhs) const {
  rhs.set_discrete(0, discrete_.data());
  rhs.set_modes(0, modes_.data());
}

void EventHandler::begin(double t, const std::vector<double>& x) {
  for (Clock& clock : clocks_) {
    clock.next = 0;
    while (clock.times.at(clock.next) < t) ++clock.next;
  }
  inputs_.set_modes(0, modes_.data());
  // Initial values may name what depends on modes, and modes on discrete states.
  for (int round = 0; round < 2 && !discrete_.empty(); ++round) {
    find_modes(t, x, false);
    const double* in = inputs_.fill(&t, x.data());
    discrete_ = system_.discrete_start->evaluate({in, in + system_.function_input_count()});
    inputs_.set_discrete(0, discrete_.data());
  }
  find_modes(t, x, false);
}

void EventHandler::set_discrete(double t, const std::vector<double>& x,
                                const std::vector<std::pair<int, double>>& values) {
  if (values.empty()) return;
  for (const auto& [index, value] : values) discrete_[static_cast<std::size_t>(index)] = value;
  inputs_.set_discrete(0, discrete_.data());
  find_modes(t, x, false);
}

EventHandler::Outcome EventHandler::start(double t, std::vector<double>& x, SystemRhs& rhs) {
  const Outcome outcome = settle(t, x, rhs, true);
  if (roots_) roots_->find(inputs_, t, x.data(), discrete_);
  apply_modes(rhs);
  return outcome;
}

void EventHandler::archive(Archive& a, SystemRhs& rhs) {
  a.fixed("discrete_states", discrete_);
  a.fixed("modes", modes_);
  a.fixed("conditions", conditions_);
  for (Clock& clock : clocks_) a.item("next_tick", clock.next);
  a.item("last_fired", last_fired_);
  a.item("events", events_);
  a.item("ticks", ticks_);
  chattering_.archive(a);
  locator_.archive(a);
  for (const auto& process : processes_) process->archive(a);
  if (roots_) roots_->archive(a);
  if (!a.is_reading()) return;
  for (const int k : last_fired_)
    if (k < 0 || k >= static_cast<int>(system_.events.size())) a.refuse("names no event");
  inputs_.set_discrete(0, discrete_.data());
  inputs_.set_modes(0, modes_.data());
  apply_modes(rhs);
}

void EventHandler::check(const Archive& a, double from, double to) {
  constexpr double kSame = 1e-12;
  const double near = kSame * std::abs(to);
  for (const Clock& clock : clocks_) {
    const bool is_next = clock.times.at(clock.next) >= from - near &&
                         (clock.next == 0 || clock.times.at(clock.next - 1) <= to + near);
    if (clock.next < 0 || !is_next) a.refuse("holds a tick that is not the next one");
  }
  for (const double mode : modes_)
    if (mode != 0 && mode != 1) a.refuse("holds a mode that is neither 0 nor 1");
  if (events_ < 0 || ticks_ < 0) a.refuse("holds a negative number of events");
  if (!are_conditions_of_modes_) return;
  std::vector<double> now(conditions_.size());
  in_ = {inputs_.data(), inputs_.data() + system_.function_input_count()};
  programs_.conditions.run(in_.data(), now.data(), workspace_);
  for (std::size_t k = 0; k < now.size(); ++k)
    if ((now[k] != 0) != (conditions_[k] != 0))
      a.refuse("holds a condition that its comparisons do not give: " + system_.events[k].name);
}

std::string EventHandler::name_unsearched() const {
  const std::optional<int> mode = locator_.gave_up_on();
  return mode ? system_.modes[static_cast<std::size_t>(*mode)] : std::string();
}

EventHandler::Outcome EventHandler::handle(double t, std::vector<double>& x, SystemRhs& rhs) {
  const Outcome outcome = settle(t, x, rhs, false);
  ++events_;
  const int mode = chattering_.find(t, modes_.data());
  if (mode != ChatteringDetector::kNone) fail_chattering(t, mode);
  if (roots_) roots_->find(inputs_, t, x.data(), discrete_);
  apply_modes(rhs);
  return outcome;
}

EventHandler::Outcome EventHandler::settle(double t, std::vector<double>& x, SystemRhs& rhs,
                                           bool at_start) {
  Outcome outcome;
  const std::vector<double> x_before = x, d_before = discrete_, modes_before = modes_;
  std::vector<double> modes_followed = modes_;
  bool ticked = false;
  // What jumps with time alone has done so just before.
  const double earlier = std::nextafter(t, -std::numeric_limits<double>::infinity());
  if (!modes_.empty()) {
    const double* in = inputs_.fill(&earlier, x.data());
    before_.assign(in, in + system_.function_input_count());
  }
  for (int round = 0; round < kMostRounds; ++round) {
    find_modes(t, x, true);
    if (!modes_.empty()) before_.assign(inputs_.data(), inputs_.data() + before_.size());
    const std::vector<int> fired = find_fired(t, at_start && round == 0);
    for (const int k : fired) {
      const bool stops =
          system_.events[static_cast<std::size_t>(k)].kind == SystemEvent::Kind::stop;
      if (stops && outcome.stop < 0) outcome.stop = k;
    }
    if (reset(fired, t, x, rhs)) {
      last_fired_ = fired;
      continue;
    }
    if (!at_start && modes_ != modes_followed) {
      apply_modes(rhs);
      const bool jumped = follow_jump(t, modes_followed, modes_, x, rhs);
      modes_followed = modes_;
      if (jumped) continue;
    }
    if (ticked || !tick(t, x)) {
      outcome.changed = x != x_before || discrete_ != d_before || modes_ != modes_before;
      return outcome;
    }
    ticked = true;
  }
  RunError::Data data;
  data.time = t;
  data.cause =
      "events trigger each other without end at this instant (" + list_names(last_fired_) + ")";
  data.advice = "check the effect of their resets on their conditions";
  throw RunError(std::move(data));
}

/// `from_before`: the modes so far agree at the inputs `before_`.
void EventHandler::find_modes(double t, const std::vector<double>& x, bool from_before) {
  inputs_.fill(&t, x.data());
  if (modes_.empty() && !system_.loop_checks) return;
  const bool is_settled = inputs_.find_modes(from_before ? before_.data() : nullptr);
  modes_.assign(inputs_.modes(), inputs_.modes() + modes_.size());
  if (!is_settled) fail_modes(t);
}

void EventHandler::check_solvable(double t, const double* x) {
  if (!system_.loop_checks) return;
  inputs_.fill(&t, x);
  if (!inputs_.is_solvable()) fail_modes(t);
}

void EventHandler::follow_roots(Integrator& integrator, double to) {
  if (!roots_) return;
  roots_->follow(inputs_, integrator, to, discrete_);
  is_following_ = true;
}

void EventHandler::hold_roots(double t, SystemRhs& rhs) {
  if (!roots_) return;
  roots_->put_in_guesses(t, discrete_);
  is_following_ = false;
  inputs_.set_discrete(0, discrete_.data());
  apply_modes(rhs);
}

const double* EventHandler::discrete_at(double t) const {
  if (!is_following_) return discrete_.data();
  at_ = discrete_;
  roots_->put_in_guesses(t, at_);
  return at_.data();
}

std::string EventHandler::describe_lost_root() const {
  if (!roots_ || roots_->ends().empty()) return {};
  const RootFollower::End& end = roots_->ends().front();
  std::vector<std::string> names;
  for (const int k : end.roots) names.push_back(system_.roots->names[static_cast<std::size_t>(k)]);
  return fmt::format(
      "the root {} ends at t = {:.6g} s: two roots meet there (a fold), or its equations have no "
      "solution beyond; from there on the search starts from its guess, and rows without a "
      "solution show nan",
      quote_list(names, "and"), end.before);
}

void EventHandler::fail_modes(double t) {
  RunError::Data data;
  data.time = t;
  if (const std::string names = inputs_.contradiction(); !names.empty()) {
    data.cause =
        "the ideal elements " + names + " leave the circuit without a solution, open or closed";
    data.advice =
        "a closed one must not short a capacitor or a source, an open one must not interrupt an "
        "inductor; give them 'on_resistance' and 'off_conductance'";
    throw RunError(std::move(data));
  }
  // Named are those that would switch once more.
  programs_.indicators.run(inputs_.data(), indicators_.data(), workspace_);
  std::string names;
  int count = 0;
  for (std::size_t k = 0; k < modes_.size(); ++k) {
    if ((indicators_[k] > 0) == (modes_[k] != 0) || ++count > kMostNamed) continue;
    names += (names.empty() ? "'" : "', '") + system_.modes[k];
  }
  data.cause =
      fmt::format("comparisons contradict each other: {}' can be neither true nor false", names);
  data.advice =
      "its consequence contradicts it; a hysteresis, or a state between them, would resolve it";
  throw RunError(std::move(data));
}

// The events whose conditions have become true.
std::vector<int> EventHandler::find_fired(double t, bool at_start) {
  std::vector<int> fired;
  if (conditions_.empty()) return fired;
  const std::vector<double> before = conditions_;
  programs_.conditions.run(inputs_.data(), conditions_.data(), workspace_);
  check_defined(t, before, at_start);
  for (std::size_t k = 0; k < conditions_.size(); ++k) {
    const SystemEvent& event = system_.events[k];
    if (conditions_[k] == 0 || !can_fire(k, before, at_start)) continue;
    if (event.kind == SystemEvent::Kind::fail) {
      RunError::Data data;
      data.time = t;
      data.cause = describe_failure(event);
      throw RunError(std::move(data));
    }
    fired.push_back(static_cast<int>(k));
  }
  return fired;
}

bool EventHandler::can_fire(std::size_t k, const std::vector<double>& before, bool at_start) const {
  const SystemEvent& event = system_.events[k];
  const bool was = before[k] != 0 && !at_start && !event.repeats;
  return !was &&
         event.start != (at_start ? SystemEvent::Start::ignored : SystemEvent::Start::only_there);
}

/// Comparisons of what is not a number are false; a condition that would be another one if one of
/// them, or all, were true is neither. (Not so of x > 0 and log(x) > 1.)
void EventHandler::check_defined(double t, const std::vector<double>& before, bool at_start) {
  if (modes_.empty()) return;
  programs_.indicators.run(inputs_.data(), indicators_.data(), workspace_);
  std::vector<std::size_t> undefined;
  for (std::size_t m = 0; m < modes_.size(); ++m)
    if (std::isnan(indicators_[m])) undefined.push_back(m);
  if (undefined.empty()) return;
  const auto conditions_with = [&](const std::vector<std::size_t>& switched) {
    in_.assign(inputs_.data(), inputs_.data() + system_.function_input_count());
    for (const std::size_t m : switched) in_[in_.size() - modes_.size() + m] = 1;
    std::vector<double> result(conditions_.size());
    programs_.conditions.run(in_.data(), result.data(), workspace_);
    return result;
  };
  std::vector<std::vector<double>> others{conditions_with(undefined)};
  for (const std::size_t m : undefined) others.push_back(conditions_with({m}));
  for (std::size_t k = 0; k < conditions_.size(); ++k) {
    if (!can_fire(k, before, at_start)) continue;
    std::string all, deciding;
    bool is_open = (others[0][k] != 0) != (conditions_[k] != 0);
    for (std::size_t j = 0; j < undefined.size(); ++j) {
      const std::string name = "'" + system_.modes[undefined[j]] + "'";
      all += (all.empty() ? "" : ", ") + name;
      if ((others[j + 1][k] != 0) == (conditions_[k] != 0)) continue;
      deciding += (deciding.empty() ? "" : ", ") + name;
      is_open = true;
    }
    if (!is_open) continue;
    RunError::Data data;
    data.time = t;
    data.cause = fmt::format("{} compares a value that is not a number, and decides this: {}",
                             deciding.empty() ? all : deciding, system_.events[k].name);
    data.advice = "check divisors, roots and solved equations, or end the run before";
    throw RunError(std::move(data));
  }
}

bool EventHandler::reset(const std::vector<int>& fired, double t, std::vector<double>& x,
                         SystemRhs& rhs) {
  const bool resets = std::any_of(fired.begin(), fired.end(), [&](int k) {
    return system_.events[static_cast<std::size_t>(k)].kind == SystemEvent::Kind::reset;
  });
  if (!resets) return false;
  in_.assign(inputs_.data(), inputs_.data() + system_.function_input_count());
  in_.resize(in_.size() + system_.events.size());
  for (const int k : fired)
    in_[in_.size() - system_.events.size() + static_cast<std::size_t>(k)] = 1;
  out_.resize(x.size() + discrete_.size());
  programs_.resets.run(in_.data(), out_.data(), workspace_);
  if (fired.size() > 1) check_agreement(fired, t, x);
  std::copy_n(out_.begin(), x.size(), x.begin());
  std::copy_n(out_.begin() + static_cast<std::ptrdiff_t>(x.size()), discrete_.size(),
              discrete_.begin());
  inputs_.set_discrete(0, discrete_.data());
  apply_modes(rhs);
  rhs.project(t, x.data());
  return true;
}

/// Events of one instant may set the same state only if they set it to the same value, or yield.
/// `out_` holds what comes of all of them.
void EventHandler::check_agreement(const std::vector<int>& fired, double t,
                                   const std::vector<double>& x) {
  constexpr double kSame = 1e-9;
  const std::size_t first = in_.size() - system_.events.size();
  std::vector<double> alone(out_.size());
  for (const int k : fired) {
    if (system_.events[static_cast<std::size_t>(k)].yields) continue;
    std::fill(in_.begin() + static_cast<std::ptrdiff_t>(first), in_.end(), 0.0);
    in_[first + static_cast<std::size_t>(k)] = 1;
    programs_.resets.run(in_.data(), alone.data(), workspace_);
    for (std::size_t i = 0; i < alone.size(); ++i) {
      const double before = i < x.size() ? x[i] : discrete_[i - x.size()];
      const double most = std::max(std::abs(alone[i]), std::abs(out_[i]));
      if (alone[i] == before || !(std::abs(alone[i] - out_[i]) > kSame * most)) continue;
      const auto at = static_cast<int>(i);
      const std::string state =
          i < x.size() ? system_.state_name(at) : system_.discrete_name(at - system_.state_count());
      RunError::Data data;
      data.time = t;
      data.cause =
          fmt::format("events of the same instant set '{}' to different values, {:g} and {:g} ({})",
                      state, out_[i], alone[i], list_names(fired));
      data.advice = "make them one event, or let the condition of one exclude the other's";
      throw RunError(std::move(data));
    }
  }
}

bool EventHandler::tick(double t, const std::vector<double>& x) {
  bool any = false;
  in_.clear();
  for (Clock& clock : clocks_) {
    const double due = clock.times.at(clock.next);
    const bool ticks = due <= t + kSameTime * std::abs(t);
    if (ticks) ++clock.next, ++ticks_;
    in_.push_back(ticks ? 1 : 0);
    any |= ticks;
  }
  if (!any) return false;
  const double* in = inputs_.fill(&t, x.data());
  in_.insert(in_.begin(), in, in + system_.function_input_count());
  add_draws();
  run_processes(t);
  programs_.ticks.run(in_.data(), discrete_.data(), workspace_);
  inputs_.set_discrete(0, discrete_.data());
  return true;
}

// Adds the outputs of all processes to the inputs, those that have run with their new values.
void EventHandler::run_processes(double t) {
  if (processes_.empty()) return;
  const auto clocks_at = static_cast<std::size_t>(system_.function_input_count());
  std::size_t at = in_.size();
  for (const SystemProcess& process : system_.processes)
    for (const int output : process.outputs)
      in_.push_back(discrete_[static_cast<std::size_t>(output)]);
  for (std::size_t k = 0; k < processes_.size(); ++k) {
    const SystemProcess& process = system_.processes[k];
    process_ticking_.clear();
    for (const int clock : process.clocks)
      process_ticking_.push_back(in_[clocks_at + static_cast<std::size_t>(clock)]);
    if (std::count(process_ticking_.begin(), process_ticking_.end(), 1.0) > 0) {
      const Program& program = programs_.process_inputs[k];
      process_in_.resize(static_cast<std::size_t>(program.output_count()));
      program.run(in_.data(), process_in_.data(), workspace_);
      processes_[k]->tick(t, process_ticking_.data(), process_in_.data(), in_.data() + at);
    }
    at += process.outputs.size();
  }
}

// One for each tick, whether or not it is due: what it is depends on its number alone.
void EventHandler::add_draws() {
  for (std::size_t k = 0; k < streams_.size(); ++k) {
    const SystemDraw& draw = system_.draws[k];
    const Clock& clock = clocks_[static_cast<std::size_t>(draw.clock)];
    in_.push_back(
        draw_number(draw.distribution, seed_, streams_[k], static_cast<std::uint64_t>(clock.next)));
  }
}

std::string EventHandler::describe_failure(const SystemEvent& event) const {
  if (event.shows.empty()) return event.name;
  const std::vector<double> values =
      system_.select_outputs(event.shows)
          ->evaluate({inputs_.data(), inputs_.data() + system_.function_input_count()});
  std::string text;
  for (std::size_t k = 0; k < values.size() && k < event.shows.size(); ++k) {
    const std::string& name = event.shows[k];
    const auto output = system_.find_output(name);
    const std::string unit = output ? output->dimension.to_string() : "1";
    text += fmt::format("{}{} = {:.6g}{}", k == 0 ? "" : ", ", name, values[k],
                        unit == "1" ? "" : " " + unit);
  }
  return event.name + "; " + text;
}

/// "pin: sticks, pin: slides": what happened last.
std::string EventHandler::list_names(const std::vector<int>& events) const {
  std::string names;
  for (const int k : events) {
    names += (names.empty() ? "" : ", ") + system_.events[static_cast<std::size_t>(k)].name;
  }
  return names;
}

void EventHandler::fail_chattering(double t, int mode) const {
  RunError::Data data;
  data.time = t;
  if (mode == ChatteringDetector::kNoMode) {
    data.cause = fmt::format(
        "Zeno behaviour: events follow each other without end ({}), some hundred of them in the "
        "last {:.1g} s",
        list_names(last_fired_), chattering_.span());
    data.advice =
        "where bounces accumulate, end them below some speed; friction that grows with the force "
        "it opposes may leave no motion at all";
    throw RunError(std::move(data));
  }
  data.cause = fmt::format(
      "'{}' switches back and forth without end (chattering), the last times within {:.1g} s",
      system_.modes[static_cast<std::size_t>(mode)], chattering_.span());
  data.advice =
      "where motion is driven back from both sides, as by dry friction at rest, use a joint's "
      "'friction' or smooth(…) instead; where bounces accumulate, end them below some speed";
  throw RunError(std::move(data));
}

}  // namespace holon
