// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace holon {

class Assembly;

/// Where the left side of the augmented equations, [M Jᵀ; J 0], may differ from zero.
struct AugmentedPattern {
  int size = 0;
  int accelerations = 0;                     ///< rows of M; the others are constraints
  std::vector<std::pair<int, int>> entries;  ///< row, column
  /// What rows and columns stand for, in order: name of a body or joint, and how many.
  std::vector<std::pair<std::string, int>> groups;
};

/// Of an assembly that was formulated as `augmented`; nothing where it was not, or has no joints.
std::optional<AugmentedPattern> find_augmented_pattern(Assembly& assembly);

}  // namespace holon
