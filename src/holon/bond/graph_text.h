// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holon/bond/power_graph.h"
#include "holon/model/describe/source.h"

/// Properties of a BondGraph that follow from its text, before its values are read.
namespace holon::detail {

/// "a -> b -> c" as its ends; empty if it is not a bond.
struct BondText {
  std::vector<std::string> ends;
};
BondText parse_bond(std::string_view text);

std::optional<PowerDomain> find_domain(std::string_view name);
/// For a text that is not a domain: "did you mean 'rotation'?", or a list of domains.
std::string suggest_domain(const std::string& text);

/// The declaration of an element: the key of its kind ("R", "MTF", "1"), or "" if there is none.
struct ElementText {
  std::string key;
  PowerGraph::Kind kind = PowerGraph::Kind::R;
  PowerDomain domain = PowerDomain::none;
  std::vector<std::string> ports;         ///< of multiports
  std::vector<PowerDomain> port_domains;  ///< of a field between domains
  std::string integral;                   ///< of a junction: the name of its integral
  bool has_law = false;                   ///< its formulas may use e, f, p, q
};
ElementText read_element(const SourceNode& part, const SourceNode& element);

/// The domains of a two-port's ports, 1 and 2: those of its neighbours.
std::array<PowerDomain, 2> find_neighbours(const SourceNode& part, std::string_view name);

/// Dimension rules of the values of elements (see FieldBuilder::dimension_by).
std::optional<Dimension> effort_rule(const SourceNode& part, const SourceNode& element,
                                     std::string_view name);
std::optional<Dimension> flow_rule(const SourceNode& part, const SourceNode& element,
                                   std::string_view name);
std::optional<Dimension> momentum_rule(const SourceNode& part, const SourceNode& element,
                                       std::string_view name);
std::optional<Dimension> displacement_rule(const SourceNode& part, const SourceNode& element,
                                           std::string_view name);
std::optional<Dimension> inertia_rule(const SourceNode& part, const SourceNode& element,
                                      std::string_view name);
std::optional<Dimension> compliance_rule(const SourceNode& part, const SourceNode& element,
                                         std::string_view name);
std::optional<Dimension> stiffness_rule(const SourceNode& part, const SourceNode& element,
                                        std::string_view name);
std::optional<Dimension> resistance_rule(const SourceNode& part, const SourceNode& element,
                                         std::string_view name);
std::optional<Dimension> conductance_rule(const SourceNode& part, const SourceNode& element,
                                          std::string_view name);
/// The dimension of the state of storage.
std::optional<Dimension> state_rule(const SourceNode& part, const SourceNode& element,
                                    std::string_view name);
std::optional<Dimension> transformer_rule(const SourceNode& part, const SourceNode& element,
                                          std::string_view name);
std::optional<Dimension> gyrator_rule(const SourceNode& part, const SourceNode& element,
                                      std::string_view name);

}  // namespace holon::detail
