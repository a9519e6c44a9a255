// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "holon/model/assembly/part.h"

namespace holon {

/// Continuous: y(t) = u(t - time). Sampled: y[k] = u[k - ticks].
struct Delay {
  Expr input = 0.0;            ///< [any]
  std::optional<Expr> time{};  ///< [s] a constant; or `sample` and `ticks`
  std::int64_t ticks = 1;
  std::optional<Expr> initial{};   ///< [input] the input before the start
  std::optional<double> sample{};  ///< [s]

  static void describe(Descriptor<Delay>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
