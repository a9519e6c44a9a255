// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What the palette and the diagram show of a type follows from the domain that registers it and
// from its role, so that a new part needs no entry here.
#include <map>

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

const char* kind_of_role(PartRole role) {
  switch (role) {
    case PartRole::body:
    case PartRole::energies: return "body";
    case PartRole::frame: return "frame";
    case PartRole::joint: return "joint";
    case PartRole::coupling: return "coupling";
    case PartRole::constraint: return "constraint";
    case PartRole::force:
    case PartRole::drive: return "force";
    case PartRole::field:
    case PartRole::gravity: return "field";
    case PartRole::sensor: return "sensor";
    case PartRole::other: break;
  }
  return "other";
}

const char* group_of_role(PartRole role) {
  switch (role) {
    case PartRole::body: return "Bodies";
    case PartRole::energies: return "Energies";
    case PartRole::frame: return "Frames";
    case PartRole::joint: return "Joints";
    case PartRole::coupling: return "Couplings of joints";
    case PartRole::constraint: return "Constraints";
    case PartRole::drive: return "Drives";
    case PartRole::field:
    case PartRole::gravity: return "Fields";
    case PartRole::sensor: return "Sensors and navigation";
    case PartRole::force:
    case PartRole::other: break;
  }
  return "Forces";
}

}  // namespace

const char* part_kind(const PartType* type) {
  if (!type) return "other";
  switch (domain_of(*type)) {
    case Domain::mechanics:
    case Domain::navigation:
    case Domain::terrain:
    case Domain::plugin: return kind_of_role(type->role);
    case Domain::hydraulics: return "hydraulic";
    case Domain::signals: return "signal";
    case Domain::bond: return "bond";
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
  return group_of_role(type.role);
}

}  // namespace holon::serve
