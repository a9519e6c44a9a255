// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/joint_model.h"

namespace holon {

/// An orientation and a position: no constraint.
inline JointModel free_joint() {
  JointModel m{.type = JointType::free};
  m.info = {"Free", 7, 6};
  m.letter = 'f';
  m.components = {0, 1, 2, 3, 4, 5};
  m.symbol = JointDrawings::Symbol::free;
  return m;
}

}  // namespace holon
