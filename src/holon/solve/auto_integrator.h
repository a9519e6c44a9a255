// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "holon/solve/integrator.h"

namespace holon::detail {

class Radau;

/// Chooses among an explicit method, a one-step and a multistep implicit one: begins with the
/// explicit one, tries an implicit one once stability has held the step down in some steps, and
/// goes on with what advances farther per operation. From then on the others are tried now and
/// then, each time in vain four times as much later; the explicit one only where the fastest motion
/// would let it go farther. At tight tolerances the one-step method, whose order is higher, is
/// tried where nothing is stiff as well, and used as long as its steps show that the explicit one
/// would spend more on them. A method is tried as soon as that costs a small share of what has been
/// spent.
///
/// What it decides depends on the numbers of the run alone: operations are counted, not timed. A
/// run that is short, or never stiff for long at a tolerance that is not tight, gets the explicit
/// method's bits.
class AutoIntegrator final : public Integrator {
 public:
  enum class Method { dopri5, radau, cvode };
  static constexpr std::size_t kMethods = 3;
  using Make = std::function<std::unique_ptr<Integrator>(Method)>;

  /// The implicit methods, and with them the Jacobian, are only made when they are tried.
  AutoIntegrator(Rhs& rhs, const IntegratorOptions& options, Make make);

  void start(double t, const double* x) override;
  void restart(double t, const double* x) override;
  void go_on(double t, const double* x) override;
  double step(double limit) override;

  double time() const override { return used().time(); }
  double previous_time() const override { return used().previous_time(); }
  const double* state() const override { return used().state(); }
  void interpolate(double t, double* x) override { used().interpolate(t, x); }
  const StepStatistics& statistics() const override { return statistics_; }
  std::string_view method() const override { return used().method(); }
  double operation_count() const override;
  void archive(Archive& a) override;
  /// While a method of our own is used; CVODE, where it has been used, begins anew in any case.
  bool has_whole_state() const override { return used().has_whole_state(); }
  void archive_whole(Archive& a) override;

 private:
  static std::size_t index(Method m) { return static_cast<std::size_t>(m); }
  Integrator& used() { return *methods_[index(used_)]; }
  const Integrator& used() const { return *methods_[index(used_)]; }
  /// Made, and with it its Jacobian, when it is first needed.
  Radau& radau();
  bool is_trial() const { return used_ != settled_; }

  void archive_decisions(Archive& a);
  void archive_choice(Archive& a, const char* name, Method& choice);
  void archive_methods(Archive& a, bool is_whole);
  void watch_explicit();
  void watch_trial(double cost);
  bool is_growing_since(double cost, int lead_in);
  void return_from_calm();
  void add_calm_step(double cost);
  void watch_implicit();
  void begin_window();
  void begin_trial(Method candidate);
  void begin_calm_trial();
  bool is_calm_trial() const { return is_calm_ && settled_ == Method::dopri5; }
  bool can_afford(Method candidate) const;
  double calc_trial_cost(Method candidate) const;
  void settle();
  void return_from_trial();
  void wait_for(Method failed);
  void begin_next();
  void give_up();
  double calc_pace() const;
  double calc_window_cost() const;
  /// Simulated time per operation that the explicit method's stability allows.
  double calc_explicit_pace();
  void switch_to(Method m);
  void take_statistics();

  Rhs& rhs_;
  const Make make_;
  const double restricted_use_;  // of stability, from which on a step counts as stiff
  const bool is_tight_;          // the tolerance
  const bool has_unknowns_;      // that radau solves together with its stages
  std::array<std::unique_ptr<Integrator>, kMethods> methods_;
  Method used_ = Method::dopri5;     // by the last step
  Method next_ = Method::dopri5;     // by the next one
  Method settled_ = Method::dopri5;  // to which a trial in vain returns
  // Of the window that is measured: steps, [s], operations at its beginning.
  int steps_in_window_ = 0;
  double window_length_ = 0, window_cost_ = 0;
  int steps_in_trial_ = 0;
  // Where nothing is stiff: whether radau is used, and what its last steps have cost and would have
  // cost the explicit method, in operations.
  bool is_calm_ = false;
  double calm_cost_ = 0, explicit_cost_ = 0;
  double stable_pace_ = 0;   // of the explicit method [s] per operation; 0: not known
  double trial_cost_ = 0;    // operations at its beginning
  double trial_length_ = 0;  // [s] of its last step
  bool has_grown_ = false;   // its steps, since those that do not count
  double budget_ = 0;        // of the trial: operations
  double settled_pace_ = 0;  // [s] per operation, before it
  // Of the explicit method while it is settled.
  int stiff_ = 0, nonstiff_ = 0, stiff_before_trial_ = 0, calm_before_trial_ = 0;
  Method candidate_ = Method::radau;
  // Of an implicit one: windows until another method is tried, and after a trial in vain.
  std::array<int, kMethods> left_{}, wait_{};
  double window_size_ = 0;         // operations of a window
  std::vector<double> direction_;  // of the fastest motion, so far
  StepStatistics statistics_;
};

}  // namespace holon::detail
