// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/sparsity.h"

#include "holon/mechanics/equations/augmented_pattern.h"
#include "holon/terminal.h"

namespace holon::app {

std::optional<SparsityPlot> make_sparsity_plot(const LoadedModel& loaded) {
  std::optional<AugmentedPattern> pattern = find_augmented_pattern(*loaded.assembly);
  if (!pattern) {
    print_error(loaded.path +
                ": no joints hold the bodies of this model, so there are no augmented equations to "
                "draw");
    return {};
  }
  return SparsityPlot{loaded.system.title, pattern->size, std::move(pattern->entries),
                      std::move(pattern->groups)};
}

}  // namespace holon::app
