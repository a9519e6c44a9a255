// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/expr/derive/jacobian.h"
#include "holon/system/system.h"

namespace holon::detail {

/// Whether a state's own output is more than itself, as that of a cut joint's angle: the positions
/// give the angle, and the state only counts its revolutions.
inline bool has_output_beyond_itself(const System& system, const StateBlock& block) {
  if (block.size != 1 || !system.find_output(block.name)) return false;
  const FunctionRef output = system.select_outputs({block.name});
  const std::vector<int>& start = output->sparsity().start;
  const auto own = static_cast<std::size_t>(1 + block.offset);
  return start[own] != start.front() || start[own + 1] != start.back();
}

}  // namespace holon::detail
