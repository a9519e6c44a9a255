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
#include "holon/simulate/events/event_errors.h"

namespace holon {
namespace {

// Events of one instant that cause each other this often do so without end.
constexpr int kMostRounds = 1000;

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

/// Of the inputs of the system's functions those whose change within a step is
/// not known beforehand.
std::vector<bool> find_open_inputs(const System& system) {
  std::vector<bool> open(static_cast<std::size_t>(system.function_input_count()), false);
  const std::ptrdiff_t first = 1 + system.state_count();
  std::fill_n(open.begin() + first, system.input_count(), true);
  return open;
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
      conditions_(system, programs),
      ticks_(system, programs, seed),
      discrete_(static_cast<std::size_t>(system.discrete_count())),
      modes_(static_cast<std::size_t>(system.mode_count())),
      indicators_(modes_.size()) {
  inputs_.set_parameters(0, parameters);
  if (system.roots) roots_.emplace(system, programs.roots);
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
  ticks_.begin(t);
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
  conditions_.archive(a);
  a.item("last_fired", last_fired_);
  a.item("events", events_);
  chattering_.archive(a);
  locator_.archive(a);
  ticks_.archive(a);
  if (roots_) roots_->archive(a);
  if (!a.is_reading()) return;
  for (const int k : last_fired_)
    if (k < 0 || k >= static_cast<int>(system_.events.size())) a.refuse("names no event");
  inputs_.set_discrete(0, discrete_.data());
  inputs_.set_modes(0, modes_.data());
  apply_modes(rhs);
}

void EventHandler::check(const Archive& a, double from, double to) {
  ticks_.check(a, from, to);
  for (const double mode : modes_)
    if (mode != 0 && mode != 1) a.refuse("holds a mode that is neither 0 nor 1");
  if (events_ < 0) a.refuse("holds a negative number of events");
  conditions_.check(a, inputs_);
}

std::string EventHandler::name_unsearched() const {
  const std::optional<int> mode = locator_.gave_up_on();
  return mode ? system_.modes[static_cast<std::size_t>(*mode)] : std::string();
}

EventHandler::Outcome EventHandler::handle(double t, std::vector<double>& x, SystemRhs& rhs) {
  const Outcome outcome = settle(t, x, rhs, false);
  ++events_;
  const int mode = chattering_.find(t, modes_.data());
  if (mode != ChatteringDetector::kNone)
    throw make_chattering_failure(system_, t, mode, last_fired_, chattering_.span());
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
    const std::vector<int> fired = conditions_.find_fired(t, inputs_, at_start && round == 0);
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
  throw make_endless_resets(system_, t, last_fired_);
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

void EventHandler::fail_modes(double t) {
  if (const std::string names = inputs_.contradiction(); !names.empty())
    throw make_circuit_failure(t, names);
  programs_.indicators.run(inputs_.data(), indicators_.data(), workspace_);
  throw make_contradiction(system_, t, indicators_, modes_);
}

bool EventHandler::tick(double t, const std::vector<double>& x) {
  if (!ticks_.tick(
          t, [&] { return inputs_.fill(&t, x.data()); }, discrete_))
    return false;
  inputs_.set_discrete(0, discrete_.data());
  return true;
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
/// `out_` holds the result of all of them.
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
                      state, out_[i], alone[i], list_event_names(system_, fired));
      data.advice = "make them one event, or let the condition of one exclude the other's";
      throw RunError(std::move(data));
    }
  }
}

}  // namespace holon
