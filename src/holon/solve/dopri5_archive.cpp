// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
// What a checkpoint holds of the method of Dormand and Prince.
#include "holon/solve/dopri5.h"

namespace holon::detail {

template <int L>
void Dopri5<L>::archive(Archive& a) {
  Stepper<L>::archive(a);
  for (double& step : step_) a.item("last_step", step);
  for (double& h : h_) a.item("next_step", h);
  archive_lessons(a);
}

template <int L>
void Dopri5<L>::archive_lessons(Archive& a) {
  for (FirstSteps& first : first_steps_) first.archive(a);
  for (bool& recur : limits_recur_) a.item("limits_recur", recur);
}

template <int L>
void Dopri5<L>::archive_whole(Archive& a) {
  Stepper<L>::archive_whole(a);
  for (Array* values : {&y0_, &y1_, &k1_, &k2_, &k3_, &k4_, &k5_, &k6_, &k7_})
    archive_numbers(a, "stage", *values);
  archive_numbers(a, "next_step", h_);
  archive_numbers(a, "last_step", step_);
  archive_numbers(a, "longest_probe", longest_probe_);
  archive_numbers(a, "last_error", error_before_);
  archive_lessons(a);
  archive_numbers(a, "step_before", before_);
  has_polynomial_.fill(false);
  for (bool& is_first : is_first_) a.item("is_first", is_first);
  archive_counts(a, "rejected_in_row", rejected_in_row_);
  archive_counts(a, "guarded_steps_left", guard_for_);
  archive_counts(a, "guarded_steps", guard_length_);
  archive_counts(a, "unguarded_steps", unguarded_);
  archive_numbers(a, "longest_step", longest_);
  archive_numbers(a, "first_tried", first_tried_);
  archive_counts(a, "tried_elsewhere", tried_elsewhere_);
  archive_counts(a, "stiff_steps", stiff_count_);
  archive_counts(a, "nonstiff_steps", nonstiff_count_);
  if (!a.is_reading()) return;
  for (std::size_t l = 0; l < L; ++l)
    if (!(h_[l] > 0) || rejected_in_row_[l] != 0) a.refuse("holds a step that was not accepted");
}

template void Dopri5<1>::archive(Archive&);
template void Dopri5<1>::archive_lessons(Archive&);
template void Dopri5<1>::archive_whole(Archive&);
template void Dopri5<LaneIntegrator::kLanes>::archive(Archive&);
template void Dopri5<LaneIntegrator::kLanes>::archive_lessons(Archive&);
template void Dopri5<LaneIntegrator::kLanes>::archive_whole(Archive&);

}  // namespace holon::detail
