// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/expr/program/kernel.h"

namespace holon::detail {

/// A number that C reads back with the same bits.
std::string c_number(double value);

/// Statements that compute a table, solve or newton: `from` are the operands, `to` the (declared)
/// variables of the results (an empty name: unused), `residual` the name of a newton's residual as
/// a C function.
void write_c_block(const Block& block, const std::string& residual,
                   const std::vector<std::string>& from, const std::vector<std::string>& to,
                   std::string& out);

}  // namespace holon::detail
