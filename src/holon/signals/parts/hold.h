// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Holds the value of a signal at the last tick, or when a condition last became true.
struct Hold {
  Expr input = 0.0;                ///< [any]
  std::optional<Expr> trigger{};   ///< a condition, instead of a clock
  std::optional<double> sample{};  ///< [s]
  std::optional<Expr> initial{};   ///< [input] before the first trigger; default: the input's

  static void describe(Descriptor<Hold>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
