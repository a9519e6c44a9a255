// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/system/system.h"

namespace holon {

/// Why a run with closed loops cannot go on, for RunError::Data.
struct LoopFailure {
  std::string cause;   ///< "the loop of C reaches its limit, and the motion of A goes beyond it"
  std::string advice;  ///< may be ""
  bool is_passable =
      false;  ///< the motion may go on, by steps whose stages keep to the constraints
};

/// What the constraints at the last state of a failed run show: whether they are about to lose
/// their rank (the smallest singular value of J that is not redundant is a small part of the
/// largest), at which joints, and whether a prescribed motion needs what is lost. Nothing where
/// they are well.
std::optional<LoopFailure> explain_loop_failure(const System& system, double t,
                                                const std::vector<double>& x,
                                                const std::vector<double>& parameters);

}  // namespace holon
