// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What the palette and the diagram show of a type follows from the domain that registers it and
// from its description, so that a new part needs no entry here.
#include <algorithm>
#include <map>
#include <string_view>

#include "holon/bond/register.h"
#include "holon/estimate/register.h"
#include "holon/hydraulics/register.h"
#include "holon/mechanics/register.h"
#include "holon/navigation/register.h"
#include "holon/serve/document/part_tree.h"
#include "holon/signals/register.h"
#include "holon/terrain/register.h"

namespace holon::serve {
namespace {

enum class Domain { mechanics, hydraulics, signals, bond, navigation, terrain, estimate, plugin };

Domain domain_of(const PartType& type) {
  static const std::map<const PartType*, Domain> domains = [] {
    std::map<const PartType*, Domain> result;
    const auto add = [&](Domain domain, void (*register_parts)(Catalogue&)) {
      Catalogue catalogue;
      register_parts(catalogue);
      for (const PartType* each : catalogue.types()) result.emplace(each, domain);
    };
    add(Domain::mechanics, register_mechanics_parts);
    add(Domain::hydraulics, register_hydraulics_parts);
    add(Domain::signals, register_signals_parts);
    add(Domain::bond, register_bond_parts);
    add(Domain::navigation, register_navigation_parts);
    add(Domain::terrain, register_terrain_parts);
    add(Domain::estimate, register_estimate_parts);
    return result;
  }();
  const auto found = domains.find(&type);
  return found == domains.end() ? Domain::plugin : found->second;
}

bool has_field(const PartType& type, std::string_view name) {
  return type.schema.find(name) != nullptr;
}

bool has_field_of(const PartType& type, FieldKind kind) {
  return std::ranges::any_of(type.schema.fields,
                             [&](const Field& field) { return field.kind == kind; });
}

const char* kind_in_mechanics(const PartType& type) {
  if (type.is_frame || has_field(type, "mass")) return has_field(type, "mass") ? "body" : "frame";
  const bool is_between = has_field_of(type, FieldKind::between);
  if (is_between && type.find_output("reaction.force")) return "joint";
  if (has_field(type, "x") && has_field(type, "rotation_x")) return "joint";
  if (has_field(type, "joints") || has_field(type, "joint")) return "coupling";
  if (is_between && (type.find_output("tension") || has_field(type, "normal")) &&
      !has_field(type, "stiffness"))
    return "constraint";
  if (is_between || has_field(type, "force") || has_field(type, "torque")) return "force";
  if (has_field(type, "equations")) return "constraint";
  if (has_field(type, "kinetic") || has_field(type, "coordinates")) return "body";
  if (has_field(type, "of") && has_field(type, "to")) return "frame";
  if (has_field(type, "field")) return "field";
  if (type.find_output("power")) return "force";
  return has_field(type, "on") ? "sensor" : "other";
}

const char* kind_in_navigation(const PartType& type) {
  return has_field(type, "on") || has_field(type, "sample") ? "sensor" : "field";
}

}  // namespace

const char* part_kind(const PartType* type) {
  if (!type) return "other";
  switch (domain_of(*type)) {
    case Domain::mechanics:
    case Domain::plugin: return kind_in_mechanics(*type);
    case Domain::hydraulics: return "hydraulic";
    case Domain::signals: return "signal";
    case Domain::bond: return "bond";
    case Domain::navigation: return kind_in_navigation(*type);
    case Domain::terrain:
      return has_field(*type, "on") || has_field_of(*type, FieldKind::between)
                 ? kind_in_mechanics(*type)
                 : "field";
    case Domain::estimate: return "filter";
  }
  return "other";
}

std::string palette_group(const PartType& type) {
  if (!type.plugin.empty()) return "Plugins";
  switch (domain_of(type)) {
    case Domain::hydraulics: return "Hydraulics";
    case Domain::signals: return "Signals and control";
    case Domain::bond: return "Bond graphs";
    case Domain::navigation: return "Sensors and navigation";
    case Domain::terrain: return "Ground and earth moving";
    case Domain::estimate: return "Estimation and control design";
    default: break;
  }
  const std::string_view kind = part_kind(&type);
  if (kind == "body") return has_field(type, "mass") ? "Bodies" : "Energies";
  if (kind == "frame") return "Frames";
  if (kind == "joint") return "Joints";
  if (kind == "coupling") return "Couplings of joints";
  if (kind == "constraint") return "Constraints";
  if (kind == "field") return "Fields";
  if (kind == "sensor") return "Sensors and navigation";
  return "Forces";
}

}  // namespace holon::serve
