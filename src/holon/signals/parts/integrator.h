// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

// In a namespace of its own, since what steps along a solution is an Integrator too.
namespace holon::signals {

/// y' = u from `initial` on; sampled y[k+1] = y[k] + T u[k].
struct Integrator {
  Expr input = 0.0;                ///< [any]
  Expr initial = 0.0;              ///< [input s]
  std::vector<Expr> limits{};      ///< [input s] lower and upper; none: unbounded
  std::optional<Expr> reset{};     ///< a condition that takes it back to `initial`
  std::optional<double> sample{};  ///< [s]

  static void describe(Descriptor<Integrator>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon::signals
