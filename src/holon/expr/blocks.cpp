// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/blocks.h"

#include <stdexcept>

#include "holon/expr/c_blocks.h"
#include "holon/expr/scalar.h"

namespace holon::detail {

struct TapeBlock {};
std::shared_ptr<const TapeBlock> make_tape_block(const Block&, std::vector<std::uint32_t>, std::vector<std::uint32_t>) {
  throw std::logic_error("blocks are being written");
}
void run_tape_block(const TapeBlock*, double*, int) {}
void write_c_block(const Block&, const std::vector<std::string>&, const std::vector<std::string>&, std::string&) {}
double runtime_table(const TableData&, int, double, double) { return 0; }

}  // namespace holon::detail
