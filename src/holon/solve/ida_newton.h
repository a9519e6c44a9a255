// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/solve/newton_rows.h"

namespace holon::detail {

/// The modified Newton iteration of IDA, whose solutions have to pass the test by row of NewtonRows
/// as well. The rows are those of x' = f(t, x, z) - Hᵀ μ, over cj of IDA. Corrections that do not
/// decrease, but are less than a third of what a step may err, are accepted if the last iteration
/// shows that they are noise of f.
class IdaNewton final : public NewtonRows {
 public:
  /// `like` is a vector of IDA, of whose equations the first `states` are those of states. The
  /// Jacobian has entries in `pattern`, `entries` are the last ones: both as long as this exists.
  IdaNewton(void* ida, N_Vector like, SUNContext context, std::size_t states,
            const Sparsity& pattern, const std::vector<double>& entries);
  ~IdaNewton() override;

  /// Forgets all earlier steps, as IDA does where it is reinitialised.
  void begin() { setups_ = -1; }
  void keep_residual(const double* r);
  /// IDA's function that computes the residual.
  SUNNonlinSolSysFn residual() const { return residual_; }
  /// Takes the place of IDA's own nonlinear solver. `residual` calls residual() and then
  /// keep_residual().
  void install(SUNNonlinSolSysFn residual);

 private:
  static int test(SUNNonlinearSolver solver, N_Vector y, N_Vector correction, realtype tolerance,
                  N_Vector weights, void* self);
  int run_residual(N_Vector y, N_Vector residual) override;
  void calc_rounding_errors() override;
  double calc_scale() const;

  void* const ida_;
  const Sparsity& pattern_;
  const std::vector<double>& entries_;
  SUNNonlinearSolver solver_ = nullptr;
  SUNNonlinSolSysFn residual_ = nullptr;
  SUNNonlinSolConvTestFn idas_ = nullptr;  // IDA's own test
  void* idas_data_ = nullptr;
  long setups_ = -1;
};

}  // namespace holon::detail
