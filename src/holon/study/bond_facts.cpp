// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/study/bond_facts.h"

#include <algorithm>
#include <map>

#include "holon/base/errors.h"
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
    constexpr std::string_view kContent = ".content";  // of a node of a hydraulic circuit
    if (e.is_internal && e.name.ends_with(kContent)) {
      lines.push_back("the pressure at '" + e.name.substr(0, e.name.size() - kContent.size()) +
                      "' is held: the fluid volumes there have no effect on it");
      continue;
    }
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

namespace {

/// The values of elements that are plain numbers in the equations, as `--set` names them.
std::vector<std::string> list_plain_values(const LoadedModel& loaded) {
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

const char* letter_of(Kind kind) {
  switch (kind) {
    case Kind::I: return "I";
    case Kind::C: return "C";
    case Kind::TF: return "n";
    case Kind::GY: return "r";
    default: return "R";
  }
}

/// The shortest end of each name, from a dot on, that is no end of another one.
std::vector<std::string> shorten(const std::vector<std::string>& names) {
  std::map<std::string, int> uses;
  const auto for_each_end = [](const std::string& name, const auto& visit) {
    for (std::size_t dot = name.rfind('.'); dot != std::string::npos && dot > 0;
         dot = name.rfind('.', dot - 1)) {
      if (visit(name.substr(dot + 1))) return;
    }
    visit(name);
  };
  for (const std::string& name : names) {
    for_each_end(name, [&](const std::string& end) { return ++uses[end] < 0; });
  }
  std::vector<std::string> shortened;
  for (const std::string& name : names) {
    for_each_end(name, [&](const std::string& end) {
      if (uses[end] > 1 && end != name) return false;
      shortened.push_back(end);
      return true;
    });
  }
  return shortened;
}

}  // namespace

std::vector<ElementSymbol> list_element_symbols(const LoadedModel& loaded) {
  std::vector<ElementSymbol> symbols;
  const std::shared_ptr<PowerGraph> graph = PowerGraph::find(*loaded.assembly);
  if (!graph) return symbols;
  std::vector<std::string> names;
  for (const PowerGraph::Element& e : graph->elements()) names.push_back(e.name);
  const std::vector<std::string> short_names = shorten(names);
  for (std::size_t k = 0; k < names.size(); ++k) {
    const PowerGraph::Element& e = graph->elements()[k];
    if (e.is_internal || e.is_junction() || e.is_source()) continue;
    symbols.push_back({e.name, letter_of(e.kind), short_names[k]});
    if (!e.is_storage()) continue;
    const bool is_inertia = e.kind == Kind::I;
    for (std::size_t port = 0; port < std::max<std::size_t>(e.ports.size(), 1); ++port) {
      const std::string name = graph->variable_name(static_cast<int>(k), e.port(port),
                                                    is_inertia ? "momentum" : "displacement");
      symbols.push_back({name, is_inertia ? "p" : "q",
                         short_names[k] + (e.ports.empty() ? "" : "," + e.ports[port])});
    }
  }
  return symbols;
}

LoadedModel load_with_element_names(const LoadedModel& loaded,
                                    const std::vector<ValueToOpen>& opened) {
  const auto open = [&](const std::vector<std::string>& names) {
    std::vector<ValueToOpen> all = opened;
    for (const std::string& name : names) all.push_back({name, {}, /*stands_still=*/true});
    return load_with_parameters(loaded, all);
  };
  LoadedModel named = load_with_parameters(loaded);
  const std::vector<std::string> values = list_plain_values(named);
  if (values.empty()) return named;
  try {
    return open(values);
  } catch (const ModelError&) {  // a number that stands deeper, such as a stiffness
  }
  constexpr std::size_t kMostTried = 30;
  std::vector<std::string> some;
  for (std::size_t k = 0; k < std::min(values.size(), kMostTried); ++k) {
    try {
      open({values[k]});
      some.push_back(values[k]);
    } catch (const ModelError&) {  // it remains a number
    }
  }
  return some.empty() ? std::move(named) : open(some);
}

}  // namespace holon
