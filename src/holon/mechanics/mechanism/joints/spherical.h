// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/joint_model.h"

namespace holon {

/// An orientation, as a unit quaternion.
inline JointModel spherical_joint() {
  JointModel m{.type = JointType::spherical};
  m.info = {"Spherical", 4, 3};
  m.letter = 'l';
  m.rows = {kShiftX, kShiftY, kShiftZ};
  m.components = {3, 4, 5};
  return m;
}

}  // namespace holon
