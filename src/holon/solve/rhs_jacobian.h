// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "holon/solve/rhs.h"

namespace holon::detail {

/// ∂f/∂x of a right side of one lane: exact where it has a pattern, else of forward differences,
/// which then fill a dense matrix by columns.
class RhsJacobian {
 public:
  explicit RhsJacobian(Rhs& rhs);

  /// Null where it is dense.
  const Sparsity* pattern() const { return pattern_; }
  /// At (t, x), where f is `slope`; `scale` (size) is the magnitude of each state at which a
  /// difference is taken. Counts evaluations of f in `evaluations`. False where an entry is not
  /// finite.
  bool calc(double t, const double* x, const double* slope, std::span<const double> scale,
            std::int64_t& evaluations);
  std::vector<double>& entries() { return entries_; }
  const std::vector<double>& entries() const { return entries_; }
  double operation_count() const;

 private:
  void calc_differences(double t, const double* x, const double* slope,
                        std::span<const double> scale);

  Rhs& rhs_;
  const std::size_t n_;
  const Sparsity* const pattern_;
  std::vector<double> entries_, x_, slope_;
};

}  // namespace holon::detail
