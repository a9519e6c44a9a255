// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "holon/expr/program/kernel.h"

/// Operations with many operands on the tape: table lookups, linear solves, Newton iterations. They
/// process one lane after the other, by the same runtime code that native programs contain.
namespace holon::detail {

struct TapeBlock;

std::shared_ptr<const TapeBlock> make_tape_block(const Block& block,
                                                 std::vector<std::uint32_t> from,
                                                 std::vector<std::uint32_t> to);
void run_tape_block(const TapeBlock* block, double* memory, int lanes);

}  // namespace holon::detail
