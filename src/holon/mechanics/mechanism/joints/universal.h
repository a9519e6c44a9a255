// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/joint_model.h"

namespace holon {

/// Two angles: about `axis` of the parent, then about `axis2` of the child.
inline JointModel universal_joint() {
  JointModel m{.type = JointType::universal};
  m.info = {"Universal", 2, 2};
  m.info.freedoms = {
      {"angle1", "rate1", "acceleration1", "torque1", "1", "about 'axis'", kRotates},
      {"angle2", "rate2", "acceleration2", "torque2", "2", "about 'axis2'", kRotates}};
  m.letter = 'U';
  m.motions = {{JointType::revolute, JointModel::Motion::Direction::axis, 0},
               {JointType::revolute, JointModel::Motion::Direction::axis2, 1}};
  // The angle between the two axes is constant.
  m.rows = {kShiftX, kShiftY, kShiftZ, {JointRow::Kind::turn, 2, 2}};
  m.measures = {JointMeasure::about_first, JointMeasure::about_second};
  m.has_second_axis = true;
  m.draws_about = true;
  return m;
}

}  // namespace holon
