// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/newton_rows.h"

#include <nvector/nvector_serial.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <utility>

namespace holon::detail {
namespace {

// Of γ f, in units of rounding of the states.
constexpr double kRowRoundingErrors = 10;
// Of a row of M - 1: below it, the largest correction is at least half of the row's residual.
constexpr double kStiff = 0.5;

double* numbers(N_Vector v) { return N_VGetArrayPointer(v); }

}  // namespace

NewtonRows::NewtonRows(N_Vector like, std::size_t rows, int last_iteration)
    : last_iteration_(last_iteration),
      probed_(N_VClone(like)),
      moved_(N_VClone(like)),
      now_(rows),
      before_(rows),
      rounding_errors_(rows),
      stiffness_(rows) {
  // The libraries call the tests, through which no exception may pass: nothing is allocated there.
  stiff_rows_.reserve(rows);
  stuck_.reserve(rows);
  if (!probed_ || !moved_) throw std::bad_alloc();
}

NewtonRows::~NewtonRows() {
  N_VDestroy(moved_);
  N_VDestroy(probed_);
}

void NewtonRows::keep_residual(const double* r, double scale) {
  scale_ = scale;
  std::swap(now_, before_);
  for (std::size_t i = 0; i < now_.size(); ++i) now_[i] = scale * r[i];
}

bool NewtonRows::has_stuck_row(int iteration, N_Vector y, const double* correction,
                               double tolerance, const double* weights) {
  bool has_errors = false;
  stuck_.clear();
  for (const std::size_t i : stiff_rows_) {
    const double left = weights[i] * std::abs(now_[i]);
    if (left <= tolerance) continue;
    if (iteration == 0) return true;
    const double gained = weights[i] * std::abs(before_[i]) - left;
    if (gained > 0 && left * weights[i] * std::abs(correction[i]) <= tolerance * gained) continue;
    if (!std::exchange(has_errors, true)) calc_rounding_errors();
    if (std::abs(now_[i]) <= rounding_errors_[i]) continue;
    if (iteration < last_iteration_) return true;
    stuck_.push_back(i);
  }
  if (stuck_.empty()) return false;
  return run_residual(y, probed_) != 0 || !is_stiff_where_stuck(y, tolerance, weights);
}

bool NewtonRows::is_noise(N_Vector y, double tolerance, double permitted, const double* weights) {
  if (run_residual(y, probed_) != 0) return false;
  stuck_.clear();
  for (std::size_t i = 0; i < now_.size(); ++i) {
    if (weights[i] * scale_ * std::abs(numbers(probed_)[i]) <= tolerance) continue;
    if (!(stiffness_[i] > kStiff)) return false;
    stuck_.push_back(i);
  }
  return !stuck_.empty() && is_stiff_where_stuck(y, permitted, weights);
}

// Noise of f, from numbers beside the states or from iterations within f, stands still as well
// where f is as stiff as ever. The slope of a row in the direction of its residual r, which stands
// in probed_, shows it: from y to y - r a residual falls by r (1 - γ ∂f/∂y), and the error is what
// is left over that slope.
bool NewtonRows::is_stiff_where_stuck(N_Vector y, double permitted, const double* weights) {
  N_VScale(1, y, moved_);
  for (std::size_t i = 0; i < before_.size(); ++i) before_[i] = scale_ * numbers(probed_)[i];
  for (const std::size_t i : stuck_) numbers(moved_)[i] -= before_[i];
  if (run_residual(moved_, probed_) != 0) return false;
  return std::all_of(stuck_.begin(), stuck_.end(), [&](std::size_t i) {
    const double r = before_[i], fallen = std::abs(r - scale_ * numbers(probed_)[i]);
    return weights[i] * r * r <= permitted * fallen;
  });
}

void NewtonRows::find_stiff_rows(const Sparsity& pattern, const std::vector<double>& entries,
                                 double gamma, const double* weights) {
  std::fill(stiffness_.begin(), stiffness_.end(), 0.0);
  for (std::size_t j = 0; j < static_cast<std::size_t>(pattern.columns); ++j) {
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
      const auto entry = static_cast<std::size_t>(k);
      const auto i = static_cast<std::size_t>(pattern.row[entry]);
      if (i < stiffness_.size())
        stiffness_[i] += std::abs(gamma * entries[entry]) * weights[i] / weights[j];
    }
  }
  stiff_rows_.clear();
  for (std::size_t i = 0; i < stiffness_.size(); ++i)
    if (stiffness_[i] > kStiff) stiff_rows_.push_back(i);
}

// From the rounding error of the states.
void NewtonRows::add_rounding_errors(const Sparsity& pattern, const std::vector<double>& entries,
                                     double gamma, const double* now, const double* predicted) {
  std::fill(rounding_errors_.begin(), rounding_errors_.end(), 0.0);
  for (std::size_t j = 0; j < static_cast<std::size_t>(pattern.columns); ++j) {
    const double size = std::max(std::abs(now[j]), std::abs(predicted[j]));
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
      const auto entry = static_cast<std::size_t>(k);
      const auto i = static_cast<std::size_t>(pattern.row[entry]);
      if (i < rounding_errors_.size()) rounding_errors_[i] += std::abs(entries[entry]) * size;
    }
  }
  for (double& r : rounding_errors_)
    r *= kRowRoundingErrors * gamma * std::numeric_limits<double>::epsilon();
}

}  // namespace holon::detail
