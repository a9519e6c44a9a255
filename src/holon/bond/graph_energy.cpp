// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/bond/graph_energy.h"

#include <algorithm>

#include "holon/bond/parts/bond_graph.h"
#include "holon/model/assembly/energy_account.h"
#include "holon/model/describe/descriptor.h"

namespace holon::detail {
namespace {

using Element = PowerGraph::Element;
using Kind = PowerGraph::Kind;

/// Whether its energy is ½ p f, ½ q e: M of p = M f, q = M e is constant and symmetric.
bool is_linear(const Element& e, Symbols& symbols) {
  const std::size_t n = std::max<std::size_t>(e.ports.size(), 1);
  if (e.values.size() != n * n) return false;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      const Expr value = e.values[i * n + k];
      if (symbols.varies(value) || value != e.values[k * n + i]) return false;
    }
  }
  return true;
}

}  // namespace

GraphEnergy calc_energy(const PowerGraph& graph, std::string_view prefix, Symbols& symbols) {
  GraphEnergy sum;
  for (std::size_t k = 0; k < graph.elements().size(); ++k) {
    const Element& e = graph.elements()[k];
    const int index = static_cast<int>(k);
    if (!e.name.starts_with(prefix)) continue;
    if (e.energy) {
      sum.stored += *e.energy;
      continue;
    }
    const bool stores_linearly = e.is_storage() && is_linear(e, symbols);
    for (std::size_t end = 0; end < std::max<std::size_t>(e.ports.size(), 1); ++end) {
      const int port = e.port(end);
      if (e.domain_at(port) == PowerDomain::pseudo_thermal)
        continue;  // effort times flow is not a power
      if (e.is_source()) {
        sum.source_power += symbols.output(graph.variable_name(index, port, "power"));
      } else if (e.is_boundary) {
        sum.source_power -= graph.effort(index, port) * graph.flow(index, port);
      } else if (e.kind == Kind::R) {
        sum.dissipated_power += graph.effort(index, port) * graph.flow(index, port);
      } else if (stores_linearly) {
        sum.stored +=
            0.5 * (e.kind == Kind::I ? graph.momentum(index, port) * graph.flow(index, port)
                                     : graph.displacement(index, port) * graph.effort(index, port));
      } else if (e.is_storage()) {
        sum.storing += graph.effort(index, port) * graph.flow(index, port);
      }
    }
  }
  return sum;
}

void define_energy_outputs(const std::shared_ptr<PowerGraph>& graph, PartBuilder& b) {
  const auto calc = [graph = std::weak_ptr(graph), prefix = b.name() + ".",
                     symbols = b.assembly().symbols()] {
    return calc_energy(*graph.lock(), prefix, *symbols);
  };
  b.define_output("source_power", [calc] { return std::vector<Expr>{calc().source_power}; });
  b.define_output("dissipated_power",
                  [calc] { return std::vector<Expr>{calc().dissipated_power}; });
  const std::string name = b.member("stored_energy"), since = b.member(kEnergySinceStart);
  graph->when_built([calc, name, since](Assembly& assembly) {
    const Expr storing = calc().storing;
    Expr since_start = 0.0;
    if (!storing.is_constant(0.0)) {
      if (!EnergyAccount::is_requested(assembly, name)) return;
      since_start = EnergyAccount::add_integral(assembly, since, storing,
                                                "absorbed since the start by nonlinear storage");
    }
    const OutputType& type = *part_type_of<BondGraph>().find_output("stored_energy");
    assembly.define_output({name, {}, type.dimension, type.description}, [calc, since_start] {
      return std::vector<Expr>{calc().stored + since_start};
    });
  });
}

}  // namespace holon::detail
