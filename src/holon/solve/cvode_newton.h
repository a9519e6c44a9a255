// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sundials/sundials_nonlinearsolver.h>

#include <vector>

#include "holon/expr/derive/jacobian.h"

namespace holon::detail {

/// The modified Newton iteration of CVODE with a convergence test of our own.
///
/// CVODE measures the corrections M⁻¹ r in the matrix M = 1 - γ ∂f/∂x of an earlier state. Where f
/// has become less stiff since, they almost vanish whatever the residual r is, and any state is
/// accepted as a solution. Here the rate of convergence is that of the residual as well, in each
/// row in which M differs much from 1: if its residual is not small, the row is accepted only if
/// the last correction has made it smaller at a rate at which what is left over is small, if it is
/// rounding error of the states in f, or if a step along it shows that f is as stiff as M says.
/// Otherwise the iteration continues and finally fails, and CVODE tries a
/// new Jacobian, then a shorter step. In other rows the residual shows in
/// the corrections.
class CvodeNewton {
 public:
  /// `like` is a vector of its size. J has entries
  /// in `pattern`, `entries` are the last ones: both as long as this exists.
  CvodeNewton(void* cvode, N_Vector like, SUNContext context, const Sparsity& pattern,
              const std::vector<double>& entries);
  ~CvodeNewton();
  CvodeNewton(const CvodeNewton&) = delete;
  CvodeNewton& operator=(const CvodeNewton&) = delete;

  /// Forgets all earlier steps, as CVODE does where it is reinitialised.
  void begin() { setups_ = -1; }
  /// Behind a residual r that CVODE has computed. The callback `residual` of `install` gets it.
  void keep_residual(const double* r);
  /// CVODE's function that computes it.
  SUNNonlinSolSysFn residual() const { return residual_; }
  /// Takes the place of CVODE's own nonlinear solver. `residual` calls residual() and then
  /// keep_residual().
  void install(SUNNonlinSolSysFn residual);

 private:
  static int test(SUNNonlinearSolver solver, N_Vector y, N_Vector correction, realtype tolerance,
                  N_Vector weights, void* self);
  int test(int iteration, N_Vector y, const double* correction, double size, double tolerance,
           const double* weights);
  bool has_stuck_row(int iteration, N_Vector y, const double* correction, double tolerance,
                     const double* weights);
  bool is_stiff_where_stuck(N_Vector y, double tolerance, const double* weights);
  void find_stiff_rows(const double* weights);
  void calc_roundings();

  void* const cvode_;
  const Sparsity& pattern_;
  const std::vector<double>& entries_;
  SUNNonlinearSolver solver_ = nullptr;
  N_Vector probed_ = nullptr, moved_ = nullptr;
  SUNNonlinSolSysFn residual_ = nullptr;
  std::vector<double> now_, before_;  // residuals at the beginnings of the last two iterations
  std::vector<double> roundings_;     // of γ f
  std::vector<double> stiffness_;     // of each row of M - 1, weighted
  std::vector<std::size_t> stiff_rows_, stuck_;
  double rate_ = 1, size_before_ = 0;
  long setups_ = -1;
};

}  // namespace holon::detail
