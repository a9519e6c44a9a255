// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/expr/function.h"

namespace holon {

/// The first value on the way to a function's outputs that is not finite, with what it is made of:
/// "sqrt(1 - time), where 1 - time = -1e-9". Empty where all are finite, or where the function is
/// so large that nobody would look through it. Grows the function's graph.
std::string find_non_finite(const Function& function, const std::vector<double>& inputs);

}  // namespace holon
