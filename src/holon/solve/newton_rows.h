// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sundials/sundials_nonlinearsolver.h>

#include <vector>

#include "holon/expr/derive/jacobian.h"

namespace holon::detail {

/// The test by row of the modified Newton iterations of CVODE and IDA.
///
/// Both measure the corrections M⁻¹ r in a matrix M = 1 - γ ∂f/∂x of an earlier state. Where f has
/// become less stiff since, they almost vanish whatever the residual r is, and any state is
/// accepted as a solution. So the rate of convergence is that of the residual as well, in each row
/// of a state in which M differs much from 1: if its residual is not small, the row is accepted
/// only if the last correction has made it smaller at a rate at which what is left over is small,
/// if it is rounding error of the states in f, or if a step along it shows that f is as stiff as M
/// says. In other rows the residual shows in the corrections.
class NewtonRows {
 public:
  NewtonRows(const NewtonRows&) = delete;
  NewtonRows& operator=(const NewtonRows&) = delete;

 protected:
  /// Of the first `rows` equations, those of states, scaled to 1 - γ ∂f/∂x. `like` is a vector of
  /// the solver; `last_iteration` of it, counted from 0.
  NewtonRows(N_Vector like, std::size_t rows, int last_iteration);
  virtual ~NewtonRows();

  /// Computes the residual at a correction y, unscaled; a SUNDIALS flag.
  virtual int run_residual(N_Vector y, N_Vector residual) = 0;
  /// add_rounding_errors() by the magnitudes of the states.
  virtual void calc_rounding_errors() = 0;

  /// Behind a residual r of an iteration; `scale` is that of the rows: 1/cj of IDA.
  void keep_residual(const double* r, double scale);
  /// For a new matrix of the entries ∂f/∂x in `pattern`.
  void find_stiff_rows(const Sparsity& pattern, const std::vector<double>& entries, double gamma,
                       const double* weights);
  bool has_stuck_row(int iteration, N_Vector y, const double* correction, double tolerance,
                     const double* weights);
  /// Whether all rows whose residual at y is not small are stiff and off by no more than
  /// `permitted`: noise of f in which corrections end.
  bool is_noise(N_Vector y, double tolerance, double permitted, const double* weights);
  void add_rounding_errors(const Sparsity& pattern, const std::vector<double>& entries,
                           double gamma, const double* now, const double* predicted);

 private:
  bool is_stiff_where_stuck(N_Vector y, double permitted, const double* weights);

  const int last_iteration_;
  N_Vector probed_ = nullptr, moved_ = nullptr;
  double scale_ = 1;
  std::vector<double> now_, before_;     // residuals at the beginnings of the last two iterations
  std::vector<double> rounding_errors_;  // of γ f
  std::vector<double> stiffness_;        // of each row of M - 1, weighted
  std::vector<std::size_t> stiff_rows_, stuck_;
};

}  // namespace holon::detail
