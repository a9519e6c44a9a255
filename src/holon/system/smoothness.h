// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "holon/system/symbols.h"

namespace holon {

/// How often an expression can be differentiated in time, as far as its form tells: `floor`, `sign`
/// and comparisons jump; `abs`, `min`, `max` and linear tables have corners; monotone cubic tables
/// have jumps of the second derivative. The branches of an `if` are taken to join as smoothly as
/// they are, and outputs and states to be smooth.
struct Smoothness {
  static constexpr int kSmooth = 1000;
  int continuous = kSmooth;  ///< so many derivatives are continuous; -1: it jumps itself
  std::string cause;         ///< what limits it, "abs"; empty where nothing does

  /// Derivatives that exist but for single moments at which they may jump.
  int derivatives() const { return continuous + 1; }
};

/// The least smooth of them decides. What does not vary in time is smooth.
Smoothness find_smoothness(Symbols& symbols, std::span<const Expr> expressions);

}  // namespace holon
