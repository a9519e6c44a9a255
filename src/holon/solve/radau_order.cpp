// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "holon/expr/graph/scalar.h"
#include "holon/solve/radau.h"

// Which order a step of Radau has.
namespace holon::detail {
namespace {

// A trial of the higher order in vain is followed by one after so many times more steps.
constexpr int kLongerWait = 2;
// Of steps, in operations: five stages over three, and more matrices.
constexpr double kCostOfMore = 1.7;
// Of the higher order, each of which the lower one would have done for less.
constexpr int kExpensiveSteps = 2;
constexpr double kLengthSafety = 0.9, kMostLonger = 8;

}  // namespace

void Radau::change_stages(int stages) {
  set_stages(stages);
  calc_weights();
}

void Radau::try_most_stages(double first_step) {
  if (tableau_->stages != permitted_.most) change_stages(permitted_.most);
  expensive_ = 0;
  if (first_step > 0) next_ = first_step;  // not known behind an event
  if (options_.max_step > 0) next_ = std::min(next_, options_.max_step);
}

// Behind a step of length h, of at most `remains`.
void Radau::choose_stages(double h, double remains) {
  if (tableau_->stages == permitted_.fewest) {
    left_ = std::max(0, left_ - 1);
    if (left_ == 0 && has_jacobian_) change_stages(permitted_.most);
    return;
  }
  const double reach = options_.max_step > 0 ? std::min(remains, options_.max_step) : remains;
  const double fewer = calc_length_of_fewer(h);
  if (std::min(next_, reach) >= kCostOfMore * std::min(fewer, reach)) {
    expensive_ = 0;
    return;
  }
  if (++expensive_ < kExpensiveSteps) return;
  next_ = std::min(fewer, kMostLonger * h);
  return_to_fewer();
}

void Radau::return_to_fewer() {
  wait_ = with_these_ > kFirstWait ? kFirstWait : std::min(kLongerWait * wait_, kMostWait);
  left_ = wait_;
  change_stages(permitted_.fewest);
}

// [s] of a step with the fewest stages: as `choose_next` by what the last polynomial says of its
// estimates.
double Radau::calc_length_of_fewer(double h) {
  const RadauTableau& lower = radau_tableau(permitted_.fewest);
  static const LowerOrder kLower = compare_orders(*tableau_, lower);
  combine(increments_, *tableau_, kLower.middle, trial_.data());
  combine(increments_, *tableau_, kLower.error, error_.data());
  for (std::size_t i = 0; i < n_; ++i) {
    trial_[i] += kLower.middle_share * middle_[i];
    error_[i] = i < states_ ? (error_[i] + kLower.error_share * middle_[i]) / h : 0;
  }
  matrices_.solve(error_.data());
  ++solutions_;
  const Bounds bounds = calc_bounds(lower.stages);
  const double scale = tolerance_ / bounds.end;
  const double end = scale * tableau_->gamma / lower.gamma * norm(error_);
  const double error = std::max(lower.lower_order(end), bounds.row_share * scale * norm(trial_));
  const double order = lower.stages + 1;
  return kLengthSafety * h / std::max(runtime_pow(error, 1 / order), 1 / kMostLonger);
}

// The embedded estimate of dopri5 errs by 97/120000 h⁵ x⁽⁵⁾ (that of x' = λx), and its control
// keeps it at 0.9⁵ of what is allowed. x⁽⁵⁾/120 is the divided difference at 0 and five stages.
double Radau::calc_explicit_steps() const {
  constexpr double kEmbedded = 97.0 / 120000, kControl = 0.59;
  if (!has_polynomial_ || polynomial_->stages < 5) return 0;
  RadauTableau::Weights difference{};
  for (std::size_t i = 0; i < 5; ++i) {
    difference[i] = 120 / polynomial_->c[i];
    for (std::size_t k = 0; k < 5; ++k)
      if (k != i) difference[i] /= polynomial_->c[i] - polynomial_->c[k];
  }
  double largest = 0;
  for (std::size_t i = 0; i < states_; ++i) {
    double value = 0;
    for (std::size_t k = 0; k < 5; ++k) value += difference[k] * increments_[k][i];
    largest = std::max(largest, std::abs(value) * weights_[i]);
  }
  const double error = kEmbedded * largest * tolerance_ / options_.tolerance;
  return std::max(1.0, runtime_pow(error / kControl, 1.0 / 5));
}

}  // namespace holon::detail
