// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/joint_model.h"

namespace holon {

/// A position without rotation: what a free point mass has.
inline JointModel translation_joint() {
  JointModel m{.type = JointType::translation};
  m.info = {"Translation", 3, 3};
  m.letter = 't';
  m.rows = {kTiltX, kTiltY, kSpin};
  m.components = {0, 1, 2};
  return m;
}

}  // namespace holon
