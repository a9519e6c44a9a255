// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "holon/solve/cvode.h"
#include "holon/solve/integrator.h"

namespace holon::detail {

/// Begins with an explicit method, tries CVODE once stability has held the step down for long, and
/// goes on with what advances farther per operation. Back again once the fastest motion would let
/// the explicit method go farther.
///
/// What it decides depends on the numbers of the run alone: operations are counted, not timed. A
/// run that is never stiff for long gets the explicit method's bits.
class AutoIntegrator final : public Integrator {
 public:
  using MakeImplicit = std::function<std::unique_ptr<Cvode>()>;

  /// CVODE, and with it the Jacobian, is only made when it is tried.
  AutoIntegrator(Rhs& rhs, std::unique_ptr<Integrator> explicit_method, MakeImplicit make_implicit);

  void start(double t, const double* x) override;
  void restart(double t, const double* x) override;
  double step(double limit) override;

  double time() const override { return used_->time(); }
  double previous_time() const override { return used_->previous_time(); }
  const double* state() const override { return used_->state(); }
  void interpolate(double t, double* x) override { used_->interpolate(t, x); }
  const StepStatistics& statistics() const override { return statistics_; }
  std::string_view method() const override { return used_->method(); }
  void archive(Archive& a) override;
  /// While the explicit method is used; CVODE, where it has been used, begins anew in any case.
  bool has_whole_state() const override { return phase_ == Phase::explicit_steps; }
  void archive_whole(Archive& a) override;

 private:
  enum class Phase { explicit_steps, trial, implicit_steps };

  void archive_decisions(Archive& a);
  void archive_implicit(Archive& a);
  void watch_explicit(double length);
  void watch_implicit(double length);
  void begin_window();
  double calc_pace() const;
  double calc_cost() const;
  /// Simulated time per operation that the explicit method's stability allows.
  double calc_explicit_pace();
  void switch_to_implicit();
  void switch_to_explicit(bool was_in_vain);
  double step_implicit(double limit);
  void take_statistics();

  Rhs& rhs_;
  const MakeImplicit make_implicit_;
  const std::unique_ptr<Integrator> explicit_;
  std::unique_ptr<Cvode> implicit_;
  Integrator* used_;  // by the last step
  bool is_turning_ = false;
  Phase phase_ = Phase::explicit_steps;
  int stiff_ = 0, nonstiff_ = 0, steps_in_window_ = 0, wait_ = 0;
  double window_length_ = 0, window_cost_ = 0;  // [s]; operations at its beginning
  // Before the trial: [s] per operation, and operations.
  double explicit_pace_ = 0, explicit_cost_ = 0;
  std::vector<double> direction_;  // of the fastest motion, so far
  StepStatistics statistics_;
};

}  // namespace holon::detail
