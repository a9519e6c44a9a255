// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "holon/expr/program/kernel.h"
#include "holon/expr/program/tape_run.h"

/// Operations with many operands on the tape: table lookups, linear solves, Newton iterations. They
/// process one lane after the other, by the same runtime code that native programs contain.
namespace holon::detail {

struct TapeBlock;

/// `from` and `to` are numbers of the memory with which it runs. A root's residual is a tape, or
/// machine code for `level` where that is given and possible.
std::shared_ptr<const TapeBlock> make_tape_block(const Block& block, std::vector<std::int32_t> from,
                                                 std::vector<std::int32_t> to,
                                                 const TapeLevel* level = nullptr);
void run_tape_block(const TapeBlock* block, double* memory, int lanes);
/// The same for the first `lanes` of `stride` lanes that lie side by side.
void run_block_lanes(const TapeBlock* block, double* memory, int stride, int lanes);

}  // namespace holon::detail
