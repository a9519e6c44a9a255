// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/bond/graph_text.h"

#include "holon/base/names.h"

namespace holon::detail {

namespace {

using Kind = PowerGraph::Kind;

struct KindText {
  const char* key;
  Kind kind;
};
constexpr std::array<KindText, 15> kKinds{{
    {"Se", Kind::Se},
    {"Sf", Kind::Sf},
    {"MSe", Kind::Se},
    {"MSf", Kind::Sf},
    {"I", Kind::I},
    {"C", Kind::C},
    {"R", Kind::R},
    {"Diode", Kind::R},
    {"Switch", Kind::R},
    {"TF", Kind::TF},
    {"MTF", Kind::TF},
    {"GY", Kind::GY},
    {"MGY", Kind::GY},
    {"0", Kind::zero},
    {"1", Kind::one},
}};

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

PowerDomain domain_of(const SourceNode& part, const SourceNode& element) {
  for (const SourceNode* node : {&element, &part}) {
    if (!node->is_map()) continue;
    const SourceNode* text = node->peek("domain");
    if (text && text->is_scalar()) return find_domain(text->text()).value_or(PowerDomain::none);
  }
  return PowerDomain::none;
}

void add_texts(const SourceNode* list, std::vector<std::string>& texts) {
  if (!list || !list->is_list()) return;
  for (const SourceNode::Entry& item : list->peek_entries()) {
    if (item.value.is_scalar()) texts.push_back(item.value.text());
  }
}

const PowerDomainInfo* info_of(const SourceNode& part, const SourceNode& element) {
  const PowerDomain domain = domain_of(part, element);
  return domain == PowerDomain::none ? nullptr : &power_domain_info(domain);
}

}  // namespace

BondText parse_bond(std::string_view text) {
  BondText bond;
  while (true) {
    const std::size_t arrow = text.find("->");
    const std::string_view end = trim(text.substr(0, arrow));
    if (end.empty()) return {};
    bond.ends.emplace_back(end);
    if (arrow == std::string_view::npos) break;
    text.remove_prefix(arrow + 2);
  }
  if (bond.ends.size() < 2) return {};
  return bond;
}

std::optional<PowerDomain> find_domain(std::string_view name) {
  for (const PowerDomainInfo& info : power_domains()) {
    if (info.name == name && info.domain != PowerDomain::fluid) return info.domain;
  }
  return std::nullopt;
}

std::string suggest_domain(const std::string& text) {
  std::vector<std::string> names;
  for (const PowerDomainInfo& info : power_domains()) {
    if (info.domain != PowerDomain::fluid) names.emplace_back(info.name);
  }
  const std::string near = did_you_mean(text, names);
  return near.empty() ? "there are " + quote_list(names, "and") : near;
}

ElementText read_element(const SourceNode& part, const SourceNode& element) {
  ElementText text;
  text.domain = domain_of(part, element);
  if (element.is_scalar()) {
    text.key = element.text();
    if (text.key == "0" || text.key == "1") {
      text.kind = text.key == "1" ? Kind::one : Kind::zero;
    } else {
      text.key.clear();
    }
    return text;
  }
  if (!element.is_map()) return text;
  for (const KindText& known : kKinds) {
    const SourceNode* value = element.peek(known.key);
    if (!value) continue;
    text.key = known.key;
    text.kind = known.kind;
    if (!value->is_map()) break;
    const SourceNode* ports = value->peek("ports");
    if (ports && ports->is_map()) {
      add_texts(ports->peek("in"), text.ports);
      add_texts(ports->peek("out"), text.ports);
    }
    add_texts(ports, text.ports);
    std::vector<std::string> domains;
    add_texts(value->peek("domains"), domains);
    if (domains.size() == text.ports.size()) {
      for (const std::string& domain : domains)
        text.port_domains.push_back(find_domain(domain).value_or(PowerDomain::none));
    }
    for (const char* law : {"effort", "flow", "efforts", "flows"}) {
      text.has_law = text.has_law || value->peek(law) != nullptr;
    }
    for (const char* integral : {"displacement", "momentum"}) {
      const SourceNode* name = value->peek(integral);
      const bool is_junction = text.kind == Kind::zero || text.kind == Kind::one;
      if (name && name->is_scalar() && is_junction) text.integral = name->text();
    }
    break;
  }
  return text;
}

std::array<PowerDomain, 2> find_neighbours(const SourceNode& part, std::string_view name) {
  std::array<PowerDomain, 2> domains{};
  const SourceNode* bonds = part.peek("bonds");
  const SourceNode* elements = part.peek("elements");
  if (!bonds || !bonds->is_list() || !elements || !elements->is_map()) return domains;
  for (const SourceNode::Entry& item : bonds->peek_entries()) {
    // Few bonds name it, and parsing a bond is slow compared with searching for a name.
    if (!item.value.is_scalar() || item.value.text().find(name) == std::string::npos) continue;
    const BondText bond = parse_bond(item.value.text());
    for (std::size_t k = 0; k < bond.ends.size(); ++k) {
      const std::string& end = bond.ends[k];
      if (!std::string_view(end).starts_with(name)) continue;
      const std::string_view rest = std::string_view(end).substr(name.size());
      if (!rest.empty() && rest != ".1" && rest != ".2") continue;
      const auto look = [&](const std::string& neighbour, std::size_t port) {
        const SourceNode* element = elements->peek(neighbour);
        if (!element) return;
        const Kind kind = read_element(part, *element).kind;
        // An adjacent two-port has no domain of its own.
        if (kind != Kind::TF && kind != Kind::GY) domains[port] = domain_of(part, *element);
      };
      if (k > 0) look(bond.ends[k - 1], 0);
      if (k + 1 < bond.ends.size()) look(bond.ends[k + 1], 1);
    }
  }
  return domains;
}

std::optional<Dimension> effort_rule(const SourceNode& part, const SourceNode& element,
                                     std::string_view) {
  const PowerDomainInfo* info = info_of(part, element);
  return info ? std::optional(info->effort_dimension) : std::nullopt;
}

std::optional<Dimension> flow_rule(const SourceNode& part, const SourceNode& element,
                                   std::string_view) {
  const PowerDomainInfo* info = info_of(part, element);
  return info ? std::optional(info->flow_dimension) : std::nullopt;
}

std::optional<Dimension> momentum_rule(const SourceNode& part, const SourceNode& element,
                                       std::string_view) {
  const PowerDomainInfo* info = info_of(part, element);
  return info ? std::optional(info->momentum_dimension()) : std::nullopt;
}

std::optional<Dimension> displacement_rule(const SourceNode& part, const SourceNode& element,
                                           std::string_view) {
  const PowerDomainInfo* info = info_of(part, element);
  return info ? std::optional(info->displacement_dimension()) : std::nullopt;
}

std::optional<Dimension> inertia_rule(const SourceNode& part, const SourceNode& element,
                                      std::string_view) {
  const PowerDomainInfo* info = info_of(part, element);
  if (!info) return std::nullopt;
  return (info->momentum_dimension() / info->flow_dimension).without(BaseQuantity::angle);
}

std::optional<Dimension> compliance_rule(const SourceNode& part, const SourceNode& element,
                                         std::string_view) {
  const PowerDomainInfo* info = info_of(part, element);
  if (!info) return std::nullopt;
  return info->displacement_dimension() / info->effort_dimension;
}

std::optional<Dimension> stiffness_rule(const SourceNode& part, const SourceNode& element,
                                        std::string_view name) {
  const auto compliance = compliance_rule(part, element, name);
  return compliance ? std::optional(compliance->inverse()) : std::nullopt;
}

std::optional<Dimension> resistance_rule(const SourceNode& part, const SourceNode& element,
                                         std::string_view) {
  const PowerDomainInfo* info = info_of(part, element);
  return info ? std::optional(info->effort_dimension / info->flow_dimension) : std::nullopt;
}

std::optional<Dimension> conductance_rule(const SourceNode& part, const SourceNode& element,
                                          std::string_view name) {
  const auto resistance = resistance_rule(part, element, name);
  return resistance ? std::optional(resistance->inverse()) : std::nullopt;
}

std::optional<Dimension> state_rule(const SourceNode& part, const SourceNode& element,
                                    std::string_view name) {
  const bool is_compliance = read_element(part, element).kind == Kind::C;
  return is_compliance ? displacement_rule(part, element, name)
                       : momentum_rule(part, element, name);
}

std::optional<Dimension> transformer_rule(const SourceNode& part, const SourceNode&,
                                          std::string_view name) {
  const auto [first, second] = find_neighbours(part, name);
  if (first == PowerDomain::none || second == PowerDomain::none) return std::nullopt;
  return power_domain_info(second).flow_dimension / power_domain_info(first).flow_dimension;
}

std::optional<Dimension> gyrator_rule(const SourceNode& part, const SourceNode&,
                                      std::string_view name) {
  const auto [first, second] = find_neighbours(part, name);
  if (first == PowerDomain::none || second == PowerDomain::none) return std::nullopt;
  return power_domain_info(first).effort_dimension / power_domain_info(second).flow_dimension;
}

}  // namespace holon::detail
