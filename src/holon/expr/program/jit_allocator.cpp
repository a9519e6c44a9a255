// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/program/jit_allocator.h"

#include <algorithm>

namespace holon::detail {

JitUses::JitUses(const Kernel& kernel) {
  first_.reserve(kernel.code.size() + 1);
  operands_.reserve(3 * kernel.code.size());
  for (const Instruction& in : kernel.code) {
    first_.push_back(static_cast<std::uint32_t>(operands_.size()));
    if (in.code == Code::block) {
      const std::vector<std::uint32_t>& list = kernel.blocks[in.a].arguments;
      operands_.insert(operands_.end(), list.begin(), list.end());
      continue;
    }
    const std::uint32_t values[] = {in.a, in.b, in.c};
    operands_.insert(operands_.end(), values, values + operand_count(in.code));
  }
  first_.push_back(static_cast<std::uint32_t>(operands_.size()));
  following_.resize(operands_.size());
  next_.assign(kernel.value_count(), kNever);
  for (std::size_t i = kernel.code.size(); i-- > 0;) {
    for (std::size_t k = first_[i]; k < first_[i + 1]; ++k) following_[k] = next_[operands_[k]];
    for (std::size_t k = first_[i]; k < first_[i + 1]; ++k) {
      next_[operands_[k]] = static_cast<std::uint32_t>(i);
    }
  }
}

int JitRegisters::find_free(std::uint32_t avoid) const {
  const std::uint32_t usable = free_ & ~avoid;
  return usable ? __builtin_ctz(usable) : -1;
}

std::uint32_t JitSlots::take() {
  if (!free_.empty()) {
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    return slot;
  }
  most_ = std::max(most_, next_ + 1);
  return next_++;
}

std::uint32_t JitSlots::take_row(std::uint32_t count) {
  next_ += count;
  most_ = std::max(most_, next_);
  return next_ - count;
}

void JitSlots::clear() {
  next_ = 0;
  free_.clear();
}

}  // namespace holon::detail
