// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/radau.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>

#include "holon/base/error_scale.h"
#include "holon/expr/graph/scalar.h"
#include "holon/solve/first_step.h"

namespace holon::detail {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
// A limit so near lies within the rounding of the time; no step so short is worth taking.
constexpr double kLeastLength = 100 * kEps, kShortest = 4 * kEps;
// A step within 1 % of its limit is stretched to it, but not beyond the longest allowed.
constexpr double kStretch = 1.01, kRounding = 1 + 1e-9;
// What remains before a limit is divided equally where it takes so many steps at most: ticks that
// come at equal times then leave the step what it was, and with it the matrices.
constexpr double kMostEqualSteps = 12;
constexpr int kMostRejections = 50;
// Step control: safety, bounds of the step's change, and of the change that is not worth new
// factors.
constexpr double kSafety = 0.9, kShrink = 0.2, kGrow = 8, kKeptGrowth = 1.2;
// The rate of Newton's convergence up to which a Jacobian is kept, also behind a rejection.
constexpr double kFastRate = 0.02, kExactRate = 1e-3;
// What the estimates may be: with s stages kEndError tolerance^((s + 2)/2s) at a step's end, and
// kRowError tolerance^(5/6 (s + 1)/(s + 2)) within, which is of order s + 1: then rows err by some
// tolerance^(5/6) with 3 and with 5 stages.
constexpr double kEndError = 0.4, kRowError = 0.125;
// Newton's method ends at this share of the tolerance, or at so many units of rounding of the
// states.
constexpr double kLeftOver = 0.03, kRoundingErrors = 10;

}  // namespace

Radau::Radau(const char* name, Rhs& rhs, const IntegratorOptions& options, Stages stages, Form form)
    : name_(name),
      rhs_(rhs),
      options_(options),
      groups_(rhs.groups()),
      permitted_(stages),
      equations_(rhs, form == Form::implicit),
      states_(equations_.states()),
      n_(equations_.size()),
      matrices_(equations_.pattern(), static_cast<int>(n_), rhs.size()) {
  const auto most = static_cast<std::size_t>(stages.most);
  for (Array* a : {&state_, &slope_, &jump_, &weights_, &before_, &middle_, &next_middle_, &error_,
                   &trial_, &trial_slope_})
    a->resize(n_);
  magnitude_.resize(equations_.unknowns());
  unknown_errors_.resize(equations_.unknowns());
  for (Array* a : {&residuals_, &residuals_before_}) a->resize(most * n_);
  complex_.resize(most / 2 * n_);
  for (auto* arrays : {&increments_, &stages_, &transformed_, &slopes_})
    for (std::size_t k = 0; k < most; ++k) (*arrays)[k].resize(n_);
  set_stages(stages.fewest);
  polynomial_ = tableau_;
}

Radau::Bounds Radau::calc_bounds(int stages) const {
  const double s = stages;
  const double end = kEndError * runtime_pow(options_.tolerance, (s + 2) / (2 * s));
  return {end, end / (kRowError * runtime_pow(options_.tolerance, 5 * (s + 1) / (6 * (s + 2))))};
}

void Radau::set_stages(int stages) {
  const Bounds bounds = calc_bounds(stages);
  tableau_ = &radau_tableau(stages);
  tolerance_ = bounds.end;
  row_share_ = bounds.row_share;
  factored_length_ = 0;
  contraction_ = 1;
  with_these_ = expensive_ = 0;
}

void Radau::start(double t, const double* x) {
  statistics_ = {};
  solutions_ = complex_solutions_ = complex_factorisations_ = searches_ = 0;
  has_jacobian_ = has_polynomial_ = false;
  for (Array* a : {&state_, &before_, &unknown_errors_}) std::fill(a->begin(), a->end(), 0.0);
  set_stages(permitted_.fewest);
  left_ = wait_ = kFirstWait;
  begin(t, x);
  rough_ = 0;
  rejected_error_ = 0;
  fell_slowly_ = false;
  next_ = options_.initial_step;
  if (next_ > 0) return;
  const auto of_states = [this](const Array& a) { return std::span(a.data(), states_); };
  next_ = choose_first_step(
      {t, options_.max_step, of_states(state_), of_states(slope_), of_states(weights_)},
      [this](double at, const double* trial, double* slope) {
        ++statistics_.evaluations;
        rhs_.run(&at, trial, slope);
        return std::all_of(slope, slope + states_, [](double f) { return std::isfinite(f); });
      });
}

