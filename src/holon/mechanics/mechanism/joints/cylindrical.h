// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/joint_model.h"

namespace holon {

/// An angle about the axis and a position along it.
inline JointModel cylindrical_joint() {
  JointModel m{.type = JointType::cylindrical};
  m.info = {"Cylindrical", 2, 2};
  m.info.freedoms = {
      {"angle", "rate", "angle_acceleration", "torque", "_angle", "about the axis", kRotates},
      {"position", "speed", "position_acceleration", "force", "_position", "along the axis",
       kTranslates}};
  m.letter = 'C';
  m.motions = {{JointType::prismatic, JointModel::Motion::Direction::axis, 1},
               {JointType::revolute, JointModel::Motion::Direction::axis, 0}};
  m.rows = {kShiftX, kShiftY, kTiltX, kTiltY};
  m.measures = {JointMeasure::about_axis, JointMeasure::along_axis};
  m.symbol = JointDrawings::Symbol::pin;
  m.draws_about = m.draws_along = true;
  return m;
}

}  // namespace holon
