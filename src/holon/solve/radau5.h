// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <complex>
#include <span>
#include <vector>

#include "holon/solve/integrator.h"
#include "holon/solve/rhs_jacobian.h"
#include "holon/solve/shifted_jacobian.h"
#include "holon/solve/stepper.h"

namespace holon::detail {

/// Radau IIA of order 5: one-step, implicit, stiffly accurate and L-stable, for stiff problems with
/// many events, clocks and breaks of their inputs. As Hairer and Wanner's code RADAU5 (Solving
/// Ordinary Differential Equations II, IV.8): simplified Newton in transformed variables, starting
/// values by the last collocation polynomial, Gustafsson's predictive step control; dense output of
/// order 4 (radau5_tableau.h).
///
/// The estimate of the error is of order 3, the method's own of order 5. So the estimate may be
/// 0.05 tolerance^(2/3) max(nominal, |x|) in every state, |x| being the largest magnitude in its
/// group; the norm is the maximum. That estimate is one of the step's end, which is exact where a
/// state follows a given motion at once, however long the step. So the same bound holds for what
/// the fourth stage adds to the polynomial within the step, as rows and events are found there.
///
/// Jacobian and factors are kept while Newton's method converges fast, the step stays what it was,
/// and the right side's branch is the same: across restarts too that leave time and states as they
/// are, and begin with the step that the last one proposed. Stages count as solved only if each
/// row's residual has shown that the matrix suits f. What remains before a limit is divided into
/// equal steps.
///
/// Invariants are restored after each step.
class Radau5 final : public Integrator {
 public:
  Radau5(Rhs& rhs, const IntegratorOptions& options);

  void start(double t, const double* x) override;
  void restart(double t, const double* x) override;
  double step(double limit) override;

  double time() const override { return time_; }
  double previous_time() const override { return previous_time_; }
  const double* state() const override { return state_.data(); }
  void interpolate(double t, double* x) override;
  const StepStatistics& statistics() const override { return statistics_; }
  std::string_view method() const override { return "radau5"; }
  void archive(Archive& a) override;
  bool has_whole_state() const override { return true; }
  void archive_whole(Archive& a) override;

  std::span<const double> jacobian() const override;
  double operation_count() const override;

 private:
  using Array = std::vector<double>;
  using Stages = std::array<Array, 3>;
  using Complex = std::complex<double>;
  static constexpr int kMostIterations = 7;  // of Newton's method

  void begin(double t, const double* x);
  bool evaluate(double t, const Array& x, Array& dx);
  void calc_weights();
  double norm(const Array& x);

  double choose_length(double limit) const;
  bool attempt(double h, double t_new);
  bool prepare_matrices(double h);
  bool factorise(double h);
  bool has_current_branch() const;
  void predict_stages(double h);
  bool solve_stages(double h, double& shorter);
  bool calc_newton_step(double h);
  bool has_stuck_row(double h);
  void calc_roundings();
  double estimate_error(double h);
  double choose_next(double h, double error) const;
  void reject(double next);
  bool accept(double h, double t_new);
  void step_over(double limit);
  void count_step(bool ended_by_limit);
  [[noreturn]] void fail(double h);
  void check_archived(Archive& a);

  void combine(const Stages& z, const std::array<double, 3>& weights, double* sum) const;
  bool solve_middle_stage(double h);

  Rhs& rhs_;
  const IntegratorOptions options_;
  const std::vector<StateGroup> groups_;
  const std::size_t n_;
  const double tolerance_;  // of the estimate of a step's error
  const double row_share_;  // tolerance_ over that of what a step's middle adds
  RhsJacobian jacobian_;
  ShiftedJacobian matrices_;
  StepStatistics statistics_;

  double time_ = 0, previous_time_ = 0;
  Array state_, slope_;          // projected, at time_
  Array weights_;                // one over the error allowed in each state
  double newton_tolerance_ = 0;  // of a Newton step's norm
  double next_ = 0;              // [s] the step that is proposed; 0 before the first start
  bool is_first_ = true;         // since a beginning
  int rejected_in_row_ = 0;
  double last_length_ = 0, last_error_ = 0;  // of the last accepted step; for its successor

  // Of the Jacobian and its matrices.
  bool has_jacobian_ = false;       // that may be used for the next step
  bool is_jacobian_fresh_ = false;  // of this state
  double factored_length_ = 0;      // [s] the step of the matrices; 0: there are none
  double rate_ = 0;                 // of Newton's convergence; 0 in a single iteration
  double contraction_ = 1;          // rate / (1 - rate), of the last that was seen
  double residual_ = 0;             // the largest of residuals_
  int iterations_ = 0;              // of the last attempt
  Array branch_;                    // of the right side

  // The last step: its polynomial about its beginning.
  bool has_polynomial_ = false;
  double length_ = 0;
  Array before_;
  Stages increments_;  // Z
  Array middle_;       // D of radau5_tableau.h

  // Of the attempt.
  Stages stages_, transformed_, slopes_;  // Z, W, f
  Array next_middle_;                     // D
  std::vector<Complex> complex_;
  Array residuals_, residuals_before_;  // by stage, weighted, of the last two iterations' starts
  Array roundings_;                     // of f by row, see calc_roundings
  Array error_, trial_, trial_slope_;
  std::int64_t solutions_ = 0, complex_solutions_ = 0;
  int bad_component_ = -1;  // that was not finite since the last accepted step
  double bad_value_ = 0;
  bool was_unsolved_ = false;  // by Newton's method, at the last attempt
  int worst_ = -1;             // of that attempt
};

}  // namespace holon::detail