void Radau::restart(double t, const double* x) {
  if (!(next_ > 0)) return start(t, x);
  begin(t, x);
}

void Radau::begin(double t, const double* x) {
  // A Jacobian serves the instant and the state that the last step has reached, and so does its
  // polynomial where the next one starts Newton's method. Events reset states on which they may
  // depend, and `auto` comes back after steps of another method.
  const bool is_here = t == time_ && std::equal(x, x + states_, state_.begin());
  has_jacobian_ = has_jacobian_ && is_here;
  has_polynomial_ = has_polynomial_ && is_here;
  time_ = previous_time_ = t;
  std::copy_n(x, states_, state_.begin());
  find_unknowns();
  is_jacobian_fresh_ = false;
  std::swap(jump_, slope_);
  is_first_ = true;
  contraction_ = 1;
  rejected_in_row_ = 0;
  rejected_error_ = 0;
  fell_slowly_ = false;
  bad_component_ = -1;
  if (!evaluate(t, state_, slope_)) {
    throw explain({StepFailure::Kind::not_finite, t, 0, bad_component_, bad_value_}, rhs_,
                  options_);
  }
  has_jump_ = false;
  for (std::size_t i = 0; i < states_; ++i) {
    jump_[i] = slope_[i] - jump_[i];
    has_jump_ = has_jump_ || jump_[i] != 0;
  }
  std::fill(jump_.begin() + static_cast<std::ptrdiff_t>(states_), jump_.end(), 0.0);
  has_jump_ = has_jump_ && has_polynomial_;
  calc_weights();
}

// At a beginning. The last polynomial, by which the next step begins its iteration, moves with the
// unknowns that jump.
void Radau::find_unknowns() {
  if (n_ == states_) return;
  const Array last(state_.begin() + static_cast<std::ptrdiff_t>(states_), state_.end());
  equations_.find_unknowns(time_, state_.data());
  for (std::size_t i = states_; i < n_; ++i) {
    before_[i] += state_[i] - last[i - states_];
    has_polynomial_ = has_polynomial_ && std::isfinite(before_[i]);
  }
  std::fill(magnitude_.begin(), magnitude_.end(), 0.0);
  ++searches_;
}

bool Radau::evaluate(double t, const Array& x, Array& dx) {
  ++statistics_.evaluations;
  equations_.run(t, x.data(), dx.data());
  for (std::size_t i = 0; i < n_; ++i) {
    if (std::isfinite(dx[i])) continue;
    bad_value_ = dx[i];
    if (i < states_) bad_component_ = static_cast<int>(i);
    return false;
  }
  return true;
}

// Newton's method need not get below the rounding error of the states.
void Radau::calc_weights() {
  double rounding = kEps / tolerance_;
  for (const StateGroup& g : groups_) {
    double magnitude = 0;
    for (int i = g.offset; i < g.offset + g.size; ++i)
      magnitude = std::max(magnitude, std::abs(state_[static_cast<std::size_t>(i)]));
    const double weight = 1 / (tolerance_ * error_scale(g.nominal, magnitude, tolerance_));
    for (int i = g.offset; i < g.offset + g.size; ++i)
      weights_[static_cast<std::size_t>(i)] = weight;
    rounding = std::max(rounding, kEps * magnitude * weight);
  }
  newton_tolerance_ =
      std::max(kRoundingErrors * rounding, kLeftOver * options_.tolerance / tolerance_);
  calc_unknown_weights();
}

// Of the largest magnitude since a beginning, but for what consists of rounding error, Newton's
// method may leave over a share of the tolerance: its error in x has a test of its own.
void Radau::calc_unknown_weights() {
  for (std::size_t i = 0; i < magnitude_.size(); ++i) {
    magnitude_[i] = std::max(magnitude_[i], std::abs(state_[states_ + i]));
    weights_[states_ + i] = calc_unknown_weight(states_ + i, magnitude_[i] > 0 ? magnitude_[i] : 1);
  }
}

double Radau::calc_unknown_weight(std::size_t i, double size) const {
  const double least = unknown_errors_[i - states_] / options_.tolerance;
  return kLeftOver / (tolerance_ * std::max(size, least));
}

