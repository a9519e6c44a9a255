// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Selects one of two signals: by a condition, or by a relay, which switches on above one level of
/// its input and off below another.
struct Switch {
  std::optional<Expr> condition{};  ///< 1 or 0
  std::optional<Expr> input{};      ///< [any] of the relay
  Expr on = 0.0;                    ///< [input] above it the relay switches on
  std::optional<Expr> off{};        ///< [input] below it the relay switches off; default: `on`
  Expr when_on = 1.0;               ///< [any]
  Expr when_off = 0.0;              ///< [when_on]
  std::optional<double> sample{};   ///< [s]

  static void describe(Descriptor<Switch>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
