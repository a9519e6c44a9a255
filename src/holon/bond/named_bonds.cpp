// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/bond/named_bonds.h"

#include <algorithm>

#include "holon/base/names.h"
#include "holon/bond/graph_text.h"
#include "holon/model/assembly/power_port.h"

namespace holon::detail {
namespace {

/// Resolves the end of a bond: an element of this graph, a port of one, an element of another
/// graph, or a port of another domain.
class EndFinder {
 public:
  EndFinder(PowerGraph& graph, Assembly& assembly, std::string part)
      : graph_(graph), assembly_(assembly), part_(std::move(part)) {}

  struct End {
    int element = -1, port = -1;
  };
  End find(const std::string& text) {
    End end = find_element(part_ + "." + text);
    // Names outside, from the inner scopes to the outer.
    for (std::string scope = part_; end.element < 0;) {
      const std::size_t dot = scope.rfind('.');
      scope = dot == std::string::npos ? "" : scope.substr(0, dot);
      const std::string name =
          assembly_.domain<PowerPorts>().resolve(scope.empty() ? text : scope + "." + text);
      end = find_element(name);
      if (end.element < 0) {
        if (auto port = assembly_.domain<PowerPorts>().find(name)) {
          end.element = graph_.add_port(std::move(*port));
        }
      }
      if (scope.empty()) break;
    }
    return end;
  }

  std::string suggest(const std::string& text) const {
    std::vector<std::string> names = assembly_.domain<PowerPorts>().names();
    for (const PowerGraph::Element& e : graph_.elements()) {
      const bool is_own = e.name.starts_with(part_ + ".");
      names.push_back(is_own ? e.name.substr(part_.size() + 1) : e.name);
    }
    const std::string near = did_you_mean(text, names);
    constexpr std::size_t kMost = 8;
    return near.empty() && names.size() <= kMost ? "there are " + quote_list(names, "and") : near;
  }

 private:
  End find_element(const std::string& name) const {
    const int whole = graph_.find(name);
    if (whole >= 0) return {whole, -1};
    const std::size_t dot = name.rfind('.');
    const int element = dot == std::string::npos ? -1 : graph_.find(name.substr(0, dot));
    if (element < 0) return {};
    const std::vector<std::string>& ports =
        graph_.elements()[static_cast<std::size_t>(element)].ports;
    const auto found = std::find(ports.begin(), ports.end(), name.substr(dot + 1));
    if (found == ports.end()) return {};
    return {element, static_cast<int>(found - ports.begin())};
  }

  PowerGraph& graph_;
  Assembly& assembly_;
  std::string part_;
};

}  // namespace

void add_bonds(PowerGraph& graph, Assembly& assembly, const std::string& part,
               const std::vector<std::string>& bonds, const PartBuilder::ErrorReporter& report) {
  EndFinder finder(graph, assembly, part);
  int number = 0;
  for (std::size_t k = 0; k < bonds.size(); ++k) {
    const std::string path = "bonds[" + std::to_string(k) + "]";
    const BondText text = parse_bond(bonds[k]);
    if (text.ends.empty()) {
      report(path, "'" + bonds[k] + "' is not a bond", "write 'supply -> a'");
      continue;
    }
    std::vector<EndFinder::End> ends;
    bool ok = true;
    for (const std::string& name : text.ends) {
      ends.push_back(finder.find(name));
      if (ends.back().element < 0) {
        const bool is_flange = name.ends_with(".flange");
        report(path, "there is no element or port '" + name + "'",
               is_flange ? "a Revolute or Prismatic joint has a 'flange'" : finder.suggest(name));
        ok = false;
        continue;
      }
      PowerGraph::Element& e = graph.element(ends.back().element);
      if (e.kind == PowerGraph::Kind::port && !e.report) {
        e.report = report;
        e.path = path;
      }
      const bool is_two_port = e.is_converter();
      if (!e.ports.empty() && ends.back().port < 0 && !(is_two_port && e.ports.size() == 2)) {
        report(path, "'" + name + "' has several ports",
               "name one of them: '" + name + "." + e.ports[0] + "'");
        ok = false;
      }
    }
    for (std::size_t j = 0; j + 1 < ends.size(); ++j) {
      ++number;
      if (!ok) continue;
      if (ends[j].element == ends[j + 1].element) {
        report(path, "the bond connects '" + text.ends[j] + "' to itself", "");
        continue;
      }
      PowerGraph::Bond bond;
      bond.from_port = ends[j].port;
      bond.to_port = ends[j + 1].port;
      bond.name = part + ".b" + std::to_string(number);
      bond.report = report;
      bond.path = path;
      graph.connect(ends[j].element, ends[j + 1].element, std::move(bond));
    }
  }
}

}  // namespace holon::detail