// The maximum over the states, NaN where something is not finite.
double Radau::norm(const Array& x) {
  double largest = 0, poison = 0;
  for (std::size_t i = 0; i < states_; ++i) {
    const double e = std::abs(x[i]) * weights_[i];
    if (e > largest) largest = e, worst_ = static_cast<int>(i);
    poison += e - e;
  }
  return largest + poison;
}

// Of unknowns, too.
double Radau::newton_norm(const Array& y) {
  double largest = norm(y), poison = 0;
  for (std::size_t i = states_; i < n_; ++i) {
    const double e = std::abs(y[i]) * weights_[i];
    largest = std::max(largest, e);
    poison += e - e;
  }
  return largest + poison;
}

double Radau::step(double limit) {
  if (!(limit > time_)) throw std::invalid_argument("Integrator::step: limit is not ahead");
  if (limit - time_ <= kLeastLength * std::max(std::abs(limit), std::abs(time_))) {
    step_over(limit);
    return time_;
  }
  bad_component_ = -1;
  for (;;) {
    const double h = choose_length(limit);
    const bool is_last = h == limit - time_;
    const double t_new = is_last ? limit : time_ + h;
    if (rejected_in_row_ > kMostRejections ||
        (!is_last && !(h > kShortest * std::abs(t_new) && t_new > time_)))
      fail(h);
    const double remains = limit - time_;
    const bool is_whole = is_first_ || !is_last;  // not what others have left over before a limit
    if (!attempt(h, t_new)) continue;
    count_step(is_last);
    if (permitted_.most > permitted_.fewest && is_whole) choose_stages(h, remains);
    return time_;
  }
}

double Radau::choose_length(double limit) const {
  const double remains = limit - time_;
  double reach = kStretch * next_;
  if (options_.max_step > 0) reach = std::min(reach, kRounding * options_.max_step);
  const double steps = std::ceil(remains / reach);
  if (steps <= 1) return remains;
  return steps <= kMostEqualSteps ? remains / steps : std::min(next_, reach);
}

bool Radau::attempt(double h, double t_new) {
  was_unsolved_ = true;
  if (!prepare_matrices(h)) {
    reject(0.5 * h);
    return false;
  }
  predict_stages(h);
  const bool was_fresh = is_jacobian_fresh_;
  double shorter = 0.5 * h;
  if (!solve_stages(h, shorter)) {
    // An old Jacobian may be at fault: the same step is tried with a new one.
    reject(was_fresh ? shorter : next_);
    if (was_fresh && tableau_->stages > permitted_.fewest) return_to_fewer();
    return false;
  }
  if (!solve_middle_stage(h)) {
    reject(shorter);
    return false;
  }
  was_unsolved_ = false;
  const double error = judge_roughness(h, estimate_error(h));
  const double next = choose_next(h, error);
  if (!(error < 1)) {
    rejected_length_ = h;
    rejected_error_ = error;
    reject(next);
    return false;
  }
  if (!accept(h, t_new)) {
    reject(kShrink * h);
    return false;
  }
  last_length_ = h;
  last_error_ = std::max(0.01, error);
  accepted_error_ = error;
  next_ = next;
  return true;
}

// A step is to be done again: with a new Jacobian, unless Newton's method has hardly noticed that
// it is old.
void Radau::reject(double next) {
  next_ = next;
  if (!is_jacobian_fresh_ && (was_unsolved_ || rate_ > kExactRate)) has_jacobian_ = false;
  ++rejected_in_row_;
  ++statistics_.rejections;
}

// IV.8 (8.24) to (8.27). A step whose successor would hardly be longer is repeated as it is.
double Radau::choose_next(double h, double error) const {
  const double most = kMostIterations;
  const double safety = kSafety * std::min(1.0, (1 + 2 * most) / (iterations_ + 2 * most));
  const int order = tableau_->stages + 1;
  const auto root = [order](double x) {
    return order == 4 ? std::sqrt(std::sqrt(x)) : runtime_pow(x, 1.0 / order);
  };
  double shrink = std::isfinite(error) ? root(error) / safety : 1 / kShrink;
  shrink = std::clamp(shrink, 1 / kGrow, 1 / kShrink);
  if (!(error < 1)) return h / shrink;
  if (!is_first_ && with_these_ > 0) {
    const double trend = last_length_ / h * root(error * error / last_error_) / kSafety;
    shrink = std::max(shrink, std::clamp(trend, 1 / kGrow, 1 / kShrink));
  }
  double next = h / shrink;
  if (rejected_in_row_ > 0) next = std::min(next, h);
  // What a limit has cut short shows no more than that the step may grow.
  if (h < next_ && shrink <= 1 / kGrow) next = std::max(next, next_);
  if (options_.max_step > 0) next = std::min(next, options_.max_step);
  return rate_ <= kFastRate && next >= h && next <= kKeptGrowth * h ? h : next;
}

