// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/bond/relax.h"

#include <algorithm>

namespace holon::detail {

namespace {

using Kind = PowerGraph::Kind;
using Element = PowerGraph::Element;

/// δ' = flow of the rest − flow of the inertia, its effort k δ + d δ' (and the dual before a
/// compliance): k and d from the frequency of the element against it.
void insert(PowerGraph& graph, const Causality::Storage& dependent, const BondEnd& end) {
  const Element storage = graph.element(dependent.element);
  const bool is_inertia = storage.kind == Kind::I;
  // For a field, the port's own inertia, with the other ports' rates given.
  const auto port = static_cast<std::size_t>(dependent.port);
  const Expr value = storage.values[port * std::max<std::size_t>(storage.ports.size(), 1) + port];
  const std::string name =
      storage.ports.empty() ? storage.name : storage.name + "." + storage.ports[port];
  const double w = storage.relaxation.frequency;
  const Expr stiffness = value * w * w;
  Element base;
  base.domain = storage.domain_at(storage.port(port));
  base.report = storage.report;
  base.path = storage.path;
  const auto add = [&](const char* suffix, Kind kind) {
    Element e = base;
    e.name = name + suffix;
    e.kind = kind;
    return graph.add(std::move(e));
  };
  // Carries the flow (before a compliance: the effort) of the rest, at which the element starts, as
  // it would without relaxation.
  const int feed = add(".fed", is_inertia ? Kind::one : Kind::zero);
  graph.element(feed).is_internal = true;
  const int split = add(".relaxed", is_inertia ? Kind::zero : Kind::one);
  const int joint = add(".delta", is_inertia ? Kind::one : Kind::zero);
  const int spring = add(".delta.spring", is_inertia ? Kind::C : Kind::I);
  const int damper = add(".delta.damper", Kind::R);
  graph.element(spring).values = {1.0 / stiffness};
  const Expr damping = 2.0 * storage.relaxation.damping_ratio * value * w;
  // Its effort need not be more accurate than the speeds at the damper.
  const PowerDomainInfo& domain = power_domain_info(base.domain);
  graph.element(spring).nominal = 2.0 * storage.relaxation.damping_ratio / w *
                                  (is_inertia ? domain.nominal_flow : domain.nominal_effort);
  graph.element(damper).values = {is_inertia ? damping : 1.0 / damping};

  PowerGraph::Bond& old = graph.bond(end.bond);
  PowerGraph::Bond rest;
  (end.is_head ? old.to : old.from) = feed;
  (end.is_head ? old.to_port : old.from_port) = -1;
  (end.is_head ? rest.to_port : rest.from_port) = storage.port(port);
  end.is_head ? graph.connect(split, dependent.element, rest)
              : graph.connect(dependent.element, split, rest);
  end.is_head ? graph.connect(feed, split) : graph.connect(split, feed);
  graph.connect(split, joint);
  graph.connect(joint, spring);
  graph.connect(joint, damper);
  Element& stored = graph.element(dependent.element);
  const auto is_given = [](const std::optional<Expr>& value) { return value.has_value(); };
  if (!stored.ports.empty() ||
      std::any_of(stored.initial.begin(), stored.initial.end(), is_given) ||
      std::any_of(stored.initial_coenergy.begin(), stored.initial_coenergy.end(), is_given))
    return;
  const Expr flow = graph.flow(feed);
  stored.initial_coenergy = {is_inertia ? (end.is_head ? flow : -flow) : graph.effort(feed)};
}

}  // namespace

bool relax_dependent(PowerGraph& graph, const Causality& causality) {
  const std::vector<std::vector<BondEnd>> ends = find_ends(graph);
  bool changed = false;
  for (const Causality::Storage& storage : causality.dependent) {
    const Element& e = graph.element(storage.element);
    const bool wants = e.dependent == PowerGraph::Dependent::relax;
    if (!wants || !e.is_storage()) continue;
    if (!e.report) continue;  // of a component, which does not request it
    const std::size_t n = std::max<std::size_t>(e.ports.size(), 1);
    const auto port = static_cast<std::size_t>(storage.port);
    if (e.values.size() == n * n && e.values[port * n + port].is_constant(0.0)) {
      e.report(e.path,
               "'" + e.name + "' cannot be relaxed: there is 0 in the diagonal of its matrix",
               "leave 'dependent' at 'reduce'");
      continue;
    }
    if (e.values.empty()) {
      e.report(e.path, "'" + e.name + "' cannot be relaxed: its law determines no stiffness",
               "leave 'dependent' at 'reduce', or give a value or a matrix instead of the law");
      continue;
    }
    insert(graph, storage,
           ends[static_cast<std::size_t>(storage.element)][static_cast<std::size_t>(storage.port)]);
    changed = true;
  }
  return changed;
}

}  // namespace holon::detail
