// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/bond/bond_outputs.h"
#include "holon/bond/causality.h"
#include "holon/bond/power_graph.h"

namespace holon::detail {

/// The definitions of all bonds' variables by the elements' laws, with the states of storage and
/// the unknowns of laws that causality requires in inverse form.
class BondEquations {
 public:
  BondEquations(PowerGraph& graph, Causality causality, Assembly& assembly);
  void run();

 private:
  struct Definition {
    Expr effort = 0.0, flow = 0.0;
  };
  const std::vector<BondEnd>& ends(int index) const {
    return ends_[static_cast<std::size_t>(index)];
  }
  const BondSymbols& bond(const BondEnd& end) const {
    return bonds_[static_cast<std::size_t>(end.bond)];
  }
  /// The variables of an element at one of its ends, positive power into the element; out of it at
  /// the outputs of a TF.
  Expr effort(const BondEnd& end) const { return bond(end).effort; }
  Expr flow(const BondEnd& end) const { return end.sign() * bond(end).flow; }
  void give_effort(const BondEnd& end, Expr value) {
    definitions_[static_cast<std::size_t>(end.bond)].effort = value;
  }
  void give_flow(const BondEnd& end, Expr value) {
    definitions_[static_cast<std::size_t>(end.bond)].flow = end.sign() * value;
  }
  bool gives_effort(const BondEnd& end) const { return causality_.out(end) == Out::effort; }

  void add_element(int index);
  void add_junction(int index);
  void add_integral(int index);
  void add_two_port(int index);
  void add_transformer(int index);
  void add_resistance(int index);
  void add_resistance_law(int index);
  void add_port_laws(int index);
  void add_switching(int index);
  bool trace(int index, const BondEnd& end, bool is_flow, std::vector<int>& found) const;
  void warn_of_storage(int index);
  void check_law(int index);
  void add_storage(int index);
  void add_port(int index);
  Expr rate_of(int index, std::size_t end, const char* what, Expr stored);
  Expr add_state(int index, std::size_t end, const char* what, Expr initial, Expr rate);
  double nominal_of(const PowerGraph::Element& e, std::size_t end, bool is_effort) const;
  Expr initial_of(int index, std::size_t end);
  void refuse_initial(int index, std::size_t end);
  void refuse_guess(int index);
  Expr solve_for(int index, std::size_t end, const char* what, Expr guess);

  PowerGraph& graph_;
  Causality causality_;
  Assembly& assembly_;
  std::vector<std::vector<BondEnd>> ends_;
  std::vector<PowerDomain> domains_;
  std::vector<BondSymbols> bonds_;
  std::vector<Definition> definitions_;
};

}  // namespace holon::detail