bool Radau::accept(double h, double t_new) {
  for (std::size_t i = 0; i < n_; ++i) trial_[i] = state_[i] + stages_[stages() - 1][i];
  const double drift = rhs_.project(t_new, trial_.data());
  if (!std::isfinite(drift) || !evaluate(t_new, trial_, trial_slope_)) return false;
  statistics_.largest_drift = std::max(statistics_.largest_drift, drift);
  std::swap(before_, state_);
  std::swap(state_, trial_);
  std::swap(slope_, trial_slope_);
  std::swap(increments_, stages_);
  std::swap(middle_, next_middle_);
  previous_time_ = time_;
  time_ = t_new;
  length_ = h;
  has_polynomial_ = true;
  has_jump_ = false;
  polynomial_ = tableau_;
  is_first_ = is_jacobian_fresh_ = false;
  has_jacobian_ = rate_ <= kFastRate;
  rejected_in_row_ = 0;
  rejected_error_ = 0;
  fell_slowly_ = false;
  rough_ = std::max(0, rough_ - 1);
  with_these_ = std::min(with_these_ + 1, kFirstWait + 1);  // no more is asked of it
  calc_weights();
  return true;
}

// A limit so near that no method resolves it: along the slope.
void Radau::step_over(double limit) {
  before_ = state_;
  polynomial_ = tableau_;
  for (std::size_t i = 0; i < n_; ++i) {
    const double rise = i < states_ ? (limit - time_) * slope_[i] : 0;
    for (std::size_t k = 0; k < stages(); ++k) increments_[k][i] = tableau_->c[k] * rise;
    state_[i] += rise;
  }
  previous_time_ = time_;
  time_ = limit;
  length_ = time_ - previous_time_;
  rhs_.project(time_, state_.data());
  find_unknowns();
  std::fill(middle_.begin(), middle_.end(), 0.0);
  has_polynomial_ = has_jump_ = is_jacobian_fresh_ = false;
  if (!evaluate(time_, state_, slope_)) fail(length_);
  calc_weights();
  count_step(true);
}

void Radau::count_step(bool ended_by_limit) {
  StepStatistics& s = statistics_;
  const double length = time_ - previous_time_;
  if (!ended_by_limit && (s.smallest_step == 0 || length < s.smallest_step))
    s.smallest_step = length;
  s.largest_step = std::max(s.largest_step, length);
  ++s.steps;
}

void Radau::fail(double h) {
  StepFailure failure;
  failure.kind = was_unsolved_ ? StepFailure::Kind::not_solved : StepFailure::Kind::step_too_small;
  failure.time = time_;
  failure.step = h;
  failure.component = worst_;
  if (bad_component_ >= 0) {
    failure.kind = StepFailure::Kind::not_finite;
    failure.component = bad_component_;
    failure.value = bad_value_;
  }
  throw explain(failure, rhs_, options_);
}

bool Radau::multiply_jacobian(const double* v, double* image) {
  return statistics_.jacobians > 0 && equations_.multiply(v, image);
}

double Radau::operation_count() const {
  // Operations of the method itself on a state: of an iteration's transformations and norms,
  // by pairs.
  constexpr double kIterationPerState = 60, kStepAlone = 500;
  const StepStatistics& s = statistics_;
  double count =
      static_cast<double>(s.evaluations) * equations_.operation_count() +
      static_cast<double>(searches_) * rhs_.operation_count() +
      static_cast<double>(s.factorisations) * matrices_.factorisation_operations() +
      static_cast<double>(complex_factorisations_) * matrices_.complex_factorisation_operations() +
      static_cast<double>(solutions_) * matrices_.solution_operations() +
      static_cast<double>(complex_solutions_) *
          (matrices_.complex_solution_operations() + kIterationPerState * static_cast<double>(n_)) +
      static_cast<double>(s.steps) * kStepAlone;
  if (s.jacobians > 0)
    count += static_cast<double>(s.jacobians) * equations_.jacobian_operation_count();
  return count;
}

}  // namespace holon::detail
