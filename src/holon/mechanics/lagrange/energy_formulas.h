// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "holon/mechanics/lagrange/energies.h"
#include "holon/system/symbols.h"

namespace holon::detail {

/// Writes formulas of a model, in which outputs and time derivatives have symbols that stand for
/// them, in the coordinates, rates and time of a system. der(…) of coordinates and of anything made
/// of them is worked out.
class EnergyFormulas {
 public:
  /// Both must live as long as this. `system`: its q, v and time.
  EnergyFormulas(Symbols& symbols, const Energies& system) : symbols_(symbols), system_(system) {}

  /// What an output ("p1.x") is in the system's coordinates, rates and time.
  void define(const std::string& output, Expr value);
  /// Throws ModelError for what is neither time, a parameter nor a defined output, and for second
  /// time derivatives.
  Expr write(Expr formula) const;

 private:
  Expr write_derivative(Expr of) const;
  Expr write_symbol(Expr symbol) const;

  Symbols& symbols_;
  const Energies& system_;
  std::unordered_map<std::string, Expr> known_;
};

}  // namespace holon::detail
