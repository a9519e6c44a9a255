// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"
#include "holon/signals/linear_block.h"

namespace holon {

/// x' = A x + B u, y = C x + D u with any number of states, inputs and outputs.
struct StateSpace {
  struct Row {
    std::vector<Expr> numbers{};
    static void describe(Fields<Row>& f);
  };
  std::vector<Row> A{}, B{}, C{}, D{};  ///< (n x n), (n x m), (p x n), (p x m); D may be omitted
  std::vector<Expr> input{};            ///< m signals
  std::vector<Expr> initial{};          ///< n; default: zero
  std::vector<std::string>
      outputs{};  ///< names of the p outputs; default for a single one: 'output'
  Discretisation method = Discretisation::zoh;
  std::optional<double> sample{};  ///< [s]

  static void describe(Descriptor<StateSpace>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
