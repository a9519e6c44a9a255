// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/bond/jumps.h"

#include <array>
#include <map>

#include "holon/base/names.h"
#include "holon/expr/graph/function.h"
#include "holon/system/smoothness.h"

namespace holon::detail {

namespace {

using Kind = PowerGraph::Kind;
using Element = PowerGraph::Element;

/// The cause of the jump, for a message; empty if there is none.
std::string find_jump(Symbols& symbols, Expr value) {
  const Smoothness smoothness = find_smoothness(symbols, {&value, 1});
  if (const Expr* formula = symbols.formula_of(value)) value = *formula;
  // The user declares by smooth(…) that the branches of a comparison join continuously.
  std::vector<Expr> modes;
  std::array<Expr, 1> copy{value};
  if (!hold_relations(copy, modes).empty()) return "a comparison";
  return smoothness.continuous < 0 ? smoothness.cause : "";
}

std::string what_follows(const Element& e) {
  if (e.kind == Kind::port) return "the machine at '" + e.name + "'";
  return "'" + e.name + "'";
}

}  // namespace

void warn_of_jumps(const PowerGraph& graph, const Causality& causality, Assembly& assembly) {
  std::map<int, std::vector<int>> followers;  // by source
  for (const Causality::Storage& storage : causality.dependent) {
    for (const int cause : storage.causes) {
      const Element& source = graph.elements()[static_cast<std::size_t>(cause)];
      if (source.is_source() && source.warn) followers[cause].push_back(storage.element);
    }
  }
  for (const auto& [cause, list] : followers) {
    const Element& source = graph.elements()[static_cast<std::size_t>(cause)];
    const std::string jump = find_jump(*assembly.symbols(), source.values[0]);
    if (jump.empty()) continue;
    std::string names;
    for (const int follower : list) {
      const Element& e = graph.elements()[static_cast<std::size_t>(follower)];
      names += (names.empty() ? "" : follower == list.back() ? " and " : ", ") + what_follows(e);
    }
    const bool is_flow = source.kind == Kind::Sf;
    source.warn(source.path,
                "'" + source.name + "' holds " + jump + ", and the state of " + names +
                    " follows it: where it jumps, the " +
                    (is_flow ? "impulse that brings it" : "charge that flows to bring it") +
                    " along is not part of any output",
                std::string("let it change in a finite time, put a ") +
                    (is_flow ? "compliance" : "resistance") +
                    " between them, or write smooth(…) around a comparison whose branches meet");
  }
}

}  // namespace holon::detail
