// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "holon/expr/program/plan.h"
#include "holon/expr/program/tape_run.h"

namespace holon::detail {

/// A plan as register code: every value has a slot in one memory, reused after its last use. Built
/// immediately; runs on any machine.
class Tape {
 public:
  explicit Tape(const Plan& plan);
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  std::uint32_t slot_count() const { return slots_; }
  /// Writes the constants into a fresh memory (slot_count x lanes, 64-byte aligned).
  void prepare(double* memory, int lanes) const;
  /// One run; `lanes` is 1 or 8; `in`, `out` have any alignment.
  void run(const double* in, double* out, double* memory, int lanes) const;
  /// The same with a given interpreter.
  void run(const double* in, double* out, double* memory, int lanes,
           const TapeMachine& machine) const;

 private:
  struct Constant {
    std::uint32_t slot;
    double value;
  };
  struct Range {
    bool rolled;
    std::size_t first, end;  // kernel, or rows of the table
  };

  void add_copies(const std::vector<Copies>& lists, std::vector<TapeInstruction>& code);
  void add_fixed(const PlannedKernel& planned);
  void add_rolled(const PlannedKernel& planned);
  std::uint32_t slot_of(Place place) const;
  std::uint32_t base_of(Space space) const;
  std::uint32_t move_to_slot(Place place);
  void add_code(const Kernel& kernel, std::vector<std::uint32_t> slot, std::uint32_t scratch,
                std::size_t index);

  std::uint32_t inputs_, outputs_, slots_;
  std::vector<Constant> constants_;
  std::vector<std::vector<TapeInstruction>> code_;
  std::vector<std::vector<TapeMove>> loads_, stores_;
  std::vector<std::shared_ptr<const TapeBlock>> owned_blocks_;
  std::vector<const TapeBlock*> blocks_;
  std::vector<TapeKernel> kernels_;
  std::vector<Range> stages_;
  std::vector<std::int32_t> table_;
  std::vector<double> pool_;
  std::vector<TapeInstruction> before_, after_;
};

}  // namespace holon::detail
