// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "holon/expr/graph/graph.h"

/// Straight-line code, run by both engines. Fused operations are determined here, once, so that
/// every engine rounds in the same way.
namespace holon::detail {

enum class Code : std::uint8_t {
  copy,
  neg,
  add,
  sub,
  mul,
  div,
  fma,   ///< a*b + c
  fms,   ///< a*b - c
  fnma,  ///< c - a*b
  sqrt,
  exp,
  log,
  pow,
  sin,
  cos,
  sincos,  ///< two results: sin a, cos a
  tan,
  asin,
  acos,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  abs,
  sign,
  min,
  max,
  floor,
  less,
  less_equal,
  equal,
  logical_and,
  logical_or,
  logical_not,
  select,
  positive,  ///< a > 0: a relation that is not held as a mode
  block,     ///< a table, solve or newton: see Kernel::blocks
};

/// Number of value operands of a code (0 for a block, whose operands are listed separately).
int operand_count(Code code);

/// One operation. Operands and results are value numbers.
struct Instruction {
  Code code = Code::copy;
  std::uint32_t result = 0;  ///< the first of several results
  std::uint32_t a = 0, b = 0, c = 0;
};

struct Kernel;

/// An operation with many operands: a table lookup, a linear solve, a Newton iteration.
struct Block {
  Payload payload;                       ///< arguments unused here
  std::vector<std::uint32_t> arguments;  ///< value numbers
  std::uint32_t results = 1;
  /// newton: (z, parameters) -> residual (n), Jacobian (n x n, by rows).
  std::shared_ptr<const Kernel> residual;
};

/// Values are numbered: arguments, then constants, then results in the order of the code.
struct Kernel {
  std::string name;
  std::uint32_t arguments = 0;
  std::vector<double> constants;
  std::vector<Instruction> code;  ///< for Code::block, `a` is the index of the block
  std::vector<Block> blocks;
  std::vector<std::uint32_t> outputs;  ///< value numbers

  std::uint32_t first_result() const {
    return arguments + static_cast<std::uint32_t>(constants.size());
  }
  std::uint32_t result_count(const Instruction& i) const;
  std::uint32_t value_count() const;
  /// Value operands of an instruction, in order.
  std::vector<std::uint32_t> operands(const Instruction& i) const;
  std::size_t operation_count() const { return code.size(); }
};

/// Lowers expressions to code. `leaves` become the arguments, whatever their operation; there must
/// be no call between them and the results.
Kernel lower(std::string name, std::span<const Expr> leaves, std::span<const Expr> outputs);

/// A kernel split into several of at most `limit` operations, to be run in order.
struct KernelPiece {
  Kernel kernel;
  std::vector<std::uint32_t> arguments;  ///< value numbers of the original kernel
  std::vector<std::uint32_t> outputs;  ///< value numbers of the original kernel, as kernel.outputs
};
std::vector<KernelPiece> split(const Kernel& kernel, std::size_t limit);

}  // namespace holon::detail
