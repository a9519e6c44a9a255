// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/joint_model.h"

namespace holon {

/// An angle about the axis, and a position across it, along x of planar_directions.
inline JointModel pin_in_slot_joint() {
  JointModel m{.type = JointType::pin_in_slot};
  m.info = {"PinInSlot", 2, 2};
  m.info.freedoms = {
      {"angle", "rate", "angle_acceleration", "torque", "_angle", "about the axis", kRotates},
      {"position", "speed", "position_acceleration", "force", "_position", "along the slot",
       kTranslates}};
  m.letter = 'S';
  m.motions = {{JointType::prismatic, JointModel::Motion::Direction::plane_x, 1},
               {JointType::revolute, JointModel::Motion::Direction::axis, 0}};
  m.rows = {kShiftY, kShiftZ, kTiltX, kTiltY};
  m.measures = {JointMeasure::about_axis, JointMeasure::along_x};
  m.symbol = JointDrawings::Symbol::plane;
  m.draws_about = true;
  return m;
}

}  // namespace holon
