// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/study/bond_facts.h"

#include "holon/base/names.h"
#include "holon/bond/check_graph.h"
#include "holon/bond/formulate.h"

namespace holon {
namespace {

using Kind = PowerGraph::Kind;

}  // namespace

std::vector<std::string> describe_causality(const LoadedModel& loaded) {
  std::vector<std::string> lines;
  const std::shared_ptr<PowerGraph> graph = PowerGraph::find(*loaded.assembly);
  const Causality* const causality = find_causality(*loaded.assembly);
  if (!graph || !causality) return lines;
  const auto name = [&](int element) {
    return graph->elements()[static_cast<std::size_t>(element)].name;
  };
  for (const Causality::Storage& storage : causality->dependent) {
    const PowerGraph::Element& e = graph->elements()[static_cast<std::size_t>(storage.element)];
    std::vector<std::string> causes;
    for (const int cause : storage.causes) causes.push_back(name(cause));
    const std::string port =
        e.ports.empty() ? "" : "." + e.ports[static_cast<std::size_t>(storage.port)];
    const std::string by = causes.empty()
                               ? ""
                               : ": its " + std::string(e.kind == Kind::C ? "effort" : "flow") +
                                     " follows from " + quote_list(causes, "and");
    lines.push_back("'" + e.name + port + "' " +
                    (e.kind == Kind::port ? "has its flow prescribed by the graph"
                                          : "is in derivative causality") +
                    by);
  }
  if (!causality->chosen.empty()) {
    std::vector<std::string> through;
    for (const int element : causality->chosen) through.push_back(name(element));
    lines.push_back("algebraic loops pass through " + quote_list(through, "and"));
  }
  return lines;
}

std::vector<DependentStorage> list_dependent_storage(const LoadedModel& loaded) {
  std::vector<DependentStorage> list;
  const std::shared_ptr<PowerGraph> graph = PowerGraph::find(*loaded.assembly);
  const Causality* const causality = find_causality(*loaded.assembly);
  if (!graph || !causality) return list;
  for (const Causality::Storage& storage : causality->dependent) {
    const PowerGraph::Element& e = graph->elements()[static_cast<std::size_t>(storage.element)];
    if (e.kind == Kind::port) continue;
    const bool is_inertia = e.kind == Kind::I;
    const auto name = [&](const char* what) {
      return graph->variable_name(storage.element, e.port(static_cast<std::size_t>(storage.port)),
                                  what);
    };
    list.push_back(
        {name(is_inertia ? "momentum" : "displacement"), name(is_inertia ? "effort" : "flow")});
  }
  return list;
}

std::vector<std::string> list_plain_elements(const LoadedModel& loaded) {
  std::vector<std::string> names;
  const std::shared_ptr<PowerGraph> graph = PowerGraph::find(*loaded.assembly);
  if (!graph) return names;
  for (const PowerGraph::Element& e : graph->elements()) {
    const bool has_value = e.is_storage() || e.is_converter() || e.kind == Kind::R;
    if (!has_value || e.is_internal || e.values.size() != 1 || !e.values[0].is_constant()) continue;
    names.push_back(e.name);
  }
  return names;
}

}  // namespace holon
