// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/joint_model.h"

namespace holon {

/// An angle about the axis, with pitch · angle along it.
inline JointModel screw_joint() {
  JointModel m{.type = JointType::screw};
  m.info = {"Screw", 1, 1, {angle_about_axis()}};
  m.letter = 's';
  m.rows = {kShiftX, kShiftY, {JointRow::Kind::screw, 2}, kTiltX, kTiltY};
  m.measures = {JointMeasure::about_axis};
  m.components = {3};
  m.symbol = JointDrawings::Symbol::pin;
  m.draws_about = true;
  return m;
}

}  // namespace holon
