// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "holon/model/part.h"

namespace holon {

/// Sampled: y[k] = u[k - ticks].
struct Delay {
  Expr input = 0.0;  ///< [any]
  std::int64_t ticks = 1;
  Expr initial = 0.0;              ///< [input] before the first sample comes out
  std::optional<double> sample{};  ///< [s]

  static void describe(Descriptor<Delay>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
