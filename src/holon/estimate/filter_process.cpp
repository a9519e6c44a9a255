// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/filter_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "holon/base/errors.h"
#include "holon/estimate/consistency.h"
#include "holon/simulate/start/first_instant.h"

namespace holon {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

std::vector<double> list_parameter_values(const System& system) {
  std::vector<double> values;
  for (const SystemParameter& p : system.parameters) values.push_back(p.value);
  return values;
}

/// Position of a component of x in the tangent coordinates, for biases, which are plain numbers.
int tangent_of(const Manifold& manifold, int component) {
  for (const Manifold::Block& block : manifold.blocks())
    if (component >= block.offset && component < block.offset + block.size)
      return block.tangent + component - block.offset;
  return -1;
}

}  // namespace

std::mutex& filter_compilation() {
  static std::mutex mutex;
  return mutex;
}

FilterProcess::FilterProcess(const FilterPlan& plan)
    : plan_(plan),
      model_(make_transition(plan.model->system, plan.step, plan.shape.parameters)),
      transition_(model_, plan.shape.manifold, plan.has_differences),
      parameters_(list_parameter_values(plan.model->system)),
      discrete_(find_first_instant(plan.model->system, parameters_).discrete),
      last_(plan.shape.measured.size()),
      numbers_(plan.shape.measured.size(), 0),
      invalid_(plan.shape.measured.size(), 0),
      noise_(plan.shape.measured.size()),
      tests_(plan.shape.measured.size()),
      gates_(plan.shape.measured.size()) {
  transition_.set_decays(plan.decays);
  for (const FilterShape::Measured& measured : plan.shape.measured)
    numbers_of_last_.push_back(measured.manifold.tangent_size());
  const Manifold& manifold = plan.shape.manifold;
  for (const FilterShape::Measured& measured : plan.shape.measured) {
    measurements_.push_back(std::make_unique<Measurement>(make_measurement(
        plan.model->system, measured.name, measured.predicted, plan.shape.parameters)));
    sensors_.push_back(std::make_unique<BiasedMeasurement>(
        *measurements_.back(), model_.manifold(), plan.has_differences, model_.manifold().size(),
        manifold.tangent_size(), measured.bias,
        measured.bias < 0 ? -1 : tangent_of(manifold, measured.bias)));
    if (measured.bias < 0 && !measurements_.back()->depends_on_states())
      idle_.push_back(measured.name);
    const auto m = static_cast<Eigen::Index>(measured.manifold.tangent_size());
    Innovation& none = last_[measurements_.size() - 1];
    none.residual = VectorXd::Zero(m);
    none.S = MatrixXd::Zero(m, m);
    none.accepted = false;
  }
}

void FilterProcess::set_known(const std::vector<double>& values) {
  std::size_t at = 0;
  for (const auto& [name, index] : plan_.model->known_parameters)
    parameters_[static_cast<std::size_t>(index)] = values[at++];
  for (const auto& [name, index] : plan_.model->known_discrete)
    discrete_[static_cast<std::size_t>(index)] = values[at++];
  for (const int index : plan_.inputs) parameters_[static_cast<std::size_t>(index)] = values[at++];
  if (!plan_.ramped.empty()) {
    const auto n = plan_.ramped.size();
    const auto from = values.begin() + static_cast<std::ptrdiff_t>(at);
    const auto middle = from + static_cast<std::ptrdiff_t>(n);
    ramp_now_.parameters = plan_.ramped;
    ramp_now_.begin = values[at + 2 * n], ramp_now_.end = values[at + 2 * n + 1];
    ramp_now_.first.assign(from, middle);
    ramp_now_.last.assign(middle, middle + static_cast<std::ptrdiff_t>(n));
    model_.set_ramp(ramp_now_);
    for (const auto& measurement : measurements_) measurement->set_ramp(ramp_now_);
  }
  const auto end = values.begin() + static_cast<std::ptrdiff_t>(held_count());
  if (std::equal(values.begin(), end, held_.begin(), held_.end())) return;
  held_.assign(values.begin(), end);
  const bool has_discrete = !plan_.model->known_discrete.empty();
  // Estimated parameters are states, not inputs; their values here have no effect.
  model_.set_parameters(parameters_);
  if (has_discrete) model_.set_discrete(discrete_);
  for (const auto& measurement : measurements_) {
    measurement->set_parameters(parameters_);
    if (has_discrete) measurement->set_discrete(discrete_);
  }
}

std::size_t FilterProcess::held_count() const {
  return plan_.model->known_parameters.size() + plan_.model->known_discrete.size() +
         plan_.inputs.size();
}

