// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "holon/expr/program/plan.h"
#include "holon/expr/program/tape_run.h"

namespace holon::detail {

struct TapeBlock;

/// The machine code of a plan, independent of where it lies in memory.
struct JitCode {
  std::vector<std::uint8_t> bytes;                       ///< empty where this build has none
  std::size_t entry = 0;                                 ///< offset of the function
  int width = 1;                                         ///< lanes that one run computes
  std::uint32_t slots = 0;                               ///< numbers in front of the work memory
  std::vector<std::shared_ptr<const TapeBlock>> blocks;  ///< as long as the code
};

JitCode write_jit(const Plan& plan, int lanes, TapeLevel level);

}  // namespace holon::detail
