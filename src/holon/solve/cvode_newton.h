// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/solve/newton_rows.h"

namespace holon::detail {

/// The modified Newton iteration of CVODE with a convergence test of our own: CVODE's, and that by
/// row of NewtonRows. Where a row stands still the iteration continues and finally fails, and CVODE
/// tries a new Jacobian, then a shorter step. Corrections that do not decrease, but are less than
/// what a step may err, are accepted if the Jacobian is that of this step and the last iteration
/// shows that they are noise of f.
class CvodeNewton final : public NewtonRows {
 public:
  /// `like` is a vector of its size. J has entries
  /// in `pattern`, `entries` are the last ones: both as long as this exists.
  CvodeNewton(void* cvode, N_Vector like, SUNContext context, const Sparsity& pattern,
              const std::vector<double>& entries);
  ~CvodeNewton() override;

  /// Forgets all earlier steps, as CVODE does where it is reinitialised.
  void begin() { setups_ = jacobians_ = -1; }
  /// Behind a residual r that CVODE has computed. The callback `residual` of `install` gets it.
  void keep_residual(const double* r) { NewtonRows::keep_residual(r, 1); }
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
  int run_residual(N_Vector y, N_Vector residual) override;
  void calc_rounding_errors() override;

  void* const cvode_;
  const Sparsity& pattern_;
  const std::vector<double>& entries_;
  SUNNonlinearSolver solver_ = nullptr;
  SUNNonlinSolSysFn residual_ = nullptr;
  double rate_ = 1, size_before_ = 0;
  long setups_ = -1, jacobians_ = -1;
  bool is_jacobian_new_ = false;
};

}  // namespace holon::detail
