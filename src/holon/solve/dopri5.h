// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/solve/first_steps.h"
#include "holon/solve/stepper.h"

namespace holon::detail {

/// The method of Dormand and Prince of order 5 with an embedded error of order 4 (J. Comput. Appl.
/// Math. 6 (1980) 19–26), seven stages of which the last is the next step's first; dense output of
/// order 4 by Shampine; step control, first step and stiffness test as in Hairer, Nørsett, Wanner,
/// Solving Ordinary Differential Equations I (2nd ed. 1993), II.4–II.6 and their code DOPRI5.
///
/// A step is accepted where for every state |error| <= tolerance max(nominal, |x|), |x| being the
/// largest magnitude in its group at either end of the step: a relative error above the nominal
/// magnitude, an absolute one below (Shampine and Reichelt, SIAM J. Sci. Comput. 18 (1997) 1–22).
/// Where that is not so but the state has constraints, the error counts that is left when the
/// solutions of both orders are projected onto them, and the step is tried again with the right
/// side f(t, P(x)) in place of f(t, x), P being the projection. Both have the same solutions, but
/// not the same neighbours: where constraints lose their rank, as in a parallelogram whose bars
/// come into line, f grows without bound beside them, and its stages, which stand beside them by
/// their own errors, would make the steps ever shorter there; f(t, P(x)) stays as smooth as the
/// motion is.
///
/// The norm is the maximum, not the mean square, so that a state's accuracy does not depend on how
/// many others the model has.
template <int L>
class Dopri5 : public Stepper<L> {
 public:
  Dopri5(Rhs& rhs, const IntegratorOptions& options);

  void start(const double* t, const double* x, unsigned used);
  /// After a jump: the first step has the length that the first steps behind earlier jumps have
  /// shown to suffice (first_steps.h), up to the step that was proposed.
  void restart(const double* t, const double* x, unsigned used);
  /// Whether (t, x) and the right side there have the bits of the last step's end.
  bool is_unchanged(double t, const double* x);
  void archive(Archive& a);
  void archive_whole(Archive& a);
  /// One attempt in every lane that can move; returns the lanes whose step was accepted.
  unsigned attempt(const double* limits, unsigned lanes);
  /// Valid for a lane after the attempt that returned it, until the next one.
  void interpolate(int lane, double t, double* x) const;

 private:
  using typename Stepper<L>::Array;
  using typename Stepper<L>::Row;
  using Stepper<L>::n_;

  /// The largest change of a step's length to the next one.
  static constexpr double kGrow = 10;
  /// Steps that are guarded at least, and within which the next fall follows at once.
  static constexpr int kGuardedSteps = 10, kAtOnce = 8;

  void begin_steps(const double* t, const double* x, unsigned used, bool is_known = false);
  // Powers are runtime_pow's: the bits of std::pow differ among machines, and through the step they
  // would reach every result.
  void choose_first_step(unsigned used);
  /// The error of a first step after a jump shows how well it was chosen.
  void learn_first_step(std::size_t lane, double h, double error);
  void archive_lessons(Archive& a);
  void run_stages(const Row& h, const Row& t_new, unsigned lanes);
  /// f(t, x), and f(t, P(x)) in the lanes that are guarded.
  void evaluate_stage(const double* t, const Array& x, Array& dx, unsigned lanes);
  /// Error over allowed error in every lane, NaN where a stage was not finite.
  Row calc_error(const Row& h);
  /// The error once both solutions are projected, where that is less.
  double calc_projected_error(int lane, double h, double t_new, double error);
  double calc_component_error(std::size_t i, int lane, double h) const;
  /// The coefficients of the step's polynomial in a lane.
  void calc_polynomial(int lane) const;
  double calc_group_scale(const StateGroup& group, int lane) const;
  void watch_stiffness(int lane, double h, double error);
  void reject(int lane, double h, double error);
  /// Projects the stages of the steps that follow.
  void guard(int lane);
  /// Steps that fall without end are a sign that the rank does.
  void watch_fall(int lane, double h, double next);
  unsigned fail_too_short(const Row& h, const Row& t_new, unsigned to_limit, unsigned lanes);
  bool find_not_finite_stage(int lane, double step);
  int find_worst(int lane, double step) const;

  const std::vector<StateGroup> groups_;
  Array y0_, y1_, stage_;         // step's ends before projection; stage's state
  Array guarded_stage_;           // the same with guarded lanes projected
  std::vector<double> trial_[2];  // one lane's states that are projected to try
  Array k1_, k2_, k3_, k4_, k5_, k6_, k7_;
  Array errors_;        // of components, and
  Array group_scales_;  // what each group may err by: of the last attempt
  // y0 + s (rise + s1 (bend + s (c4 + s1 c5))) with s1 = 1 − s, once it is needed.
  mutable Array rise_, bend_, c4_, c5_;
  mutable std::array<bool, L> has_polynomial_{};
  std::array<double, L> h_{};              // proposed next step
  std::array<double, L> step_{};           // last attempted
  std::array<double, L> longest_probe_{};  // for the first step; 0: as long as it likes
  std::array<FirstSteps, L> first_steps_;  // after jumps
  std::array<double, L> before_{};         // step that was proposed before the last jump
  std::array<bool, L> limits_recur_{};     // one has been reached since the start
  std::array<bool, L> is_first_{};         // after a jump
  bool knows_slopes_ = false;              // k2_ is f at the jump
  std::array<double, L> error_before_{};   // for the PI controller
  std::array<int, L> rejected_in_row_{};
  std::array<int, L> guard_for_{}, guard_length_{};  // steps whose stages are projected
  std::array<int, L> unguarded_{};                   // steps since then
  std::array<double, L> longest_{};                  // step since then
  std::array<double, L> first_tried_{};              // guarded step that failed first
  std::array<std::size_t, L> tried_elsewhere_{};     // instead of it
  std::array<int, L> stiff_count_{}, nonstiff_count_{};
};

extern template class Dopri5<1>;
extern template class Dopri5<LaneIntegrator::kLanes>;

}  // namespace holon::detail
