// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "holon/expr/derive/jacobian.h"

namespace holon::detail {

/// Whether some unknowns are so small beside others that they may consist of rounding error at this
/// tolerance.
bool may_be_rounding_error(std::span<const double> unknowns, double tolerance);

/// The error of each unknown of y = (x, z) due to the rounding error of its equations 0 = r: the
/// voltage of a diode without current, in a circuit that carries current, consists of it alone. The
/// residual of each equation is perturbed by some units of rounding of its largest term, with
/// arbitrary signs. `entries` of ∂(f, r, …)/∂(x, z) in `pattern`. Zeros where ∂r/∂z is singular.
void calc_unknown_errors(const Sparsity& pattern, const std::vector<double>& entries,
                         const double* y, std::size_t states, std::span<double> errors);

}  // namespace holon::detail
