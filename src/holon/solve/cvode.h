// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "holon/solve/integrator.h"

namespace holon::detail {

/// CVODE of SUNDIALS (Hindmarsh et al., ACM Trans. Math. Softw. 31 (2005) 363–396): multistep
/// methods of variable step and order in Nordsieck's form. Backward differences of orders 1 to 5
/// with a modified Newton iteration, for stiff problems; or Adams' methods of orders 1 to 12 with a
/// fixed-point iteration.
///
/// A step is accepted where for every state |error| <= tolerance max(nominal, |x|) / 10, |x| being
/// the largest magnitude in its group at the step's beginning; the norm is the maximum, as in
/// Dopri5. The tenth makes results about as good as Dopri5's, which takes a third of the steps.
/// Newton's matrix 1 - γ ∂f/∂x is made of the exact Jacobian where the right side has one (else of
/// differences); it is factorised dense or, where it is large and sparse, by KLU.
///
/// Invariants are restored within the step (Eich, SIAM J. Numer. Anal. 30 (1993) 1467–1482), so
/// that the history of earlier steps survives. The whole error counts, also what projection takes
/// away. Only backward differences can do that; Adams refuses a right side with invariants.
class Cvode final : public Integrator {
 public:
  enum class Method { bdf, adams };

  /// Throws std::invalid_argument for Adams and invariants.
  Cvode(Rhs& rhs, const IntegratorOptions& options, Method method);
  ~Cvode() override;

  void start(double t, const double* x) override;
  void restart(double t, const double* x) override;
  double step(double limit) override;

  double time() const override { return time_; }
  double previous_time() const override { return previous_time_; }
  const double* state() const override { return state_.data(); }
  void interpolate(double t, double* x) override;
  const StepStatistics& statistics() const override { return statistics_; }
  std::string_view method() const override;
  void archive(Archive& a) override;

  /// The last Jacobian's entries in the order of the right side's pattern; empty before the first.
  std::span<const double> jacobian() const;
  /// Arithmetic operations spent so far, evaluations and linear algebra.
  double operation_count() const;

 private:
  struct Memory;
  struct Callbacks;

  bool project(double t, const double* y, double* correction);
  void begin(double t, const double* x);
  double choose_first_step();
  void step_over(double limit);
  void take_statistics();
  [[noreturn]] void fail(int flag);
  void calc_weights(const double* x, double* weights) const;
  int find_worst() const;
  bool evaluate(double t, const double* x, double* dx);
  int run_guarded(const std::function<int()>& body);

  Rhs& rhs_;
  const IntegratorOptions options_;
  const Method method_;
  const std::vector<StateGroup> groups_;
  const std::size_t n_;
  std::unique_ptr<Memory> memory_;
  std::vector<double> state_, before_, weights_, slope_, probe_, trial_;
  double time_ = 0, previous_time_ = 0;
  bool is_short_ = false;             // the last step was a crumb before its limit
  bool must_restart_ = false;         // and its history is none
  StepStatistics statistics_, base_;  // base_: before the last start
  int bad_component_ = -1;            // that was not finite since the last step of some length
  double bad_value_ = 0;
  std::exception_ptr thrown_;  // by a callback
};

}  // namespace holon::detail
