// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <complex>
#include <vector>

#include "holon/solve/integrator.h"
#include "holon/solve/radau_tableau.h"
#include "holon/solve/shifted_jacobian.h"
#include "holon/solve/stage_equations.h"
#include "holon/solve/stepper.h"

namespace holon::detail {

/// Radau IIA of order 5 or 9: one-step, implicit, stiffly accurate and L-stable, for stiff problems
/// with many events, clocks and breaks of their inputs. As Hairer and Wanner's codes RADAU5 and
/// RADAU (Solving Ordinary Differential Equations II, IV.8; J. Comput. Appl. Math. 111 (1999) 93):
/// simplified Newton in transformed variables, starting values by the last collocation polynomial,
/// Gustafsson's predictive step control; with s stages dense output and an estimate of order s + 1
/// (radau_tableau.h).
///
/// The estimate of the error is of order s + 1, the method's own of order 2s - 1. So the estimate
/// may be 0.4 tolerance^((s + 2)/2s) max(nominal, |x|) in every state, |x| being the largest
/// magnitude in its group; the norm is the maximum. That estimate is one of the step's end, which
/// is exact where a state follows a given motion at once, however long the step. So a bound holds
/// for what the last stage adds to the polynomial within the step as well, as rows and events are
/// found there.
///
/// That holds where the solution is smooth. Where an estimate does not fall with the step as its
/// order says, it is the error itself, and may be one tolerance in the next steps.
///
/// Where both orders are permitted, steps of order 9 are tried now and then. Their polynomial shows
/// how long a step of order 5 might be; the order that advances farther for its cost goes on.
///
/// Jacobian and factors are kept while Newton's method converges fast, the step stays what it was,
/// and the right side's branch is the same: across restarts too that leave time and states as they
/// are, and begin with the step that the last one proposed. Stages count as solved only if each
/// row's residual has shown that the matrix suits f. What remains before a limit is divided into
/// equal steps.
///
/// Where the right side solves equations by Newton's method, their unknowns z are solved together
/// with the stages (stage_equations.h). Index 1: the last stage is the step's end, so z there is
/// exact for its x. The error is estimated from x alone; z is what its equations make of it. In the
/// rows of z, whose units are not those of z, the rate of convergence of each residual counts, too.
///
/// Invariants are restored after each step.
class Radau final : public Integrator {
 public:
  struct Stages {
    int fewest, most;  ///< 3 (order 5) or 5 (order 9)
  };
  enum class Form {
    solved,   ///< x' = f(t, x): the right side solves its equations itself
    implicit  ///< with unknowns of Newton's method kept
  };
  Radau(const char* name, Rhs& rhs, const IntegratorOptions& options, Stages stages,
        Form form = Form::implicit);

  void start(double t, const double* x) override;
  void restart(double t, const double* x) override;
  double step(double limit) override;

  double time() const override { return time_; }
  double previous_time() const override { return previous_time_; }
  const double* state() const override { return state_.data(); }
  void interpolate(double t, double* x) override;
  const StepStatistics& statistics() const override { return statistics_; }
  std::string_view method() const override { return name_; }
  void archive(Archive& a) override;
  bool has_whole_state() const override { return true; }
  void archive_whole(Archive& a) override;

  /// Behind a start or restart: the next step has the higher order and this length [s].
  void try_most_stages(double first_step);
  /// How many steps of dopri5 the last one would have taken for accuracy alone, about; 0 where its
  /// order does not show.
  double calc_explicit_steps() const;

  bool multiply_jacobian(const double* v, double* image) override;
  double operation_count() const override;
  double jacobian_operation_count() const { return equations_.jacobian_operation_count(); }

 private:
  using Array = std::vector<double>;
  using StageArrays = std::array<Array, RadauTableau::kMostStages>;
  using Complex = std::complex<double>;
  static constexpr int kMostIterations = 7;  // of Newton's method

  static constexpr int kFirstWait = 10, kMostWait = 80;  // see choose_stages

  /// What the estimates may be.
  struct Bounds {
    double end;        // of that of a step's end
    double row_share;  // `end` over that of what a step's middle adds
  };
  Bounds calc_bounds(int stages) const;

  std::size_t stages() const { return static_cast<std::size_t>(tableau_->stages); }
  void set_stages(int stages);
  void begin(double t, const double* x);
  void find_unknowns();
  bool evaluate(double t, const Array& x, Array& dx);
  void calc_weights();
  void calc_unknown_weights();
  double calc_unknown_weight(std::size_t i, double size) const;
  void scale_new_unknowns();
  double norm(const Array& x);
  double newton_norm(const Array& y);

