// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

// In a separate namespace, since numerical integration methods are called Integrator, too.
namespace holon::signals {

/// y' = u from `initial` on; sampled y[k+1] = y[k] + T u[k].
struct Integrator {
  Expr input = 0.0;                ///< [any]
  Expr initial = 0.0;              ///< [input s]
  std::vector<Expr> limits{};      ///< [input s] lower and upper; none: unbounded
  std::optional<Expr> reset{};     ///< a condition that resets it to `initial`
  std::optional<double> sample{};  ///< [s]

  static void describe(Descriptor<Integrator>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon::signals
