// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "holon/expr/program/kernel.h"

namespace holon::detail {

/// Elementary functions of a kernel that do not depend on each other, side by side: one call for
/// vectors computes them all, each with the bits that it has alone. Operations keep their order but
/// for what has to stand before such a batch. Without batches the kernel is left as it is.
class JitBatches {
 public:
  /// `width`: numbers of a vector; 1: no batches.
  JitBatches(const Kernel& kernel, int width);

  const Kernel& kernel() const { return is_empty() ? given_ : ordered_; }
  bool is_empty() const { return sizes_.empty(); }
  /// How many operations from this one on are a batch; 1 for one that stands alone.
  std::size_t size_at(std::size_t operation) const { return is_empty() ? 1 : sizes_[operation]; }

 private:
  const Kernel& given_;
  Kernel ordered_;
  std::vector<std::uint8_t> sizes_;
};

}  // namespace holon::detail