/// Up to t the driving signals go from what they were at the last tick to what they are now.
void FilterProcess::follow_ramp(double t, const double* now) {
  const std::size_t n = plan_.ramped.size(), held = held_count();
  std::vector<double> values(known_.begin(), known_.begin() + static_cast<std::ptrdiff_t>(held));
  values.insert(values.end(), ramp_.begin(), ramp_.end() - 1);
  values.insert(values.end(), now, now + n);
  values.push_back(ramp_.back());
  values.push_back(t);
  ramp_.assign(now, now + n);
  ramp_.push_back(t);
  known_ = std::move(values);
  estimator_->set_input(estimator_->now(), known_);
}

MatrixXd FilterProcess::covariance_of(std::size_t m, const double* sigma) const {
  const auto size = static_cast<Eigen::Index>(plan_.shape.measured[m].manifold.tangent_size());
  if (plan_.measured[m].is_matrix) {
    const MatrixXd R = Eigen::Map<const MatrixXd>(sigma, size, size);
    return 0.5 * (R + R.transpose());
  }
  MatrixXd R = MatrixXd::Zero(size, size);
  const bool is_one = plan_.measured[m].sigmas == 1;
  for (Eigen::Index i = 0; i < size; ++i) {
    const double s = sigma[is_one ? 0 : i];
    R(i, i) = s * s;
  }
  return R;
}

void FilterProcess::receive(double t, std::size_t m, const double* z, const double* sigma,
                            double delay, std::vector<int> rows) {
  const FilterShape::Measured& measured = plan_.shape.measured[m];
  SensorReading reading;
  reading.sensor = static_cast<int>(m);
  reading.time = t - delay;
  reading.z = Eigen::Map<const VectorXd>(z, measured.manifold.size());
  reading.R = covariance_of(m, sigma);
  if (!rows.empty()) {
    reading.z = reading.z(rows).eval();
    reading.R = reading.R(rows, rows).eval();
    reading.rows = rows;
  }
  reading.number = ++numbers_[m];
  if (!reading.z.allFinite() || !reading.R.allFinite() || !(delay >= 0)) {
    RunError::Data data;
    data.time = t;
    data.cause = fmt::format(
        "'{}' receives a measurement of {} that is not a finite number, or with a "
        "negative delay",
        plan_.name, measured.name);
    data.advice = "give the measurement a condition 'valid', where the sensor may have no value";
    throw RunError(std::move(data));
  }
  reading.gate = gate_of(m, static_cast<int>(reading.R.rows()));
  arrived_.push_back(std::move(reading));
}

/// Of so many numbers of a measurement; 0 for none. Each is computed once.
double FilterProcess::gate_of(std::size_t m, int degrees) {
  const double probability = plan_.measured[m].gate;
  if (!(probability > 0)) return 0;
  std::vector<double>& gates = gates_[m];
  const auto index = static_cast<std::size_t>(degrees);
  if (gates.size() <= index) gates.resize(index + 1, 0.0);
  if (gates[index] == 0) gates[index] = find_gate(probability, degrees);
  return gates[index];
}

/// What has arrived at this instant, together: late measurements by one replay.
void FilterProcess::take_in() {
  if (arrived_.empty()) return;
  struct Arrival {
    int sensor;
    std::int64_t number;
    std::vector<int> rows;
  };
  std::vector<Arrival> arrivals;
  for (const SensorReading& r : arrived_) arrivals.push_back({r.sensor, r.number, r.rows});
  const std::vector<char> taken = estimator_->receive(std::move(arrived_));
  arrived_.clear();
  for (std::size_t k = 0; k < arrivals.size(); ++k) {
    const Arrival& reading = arrivals[k];
    const auto m = static_cast<std::size_t>(reading.sensor);
    Innovation& last = last_[m];
    if (!taken[k]) {
      last.accepted = false;
      continue;
    }
    const ReadingRecord* const record = estimator_->find_recent(reading.sensor, reading.number);
    if (!record) {  // it has left the history in the same call
      last.accepted = false;
      continue;
    }
    last = record->innovation;
    numbers_of_last_[m] = static_cast<int>(last.residual.size());
    if (record->noise.size() > 0) {
      noise_[m].resize(static_cast<std::size_t>(plan_.shape.measured[m].manifold.tangent_size()));
      for (std::size_t i = 0; i < static_cast<std::size_t>(record->noise.size()); ++i)
        noise_[m][reading.rows.empty() ? i : static_cast<std::size_t>(reading.rows[i])] =
            record->noise[static_cast<Eigen::Index>(i)];
    }
    if (reading.rows.empty()) continue;
    // In the places of all, with zeros where there is none.
    const VectorXd residual = last.residual;
    const MatrixXd S = last.S;
    const int size = plan_.shape.measured[m].manifold.tangent_size();
    last.residual = VectorXd::Zero(size);
    last.S = MatrixXd::Zero(size, size);
    last.residual(reading.rows) = residual;
    last.S(reading.rows, reading.rows) = S;
    const MatrixXd K = last.K;
    if (K.size() == 0) continue;
    last.K = MatrixXd::Zero(K.rows(), size);
    last.K(Eigen::all, reading.rows) = K;
  }
  if (estimator_->has_replayed()) return add_up_likelihood();
  for (std::size_t k = 0; k < arrivals.size(); ++k) {
    const ReadingRecord* const record =
        taken[k] ? estimator_->find_recent(arrivals[k].sensor, arrivals[k].number) : nullptr;
    if (record && record->innovation.accepted) likelihood_ += record->innovation.log_likelihood;
  }
}

