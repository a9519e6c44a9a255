// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/mechanism/joint_model.h"

#include <array>

#include "holon/base/errors.h"
#include "holon/mechanics/mechanism/joints/constant_velocity.h"
#include "holon/mechanics/mechanism/joints/cylindrical.h"
#include "holon/mechanics/mechanism/joints/driven.h"
#include "holon/mechanics/mechanism/joints/fixed.h"
#include "holon/mechanics/mechanism/joints/free.h"
#include "holon/mechanics/mechanism/joints/pin_in_slot.h"
#include "holon/mechanics/mechanism/joints/planar.h"
#include "holon/mechanics/mechanism/joints/prismatic.h"
#include "holon/mechanics/mechanism/joints/revolute.h"
#include "holon/mechanics/mechanism/joints/screw.h"
#include "holon/mechanics/mechanism/joints/spherical.h"
#include "holon/mechanics/mechanism/joints/translation.h"
#include "holon/mechanics/mechanism/joints/universal.h"

namespace holon {

const JointModel& joint_model(JointType type) {
  // In the order of JointType.
  static const std::array kModels{
      fixed_joint(),       revolute_joint(),          prismatic_joint(),   screw_joint(),
      cylindrical_joint(), universal_joint(),         planar_joint(),      pin_in_slot_joint(),
      spherical_joint(),   constant_velocity_joint(), translation_joint(), free_joint(),
      driven_joint(),
  };
  const JointModel& model = kModels.at(static_cast<std::size_t>(type));
  HOLON_CHECK(model.type == type, "joint_model lists '" + std::string(model.info.name) +
                                      "' at the place of another type");
  return model;
}

const JointInfo& joint_info(JointType type) { return joint_model(type).info; }

std::vector<JointMotion> joint_motions(const Mechanism::Joint& joint) {
  using Direction = JointModel::Motion::Direction;
  const JointModel& model = joint_model(joint.type);
  if (model.motions.empty()) return {{joint.type, joint.axis, 0}};
  const auto [x, y] = planar_directions(joint.axis);
  std::vector<JointMotion> motions;
  for (const JointModel::Motion& motion : model.motions) {
    Vector3<double> axis = joint.axis;
    if (motion.direction == Direction::axis2) axis = joint.axis2;
    if (motion.direction == Direction::plane_x) axis = x;
    if (motion.direction == Direction::plane_y) axis = y;
    motions.push_back({motion.type, axis, motion.freedom, motion.direction == Direction::axis2});
  }
  return motions;
}

}  // namespace holon
