// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "holon/solve/multistep.h"

namespace holon::detail {

/// CVODE of SUNDIALS: multistep methods of variable step and order in Nordsieck's form. Backward
/// differences of orders 1 to 5 with a modified Newton iteration, for stiff problems; or Adams'
/// methods of orders 1 to 12 with a fixed-point iteration.
///
/// Newton's matrix 1 - γ ∂f/∂x is made of the exact Jacobian where the right side has one (else of
/// differences); it is factorised dense or, where it is large and sparse, by KLU. With an exact
/// Jacobian the iteration judges residuals by row (cvode_newton.h).
///
/// Invariants are restored within the step (Eich, SIAM J. Numer. Anal. 30 (1993) 1467–1482), so
/// that the history of earlier steps survives. The whole error counts, also what projection takes
/// away. Only backward differences can do that; Adams refuses a right side with invariants.
class Cvode final : public Multistep {
 public:
  enum class Method { bdf, adams };

  /// Throws std::invalid_argument for Adams and invariants.
  Cvode(Rhs& rhs, const IntegratorOptions& options, Method method);
  ~Cvode() override;

  std::string_view method() const override;
  void archive(Archive& a) override;

  bool multiply_jacobian(const double* v, double* image) override;
  double operation_count() const override;

 private:
  struct Memory;
  struct Callbacks;

  void reinitialise(double t, double first_step) override;
  std::pair<int, double> advance(double limit) override;
  void read_state(double* x) override;
  void read_state(double t, double* x) override;
  Counts read_counts() override;
  Trouble classify(int flag) override;
  double read_failed_step() override;
  const double* read_errors() override;
  void check(int flag) const override;
  bool project(double t, const double* y, double* correction);

  const Method method_;
  std::unique_ptr<Memory> memory_;
};

}  // namespace holon::detail
