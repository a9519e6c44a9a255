// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/equations/augmented_plot.h"

#include "holon/mechanics/equations/augmented_pattern.h"

namespace holon {

std::optional<SparsityPlot> make_augmented_plot(const LoadedModel& loaded) {
  std::optional<AugmentedPattern> pattern = find_augmented_pattern(*loaded.assembly);
  if (!pattern) return {};
  return SparsityPlot{loaded.system.title, pattern->size, std::move(pattern->entries),
                      std::move(pattern->groups)};
}

}  // namespace holon
