// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Follows a signal with limited rates. Sampled: y[k] = y[k-1] + (u[k] - y[k-1] limited to [falling
/// T, rising T]). Continuous: y' = (u - y)/T_c limited to [falling, rising].
struct RateLimiter {
  Expr input = 0.0;                ///< [any]
  Expr rising = 1.0;               ///< [input/s] not negative
  std::optional<Expr> falling{};   ///< [input/s] not positive; default: -rising
  Expr time_constant = 1e-3;       ///< [s] T_c
  std::optional<Expr> initial{};   ///< [input] default: the input at the start
  std::optional<double> sample{};  ///< [s]

  static void describe(Descriptor<RateLimiter>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
