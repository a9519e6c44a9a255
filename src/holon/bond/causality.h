// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/bond/power_graph.h"

namespace holon {

/// The variable that an element imposes on the bond at one of its ports; the other end imposes the
/// other variable. The causal stroke is at the end that receives the effort.
enum class Out : std::uint8_t { unknown, effort, flow };
constexpr Out other(Out out) {
  return out == Out::effort ? Out::flow : out == Out::flow ? Out::effort : Out::unknown;
}

/// One end of a bond at an element.
struct BondEnd {
  int bond = 0;
  bool is_head = false;  ///< the arrow points at the element: power flows in
  double sign() const { return is_head ? 1.0 : -1.0; }
};
/// The ends at each element, by port for those that have ports (-1 as bond where nothing is
/// bonded), else in the order of the bonds.
std::vector<std::vector<BondEnd>> find_ends(const PowerGraph& graph);

/// The causality of a graph by the sequential assignment of D. Karnopp and R. Rosenberg: sources
/// first, then causality requested by the user, ports of other domains, storage in integral
/// causality, and if bonds remain unassigned, resistances and the rest by choice.
struct Causality {
  struct Storage {
    int element = 0, port = 0;  ///< port: number among the element's ends
    std::vector<int> causes{};  ///< elements that leave it no other choice
  };
  /// By bond: the variable imposed by the element at its tail.
  std::vector<Out> tail;
  /// Storage and ports of other domains in derivative causality: their states follow from others.
  std::vector<Storage> dependent;
  /// Elements at which a bond was assigned by choice: algebraic loops pass through them.
  std::vector<int> chosen;

  Out out(const BondEnd& end) const {
    const Out tail_out = tail[static_cast<std::size_t>(end.bond)];
    return end.is_head ? other(tail_out) : tail_out;
  }
};

/// Reports sources that contradict each other and requested causalities that are impossible, with
/// the reason, and then returns the assignment so far.
Causality assign_causality(const PowerGraph& graph, bool& ok);

}  // namespace holon
