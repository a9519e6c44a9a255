// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/multistep.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "holon/base/error_scale.h"
#include "holon/solve/first_step.h"

namespace holon::detail {
namespace {

// A limit so near lies within the rounding of the time.
constexpr double kLeastStep = 100 * std::numeric_limits<double>::epsilon();

}  // namespace

Multistep::Multistep(Rhs& rhs, const IntegratorOptions& options)
    : rhs_(rhs),
      options_(options),
      groups_(rhs.groups()),
      n_(static_cast<std::size_t>(rhs.size())) {
  const std::size_t length = std::max<std::size_t>(n_, 1);  // the libraries want a state
  for (auto* v : {&state_, &before_, &weights_, &slope_, &trial_}) v->resize(length);
}

realtype Multistep::max_norm(N_Vector x, N_Vector weights) {
  return masked_max_norm(x, weights, nullptr);
}

realtype Multistep::masked_max_norm(N_Vector x, N_Vector weights, N_Vector mask) {
  const sunindextype n = N_VGetLength(x);
  double largest = 0, poison = 0;  // 0 while everything is finite, else NaN
  for (sunindextype i = 0; i < n; ++i) {
    if (mask && data(mask)[i] == 0) continue;
    const double e = std::abs(data(x)[i] * data(weights)[i]);
    largest = std::max(largest, e);
    poison += e - e;
  }
  return largest + poison;
}

bool Multistep::are_finite(const double* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (std::isfinite(values[i])) continue;
    bad_component_ = static_cast<int>(i);
    bad_value_ = values[i];
    return false;
  }
  return true;
}

bool Multistep::evaluate(double t, const double* x, double* dx) {
  ++statistics_.evaluations;
  if (n_ == 0) dx[0] = 0;
  rhs_.run(&t, x, dx);
  return are_finite(dx, n_);
}

void Multistep::calc_weights(const double* x, double* weights) const {
  if (n_ == 0) weights[0] = 1;
  for (const StateGroup& g : groups_) {
    double magnitude = 0;
    for (int i = g.offset; i < g.offset + g.size; ++i)
      magnitude = std::max(magnitude, std::abs(x[i]));
    const double scale = error_scale(g.nominal, magnitude, options_.tolerance);
    for (int i = g.offset; i < g.offset + g.size; ++i)
      weights[i] = 1 / (kShare * options_.tolerance * scale);
  }
}

void Multistep::meet_drift(double drift) {
  statistics_.largest_drift = std::max(statistics_.largest_drift, drift);
}

void Multistep::start(double t, const double* x) {
  statistics_ = base_ = {};
  begin(t, x);
}

void Multistep::restart(double t, const double* x) {
  base_ = statistics_;
  begin(t, x);
}

void Multistep::begin(double t, const double* x) {
  std::copy_n(x, n_, state_.begin());
  time_ = previous_time_ = t;
  is_short_ = must_restart_ = false;
  bad_component_ = -1;
  if (!evaluate(t, state_.data(), slope_.data())) {
    throw explain({StepFailure::Kind::not_finite, t, 0, bad_component_, bad_value_}, rhs_,
                  options_);
  }
  calc_weights(state_.data(), weights_.data());
  reinitialise(t, options_.initial_step > 0 ? options_.initial_step : choose_first_step());
}

double Multistep::choose_first_step() {
  const FirstStepProblem problem{time_, options_.max_step, state_, slope_, weights_};
  return detail::choose_first_step(
      problem, [&](double t, const double* x, double* dx) { return evaluate(t, x, dx); });
}

double Multistep::step(double limit) {
  if (!(limit > time_)) throw std::invalid_argument("Integrator::step: limit is not ahead");
  if (must_restart_) {
    const std::vector<double> x = state_;
    restart(time_, x.data());
  }
  if (limit - time_ <= kLeastStep * std::max(std::abs(limit), std::abs(time_))) {
    step_over(limit);
    return time_;
  }
  const auto [flag, reached] = advance(limit);
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  take_counts();
  if (flag < 0 || !(reached > time_)) fail(flag);
  previous_time_ = time_;
  time_ = reached;
  is_short_ = false;
  read_state(state_.data());
  meet_drift(rhs_.project(time_, state_.data()));
  StepStatistics& s = statistics_;
  const double length = time_ - previous_time_;
  if (time_ != limit && (s.smallest_step == 0 || length < s.smallest_step))
    s.smallest_step = length;
  s.largest_step = std::max(s.largest_step, length);
  ++s.steps;
  if (length > kLeastStep * std::abs(time_)) bad_component_ = -1;
  calc_weights(state_.data(), weights_.data());
  return time_;
}

// A limit so near that no method resolves it: along the slope. What follows begins anew.
void Multistep::step_over(double limit) {
  evaluate(time_, state_.data(), slope_.data());
  before_ = state_;
  for (std::size_t i = 0; i < n_; ++i)
    if (std::isfinite(slope_[i])) state_[i] += (limit - time_) * slope_[i];
  previous_time_ = time_;
  time_ = limit;
  rhs_.project(time_, state_.data());
  is_short_ = must_restart_ = true;
  ++statistics_.steps;
}

void Multistep::take_counts() {
  const Counts counts = read_counts();
  statistics_.rejections = base_.rejections + counts.error_failures + counts.solve_failures;
  statistics_.factorisations = base_.factorisations + counts.setups;
}

// The state whose error, as far as it is known, is the largest.
int Multistep::find_worst() {
  const double* errors = n_ > 0 ? read_errors() : nullptr;
  if (!errors) return -1;
  std::size_t worst = 0;
  const auto error = [&](std::size_t i) { return std::abs(errors[i] * weights_[i]); };
  for (std::size_t i = 1; i < n_; ++i)
    if (!(error(i) <= error(worst))) worst = i;
  return static_cast<int>(worst);
}

void Multistep::fail(int flag) {
  StepFailure failure;
  failure.time = time_;
  failure.step = read_failed_step();
  failure.component = find_worst();
  // A step that ends where it began is too short.
  switch (flag < 0 ? classify(flag) : Trouble::step_too_small) {
    case Trouble::not_finite: failure.kind = StepFailure::Kind::not_finite; break;
    case Trouble::step_too_small: failure.kind = StepFailure::Kind::step_too_small; break;
    case Trouble::not_solved: failure.kind = StepFailure::Kind::not_solved; break;
    case Trouble::other: check(flag);
  }
  if (bad_component_ >= 0) {
    failure.kind = StepFailure::Kind::not_finite;
    failure.component = bad_component_;
    failure.value = bad_value_;
  }
  throw explain(failure, rhs_, options_);
}

void Multistep::interpolate(double t, double* x) {
  if (t >= time_ || previous_time_ == time_) {
    std::copy_n(state_.begin(), n_, x);
    return;
  }
  if (is_short_) {
    const double share = (t - previous_time_) / (time_ - previous_time_);
    for (std::size_t i = 0; i < n_; ++i) x[i] = before_[i] + share * (state_[i] - before_[i]);
  } else {
    read_state(t, x);
  }
  rhs_.project(t, x);
}

}  // namespace holon::detail
