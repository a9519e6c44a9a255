// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/ida_newton.h"

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include <algorithm>
#include <new>
#include <utility>

namespace holon::detail {
namespace {

// Of IDA, counted from 0.
constexpr int kLastOfIda = 3;
// Of noise, in what a step may err: as much as IDA's own test leaves over.
constexpr double kNoiseOfIda = 0.33;

}  // namespace

IdaNewton::IdaNewton(void* ida, N_Vector like, SUNContext context, std::size_t states,
                     const Sparsity& pattern, const std::vector<double>& entries)
    : NewtonRows(like, states, kLastOfIda),
      ida_(ida),
      pattern_(pattern),
      entries_(entries),
      solver_(SUNNonlinSol_Newton(like, context)) {
  if (!solver_) throw std::bad_alloc();
}

IdaNewton::~IdaNewton() { SUNNonlinSolFree(solver_); }

void IdaNewton::install(SUNNonlinSolSysFn residual) {
  if (IDASetNonlinearSolver(ida_, solver_) != IDA_SUCCESS) throw std::bad_alloc();
  SUNNonlinSolGetSysFn_Newton(solver_, &residual_);
  SUNNonlinSolSetSysFn(solver_, residual);
  const auto* content = static_cast<SUNNonlinearSolverContent_Newton>(solver_->content);
  idas_ = content->CTest;
  idas_data_ = content->ctest_data;
  SUNNonlinSolSetConvTestFn(solver_, test, this);
}

double IdaNewton::calc_scale() const {
  double per_step = 0;
  IDAGetCurrentCj(ida_, &per_step);
  return 1 / per_step;
}

void IdaNewton::keep_residual(const double* r) { NewtonRows::keep_residual(r, calc_scale()); }

int IdaNewton::test(SUNNonlinearSolver solver, N_Vector y, N_Vector correction, realtype tolerance,
                    N_Vector weights, void* data) {
  IdaNewton& self = *static_cast<IdaNewton*>(data);
  long setups = 0;
  IDAGetNumLinSolvSetups(self.ida_, &setups);
  if (std::exchange(self.setups_, setups) != setups)
    self.find_stiff_rows(self.pattern_, self.entries_, self.calc_scale(),
                         N_VGetArrayPointer(weights));
  int iteration = 0;
  SUNNonlinSolGetCurIter(solver, &iteration);
  const int flag = self.idas_(solver, y, correction, tolerance, weights, self.idas_data_);
  const double* const inverse_errors = N_VGetArrayPointer(weights);
  if (flag == SUN_NLS_SUCCESS) {
    return self.has_stuck_row(iteration, y, N_VGetArrayPointer(correction), tolerance,
                              inverse_errors)
               ? SUN_NLS_CONTINUE
               : SUN_NLS_SUCCESS;
  }
  const double permitted = std::max(tolerance, kNoiseOfIda);
  if (!(N_VWrmsNorm(correction, weights) <= permitted)) return flag;
  if (iteration < kLastOfIda) return SUN_NLS_CONTINUE;
  return self.is_noise(y, tolerance, permitted, inverse_errors) ? SUN_NLS_SUCCESS : flag;
}

int IdaNewton::run_residual(N_Vector y, N_Vector residual) { return residual_(y, residual, ida_); }

void IdaNewton::calc_rounding_errors() {
  double time = 0, per_step = 1;
  N_Vector predicted = nullptr, predicted_slope = nullptr, y = nullptr, slope = nullptr,
           residual = nullptr;
  void* user = nullptr;
  IDAGetNonlinearSystemData(ida_, &time, &predicted, &predicted_slope, &y, &slope, &residual,
                            &per_step, &user);
  add_rounding_errors(pattern_, entries_, 1 / per_step, N_VGetArrayPointer(y),
                      N_VGetArrayPointer(predicted));
}

}  // namespace holon::detail
