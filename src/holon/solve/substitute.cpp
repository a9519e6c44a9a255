// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/substitute.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "holon/base/errors.h"

namespace holon::detail {
namespace {

// Steps between two measures of the rank: as many as change it by some tenth of the usual one, up
// to twice as many as before.
constexpr double kChange = 0.1;
constexpr int kMostStepsBetween = 16;
// Of the usual measure: near a loss of rank, and so near that it is taken to fall on. Within the
// former a step that has fallen to half since the last measure is a sign of it, too, and so is one
// that fails; a passage ends beyond it.
constexpr double kNearLoss = 0.3, kBeforeLoss = 0.15, kFallenStep = 0.5;
// Where the substitute is no quicker, the method goes on.
constexpr int kMostStepsOfPassage = 300;
// So many steps of it that stability holds down end a passage: what is stiff has another method.
constexpr int kMostStiffSteps = 4;

}  // namespace

SubstituteIntegrator::SubstituteIntegrator(Use use, Rhs& rhs, std::unique_ptr<Integrator> method,
                                           Make make_substitute)
    : use_(use),
      rhs_(rhs),
      method_(std::move(method)),
      make_substitute_(std::move(make_substitute)) {}

void SubstituteIntegrator::start(double t, const double* x) {
  substitute_.reset();
  uses_substitute_ = is_next_ = false;
  longest_ = measure_ = usual_ = 0;
  rank_ = steps_of_passage_ = steps_since_ = stiff_steps_ = 0;
  is_stiff_ = false;
  steps_between_ = 1;
  passages_ = 0;
  failed_at_ = -1;
  try {
    method_->start(t, x);
  } catch (const RunError&) {
    if (use_ != Use::after_failure) throw;
    replace(t, x);
  }
  if (use_ == Use::across_losses_of_rank) {
    usual_ = rhs_.measure_rank(t, x, rank_);
    measure();
  }
  take_statistics();
}

void SubstituteIntegrator::restart(double t, const double* x) {
  longest_ = 0;
  try {
    used().restart(t, x);
  } catch (const RunError&) {
    if (use_ != Use::after_failure || uses_substitute_) throw;
    replace(t, x);
  }
  take_statistics();
}

// The method cannot begin here.
void SubstituteIntegrator::replace(double t, const double* x) {
  substitute_ = make_substitute_();
  substitute_->start(t, x);
  uses_substitute_ = is_next_ = true;
  failed_at_ = t;
}

void SubstituteIntegrator::go_on(double t, const double* x) {
  if (!uses_substitute_) return restart(t, x);
  used().go_on(t, x);
  take_statistics();
}

double SubstituteIntegrator::step(double limit) {
  if (is_next_ != uses_substitute_) switch_to(is_next_);
  if (uses_substitute_) {
    used().step(limit);
    if (use_ == Use::across_losses_of_rank) watch_passage();
  } else {
    try {
      used().step(limit);
      if (use_ == Use::across_losses_of_rank) watch_approach(limit);
    } catch (const RunError&) {
      if (use_ == Use::across_losses_of_rank && !(measure() < kNearLoss * usual_)) throw;
      switch_to(true);
      used().step(limit);
      if (use_ == Use::across_losses_of_rank) watch_passage();
    }
  }
  take_statistics();
  return time();
}

double SubstituteIntegrator::measure() {
  measure_ = rhs_.measure_rank(time(), state(), rank_);
  usual_ = std::max(usual_, measure_);
  return measure_;
}

// Behind a step of the method.
void SubstituteIntegrator::watch_approach(double limit) {
  const double length = time() - previous_time();
  longest_ = std::max(longest_, length);
  ++steps_since_;
  const bool has_fallen = time() != limit && length < kFallenStep * longest_;
  if (steps_since_ < steps_between_ && !has_fallen) return;
  const double before = measure_;
  const double change = measure() - before;
  if (measure_ >= kNearLoss * usual_) is_stiff_ = false;
  is_next_ = !is_stiff_ && measure_ < kNearLoss * usual_ &&
             (has_fallen || (measure_ < kBeforeLoss * usual_ && change < 0));
  const int most = std::min(2 * steps_between_, kMostStepsBetween);
  const double wanted = kChange * usual_ * steps_since_;
  steps_between_ = wanted >= most * std::abs(change)
                       ? most
                       : std::max(1, static_cast<int>(wanted / std::abs(change)));
  steps_since_ = 0;
  longest_ = length;
}

// Behind a step of the substitute.
void SubstituteIntegrator::watch_passage() {
  ++steps_of_passage_;
  if (substitute_->statistics().stability_use > 1 && ++stiff_steps_ >= kMostStiffSteps) {
    is_stiff_ = true;
    is_next_ = false;
    measure();
    return;
  }
  is_next_ = measure() < kNearLoss * usual_ && steps_of_passage_ < kMostStepsOfPassage;
}

void SubstituteIntegrator::switch_to(bool substitute) {
  const double t = time();
  const std::vector<double> x(state(), state() + rhs_.size());
  if (substitute && !substitute_) {
    std::unique_ptr<Integrator> made = make_substitute_();
    made->start(t, x.data());
    substitute_ = std::move(made);
  } else {
    (substitute ? *substitute_ : *method_).restart(t, x.data());
  }
  uses_substitute_ = is_next_ = substitute;
  longest_ = 0;
  steps_of_passage_ = steps_since_ = stiff_steps_ = 0;
  steps_between_ = 1;
  if (substitute && use_ == Use::across_losses_of_rank) ++passages_;
  if (substitute && use_ == Use::after_failure) failed_at_ = t;
}

void SubstituteIntegrator::take_statistics() {
  statistics_ = method_->statistics();
  if (substitute_) statistics_.add_steps_of(substitute_->statistics());
  statistics_.passages += passages_;
  if (failed_at_ >= 0) statistics_.unkept_since = failed_at_;
}

double SubstituteIntegrator::operation_count() const {
  return method_->operation_count() + (substitute_ ? substitute_->operation_count() : 0);
}

void SubstituteIntegrator::archive_decisions(Archive& a) {
  bool is_made = substitute_ != nullptr;
  a.item("has_substitute", is_made);
  if (is_made && !substitute_) substitute_ = make_substitute_();
  a.item("uses_substitute", uses_substitute_);
  a.item("substitute_is_next", is_next_);
  if ((uses_substitute_ || is_next_) && !is_made && use_ == Use::after_failure)
    a.refuse("lacks a method that was in use");
  if (uses_substitute_ && !substitute_) {
    uses_substitute_ = false;
    a.refuse("lacks a method that was in use");
  }
  a.item("longest_step", longest_);
  a.item("rank", rank_);
  a.item("measure", measure_);
  a.item("usual_measure", usual_);
  a.item("steps_since_measure", steps_since_);
  a.item("steps_between_measures", steps_between_);
  a.item("steps_of_passage", steps_of_passage_);
  a.item("stiff_steps_of_passage", stiff_steps_);
  a.item("is_stiff", is_stiff_);
  a.item("passages", passages_);
  a.item("failed_at", failed_at_);
  if (!a.is_reading()) return;
  a.check_finite("measures", {longest_, measure_, usual_, failed_at_});
  if (rank_ < 0 || steps_of_passage_ < 0 || passages_ < 0 || steps_since_ < 0 || steps_between_ < 1)
    a.refuse("holds a negative number");
}

void SubstituteIntegrator::archive(Archive& a) {
  archive_decisions(a);
  method_->archive(a);
  if (substitute_) substitute_->archive(a);
  take_statistics();
}

void SubstituteIntegrator::archive_whole(Archive& a) {
  archive_decisions(a);
  uses_substitute_ ? method_->archive(a) : method_->archive_whole(a);
  if (substitute_) uses_substitute_ ? substitute_->archive_whole(a) : substitute_->archive(a);
  take_statistics();
}

}  // namespace holon::detail
