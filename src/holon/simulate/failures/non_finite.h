// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/expr/graph/function.h"

namespace holon {

/// A value that is not finite.
struct NonFinite {
  std::string text;    ///< what it is made of: "sqrt(1 - time), where 1 - time = -1e-9"
  std::string advice;  ///< where there is better than "check the formula"; else empty
};

/// The first one among the operations of a function's outputs. Its text is empty where all are
/// finite, or where the function is too large to be searched. Grows the function's graph.
NonFinite find_non_finite(const Function& function, const std::vector<double>& inputs);

}  // namespace holon