  double choose_length(double limit) const;
  bool attempt(double h, double t_new);
  bool prepare_matrices(double h);
  bool factorise(double h);
  void find_unknown_errors();
  bool has_current_branch() const;
  void predict_stages(double h);
  void add_response_to_jump();
  bool solve_stages(double h, double& shorter);
  bool calc_newton_step(double h);
  void solve_transformed();
  void calc_residuals(double h, std::size_t i);
  double transform(const StageArrays& w, std::size_t k, std::size_t i) const;
  bool has_stuck_row(double h);
  bool has_stuck_unknown(double h);
  bool probe(double t);
  bool suits_unknown(double h, std::size_t k, std::size_t i);
  void calc_rounding_errors();
  double estimate_error(double h);
  double judge_roughness(double h, double error);
  double estimate_by_decay();
  double choose_next(double h, double error) const;
  void choose_stages(double h, double remains);
  void change_stages(int stages);
  void return_to_fewer();
  double calc_length_of_fewer(double h);
  void reject(double next);
  bool accept(double h, double t_new);
  void step_over(double limit);
  void count_step(bool ended_by_limit);
  [[noreturn]] void fail(double h);
  void archive_polynomial(Archive& a);
  void check_archived(Archive& a);

  void combine(const StageArrays& z, const RadauTableau& tableau,
               const RadauTableau::Weights& weights, double* sum) const;
  bool solve_middle_stage(double h);

  const char* const name_;
  Rhs& rhs_;
  const IntegratorOptions options_;
  const std::vector<StateGroup> groups_;
  const Stages permitted_;
  StageEquations equations_;
  const std::size_t states_, n_;  // of x, and of (x, z): what arrays hold
  ShiftedJacobian matrices_;
  StepStatistics statistics_;

  // The order, and what depends on it.
  const RadauTableau* tableau_ = nullptr;
  double tolerance_ = 0;  // of the estimate of a step's error
  double row_share_ = 0;  // tolerance_ over that of what a step's middle adds
  // Steps until order 9 is tried, and after a trial in vain; since the order has changed; that
  // order 5 would have done for less.
  int left_ = 0, wait_ = 0, with_these_ = 0, expensive_ = 0;

  double time_ = 0, previous_time_ = 0;
  Array state_, slope_;          // projected, at time_
  Array jump_;                   // of the slope, at a beginning
  bool has_jump_ = false;        // from the last step's polynomial, which goes on otherwise
  Array weights_;                // one over the error allowed in each state, and of unknowns
  Array magnitude_;              // of unknowns: the largest since a beginning
  Array unknown_errors_;         // of unknowns: what the rounding error of their equations leaves
  double newton_tolerance_ = 0;  // of a Newton step's norm
  double next_ = 0;              // [s] the step that is proposed; 0 before the first start
  bool is_first_ = true;         // since a beginning
  int rejected_in_row_ = 0;
  // Where the solution is not smooth, see judge_roughness: steps for which estimates are errors;
  // the last rejected step and its error, 0 behind an accepted one.
  int rough_ = 0;
  double rejected_length_ = 0, rejected_error_ = 0;
  bool fell_slowly_ = false;
  double raw_error_ = 0;                     // the last estimate, in tolerances of a step
  double accepted_error_ = 0;                // of the last accepted step
  double last_length_ = 0, last_error_ = 0;  // of the last accepted step; for its successor

  // Of the Jacobian and its matrices.
  bool has_jacobian_ = false;       // that may be used for the next step
  bool is_jacobian_fresh_ = false;  // of this state
  double factored_length_ = 0;      // [s] the step of the matrices; 0: there are none
  double rate_ = 0;                 // of Newton's convergence; 0 in a single iteration
  double contraction_ = 1;          // rate / (1 - rate), of the last that was seen
  double residual_ = 0;             // the largest of residuals_
  int iterations_ = 0;              // of the last attempt
  std::int64_t searches_ = 0;       // of unknowns by the right side
  Array branch_;                    // of the right side

  // The last step: its polynomial about its beginning.
  bool has_polynomial_ = false;
  const RadauTableau* polynomial_ = nullptr;
  double length_ = 0;
  Array before_;
  StageArrays increments_;  // Z
  Array middle_;            // D of radau_tableau.h

  // Of the attempt.
  StageArrays stages_, transformed_, slopes_;  // Z, W, f
  Array next_middle_;                          // D
  std::vector<Complex> complex_;               // of all pairs, one behind the other
  Array residuals_, residuals_before_;  // by stage, of the last two iterations' starts: weighted
                                        // of states, as they are of equations of unknowns
  Array rounding_errors_;               // by row, see calc_rounding_errors
  Array error_, trial_, trial_slope_;
  std::int64_t solutions_ = 0, complex_solutions_ = 0, complex_factorisations_ = 0;
  int bad_component_ = -1;  // that was not finite since the last accepted step
  double bad_value_ = 0;
  bool was_unsolved_ = false;  // by Newton's method, at the last attempt
  int worst_ = -1;             // of that attempt
};

}  // namespace holon::detail
