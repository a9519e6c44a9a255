// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// x' = f(x, u), u(t) = s(t − τ): over a step that is no longer than τ, u is known, and the problem
// is an ordinary one (the method of steps). s is kept as the polynomial through its values at
// Chebyshev's points of each step, of which the integrator's own polynomial gives the states. Where
// s has a jump or a corner, u has it τ later, x' with it, and so x a corner of one order more,
// which comes out of the delay again: steps end at these instants until the solution is smooth
// enough for the method (E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential
// Equations I, II.17).
#include "holon/simulate/events/signal_history.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "holon/expr/graph/scalar.h"

namespace holon {
namespace {

// Instants so near to each other in relation to the time are the same.
constexpr double kTimeRounding = 64 * std::numeric_limits<double>::epsilon();
// A jump in a derivative beyond this does not disturb methods of order 5.
constexpr int kSmooth = 5;
// Signals that differ by less than this of themselves have not jumped.
constexpr double kNoJump = 1e-12;

double tolerance_at(double t, double delay) { return kTimeRounding * (std::abs(t) + delay); }

}  // namespace

SignalHistory::SignalHistory(const System& system, const SystemPrograms& programs,
                             const std::vector<double>& parameters)
    : system_(system),
      delays_(list_delays(system)),
      inputs_(system, programs.indicators, 1),
      before_(system, programs.indicators, 1),
      x_(static_cast<std::size_t>(system.state_count())) {
  if (delays_.empty()) return;
  program_ = Program(*make_delayed_signals(system), programs.options);
  out_.resize(2 * delays_.size());
  inputs_.set_parameters(0, parameters);
  before_.set_parameters(0, parameters);
  for (int j = 0; j < kNodes; ++j)
    nodes_[static_cast<std::size_t>(j)] =
        0.5 - 0.5 * detail::runtime_cos(std::numbers::pi * j / (kNodes - 1));
  for (const SystemDelay& delay : delays_) longest_ = std::max(longest_, delay.time);
}

void SignalHistory::set_parameters(const std::vector<double>& values) {
  if (delays_.empty()) return;
  inputs_.set_parameters(0, values);
  before_.set_parameters(0, values);
}

/// Signals, then what they were before the start, with delayed signals as they have been read.
const double* SignalHistory::calc(double t, const double* x) const {
  program_.run(inputs_.fill(&t, x), out_.data(), workspace_);
  return out_.data();
}

void SignalHistory::start(double t, const double* x, const double* d, const double* modes) {
  if (is_empty()) return;
  const std::size_t n = delays_.size();
  data_ = {};
  data_.start = from_ = to_ = t;
  data_.x.assign(x, x + x_.size());
  if (d) inputs_.set_discrete(0, d), before_.set_discrete(0, d);
  if (modes) inputs_.set_modes(0, modes), before_.set_modes(0, modes);
  if (d) data_.d.assign(d, d + system_.discrete_count());
  if (modes) data_.m.assign(modes, modes + system_.mode_count());
  // Delays may delay each other: each round settles one more.
  data_.signals.assign(n, 0);
  std::vector<double> u(n);
  for (std::size_t round = 0; round <= n; ++round) {
    read(t, u.data());
    inputs_.set_inputs(0, u.data());
    before_.set_inputs(0, u.data());
    data_.delayed = u;
    const double* signals = calc(t, x);
    data_.signals.assign(signals, signals + n);
  }
  for (std::size_t k = 0; k < n; ++k) {
    const double difference = data_.signals[k] - read_before(k, t);
    const bool jumps = std::abs(difference) > kNoJump * std::abs(data_.signals[k]);
    add_break(t + delays_[k].time, jumps ? 0 : 1);
  }
}

double SignalHistory::limit(double t) const {
  double limit = std::numeric_limits<double>::infinity();
  for (const SystemDelay& delay : delays_) limit = std::min(limit, t + delay.time);
  const auto next = data_.breaks.upper_bound(t + tolerance_at(t, longest_));
  return next == data_.breaks.end() ? limit : std::min(limit, next->first);
}

void SignalHistory::begin_step(double t, double limit) {
  from_ = t;
  to_ = limit;
}

bool SignalHistory::jumps_at(double t) const {
  const double near = tolerance_at(t, longest_);
  for (auto it = data_.breaks.lower_bound(t - near);
       it != data_.breaks.end() && it->first <= t + near; ++it) {
    if (it->second == 0) return true;
  }
  return false;
}

bool SignalHistory::keep_step(Integrator& integrator, double to, bool has_corner) {
  if (is_empty()) return false;
  const std::size_t n = delays_.size();
  const double from = integrator.previous_time();
  Piece piece{from, to, std::vector<double>(n * kNodes)};
  std::vector<double> u(n);
  for (std::size_t j = 0; j < kNodes; ++j) {
    const bool is_end = j + 1 == kNodes;
    const double t = is_end ? to : from + (to - from) * nodes_[j];
    integrator.interpolate(t, x_.data());
    read(t, u.data());
    inputs_.set_inputs(0, u.data());
    const double* signals = calc(t, x_.data());
    for (std::size_t k = 0; k < n; ++k) piece.values[k * kNodes + j] = signals[k];
  }
  data_.pieces.push_back(std::move(piece));
  if (jumps_at(to)) return false;  // `pass` evaluates its effect
  const double near = tolerance_at(to, longest_);
  int order = kSmooth;
  for (auto it = data_.breaks.lower_bound(to - near);
       it != data_.breaks.end() && it->first <= to + near; ++it)
    order = std::min(order, it->second);
  const int next = has_corner ? 1 : order + 1;
  for (std::size_t k = 0; k < n && next <= kSmooth; ++k) add_break(to + delays_[k].time, next);
  forget(to);
  return order == 1;
}

void SignalHistory::set_discrete(const double* d) {
  if (!is_empty()) inputs_.set_discrete(0, d);
}

void SignalHistory::pass(double t, const double* x, const double* d, const double* modes) {
  if (is_empty()) return;
  const std::size_t n = delays_.size();
  inputs_.set_discrete(0, d);
  inputs_.set_modes(0, modes);
  begin_step(t, limit(t));
  std::vector<double> u(n);
  read(t, u.data());
  inputs_.set_inputs(0, u.data());
  const double* now = calc(t, x);
  const std::vector<double> signals(now, now + n);  // reading uses the same place
  for (std::size_t k = 0; k < n; ++k) {
    const double last =
        data_.pieces.empty() ? read_before(k, t) : data_.pieces.back().values[(k + 1) * kNodes - 1];
    const bool jumps =
        std::abs(signals[k] - last) > kNoJump * std::max(std::abs(signals[k]), std::abs(last));
    add_break(t + delays_[k].time, jumps ? 0 : 1);
  }
  forget(t);
}

/// What no step will need any more.
void SignalHistory::forget(double t) {
  const double oldest = t - longest_ - 2 * tolerance_at(t, longest_);
  while (!data_.pieces.empty() && data_.pieces.front().to < oldest) data_.pieces.pop_front();
  data_.breaks.erase(data_.breaks.begin(), data_.breaks.upper_bound(t + tolerance_at(t, longest_)));
}

void SignalHistory::add_break(double t, int order) {
  if (order > kSmooth) return;
  const double near = tolerance_at(t, longest_);
  const auto found = data_.breaks.lower_bound(t - near);
  if (found != data_.breaks.end() && found->first <= t + near) {
    found->second = std::min(found->second, order);
  } else {
    data_.breaks.emplace(t, order);
  }
}

void SignalHistory::archive(Archive& a) {
  if (is_empty()) return;
  data_.x.resize(static_cast<std::size_t>(system_.state_count()));
  data_.d.resize(static_cast<std::size_t>(system_.discrete_count()));
  data_.m.resize(static_cast<std::size_t>(system_.mode_count()));
  data_.signals.resize(delays_.size());
  data_.delayed.resize(delays_.size());
  a.item("start of signals", data_.start);
  a.item("from", from_);
  a.item("to", to_);
  a.fixed("states at the start", data_.x);
  a.fixed("discrete states at the start", data_.d);
  a.fixed("modes at the start", data_.m);
  a.fixed("signals at the start", data_.signals);
  a.fixed("delayed signals at the start", data_.delayed);
  std::size_t count = data_.pieces.size();
  a.count("pieces of signals", count);
  data_.pieces.resize(count);
  for (Piece& piece : data_.pieces) {
    a.item("from", piece.from);
    a.item("to", piece.to);
    piece.values.resize(delays_.size() * kNodes);
    a.fixed("values", piece.values);
  }
  std::vector<double> times;
  std::vector<int> orders;
  for (const auto& [time, order] : data_.breaks) times.push_back(time), orders.push_back(order);
  a.item("kinks of signals", times);
  a.item("their orders", orders);
  if (!a.is_reading()) return;
  if (orders.size() != times.size()) a.refuse("has kinks of signals without their orders");
  data_.breaks.clear();
  for (std::size_t k = 0; k < times.size(); ++k) data_.breaks[times[k]] = orders[k];
}

void SignalHistory::go_on(const double* d, const double* modes) {
  if (is_empty()) return;
  inputs_.set_discrete(0, d);
  inputs_.set_modes(0, modes);
  before_.set_discrete(0, data_.d.data());
  before_.set_modes(0, data_.m.data());
  before_.set_inputs(0, data_.delayed.data());
}

// One piece behind the other, from the oldest signal that a step may need up to t.
void SignalHistory::check(const Archive& a, double t) const {
  if (is_empty()) return;
  constexpr double kNear = 1e-9;
  const double near = kNear * (std::abs(t) + longest_);
  double last = std::max(data_.start, t - longest_);
  bool is_whole = data_.start <= t + near;
  for (std::size_t k = 0; k < data_.pieces.size(); ++k) {
    const Piece& piece = data_.pieces[k];
    is_whole &= piece.from <= piece.to &&
                (k == 0 ? piece.from <= last + near : std::abs(piece.from - last) <= near);
    last = piece.to;
  }
  if (!is_whole || !(std::abs(last - t) <= near || t <= data_.start + near))
    a.refuse("holds delayed signals of other times than the run's");
}

void SignalHistory::read(double t, double* u) const {
  for (std::size_t k = 0; k < delays_.size(); ++k) {
    const double delay = delays_[k].time;
    u[k] = read(k, t - delay, from_ - delay, to_ - delay);
  }
}

/// Of the piece in which a step that sees [from, to] is: at a jump, that on its own side.
double SignalHistory::read(std::size_t k, double s, double from, double to) const {
  const auto& pieces = data_.pieces;
  const double near = tolerance_at(s, longest_);
  const bool is_before = pieces.empty() || (from < data_.start - near && s <= data_.start + near) ||
                         (from < to && to <= data_.start + near);
  if (is_before) return read_before(k, std::min(s, data_.start));
  auto at = std::upper_bound(pieces.begin(), pieces.end(), s,
                             [](double value, const Piece& p) { return value < p.from; });
  if (at != pieces.begin()) --at;
  while (at != pieces.begin() && from < to && at->from >= to - near) --at;
  while (std::next(at) != pieces.end() && at->to <= from + near) ++at;
  // The second form of the barycentric formula, of the differences to the first value: a signal
  // that stands still, such as a sampled one, has the same bits everywhere. Beyond the last piece
  // as it ends.
  const double share = std::clamp((s - at->from) / (at->to - at->from), 0.0, 1.0);
  const double* values = at->values.data() + k * kNodes;
  double above = 0, below = 0;
  for (std::size_t j = 0; j < kNodes; ++j) {
    const double distance = share - nodes_[j];
    if (distance == 0) return values[j];
    const bool is_end = j == 0 || j + 1 == kNodes;
    const double weight = (j % 2 == 0 ? 1.0 : -1.0) * (is_end ? 0.5 : 1.0) / distance;
    above += weight * (values[j] - values[0]);
    below += weight;
  }
  return values[0] + above / below;
}

double SignalHistory::read_before(std::size_t k, double s) const {
  if (!delays_[k].has_history) return data_.signals[k];
  program_.run(before_.fill(&s, data_.x.data()), out_.data(), workspace_);
  return out_[delays_.size() + k];
}

}  // namespace holon
