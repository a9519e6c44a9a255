// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "holon/expr/print/print.h"
#include "holon/mechanics/equations/equations_of_motion.h"
#include "holon/system/system.h"

namespace holon {

/// A letter with an index.
struct EquationSymbol {
  std::string letter;  ///< "theta", "x", "omega"
  std::string owner;   ///< "hip"; "body x" of a component
  std::string index{};
};

std::string write_symbol(const EquationSymbol& s, int dots, Notation notation);

/// The short names of what equations of motion are in: θ, x, ω … with the part's name as index
/// where that is short, else numbers; without an index where there is only one. None is a
/// parameter's.
class EquationSymbols {
 public:
  EquationSymbols(const EquationsOfMotion& equations, const System& system);

  bool contains(Expr e) const { return symbols_.contains(e.id()); }
  const EquationSymbol& of(Expr e) const { return symbols_.at(e.id()); }
  /// With the dots of rates; `more` adds some.
  std::string write(Expr e, Notation notation, int more = 0) const {
    return write_symbol(of(e), dots_.at(e.id()) + more, notation);
  }
  /// Of the symbol of a rate: 1.
  int dots(Expr e) const { return dots_.at(e.id()); }
  /// The k-th of the subexpressions that got names.
  EquationSymbol abbreviation(std::size_t k) const;
  /// The k-th condition on the coordinates.
  EquationSymbol condition(std::size_t k) const;

 private:
  void add(Expr e, const std::string& letter, std::string owner, int dots);
  void name_rows();
  void name_definitions();
  void set_indices();
  bool is_parameter(const std::string& name) const;
  /// The first of the letters whose indices no parameter has.
  std::string free_letter(const std::vector<std::string>& letters) const;

  const EquationsOfMotion& equations_;
  const System& system_;
  std::unordered_map<std::uint32_t, EquationSymbol> symbols_;
  std::unordered_map<std::uint32_t, int> dots_;
  std::vector<Expr> order_;
};

}  // namespace holon
