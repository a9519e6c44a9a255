// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/output_count.h"

#include "holon/system/definitions.h"
#include "holon/system/hidden_output.h"

namespace holon {

std::size_t count_outputs(const System& system) {
  std::size_t count = 0;
  for (const auto& group : system.definitions->groups) {
    if (!group.prefix.starts_with(kHiddenPrefix)) count += group.table->size();
  }
  return count;
}

}  // namespace holon
