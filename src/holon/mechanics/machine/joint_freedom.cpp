// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/joint_freedom.h"

#include <algorithm>

#include "holon/base/names.h"

namespace holon::detail {

namespace {

bool is_of_kind(const FreedomInfo& info, FreedomKind kind) {
  return info.turns == (kind == FreedomKind::rotation);
}

/// The joint's index and what of the name stands behind it ("cardan.angle1": "angle1").
struct NamedJoint {
  int index = -1;
  std::string rest;
};

NamedJoint find_full_joint(const Mechanism& mechanism, const std::string& name) {
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Mechanism::Joint& joint = mechanism.joints[j];
    if (joint.type == JointType::driven) continue;
    if (name == joint.name) return {static_cast<int>(j), {}};
    if (name.starts_with(joint.name + "."))
      return {static_cast<int>(j), name.substr(joint.name.size() + 1)};
  }
  return {};
}

NamedJoint find_from_scope(const Mechanism& mechanism, const std::string& part,
                           const std::string& name) {
  NamedJoint found;
  for (std::string scope = part; found.index < 0 && !scope.empty();) {
    const std::size_t dot = scope.rfind('.');
    scope = dot == std::string::npos ? "" : scope.substr(0, dot);
    found = find_full_joint(mechanism, scope.empty() ? name : scope + "." + name);
  }
  return found;
}

std::string suggest_joint(const Mechanism& mechanism, const std::string& name, FreedomKind kind) {
  std::vector<std::string> names;
  for (const Mechanism::Joint& joint : mechanism.joints) {
    const auto& freedoms = joint_info(joint.type).freedoms;
    const bool fits = std::any_of(freedoms.begin(), freedoms.end(),
                                  [&](const FreedomInfo& f) { return is_of_kind(f, kind); });
    if (fits) names.push_back(joint.name);
  }
  const std::string nearest = did_you_mean(name, names);
  return nearest.empty() && !names.empty() ? "there is " + quote_list(names, "and", 6) : nearest;
}

}  // namespace

std::optional<JointFreedom> find_joint_freedom(PartBuilder& b, const std::string& parameter,
                                               const std::string& name, FreedomKind kind) {
  const Mechanism& mechanism = Machine::of(b)->mechanism;
  const NamedJoint named = find_from_scope(mechanism, b.name(), name);
  if (named.index < 0) {
    b.error(parameter, "there is no joint '" + name + "'", suggest_joint(mechanism, name, kind));
    return {};
  }
  const Mechanism::Joint& joint = mechanism.joints[static_cast<std::size_t>(named.index)];
  const std::vector<FreedomInfo>& infos = joint_info(joint.type).freedoms;
  std::vector<std::size_t> found;
  std::vector<std::string> choices;
  for (std::size_t k = 0; k < infos.size(); ++k) {
    if (!is_of_kind(infos[k], kind)) continue;
    choices.push_back(name + "." + infos[k].coordinate);
    if (named.rest.empty() || named.rest == infos[k].coordinate) found.push_back(k);
  }
  if (found.size() != 1) {
    const bool turns = kind == FreedomKind::rotation;
    if (found.size() > 1) {
      b.error(parameter, "'" + name + "' has several angles",
              "name one: " + quote_list(choices, "or"));
    } else {
      b.error(parameter,
              "'" + name + "' is not " + (turns ? "an angle" : "a displacement") + " of a joint",
              turns ? "name a Revolute joint" : "name a Prismatic joint");
    }
    return {};
  }
  const FreedomInfo& info = infos[found[0]];
  const auto output = [&](const char* local) {
    return b.assembly().output(joint.name + "." + local);
  };
  JointFreedom freedom;
  freedom.joint = named.index;
  freedom.index = static_cast<int>(found[0]);
  freedom.q = output(info.coordinate);
  freedom.v = output(info.rate);
  freedom.vdot = output(info.acceleration);
  freedom.turns = info.turns;
  return freedom;
}

std::optional<std::vector<JointFreedom>> find_joint_freedoms(
    PartBuilder& b, const std::string& parameter, const std::vector<std::string>& names,
    const std::vector<FreedomKind>& kinds) {
  if (names.size() != kinds.size()) {
    b.error(parameter, "'" + parameter + "' takes " + std::to_string(kinds.size()) +
                           " joints, not " + std::to_string(names.size()));
    return {};
  }
  std::vector<JointFreedom> freedoms;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (auto one = find_joint_freedom(b, parameter, names[k], kinds[k])) freedoms.push_back(*one);
  }
  if (freedoms.size() != names.size()) return {};
  if (freedoms.size() == 2 && freedoms[0].joint == freedoms[1].joint &&
      freedoms[0].index == freedoms[1].index) {
    b.error(parameter, "both are the same joint, '" + names[0] + "'", "name two joints");
    return {};
  }
  return freedoms;
}

}  // namespace holon::detail
