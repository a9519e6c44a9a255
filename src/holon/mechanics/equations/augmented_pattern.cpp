// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/equations/augmented_pattern.h"

#include "holon/mechanics/machine/machine.h"

namespace holon {

std::optional<AugmentedPattern> find_augmented_pattern(Assembly& assembly) {
  const std::shared_ptr<Machine> machine = Machine::find(assembly);
  if (!machine || !machine->loops()) return {};
  const auto pattern = machine->loops()->find_pattern();
  if (!pattern) return {};
  return AugmentedPattern{pattern->size, pattern->accelerations, pattern->entries, pattern->groups};
}

}  // namespace holon
