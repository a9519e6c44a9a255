// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/link_shape.h"

namespace holon::detail {

std::vector<int> LinkShape::freedoms() const {
  if (prescribed) return {};
  switch (type) {
    case JointType::revolute: return {3 + axis};
    case JointType::prismatic: return {axis};
    case JointType::translation: return {0, 1, 2};
    case JointType::free: return {0, 1, 2, 3, 4, 5};
    case JointType::fixed: break;
  }
  return {};
}

std::string LinkShape::text() const {
  std::string t{"-rptf"[static_cast<int>(type)]};
  t += "xyz"[axis];
  if (sign < 0) t += '-';
  if (prescribed) t += 'P';
  if (at_rest) t += 'R';
  if (has_effort) t += 'E';
  if (has_drive) t += 'D';
  if (has_load) t += 'L';
  for (int a : turn_axes) t += "XYZ"[a];
  if (turn_matrix) t += 'M';
  return t;
}

const Mechanism::Freedom& freedom_of(const Mechanism& mechanism, const Link& link) {
  static const Mechanism::Freedom none;
  return link.joint < 0 ? none : mechanism.joints[static_cast<std::size_t>(link.joint)].freedom;
}

LinkShape make_shape(const Mechanism& mechanism, const Link& link, const LinkState& state) {
  const Mechanism::Freedom& freedom = freedom_of(mechanism, link);
  LinkShape shape;
  shape.type = link.type;
  shape.axis = shape.is_straight() ? link.axis : 2;
  shape.sign = shape.is_straight() ? link.sign : 1;
  shape.prescribed = freedom.motion.has_value();
  shape.at_rest = link.parent == Mechanism::kWorld;
  shape.has_drive = !shape.prescribed && !state.effort.is_constant(0.0);
  shape.has_effort = shape.has_drive ||
                     (!shape.prescribed &&
                      (!freedom.stiffness.is_constant(0.0) || !freedom.damping.is_constant(0.0)));
  shape.has_load = state.load.has_value();
  for (const ConstantTurn::Step& step : link.turn.steps) shape.turn_axes.push_back(step.axis);
  shape.turn_matrix = link.turn.matrix.has_value();
  return shape;
}

}  // namespace holon::detail
