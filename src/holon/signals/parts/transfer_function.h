// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"
#include "holon/signals/linear_block.h"

namespace holon {

/// y = (b0 s^m + … + bm)/(a0 s^n + … + an) u with m ≤ n, as states in controllable form:
///   x1' = u - (a1 x1 + … + an xn)/a0,  x2' = x1, …;  y = Σ (b_k - a_k b_0/a_0) x_k/a_0 + b_0/a_0 u
/// with the numerator padded to b0 … bn.
struct TransferFunction {
  Expr input = 0.0;                 ///< [any]
  std::vector<Expr> numerator{};    ///< coefficients, of the highest power of s first
  std::vector<Expr> denominator{};  ///< likewise
  std::vector<Expr> initial{};      ///< x1 … xn at the start; default: steady state
  Discretisation method = Discretisation::zoh;
  std::optional<double> sample{};  ///< [s]

  static void describe(Descriptor<TransferFunction>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
