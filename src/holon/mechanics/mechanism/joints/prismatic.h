// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/joint_model.h"

namespace holon {

/// A position along the axis.
inline JointModel prismatic_joint() {
  JointModel m{.type = JointType::prismatic};
  m.info = {"Prismatic", 1, 1};
  m.info.freedoms = {
      {"position", "speed", "acceleration", "force", "", "along the axis", kTranslates}};
  m.letter = 'p';
  m.rows = {kShiftX, kShiftY, kTiltX, kTiltY, kSpin};
  m.measures = {JointMeasure::along_axis};
  m.components = {0};
  m.symbol = JointDrawings::Symbol::rail;
  m.draws_along = true;
  return m;
}

}  // namespace holon
