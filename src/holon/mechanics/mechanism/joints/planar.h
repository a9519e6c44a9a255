// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/joint_model.h"

namespace holon {

/// Positions along x and y of the plane (planar_directions), then an angle about its normal.
inline JointModel planar_joint() {
  JointModel m{.type = JointType::planar};
  m.info = {"Planar", 3, 3};
  m.info.freedoms = {
      {"x", "speed_x", "acceleration_x", "force_x", "_x", "along x", kTranslates},
      {"y", "speed_y", "acceleration_y", "force_y", "_y", "along y", kTranslates},
      {"angle", "rate", "acceleration_angle", "torque", "_angle", "about the axis", kRotates}};
  m.letter = 'P';
  m.motions = {{JointType::prismatic, JointModel::Motion::Direction::plane_x, 0},
               {JointType::prismatic, JointModel::Motion::Direction::plane_y, 1},
               {JointType::revolute, JointModel::Motion::Direction::axis, 2}};
  m.rows = {kShiftZ, kTiltX, kTiltY};
  m.measures = {JointMeasure::along_x, JointMeasure::along_y, JointMeasure::about_axis};
  m.symbol = JointDrawings::Symbol::plane;
  m.draws_about = true;
  return m;
}

}  // namespace holon
