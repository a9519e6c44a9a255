// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "holon/solve/radau.h"

namespace holon::detail {

// What survives a restart: the order, the proposed step, the last polynomial, and the matrices with
// what they were made of and the state for which they may be kept.
void Radau::archive(Archive& a) {
  statistics_.archive(a);
  a.item("solutions", solutions_);
  a.item("complex_solutions", complex_solutions_);
  a.item("complex_factorisations", complex_factorisations_);
  if (states_ < n_) {
    a.item("searches", searches_);
    a.fixed("rounding_errors_of_unknowns", unknown_errors_);
    if (a.is_reading()) a.check_finite("rounding_errors_of_unknowns", unknown_errors_);
  }
  int stages = tableau_->stages;
  a.item("stages", stages);
  if (stages != permitted_.fewest && stages != permitted_.most)
    a.refuse("holds an order that is not permitted");
  if (a.is_reading()) set_stages(stages);
  for (int* count : {&left_, &wait_, &with_these_, &expensive_}) {
    a.item("steps_of_order", *count);
    if (a.is_reading() && !(*count >= 0 && *count <= kMostWait))
      a.refuse("holds a number of steps that no order has");
  }
  a.item("next_step", next_);
  a.item("rough_steps", rough_);
  if (a.is_reading()) a.check_at_least("rough_steps", rough_, 0);
  a.item("has_jacobian", has_jacobian_);
  a.fixed("jacobian", equations_.entries());
  a.item("branch", branch_);
  a.item("factored_step", factored_length_);
  a.item("time", time_);
  a.fixed("state", state_);
  archive_polynomial(a);
  matrices_.archive(a);
  if (!a.is_reading()) return;
  a.check_finite("jacobian", equations_.entries());
  a.check_finite("state", state_);
  a.check_finite("steps", {time_, next_, factored_length_});
  if (!(next_ >= 0 && factored_length_ >= 0)) a.refuse("holds a negative step");
  if (factored_length_ > 0 && !factorise(factored_length_)) a.refuse("holds a singular Jacobian");
}

// Of the last step; Newton's method may begin with it behind a restart.
void Radau::archive_polynomial(Archive& a) {
  a.item("has_polynomial", has_polynomial_);
  a.item("length", length_);
  int stages = polynomial_->stages;
  a.item("polynomial", stages);
  if (stages != permitted_.fewest && stages != permitted_.most)
    a.refuse("holds a polynomial of an order that is not permitted");
  polynomial_ = &radau_tableau(stages);
  std::vector<Array*> arrays{&slope_, &before_, &middle_};
  for (int k = 0; k < stages; ++k) arrays.push_back(&increments_[static_cast<std::size_t>(k)]);
  for (Array* x : arrays) {
    a.fixed("stage", *x);
    if (a.is_reading()) a.check_finite("stage", *x);
  }
  if (!a.is_reading()) return;
  a.check_finite("length", {length_});
  if (has_polynomial_ && !(length_ > 0)) a.refuse("holds a polynomial of no length");
}

void Radau::archive_whole(Archive& a) {
  archive(a);
  a.item("previous_time", previous_time_);
  if (states_ < n_) {
    a.fixed("magnitude", magnitude_);
    if (a.is_reading()) a.check_finite("magnitude", magnitude_);
  }
  a.item("is_first", is_first_);
  a.item("has_jump", has_jump_);
  a.fixed("jump", jump_);
  if (a.is_reading()) a.check_finite("jump", jump_);
  a.item("last_step", last_length_);
  a.item("last_error", last_error_);
  a.item("accepted_error", accepted_error_);
  a.item("rate", rate_);
  a.item("contraction", contraction_);
  if (a.is_reading()) check_archived(a);
}

// A state and a slope of different origin, and a step that cannot have been. Roots that iteration
// finds may differ a little.
void Radau::check_archived(Archive& a) {
  constexpr double kSame = 1e-6, kSmall = 1e-9;
  a.check_finite("numbers", {time_, previous_time_, length_, last_length_, last_error_,
                             accepted_error_, rate_, contraction_});
  if (!(previous_time_ <= time_) || !(next_ > 0) || !(length_ >= 0) || !(contraction_ >= 0) ||
      (!is_first_ && !(last_length_ > 0 && last_error_ > 0)) ||
      (previous_time_ < time_ && !(length_ > 0)))
    a.refuse("holds a step that was not accepted");
  rejected_in_row_ = 0;
  bad_component_ = -1;
  is_jacobian_fresh_ = false;
  equations_.run(time_, state_.data(), trial_slope_.data());
  double largest = 0;
  for (std::size_t i = 0; i < states_; ++i) largest = std::max(largest, std::abs(slope_[i]));
  for (std::size_t i = 0; i < states_; ++i) {
    const double magnitude = std::max(std::abs(slope_[i]), std::abs(trial_slope_[i]));
    if (!(std::abs(trial_slope_[i] - slope_[i]) <= kSame * magnitude + kSmall * largest))
      a.refuse("holds a derivative that is not that of its state");
  }
  calc_weights();
}

}  // namespace holon::detail
