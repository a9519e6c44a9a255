// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/power_connection.h"

#include "holon/base/names.h"

namespace holon::hydraulics {
namespace {

/// A 1-junction that a model names: a shaft, a rod.
bool is_common_flow(const PowerGraph::Element& e) {
  return e.kind == PowerGraph::Kind::one && !e.is_internal;
}

PowerConnection find_full(PowerGraph& graph, const PowerPorts& ports, const std::string& name) {
  const int element = graph.find(name);
  if (element >= 0 && is_common_flow(graph.element(element))) return {element, std::nullopt};
  if (const std::optional<PowerPort> port = ports.find(name)) return {graph.add_port(*port), port};
  return {};
}

std::string suggest(PowerGraph& graph, const PowerPorts& ports, const std::string& name,
                    PowerDomain domain) {
  std::vector<std::string> names = ports.names();
  for (const PowerGraph::Element& e : graph.elements()) {
    if (is_common_flow(e) && e.domain == domain) names.push_back(e.name);
  }
  const std::string nearest = did_you_mean(name, names);
  return nearest.empty() && !names.empty() ? "there is " + quote_list(names, "and", 6) : nearest;
}

}  // namespace

PowerConnection find_connection(PowerGraph& graph, Assembly& assembly, const std::string& part,
                                const std::string& name, PowerDomain domain,
                                const PartBuilder::ErrorReporter& report,
                                const std::string& parameter) {
  const auto& ports = assembly.domain<PowerPorts>();
  PowerConnection found;
  // From the innermost scope outwards.
  for (std::string scope = part; found.element < 0 && !scope.empty();) {
    const std::size_t dot = scope.rfind('.');
    scope = dot == std::string::npos ? "" : scope.substr(0, dot);
    found = find_full(graph, ports, scope.empty() ? name : scope + "." + name);
  }
  if (found.element < 0) {
    report(parameter, "there is no port '" + name + "'", suggest(graph, ports, name, domain));
    return {};
  }
  const PowerDomain its = graph.element(found.element).domain;
  if (its == domain) return found;
  report(parameter,
         "port '" + name + "' is one of " + power_domain_info(its).name + ", not of " +
             power_domain_info(domain).name,
         std::string("name the flange of a ") +
             (domain == PowerDomain::rotation ? "Revolute" : "Prismatic"));
  return {};
}

}  // namespace holon::hydraulics
