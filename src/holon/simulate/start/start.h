// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/system/system.h"

namespace holon {

/// A consistent beginning.
struct Start {
  std::vector<double> x;                    ///< (nx)
  std::vector<std::string> notes;           ///< about the constraints, for the user
  std::vector<std::string> undetermined{};  ///< outputs that redundancy leaves open
};

/// The state that a System starts from: held values as they are, constraints met in places and then
/// in speeds, and everything else as near to its guess as may be (least squares; SI). Throws
/// ModelError where the held values contradict the constraints or each other, or where no places
/// meet the constraints at all, with the constraints that fail, by name and by how much.
Start find_start(const System& system, double t0, const std::vector<double>& parameters);

}  // namespace holon
