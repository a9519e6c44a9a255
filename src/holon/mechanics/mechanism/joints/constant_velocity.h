// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/joint_model.h"

namespace holon {

/// A homokinetic joint between two shafts along their `axis`: it bends about any direction normal
/// to the axis and passes on all rotation about it.
inline JointModel constant_velocity_joint() {
  JointModel m{.type = JointType::constant_velocity};
  m.info = {"ConstantVelocity", 4, 2};
  m.letter = 'h';
  m.motions = {{JointType::spherical, JointModel::Motion::Direction::axis, 0}};
  m.is_always_cut = true;
  m.rows = {kShiftX, kShiftY, kShiftZ, {JointRow::Kind::twist, 1, 0}};
  return m;
}

}  // namespace holon
