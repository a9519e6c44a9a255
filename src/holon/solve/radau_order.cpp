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
constexpr int kDearSteps = 2;
constexpr double kLengthSafety = 0.9, kMostLonger = 8;

}  // namespace

void Radau::change_stages(int stages) {
  set_stages(stages);
  calc_weights();
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
    dear_ = 0;
    return;
  }
  if (++dear_ < kDearSteps) return;
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
    error_[i] = (error_[i] + kLower.error_share * middle_[i]) / h;
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

}  // namespace holon::detail
