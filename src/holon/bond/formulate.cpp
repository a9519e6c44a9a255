// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/bond/formulate.h"

#include <optional>

#include "holon/bond/bond_equations.h"
#include "holon/bond/check_graph.h"
#include "holon/bond/free_efforts.h"
#include "holon/bond/jumps.h"
#include "holon/bond/relax.h"

namespace holon {

namespace {

struct CausalitySlot {
  std::optional<Causality> causality;
};

}  // namespace

std::string rate_parameter(const std::string& stored) { return stored + "'"; }

void formulate_bonds(PowerGraph& graph, Assembly& assembly) {
  if (!detail::check_graph(graph)) return;
  bool ok = true;
  Causality causality = assign_causality(graph, ok);
  if (!ok) return;
  if (detail::relax_dependent(graph, causality)) {
    causality = assign_causality(graph, ok);
    if (!ok) return;
  }
  if (!detail::check_efforts(graph)) return;
  detail::warn_of_jumps(graph, causality, assembly);
  assembly.domain<CausalitySlot>().causality = causality;
  detail::BondEquations(graph, std::move(causality), assembly).run();
}

const Causality* find_causality(Assembly& assembly) {
  const auto& causality = assembly.domain<CausalitySlot>().causality;
  return causality ? &*causality : nullptr;
}

}  // namespace holon
