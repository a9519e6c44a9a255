// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/connection_checks.h"

#include <algorithm>

#include "holon/mechanics/tree/checks.h"

namespace holon::detail {

namespace {

bool has_connections(const Mechanism& mechanism) {
  return std::any_of(mechanism.bodies.begin(), mechanism.bodies.end(),
                     [](const Mechanism::Body& body) { return body.is_connection; });
}

/// Whether the pivots of a tree are positive, which lacks joints that hold something massless.
bool has_positive_pivots(Mechanism mechanism, const Tree& tree) {
  for (Mechanism::Body& body : mechanism.bodies) body.report = {};
  for (Mechanism::Joint& joint : mechanism.joints) joint.report = {};
  std::vector<std::string> errors;
  check_freedoms(mechanism, tree, errors);
  return errors.empty();
}

}  // namespace

void mark_connections(Mechanism& mechanism) {
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const Mechanism::Joint& joint : mechanism.joints) {
      if (!joint.drive) continue;
      const int parent = mechanism.find_body(joint.parent);
      const int child = mechanism.find_body(joint.child);
      if (parent == kWorld || child == kWorld) continue;
      Mechanism::Body& rider = mechanism.bodies[static_cast<std::size_t>(child)];
      if (rider.is_connection || !mechanism.bodies[static_cast<std::size_t>(parent)].is_connection)
        continue;
      rider.is_connection = goes_on = true;
    }
  }
}

bool is_on_connection(const Mechanism& mechanism, const Mechanism::Joint& joint) {
  for (const std::string* frame : {&joint.parent, &joint.child}) {
    const int body = mechanism.find_body(*frame);
    if (body != kWorld && mechanism.bodies[static_cast<std::size_t>(body)].is_connection)
      return true;
  }
  return false;
}

bool has_massless_freedoms(const Mechanism& mechanism, const Tree& tree) {
  return has_connections(mechanism) && !has_positive_pivots(mechanism, tree);
}

void check_freedoms_at_connections(Mechanism mechanism, std::vector<std::string>& errors) {
  // Points that nothing but a ball holds have no orientation.
  const auto is_lone_point = [&](const std::string& frame) {
    const int body = mechanism.find_body(frame);
    return body != kWorld && mechanism.bodies[static_cast<std::size_t>(body)].is_point &&
           std::count_if(mechanism.joints.begin(), mechanism.joints.end(),
                         [&](const Mechanism::Joint& joint) {
                           return mechanism.find_body(joint.parent) == body ||
                                  mechanism.find_body(joint.child) == body;
                         }) == 1;
  };
  std::vector<Mechanism::Joint> joints;
  for (const Mechanism::Joint& joint : mechanism.joints)
    if (joint.type != JointType::spherical ||
        !(is_lone_point(joint.parent) || is_lone_point(joint.child)))
      joints.push_back(joint);
  mechanism.joints = std::move(joints);
  std::vector<std::string> other;
  const Tree whole = make_tree(mechanism, other, TreeForm::start);
  if (other.empty()) check_freedoms(mechanism, whole, errors);
}

}  // namespace holon::detail
