// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/cvode_newton.h"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <utility>

namespace holon::detail {
namespace {

// CVODE's own: how much of an earlier rate of convergence is believed, and where the iteration
// diverges.
constexpr double kRateFall = 0.3, kDivergence = 2;
// Of γ f, in units of rounding of the states.
constexpr double kRowRoundings = 10;
// Of a row of M - 1: below it, the largest correction is at least half of the row's residual.
constexpr double kStiff = 0.5;
// Of CVODE, counted from 0.
constexpr int kLastIteration = 2;

const double* vector_data(N_Vector v) { return N_VGetArrayPointer(v); }

}  // namespace

CvodeNewton::CvodeNewton(void* cvode, N_Vector like, SUNContext context, const Sparsity& pattern,
                         const std::vector<double>& entries)
    : cvode_(cvode),
      pattern_(pattern),
      entries_(entries),
      solver_(SUNNonlinSol_Newton(like, context)),
      probed_(N_VClone(like)),
      moved_(N_VClone(like)),
      now_(static_cast<std::size_t>(pattern.columns)),
      before_(now_.size()),
      roundings_(now_.size()),
      stiffness_(now_.size()) {
  // CVODE calls the test, through which no exception may pass: nothing is allocated there.
  stiff_rows_.reserve(now_.size());
  stuck_.reserve(now_.size());
  if (!solver_) throw std::bad_alloc();
}

CvodeNewton::~CvodeNewton() {
  N_VDestroy(moved_);
  N_VDestroy(probed_);
  SUNNonlinSolFree(solver_);
}

void CvodeNewton::install(SUNNonlinSolSysFn residual) {
  if (CVodeSetNonlinearSolver(cvode_, solver_) != CV_SUCCESS) throw std::bad_alloc();
  SUNNonlinSolGetSysFn_Newton(solver_, &residual_);
  SUNNonlinSolSetSysFn(solver_, residual);
  SUNNonlinSolSetConvTestFn(solver_, test, this);
}

void CvodeNewton::keep_residual(const double* r) {
  std::swap(now_, before_);
  std::copy_n(r, now_.size(), now_.begin());
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
  long setups = 0;
  CVodeGetNumLinSolvSetups(cvode_, &setups);
  if (std::exchange(setups_, setups) != setups) {
    rate_ = 1;
    find_stiff_rows(weights);
  }
  if (iteration > 0) rate_ = std::max(kRateFall * rate_, size / size_before_);
  const bool is_small = size * std::min(1.0, rate_) <= tolerance;
  if (is_small && !has_stuck_row(iteration, y, correction, tolerance, weights))
    return SUN_NLS_SUCCESS;
  if (!is_small && iteration > 0 && size > kDivergence * size_before_) return SUN_NLS_CONV_RECVR;
  size_before_ = std::max(size, std::numeric_limits<double>::min());
  return SUN_NLS_CONTINUE;
}

bool CvodeNewton::has_stuck_row(int iteration, N_Vector y, const double* correction,
                                double tolerance, const double* weights) {
  bool has_roundings = false;
  stuck_.clear();
  for (const std::size_t i : stiff_rows_) {
    const double left = weights[i] * std::abs(now_[i]);
    if (left <= tolerance) continue;
    if (iteration == 0) return true;
    const double gained = weights[i] * std::abs(before_[i]) - left;
    if (gained > 0 && left * weights[i] * std::abs(correction[i]) <= tolerance * gained) continue;
    if (!std::exchange(has_roundings, true)) calc_roundings();
    if (std::abs(now_[i]) <= roundings_[i]) continue;
    if (iteration < kLastIteration) return true;
    stuck_.push_back(i);
  }
  return !stuck_.empty() && !is_stiff_where_stuck(y, tolerance, weights);
}

// Noise of f, from numbers beside the states or from iterations within f, stands still as well
// where f is as stiff as ever. The slope of a row in the direction of its residual r shows it: from
// y to y - r a residual falls by r (1 - γ ∂f/∂y), and the error is what is left over that slope.
bool CvodeNewton::is_stiff_where_stuck(N_Vector y, double tolerance, const double* weights) {
  if (residual_(y, probed_, cvode_) != 0) return false;
  N_VScale(1, y, moved_);
  for (const std::size_t i : stuck_) N_VGetArrayPointer(moved_)[i] -= vector_data(probed_)[i];
  std::copy_n(vector_data(probed_), before_.size(), before_.begin());
  if (residual_(moved_, probed_, cvode_) != 0) return false;
  return std::all_of(stuck_.begin(), stuck_.end(), [&](std::size_t i) {
    const double r = before_[i], fallen = std::abs(r - vector_data(probed_)[i]);
    return weights[i] * r * r <= tolerance * fallen;
  });
}

void CvodeNewton::find_stiff_rows(const double* weights) {
  double gamma = 0;
  CVodeGetCurrentGamma(cvode_, &gamma);
  std::fill(stiffness_.begin(), stiffness_.end(), 0.0);
  for (std::size_t j = 0; j < now_.size(); ++j) {
    for (int k = pattern_.start[j]; k < pattern_.start[j + 1]; ++k) {
      const auto entry = static_cast<std::size_t>(k);
      const auto i = static_cast<std::size_t>(pattern_.row[entry]);
      stiffness_[i] += std::abs(gamma * entries_[entry]) * weights[i] / weights[j];
    }
  }
  stiff_rows_.clear();
  for (std::size_t i = 0; i < now_.size(); ++i)
    if (stiffness_[i] > kStiff) stiff_rows_.push_back(i);
}

// From the rounding error of the states.
void CvodeNewton::calc_roundings() {
  double time = 0, gamma = 0, rl1 = 0;
  N_Vector predicted = nullptr, state = nullptr, slope = nullptr, history = nullptr;
  void* user = nullptr;
  CVodeGetNonlinearSystemData(cvode_, &time, &predicted, &state, &slope, &gamma, &rl1, &history,
                              &user);
  std::fill(roundings_.begin(), roundings_.end(), 0.0);
  for (std::size_t j = 0; j < now_.size(); ++j) {
    const double size =
        std::max(std::abs(vector_data(state)[j]), std::abs(vector_data(predicted)[j]));
    for (int k = pattern_.start[j]; k < pattern_.start[j + 1]; ++k) {
      const auto entry = static_cast<std::size_t>(k);
      roundings_[static_cast<std::size_t>(pattern_.row[entry])] += std::abs(entries_[entry]) * size;
    }
  }
  for (double& r : roundings_) r *= kRowRoundings * gamma * std::numeric_limits<double>::epsilon();
}

}  // namespace holon::detail
