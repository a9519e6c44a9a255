// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/joint_model.h"

namespace holon {

/// As a free joint, prescribed as a whole (Mechanism::Joint::drive).
inline JointModel driven_joint() {
  JointModel m{.type = JointType::driven};
  m.info = {"Frame", 7, 6};
  m.letter = 'd';
  return m;
}

}  // namespace holon
