// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/bond/relax.h"

namespace holon::detail {

namespace {

using Kind = PowerGraph::Kind;
using Element = PowerGraph::Element;

/// δ' = flow of the rest − flow of the inertia, its effort k δ + d δ' (and the dual before a
/// compliance): k and d from the frequency of the element against it.
void insert(PowerGraph& graph, int index, const BondEnd& end) {
  const Element storage = graph.element(index);
  const bool is_inertia = storage.kind == Kind::I;
  const double w = storage.relaxation.frequency;
  const Expr stiffness = storage.values[0] * w * w;
  Element base;
  base.domain = storage.domain;
  base.report = storage.report;
  base.path = storage.path;
  const auto add = [&](const char* suffix, Kind kind) {
    Element e = base;
    e.name = storage.name + suffix;
    e.kind = kind;
    return graph.add(std::move(e));
  };
  const int split = add(".relaxed", is_inertia ? Kind::zero : Kind::one);
  const int joint = add(".delta", is_inertia ? Kind::one : Kind::zero);
  const int spring = add(".delta.spring", is_inertia ? Kind::C : Kind::I);
  const int damper = add(".delta.damper", Kind::R);
  graph.element(spring).values = {1.0 / stiffness};
  const Expr damping = 2.0 * storage.relaxation.damping_ratio * storage.values[0] * w;
  // Its effort need not be known better than the speeds that the damper sees.
  const PowerDomainInfo& domain = power_domain_info(storage.domain);
  graph.element(spring).nominal = 2.0 * storage.relaxation.damping_ratio / w *
                                  (is_inertia ? domain.nominal_flow : domain.nominal_effort);
  graph.element(damper).values = {is_inertia ? damping : 1.0 / damping};

  PowerGraph::Bond& old = graph.bond(end.bond);
  PowerGraph::Bond rest;
  (end.is_head ? old.to : old.from) = split;
  (end.is_head ? old.to_port : old.from_port) = -1;
  end.is_head ? graph.connect(split, index, rest) : graph.connect(index, split, rest);
  graph.connect(split, joint);
  graph.connect(joint, spring);
  graph.connect(joint, damper);
}

}  // namespace

bool relax_dependent(PowerGraph& graph, const Causality& causality) {
  const std::vector<std::vector<BondEnd>> ends = find_ends(graph);
  bool changed = false;
  for (const Causality::Storage& storage : causality.dependent) {
    const Element& e = graph.element(storage.element);
    const bool wants = e.dependent == PowerGraph::Dependent::relax;
    if (!wants || !e.is_storage()) continue;
    if (!e.report) continue;  // of a component, which does not ask for it
    if (e.values.size() != 1 || !e.ports.empty() || e.has_rate_law) {
      e.report(e.path, "'" + e.name + "' cannot be relaxed: it has a law or several ports",
               "leave 'dependent' at 'reduce'");
      continue;
    }
    insert(graph, storage.element,
           ends[static_cast<std::size_t>(storage.element)][static_cast<std::size_t>(storage.port)]);
    changed = true;
  }
  return changed;
}

}  // namespace holon::detail
