// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The tape's interpreter, compiled once for each level of the instruction set and for 1 and 8
/// lanes (tape_run.inc). Plain structs only: these sources must not share inline code with others.
namespace holon::detail {

/// Slots are counted in lanes-wide numbers from the beginning of the memory.
struct TapeInstruction {
  std::uint32_t code;  ///< a Code, or kTapeEnd
  std::uint32_t r, a, b, c;
};

constexpr std::uint32_t kTapeEnd = 63;

struct TapeBlock;
/// Runs a table, solve or newton; see blocks.h.
using TapeBlockRun = void (*)(const TapeBlock* block, double* memory, int lanes);

/// Copies `count` numbers between slots of the kernel and the location given by a row of the table.
struct TapeMove {
  std::uint32_t group;   ///< entry of the row
  std::uint32_t offset;  ///< added to it
  std::uint32_t slot;
  std::uint32_t count;
  std::uint32_t pool;  ///< 1: from the pool, one number for all lanes
};

struct TapeKernel {
  const TapeInstruction* code;
  const TapeMove *loads, *stores;
  std::uint32_t load_count, store_count;
  std::uint32_t row_size;
};

struct TapeMachine {
  void (*run)(const TapeInstruction* code, double* memory, const TapeBlock* const* blocks,
              TapeBlockRun run_block);
  void (*run_rows)(const TapeKernel* kernels, const std::int32_t* row, const std::int32_t* end,
                   double* memory, const double* pool, const TapeBlock* const* blocks,
                   TapeBlockRun run_block);
};

/// Instruction sets for which the interpreter is compiled: the compiler's default, x86-64-v3 (AVX2,
/// FMA), x86-64-v4 (AVX-512).
enum class TapeLevel : std::uint8_t { base, v3, v4 };

/// The interpreter of one level; nullptr if this build or processor does not support it.
const TapeMachine* find_tape_machine(int lanes, TapeLevel level);
/// The best interpreter for this processor.
const TapeMachine& find_tape_machine(int lanes);

}  // namespace holon::detail
