// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/joint_model.h"

namespace holon {

/// No motion: all six components are constrained.
inline JointModel fixed_joint() {
  JointModel m{.type = JointType::fixed};
  m.info = {"Fixed", 0, 0};
  m.letter = '-';
  m.rows = {kShiftX, kShiftY, kShiftZ, kTiltX, kTiltY, kSpin};
  m.symbol = JointDrawings::Symbol::weld;
  return m;
}

}  // namespace holon
