// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/expr/program/kernel.h"

namespace holon::detail {

/// A number that C reads back with the same bits.
std::string c_number(double value);

/// An operand or a result of a block: an expression or a (declared) variable, or a number of the
/// memory `work`. Neither: a result that is unused.
struct CBlockValue {
  std::string text;
  int work = -1;
};
/// From as many operands on those of a solve in `work` are copied in a loop: compilers take more
/// than linear time for thousands of statements.
constexpr std::size_t kManyBlockOperands = 64;

/// Statements that compute a table, solve or newton; `residual` is the name of a newton's residual
/// as a C function. Only a solve with many operands has some in `work`.
void write_c_block(const Block& block, const std::string& residual,
                   const std::vector<CBlockValue>& from, const std::vector<CBlockValue>& to,
                   std::string& out);

}  // namespace holon::detail
