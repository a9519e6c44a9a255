// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/recursive.h"

#include "holon/mechanics/recursive_passes.h"
#include "holon/mechanics/tree_symbols.h"

namespace holon {

std::vector<std::vector<Expr>> calc_recursive(const Mechanism& mechanism, const Tree& tree,
                                              const std::vector<LinkState>& links) {
  detail::RecursivePasses passes(mechanism, tree, links);
  return passes.run_return(passes.rates());
}

FunctionRef make_forward_dynamics(const Mechanism& mechanism) {
  detail::TreeSymbols s = detail::make_tree_symbols(mechanism, "make_forward_dynamics");
  const std::vector<Expr> tau = s.graph->symbols("tau", static_cast<int>(s.v.size()));
  for (std::size_t k = 0; k < s.states.size(); ++k) {
    if (is_straight(s.tree.links[k].type)) s.states[k].effort += tau[s.first_v[k]];
  }
  std::vector<Expr> vdot;
  for (const std::vector<Expr>& part : calc_recursive(mechanism, s.tree, s.states)) {
    vdot.insert(vdot.end(), part.begin(), part.end());
  }
  return Function::make("forward dynamics", s.graph, {{"q", s.q}, {"v", s.v}, {"tau", tau}},
                        {{"vdot", vdot}});
}

}  // namespace holon
