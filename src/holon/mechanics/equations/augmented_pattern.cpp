// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/equations/augmented_pattern.h"

#include "holon/mechanics/machine/machine.h"

namespace holon {

std::optional<AugmentedPattern> find_augmented_pattern(Assembly& assembly) {
  const std::shared_ptr<Machine> machine = Machine::find(assembly);
  if (!machine || !machine->loops()) return {};
  if (assembly.simulate().formulation != Formulation::augmented) return {};
  const Loops& loops = *machine->loops();
  AugmentedPattern pattern;
  pattern.size = loops.matrix_size();
  pattern.entries = loops.find_pattern();
  pattern.groups = loops.matrix_groups();
  int constraints = 0;
  for (std::size_t k = 0; k < pattern.groups.size(); ++k) {
    if (k >= machine->tree().links.size()) constraints += pattern.groups[k].second;
  }
  pattern.accelerations = pattern.size - constraints;
  return pattern;
}

}  // namespace holon
