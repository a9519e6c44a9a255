// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/model/assembly/part.h"

namespace holon {

/// Equations in mathematical form:
///   x' = f(x, z, d, u, t),  0 = r(x, z, …),  y = h(x, z, …),
/// with states x, unknowns z, inputs u, outputs y, and discrete states d that clocks and events
/// set. Its formulas refer to these names directly; other parts refer to them as outputs,
/// `plant.x`.
struct Equations {
  struct Input {
    Expr value = 0.0;
    static void describe(Fields<Input>& f);
  };
  struct State {
    std::string unit;    ///< of the state; empty: that of the initial value
    Expr initial = 0.0;  ///< [unit]
    Expr der = 0.0;      ///< [unit/s]
    double nominal = 1;  ///< [unit] magnitude below which its tolerance is absolute
    static void describe(Fields<State>& f);
  };
  struct Discrete {
    std::string unit;
    Expr initial = 0.0;          ///< [unit]
    std::optional<Expr> next{};  ///< [unit] value after a tick
    static void describe(Fields<Discrete>& f);
  };
  struct Unknown {
    std::string unit;
    Expr equation = 0.0;  ///< = 0
    Expr guess = 0.0;     ///< [unit]
    static void describe(Fields<Unknown>& f);
  };
  struct Output {
    Expr value = 0.0;
    static void describe(Fields<Output>& f);
  };
  struct NewValue {
    Expr value = 0.0;
    static void describe(Fields<NewValue>& f);
  };
  struct When {
    Expr condition = 0.0;  ///< 1 or 0
    Named<NewValue> reset{};
    static void describe(Fields<When>& f);
  };
  Named<Input> inputs{};
  Named<State> states{};
  Named<Discrete> discrete{};
  Named<Unknown> unknowns{};
  Named<Output> outputs{};
  std::vector<When> when{};
  std::optional<double> sample{};  ///< [s] between the ticks that set discrete states

  static void describe(Descriptor<Equations>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
