// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/auto_integrator.h"

#include <algorithm>
#include <cmath>

#include "holon/base/errors.h"
#include "holon/expr/graph/scalar.h"

namespace holon::detail {
namespace {

// Stiff steps before CVODE is tried: fewer cost less than to derive and compile a Jacobian. After a
// trial in vain so many times more of them.
constexpr int kStepsBeforeImplicit = 1000, kWaitFactor = 4, kLongestWait = 1'000'000;
// Steps in a row that stability does not hold down, after which what was stiff before is forgotten.
constexpr int kUnrestrictedSteps = 6;
// A trial may spend what the explicit method spent on these steps, so that ticks and jumps lie in
// both; it has so many steps at least, from order one up. Later windows are as long.
constexpr int kSettlingSteps = 60;
// What has to be won in either direction.
constexpr double kGain = 2;
// The explicit method: operations of a step beside the evaluations, per state and evaluation, and
// the bound of h |λ|.
constexpr double kPerState = 7, kExplicitBound = 3.3;
constexpr int kEvaluations = 6;
constexpr int kPowerIterations = 24;

}  // namespace

AutoIntegrator::AutoIntegrator(Rhs& rhs, std::unique_ptr<Integrator> explicit_method,
                               MakeImplicit make_implicit)
    : rhs_(rhs),
      make_implicit_(std::move(make_implicit)),
      explicit_(std::move(explicit_method)),
      used_(explicit_.get()) {}

void AutoIntegrator::start(double t, const double* x) {
  implicit_.reset();
  used_ = explicit_.get();
  phase_ = Phase::explicit_steps;
  is_turning_ = false;
  stiff_ = nonstiff_ = 0;
  wait_ = kStepsBeforeImplicit;
  explicit_->start(t, x);
  begin_window();
  take_statistics();
}

void AutoIntegrator::restart(double t, const double* x) {
  used_->restart(t, x);
  take_statistics();
}

void AutoIntegrator::archive(Archive& a) {
  archive_decisions(a);
  explicit_->archive(a);
  archive_implicit(a);
}

void AutoIntegrator::archive_whole(Archive& a) {
  archive_decisions(a);
  if (phase_ != Phase::explicit_steps) a.refuse("holds the whole state of a multistep method");
  explicit_->archive_whole(a);
  archive_implicit(a);
  take_statistics();
}

// What it counts and has decided.
void AutoIntegrator::archive_decisions(Archive& a) {
  a.item("phase", phase_);
  if (phase_ < Phase::explicit_steps || phase_ > Phase::implicit_steps)
    a.refuse("names no phase of the solver 'auto'");
  a.item("is_turning", is_turning_);
  a.item("stiff_steps", stiff_);
  a.item("nonstiff_steps", nonstiff_);
  a.item("window_steps", steps_in_window_);
  a.item("wait", wait_);
  a.item("window_length", window_length_);
  a.item("window_cost", window_cost_);
  a.item("explicit_pace", explicit_pace_);
  a.item("explicit_cost", explicit_cost_);
  a.item("direction", direction_);
  if (!direction_.empty() && direction_.size() != static_cast<std::size_t>(rhs_.size()))
    a.refuse("holds a direction of another number of states");
}

void AutoIntegrator::archive_implicit(Archive& a) {
  bool has_implicit = implicit_ != nullptr;
  a.item("has_implicit", has_implicit);
  if (!has_implicit && phase_ != Phase::explicit_steps)
    a.refuse("lacks the implicit method that was in use");
  if (!has_implicit) return;
  if (a.is_reading()) {
    implicit_ = make_implicit_();
    if (phase_ != Phase::explicit_steps) used_ = implicit_.get();
  }
  implicit_->archive(a);
}

double AutoIntegrator::step(double limit) {
  if (is_turning_) {
    is_turning_ = false;
    phase_ == Phase::explicit_steps ? switch_to_implicit()
                                    : switch_to_explicit(phase_ == Phase::trial);
  }
  const double before = time();
  if (phase_ == Phase::explicit_steps) {
    used_->step(limit);
    watch_explicit(time() - before);
  } else {
    step_implicit(limit);
    if (phase_ != Phase::explicit_steps) watch_implicit(time() - before);
  }
  take_statistics();
  return time();
}

// What CVODE cannot do the explicit method may: it goes on from the last state.
double AutoIntegrator::step_implicit(double limit) {
  try {
    return used_->step(limit);
  } catch (const RunError&) {
    switch_to_explicit(true);
    return used_->step(limit);
  }
}

void AutoIntegrator::watch_explicit(double length) {
  window_length_ += length;
  ++steps_in_window_;
  if (used_->statistics().stability_use > 1) {
    nonstiff_ = 0;
    ++stiff_;
  } else if (++nonstiff_ == kUnrestrictedSteps) {
    stiff_ = 0;
    begin_window();
  }
  is_turning_ = stiff_ >= wait_;
}

void AutoIntegrator::watch_implicit(double length) {
  window_length_ += length;
  ++steps_in_window_;
  const bool is_spent = calc_cost() - window_cost_ > explicit_cost_;
  if (phase_ == Phase::trial) {
    const bool pays = calc_pace() > kGain * explicit_pace_;
    is_turning_ = !pays && is_spent;
    if (!pays || steps_in_window_ < kSettlingSteps) return;
    phase_ = Phase::implicit_steps;
    wait_ = kStepsBeforeImplicit;
    begin_window();
  } else if (is_spent && steps_in_window_ >= kSettlingSteps) {
    is_turning_ = calc_explicit_pace() > kGain * calc_pace();
    begin_window();
  }
}

void AutoIntegrator::begin_window() {
  steps_in_window_ = 0;
  window_length_ = 0;
  window_cost_ = calc_cost();
}

double AutoIntegrator::calc_cost() const {
  if (used_ != explicit_.get()) return implicit_->operation_count();
  return static_cast<double>(explicit_->statistics().evaluations) *
         (rhs_.operation_count() + kPerState * rhs_.size());
}

double AutoIntegrator::calc_pace() const {
  return window_length_ / std::max(calc_cost() - window_cost_, 1.0);
}

// |λ| of the fastest motion by the power method on the last Jacobian; the growth over the last
// iterations, since the vector of a pair of complex values turns.
double AutoIntegrator::calc_explicit_pace() {
  const Sparsity* pattern = rhs_.jacobian_pattern();
  const std::span<const double> entries = implicit_->jacobian();
  if (!pattern || entries.empty()) return 0;
  const auto n = static_cast<std::size_t>(rhs_.size());
  if (direction_.size() != n) {
    direction_.resize(n);
    for (std::size_t i = 0; i < n; ++i)
      direction_[i] = 1 + 0.1 * std::sin(1.0 + static_cast<double>(i));
  }
  constexpr int kCounted = kPowerIterations / 2;
  std::vector<double> image(n);
  double growth = 1;
  for (int k = 0; k < kPowerIterations; ++k) {
    double before = 0, after = 0;
    for (const double d : direction_) before = std::max(before, std::abs(d));
    std::fill(image.begin(), image.end(), 0.0);
    for (std::size_t j = 0; j < n; ++j)
      for (int e = pattern->start[j]; e < pattern->start[j + 1]; ++e)
        image[static_cast<std::size_t>(pattern->row[static_cast<std::size_t>(e)])] +=
            entries[static_cast<std::size_t>(e)] * direction_[j];
    for (const double d : image) after = std::max(after, std::abs(d));
    if (!(after > 0 && std::isfinite(after))) {
      direction_.clear();
      return 0;
    }
    if (k >= kPowerIterations - kCounted) growth *= after / before;
    for (std::size_t i = 0; i < n; ++i) direction_[i] = image[i] / after;
  }
  const double rate = runtime_pow(growth, 1.0 / kCounted);
  return kExplicitBound / rate /
         (kEvaluations * (rhs_.operation_count() + kPerState * static_cast<double>(n)));
}

void AutoIntegrator::switch_to_implicit() {
  explicit_pace_ = calc_pace();
  explicit_cost_ = calc_cost() - window_cost_;
  const double t = time();
  const std::vector<double> x(state(), state() + rhs_.size());
  if (!implicit_) {
    implicit_ = make_implicit_();
    implicit_->start(t, x.data());
  } else {
    implicit_->restart(t, x.data());
  }
  used_ = implicit_.get();
  phase_ = Phase::trial;
  begin_window();
}

void AutoIntegrator::switch_to_explicit(bool was_in_vain) {
  const double t = time();
  const std::vector<double> x(state(), state() + rhs_.size());
  explicit_->restart(t, x.data());
  used_ = explicit_.get();
  phase_ = Phase::explicit_steps;
  is_turning_ = false;
  stiff_ = nonstiff_ = 0;
  if (was_in_vain) wait_ = std::min(wait_ * kWaitFactor, kLongestWait);
  begin_window();
}

void AutoIntegrator::take_statistics() {
  statistics_ = explicit_->statistics();
  if (!implicit_) return;
  const StepStatistics& added = implicit_->statistics();
  StepStatistics& s = statistics_;
  s.steps += added.steps;
  s.rejections += added.rejections;
  s.evaluations += added.evaluations;
  s.jacobians += added.jacobians;
  s.factorisations += added.factorisations;
  if (s.smallest_step == 0 || (added.smallest_step > 0 && added.smallest_step < s.smallest_step))
    s.smallest_step = added.smallest_step;
  s.largest_step = std::max(s.largest_step, added.largest_step);
  s.largest_drift = std::max(s.largest_drift, added.largest_drift);
}

}  // namespace holon::detail
