// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sundials/sundials_nvector.h>

#include <exception>
#include <utility>
#include <vector>

#include "holon/solve/integrator.h"
#include "holon/solve/stepper.h"

namespace holon::detail {

inline double* data(N_Vector v) { return N_VGetArrayPointer(v); }

/// What the multistep methods of SUNDIALS (Hindmarsh et al., ACM Trans. Math. Softw. 31 (2005)
/// 363–396) share: how errors are measured, the first step, limits, statistics and failures.
///
/// A step is accepted where for every state |error| <= tolerance max(nominal, |x|) / 10, |x| being
/// the largest magnitude in its group at the step's beginning; the norm is the maximum, as in
/// Dopri5. The tenth makes results about as good as Dopri5's, which takes a third of the steps.
class Multistep : public Integrator {
 public:
  void start(double t, const double* x) final;
  void restart(double t, const double* x) final;
  double step(double limit) final;

  double time() const final { return time_; }
  double previous_time() const final { return previous_time_; }
  const double* state() const final { return state_.data(); }
  void interpolate(double t, double* x) final;
  const StepStatistics& statistics() const final { return statistics_; }
  void archive(Archive& a) override { statistics_.archive(a); }

 protected:
  /// How often a step is tried before the run fails; SUNDIALS' own 7 and 10 give up at jumps that
  /// Dopri5 gets over.
  static constexpr int kMostErrorFailures = 40, kMostSolveFailures = 40;

  // Operations that a multistep method spends on a step itself: per state, and altogether.
  static constexpr double kStepPerState = 120, kStepAlone = 1000;

  /// What happened in the library, for messages: its flags differ from solver to solver.
  enum class Trouble { not_finite, step_too_small, not_solved, other };
  /// Counted by the library since the last beginning.
  struct Counts {
    long error_failures = 0, solve_failures = 0, setups = 0;
  };

  Multistep(Rhs& rhs, const IntegratorOptions& options);

  /// The library begins anew at (t, state_), whose slope is slope_, with this first step [s].
  virtual void reinitialise(double t, double first_step) = 0;
  /// One step of the library that does not pass `limit`: its flag, and where it ended.
  virtual std::pair<int, double> advance(double limit) = 0;
  /// The state (size) at the end of that step, and at any time within it.
  virtual void read_state(double* x) = 0;
  virtual void read_state(double t, double* x) = 0;
  virtual Counts read_counts() = 0;
  virtual Trouble classify(int flag) = 0;
  /// [s] the length of the step that failed.
  virtual double read_failed_step() = 0;
  /// The estimated errors of all states (size), or nullptr.
  virtual const double* read_errors() = 0;
  /// Throws InternalError where the flag reports one.
  virtual void check(int flag) const = 0;

  /// The maximum of |x| times its weight, in the place of a root of a mean square; NaN where
  /// something is not finite.
  static realtype max_norm(N_Vector x, N_Vector weights);
  /// The same over the elements whose `mask` is not zero.
  static realtype masked_max_norm(N_Vector x, N_Vector weights, N_Vector mask);

  /// Calls `body` for the library, through which no exception may pass: it is kept, and thrown
  /// behind it.
  template <class Body>
  int run_guarded(const Body& body) {
    try {
      return body() ? 0 : 1;
    } catch (...) {
      thrown_ = std::current_exception();
      return -1;
    }
  }
  /// f(t, x); false where it is not finite.
  bool evaluate(double t, const double* x, double* dx);
  /// Of the first `count` numbers; remembers one that is not finite.
  bool are_finite(const double* values, std::size_t count);
  /// What a step may err of what the tolerance allows: errors of multistep methods point the same
  /// way for many steps, which are three times as many as dopri5's.
  static constexpr double kShare = 0.1;
  void calc_weights(const double* x, double* weights) const;
  void meet_drift(double drift);

  Rhs& rhs_;
  const IntegratorOptions options_;
  const std::vector<StateGroup> groups_;
  const std::size_t n_;
  std::vector<double> state_, slope_, trial_;
  StepStatistics statistics_;

 private:
  void begin(double t, const double* x);
  double choose_first_step();
  void step_over(double limit);
  void take_counts();
  int find_worst();
  [[noreturn]] void fail(int flag);

  std::vector<double> before_, weights_;
  double time_ = 0, previous_time_ = 0;
  bool is_short_ = false;      // the last step was a tiny one before its limit
  bool must_restart_ = false;  // and its history is none
  StepStatistics base_;        // before the last start
  int bad_component_ = -1;     // that was not finite since the last step of some length
  double bad_value_ = 0;
  std::exception_ptr thrown_;  // by a callback
};

}  // namespace holon::detail