/// That of all measurements that were accepted. Between arrivals it stays what it is, whichever of
/// them have left the history.
void FilterProcess::add_up_likelihood() {
  likelihood_ = log_likelihood_;
  estimator_->visit_recent([&](const ReadingRecord& record) {
    if (record.innovation.accepted) likelihood_ += record.innovation.log_likelihood;
  });
}

void FilterProcess::tick(double t, const double* ticking, const double* in, double* out) {
  if (plan_.log) return tick_log(t, out);
  const std::size_t ramped = plan_.ramped.size();
  const bool ends_ramp = ramped > 0 && ticking[0] != 0;
  in = update_known(t, ends_ramp, in);
  const bool is_between = ramped > 0 && !ends_ramp;
  if (!is_between) {
    for (Waiting& w : waiting_)
      receive(w.time, w.measured, w.z.data(), w.sigma.data(), w.delay, std::move(w.rows));
    waiting_.clear();
    take_in();
    if (t > estimator_->now()) estimator_->advance(t);
  }
  for (std::size_t m = 0; m < plan_.measured.size(); ++m)
    in = receive_inputs(t, m, ticking[plan_.measured[m].clock] != 0, is_between, in);
  take_in();
  write(in, out);
}

/// Known values of the model from the first inputs; at the first tick the filter begins. Returns
/// the inputs that follow.
const double* FilterProcess::update_known(double t, bool ends_ramp, const double* in) {
  const std::size_t held = held_count(), ramped = plan_.ramped.size();
  std::vector<double> values(in, in + held);
  in += held;
  const double* const ramp = in;
  in += ramped > 0 ? ramped + 1 : 0;
  if (!estimator_) {
    read_start(in);
    begin_with(t, std::move(values), ramp);
  } else if (ends_ramp && t > ramp_.back()) {
    std::copy(values.begin(), values.end(), known_.begin());
    follow_ramp(t, ramp);
  } else if (ramped == 0 && values != known_) {
    known_ = values;
    estimator_->set_input(estimator_->now(), known_);
  }
  if (ends_ramp && ramp[ramped] == 0) ++clamped_;
  return in;
}

/// Takes a measurement that has been sampled and is valid. `is_between`: it waits for the end of
/// the ramp. Returns the inputs that follow.
const double* FilterProcess::receive_inputs(double t, std::size_t m, bool is_sampled,
                                            bool is_between, const double* in) {
  const FilterPlan::Measured& measured = plan_.measured[m];
  const int size = plan_.shape.measured[m].manifold.size();
  const double* const z = in;
  const double* const sigma = z + size;
  const double* const delay = sigma + measured.sigmas;
  const double* const valid = delay + 1;
  const double* const rest = valid + measured.valids;
  if (!is_sampled) return rest;
  std::vector<int> rows;
  for (int k = 0; k < measured.valids; ++k)
    if (valid[k] != 0) rows.push_back(k);
  if (rows.empty()) {
    ++invalid_[m];
    return rest;
  }
  if (static_cast<int>(rows.size()) == measured.valids) rows.clear();  // all of them
  if (is_between)
    waiting_.push_back({t, m, {z, z + size}, {sigma, sigma + measured.sigmas}, *delay, rows});
  else
    receive(t, m, z, sigma, *delay, std::move(rows));
  return rest;
}

