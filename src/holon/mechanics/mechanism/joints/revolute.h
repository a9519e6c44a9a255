// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/joint_model.h"

namespace holon {

/// An angle about the axis.
inline JointModel revolute_joint() {
  JointModel m{.type = JointType::revolute};
  m.info = {"Revolute", 1, 1, {angle_about_axis()}};
  m.letter = 'r';
  m.rows = {kShiftX, kShiftY, kShiftZ, kTiltX, kTiltY};
  m.measures = {JointMeasure::about_axis};
  m.components = {3};
  m.symbol = JointDrawings::Symbol::pin;
  m.draws_about = true;
  return m;
}

}  // namespace holon
