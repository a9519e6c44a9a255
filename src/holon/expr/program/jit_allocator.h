// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "holon/expr/program/kernel.h"

/// Which value is in which register of straight-line code. Every value knows its next use, so that
/// the register whose value is needed last can be given away; a value that leaves its register is
/// kept in a slot of memory until its last use, unless memory has it anyway.
namespace holon::detail {

/// The uses of a kernel's values, passed one operation after the other.
class JitUses {
 public:
  static constexpr std::uint32_t kNever = ~std::uint32_t{0};

  explicit JitUses(const Kernel& kernel);

  /// The operands of an operation.
  std::span<const std::uint32_t> operands(std::size_t i) const {
    return std::span(operands_).subspan(first_[i], first_[i + 1] - first_[i]);
  }
  /// The next use of a value, counted in operations; kNever if there is none.
  std::uint32_t next(std::uint32_t value) const { return next_[value]; }
  /// The next use of operand k of operation i behind that operation.
  std::uint32_t following(std::size_t i, std::size_t k) const { return following_[first_[i] + k]; }
  /// Operation i has read its operands.
  void pass(std::size_t i) {
    for (std::size_t k = first_[i]; k < first_[i + 1]; ++k) next_[operands_[k]] = following_[k];
  }

 private:
  std::vector<std::uint32_t> first_, operands_, following_, next_;
};

/// The registers and what they hold.
class JitRegisters {
 public:
  static constexpr std::uint32_t kNothing = ~std::uint32_t{0};

  explicit JitRegisters(int count)
      : all_(count == 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << count) - 1), free_(all_) {}

  std::uint32_t value(int r) const { return held_[r]; }
  bool has_free() const { return free_ != 0; }
  std::uint32_t occupied() const { return all_ & ~free_; }
  /// The lowest free register (short encodings first); -1 if there is none.
  int find_free(std::uint32_t avoid = 0) const;
  /// The occupied register whose value is needed last, none of those in `locked`. Values that
  /// memory has (`is_kept`) are preferred, since they need not be stored.
  template <class IsKept>
  int find_last_needed(const JitUses& uses, std::uint32_t locked, IsKept&& is_kept) const;

  void hold(int r, std::uint32_t value) {
    held_[r] = value;
    free_ &= ~(std::uint32_t{1} << r);
  }
  void release(int r) { free_ |= std::uint32_t{1} << r; }

 private:
  std::uint32_t all_, free_;
  std::uint32_t held_[32] = {};
};

/// Slots in memory, the one freed last reused first. The most that were in use at a time counts.
class JitSlots {
 public:
  std::uint32_t take();
  /// The first of so many slots that follow each other. Each is given back alone.
  std::uint32_t take_row(std::uint32_t count);
  void give(std::uint32_t slot) { free_.push_back(slot); }
  std::uint32_t most() const { return most_; }
  /// All are free again.
  void clear();

 private:
  std::uint32_t next_ = 0, most_ = 0;
  std::vector<std::uint32_t> free_;
};

template <class IsKept>
int JitRegisters::find_last_needed(const JitUses& uses, std::uint32_t locked,
                                   IsKept&& is_kept) const {
  int best = -1;
  std::uint64_t best_distance = 0;
  for (std::uint32_t rest = occupied() & ~locked; rest; rest &= rest - 1) {
    const int r = __builtin_ctz(rest);
    // Of equal distances, the one without a store.
    const std::uint64_t distance = 2 * std::uint64_t{uses.next(held_[r])} + is_kept(held_[r]);
    if (best < 0 || distance > best_distance) {
      best = r;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace holon::detail
