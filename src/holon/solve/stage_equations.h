// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "holon/solve/rhs.h"

namespace holon::detail {

/// The equations of the stages of an implicit one-step method, of one lane: x' = f(t, x), or, where
/// f solves equations by Newton's method, those together with it,
///
///   x' = f(t, x, z),   0 = r(t, x, z),   y = (x, z),   F = (f, r),
///
/// so that the stages' own iteration finds the unknowns z as well. ∂F/∂y is exact where the right
/// side has a pattern, else of forward differences of f, which then fill a dense matrix by columns
/// (and there are no unknowns).
class StageEquations {
 public:
  /// Unknowns are only kept where `keeps_unknowns`.
  StageEquations(Rhs& rhs, bool keeps_unknowns);
  ~StageEquations();

  std::size_t size() const { return n_ + unknowns_; }  ///< of y
  std::size_t states() const { return n_; }
  std::size_t unknowns() const { return unknowns_; }

  /// F (size) at (t, y).
  void run(double t, const double* y, double* F);
  /// z of y at (t, x), by f's own iteration.
  void find_unknowns(double t, double* y);

  /// Null where ∂F/∂y is dense.
  const Sparsity* pattern() const { return pattern_ ? &*pattern_ : nullptr; }
  /// ∂F/∂y at (t, y), where F is given; `scale` is the magnitude of each state at which a
  /// difference is taken. Counts evaluations in `evaluations`. False where an entry is not finite.
  bool calc_jacobian(double t, const double* y, const double* F, std::span<const double> scale,
                     std::int64_t& evaluations);
  std::vector<double>& entries() { return entries_; }
  const std::vector<double>& entries() const { return entries_; }
  /// image (states) = A v of the last Jacobian, A = ∂f/∂x − ∂f/∂z (∂r/∂z)⁻¹ ∂r/∂x. False where
  /// ∂r/∂z is singular.
  bool multiply(const double* v, double* image);

  /// Arithmetic operations of an evaluation of F, and of ∂F/∂y.
  double operation_count() const;
  double jacobian_operation_count() const;

 private:
  struct Condensed;

  void calc_differences(double t, const double* x, const double* slope,
                        std::span<const double> scale);

  Rhs& rhs_;
  const std::size_t n_;
  std::size_t unknowns_ = 0;
  std::optional<Sparsity> pattern_;
  double operations_ = 0, jacobian_operations_ = 0;  // of the implicit form
  std::vector<double> entries_, x_, slope_;
  std::unique_ptr<Condensed> condensed_;  // of the last Jacobian, once it has been multiplied
};

}  // namespace holon::detail
