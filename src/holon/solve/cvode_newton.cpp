// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/cvode_newton.h"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace holon::detail {
namespace {

// CVODE's own: how much of an earlier rate of convergence is believed, and where the iteration
// diverges.
constexpr double kRateFall = 0.3, kDivergence = 2;
// Of CVODE, counted from 0.
constexpr int kLastIteration = 2;
// Of noise, in what Newton's method may leave over: a third of what a step may err.
constexpr double kNoise = 10;
constexpr double kNoiseFall = 0.3;

const double* vector_data(N_Vector v) { return N_VGetArrayPointer(v); }

}  // namespace

CvodeNewton::CvodeNewton(void* cvode, N_Vector like, SUNContext context, const Sparsity& pattern,
                         const std::vector<double>& entries)
    : NewtonRows(like, static_cast<std::size_t>(pattern.columns), kLastIteration),
      cvode_(cvode),
      pattern_(pattern),
      entries_(entries),
      solver_(SUNNonlinSol_Newton(like, context)) {
  if (!solver_) throw std::bad_alloc();
}

CvodeNewton::~CvodeNewton() { SUNNonlinSolFree(solver_); }

void CvodeNewton::install(SUNNonlinSolSysFn residual) {
  if (CVodeSetNonlinearSolver(cvode_, solver_) != CV_SUCCESS) throw std::bad_alloc();
  SUNNonlinSolGetSysFn_Newton(solver_, &residual_);
  SUNNonlinSolSetSysFn(solver_, residual);
  SUNNonlinSolSetConvTestFn(solver_, test, this);
}

int CvodeNewton::test(SUNNonlinearSolver solver, N_Vector y, N_Vector correction,
                      realtype tolerance, N_Vector weights, void* self) {
  int iteration = 0;
  SUNNonlinSolGetCurIter(solver, &iteration);
  return static_cast<CvodeNewton*>(self)->test(iteration, y, vector_data(correction),
                                               N_VWrmsNorm(correction, weights), tolerance,
                                               vector_data(weights));
}

int CvodeNewton::test(int iteration, N_Vector y, const double* correction, double size,
                      double tolerance, const double* weights) {
  long setups = 0, jacobians = 0;
  CVodeGetNumLinSolvSetups(cvode_, &setups);
  CVodeGetNumJacEvals(cvode_, &jacobians);
  if (iteration == 0) is_jacobian_new_ = std::exchange(jacobians_, jacobians) != jacobians;
  if (std::exchange(setups_, setups) != setups) {
    rate_ = 1;
    double gamma = 0;
    CVodeGetCurrentGamma(cvode_, &gamma);
    find_stiff_rows(pattern_, entries_, gamma, weights);
  }
  if (iteration > 0) rate_ = std::max(kRateFall * rate_, size / size_before_);
  const bool is_small = size * std::min(1.0, rate_) <= tolerance;
  if (is_small && !has_stuck_row(iteration, y, correction, tolerance, weights))
    return SUN_NLS_SUCCESS;
  // With the Jacobian of this step a correction that is no noise falls by more.
  const bool may_be_noise = is_jacobian_new_ && iteration > 0 && size <= kNoise * tolerance &&
                            size > kNoiseFall * size_before_;
  if (!is_small && iteration > 0 && !may_be_noise && size > kDivergence * size_before_)
    return SUN_NLS_CONV_RECVR;
  if (!is_small && iteration == kLastIteration && may_be_noise &&
      is_noise(y, tolerance, kNoise * tolerance, weights))
    return SUN_NLS_SUCCESS;
  size_before_ = std::max(size, std::numeric_limits<double>::min());
  return SUN_NLS_CONTINUE;
}

int CvodeNewton::run_residual(N_Vector y, N_Vector residual) {
  return residual_(y, residual, cvode_);
}

void CvodeNewton::calc_rounding_errors() {
  double time = 0, gamma = 0, rl1 = 0;
  N_Vector predicted = nullptr, state = nullptr, slope = nullptr, history = nullptr;
  void* user = nullptr;
  CVodeGetNonlinearSystemData(cvode_, &time, &predicted, &state, &slope, &gamma, &rl1, &history,
                              &user);
  add_rounding_errors(pattern_, entries_, gamma, vector_data(state), vector_data(predicted));
}

}  // namespace holon::detail