/// A measurement of a row of the log, or those of its numbers that the row has.
void FilterProcess::receive_row(double t, std::size_t m, std::size_t row) {
  const FilterLog& log = *plan_.log;
  const std::vector<double>& z = log.measured[m][row];
  std::vector<int> rows;
  for (std::size_t i = 0; i < z.size(); ++i)
    if (!std::isnan(z[i])) rows.push_back(static_cast<int>(i));
  const FilterShape::Measured& shape = plan_.shape.measured[m];
  const bool is_whole = rows.size() == z.size();
  if (rows.empty()) return;
  if (!is_whole && shape.manifold.tangent_size() != shape.manifold.size()) return;  // orientations
  if (is_whole) rows.clear();
  const FilterPlan::Measured& measured = plan_.measured[m];
  const double* const sigma =
      measured.logged_sigma.empty() ? log.sigma[m][row].data() : measured.logged_sigma.data();
  const double delay = log.delay[m].empty() ? 0.0 : log.delay[m][row];
  receive(t, m, z.data(), sigma, measured.logged_delay + delay, std::move(rows));
}

void FilterProcess::tick_log(double t, double* out) {
  follow_log(t);
  if (plan_.smooths) {
    if (smoothed_.empty()) smooth_log();
    const double slack = 1e-9 * std::max(1.0, t);
    const auto after =
        std::upper_bound(smoothed_.begin(), smoothed_.end(), t + slack,
                         [](double time, const SmoothedStep& step) { return time < step.time; });
    smoothed_at_ =
        after == smoothed_.begin() ? 0 : static_cast<std::size_t>(after - smoothed_.begin()) - 1;
  }
  write(nullptr, out);
}

// All rows that have been received by t, in the order of their arrival.
void FilterProcess::follow_log(double t) {
  const FilterLog& log = *plan_.log;
  const std::size_t ramped = plan_.ramped.size(), held = held_count();
  const auto ramp_of = [&](std::size_t row) { return log.known[row].data() + held; };
  if (!estimator_) {
    std::vector<double> first;
    if (!log.known.empty())
      first.assign(log.known.front().begin(), log.known.front().begin() + held);
    begin_with(t, std::move(first), ramped > 0 ? ramp_of(0) : nullptr);
  }
  // Times in files are rounded: a row within this of a tick is at that tick.
  const double slack = 1e-9 * std::max(1.0, t);
  for (; log_row_ < log.time.size() && log.received[log_row_] <= t + slack; ++log_row_) {
    const bool is_at_tick = std::abs(log.time[log_row_] - t) <= slack;
    const double time = is_at_tick ? t : log.time[log_row_];
    if (ramped > 0 && time > ramp_.back()) {
      std::copy_n(log.known[log_row_].begin(), held, known_.begin());
      follow_ramp(time, ramp_of(log_row_));
      estimator_->advance(time);
    }
    for (std::size_t m = 0; m < plan_.measured.size(); ++m) receive_row(time, m, log_row_);
    take_in();
    if (ramped > 0 || known_.empty() || log.known[log_row_] == known_) continue;
    if (time < estimator_->now()) continue;  // a late row has no news of inputs
    known_ = log.known[log_row_];
    estimator_->set_input(time, known_);
  }
  // Beyond the last sample of the unit that drives it the model knows nothing.
  if (ramped == 0 && t > estimator_->now()) estimator_->advance(t);
}

/// Filters the whole log at once, with a history that keeps all of it, and smooths that: late rows
/// then stand where they belong.
void FilterProcess::smooth_log() {
  constexpr double kMostBytes = 4e9;
  const FilterLog& log = *plan_.log;
  const double end = *std::max_element(log.received.begin(), log.received.end());
  const double n = plan_.shape.manifold.tangent_size();
  const double steps = static_cast<double>(log.time.size()) + end / plan_.period;
  const double bytes = steps * n * n * 8 * 8;  // matrices of events and steps
  if (bytes > kMostBytes) {
    RunError::Data data;
    data.cause = fmt::format("'{}' cannot smooth a log of {} rows: that takes {:.2g} GB of memory",
                             plan_.name, log.time.size(), bytes / 1e9);
    data.advice = "smooth shorter pieces of the log, or predict at a lower rate ('sample')";
    throw RunError(std::move(data));
  }
  FilterPlan plan = plan_;
  plan.smooths = false;
  plan.history = std::numeric_limits<double>::max();
  std::optional<FilterProcess> whole;
  {
    const std::lock_guard lock(filter_compilation());
    whole.emplace(plan);
  }
  const auto ticks = static_cast<std::int64_t>(std::ceil(end / plan_.period * (1 - 1e-12)));
  for (std::int64_t k = 0; k <= ticks; ++k)
    whole->follow_log(static_cast<double>(k) * plan_.period);
  smoothed_ = whole->estimator_->smooth_history();
}

}  // namespace holon
