// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "holon/system/symbols.h"

namespace holon {

/// How often an expression can be differentiated with respect to time, judged by its form: `floor`,
/// `sign` and comparisons jump; `abs`, `min`, `max` and linear tables have kinks; monotone cubic
/// tables have jumps of the second derivative. The branches of an `if` are assumed to join as
/// smoothly as they are themselves, and outputs and states to be smooth.
struct Smoothness {
  static constexpr int kSmooth = 1000;
  int continuous = kSmooth;  ///< number of continuous derivatives; -1: it jumps itself
  std::string cause;         ///< the operation that limits it, "abs"; empty if none

  /// Number of derivatives that exist except at isolated instants.
  int derivatives() const { return continuous + 1; }
};

/// That of the least smooth expression. Values that do not vary in time are smooth.
Smoothness find_smoothness(Symbols& symbols, std::span<const Expr> expressions);

}  // namespace holon
