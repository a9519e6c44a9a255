// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "holon/expr/program/executable.h"
#include "holon/expr/program/plan.h"
#include "holon/expr/program/tape_run.h"

namespace holon::detail {

struct TapeBlock;

/// A plan as machine code, made in this process: the kernels' operations in their order, values in
/// registers, elementary functions and blocks as calls into the runtime. x86-64 alone.
class Jit {
 public:
  /// Code for 1 or 8 lanes and the best instruction set of this processor; nullptr where the build
  /// or the processor has none, or where memory may not be made executable.
  static std::unique_ptr<const Jit> make(std::shared_ptr<const Plan> plan, int lanes);
  /// The same for a given instruction set.
  static std::unique_ptr<const Jit> make(std::shared_ptr<const Plan> plan, int lanes,
                                         TapeLevel level);
  ~Jit();

  /// Numbers of its memory (64-byte aligned).
  std::size_t memory_size() const;
  /// One run; `in` and `out` have any alignment.
  void run(const double* in, double* out, double* memory) const;
  TapeLevel level() const { return level_; }
  /// Bytes of machine code and its constants.
  std::size_t code_size() const { return code_.size(); }

 private:
  using Entry = void (*)(const double* in, double* out, double* work, const double* pool,
                         const std::int32_t* table);

  Jit() = default;

  std::shared_ptr<const Plan> plan_;
  TapeLevel level_ = TapeLevel::base;
  int lanes_ = 1, width_ = 1;  // lanes in memory, lanes in a register
  std::uint32_t spills_ = 0;   // numbers kept in memory, in front of the plan's work
  std::vector<std::shared_ptr<const TapeBlock>> blocks_;
  Executable code_;
  Entry entry_ = nullptr;
};

}  // namespace holon::detail
