// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/rhs_jacobian.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holon::detail {

RhsJacobian::RhsJacobian(Rhs& rhs)
    : rhs_(rhs),
      n_(static_cast<std::size_t>(rhs.size())),
      pattern_(n_ > 0 ? rhs.jacobian_pattern() : nullptr),
      entries_(pattern_ ? static_cast<std::size_t>(pattern_->count()) : n_ * n_),
      x_(n_),
      slope_(n_) {}

bool RhsJacobian::calc(double t, const double* x, const double* slope,
                       std::span<const double> scale, std::int64_t& evaluations) {
  if (pattern_) {
    rhs_.run_jacobian(t, x, entries_.data());
  } else {
    calc_differences(t, x, slope, scale);
    evaluations += static_cast<std::int64_t>(n_);
  }
  return std::all_of(entries_.begin(), entries_.end(), [](double e) { return std::isfinite(e); });
}

void RhsJacobian::calc_differences(double t, const double* x, const double* slope,
                                   std::span<const double> scale) {
  static const double kRelative = std::sqrt(std::numeric_limits<double>::epsilon());
  std::copy_n(x, n_, x_.begin());
  for (std::size_t j = 0; j < n_; ++j) {
    x_[j] = x[j] + kRelative * std::max(std::abs(x[j]), scale[j]);
    const double change = x_[j] - x[j];
    rhs_.run(&t, x_.data(), slope_.data());
    x_[j] = x[j];
    for (std::size_t i = 0; i < n_; ++i) entries_[j * n_ + i] = (slope_[i] - slope[i]) / change;
  }
}

double RhsJacobian::operation_count() const {
  return pattern_ ? rhs_.jacobian_operation_count()
                  : static_cast<double>(n_) * rhs_.operation_count();
}

}  // namespace holon::detail
