// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// y = u limited to [lower, upper].
struct Limiter {
  Expr input = 0.0;                ///< [any]
  std::vector<Expr> limits{};      ///< [input] lower and upper
  std::optional<double> sample{};  ///< [s]

  static void describe(Descriptor<Limiter>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
