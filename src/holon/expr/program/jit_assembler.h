// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <asmjit/x86.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "holon/expr/program/kernel.h"
#include "holon/expr/program/tape_run.h"

namespace holon::detail {

/// The form of machine code: `width` numbers in a register, `stride` lanes side by side in memory.
/// Where the width is smaller the code runs several times, each time for the next lanes.
struct JitShape {
  TapeLevel level = TapeLevel::base;
  int width = 1, stride = 1;

  bool is_scalar() const { return width == 1; }
  bool has_three_operands() const { return level != TapeLevel::base; }
  bool has_masks() const { return level == TapeLevel::v4; }
  bool has_fma() const { return level != TapeLevel::base; }
  int register_count() const { return has_masks() ? 32 : 16; }
  int bytes_per_number() const { return stride * 8; }
  /// Numbers of a vector that one call computes for code of one lane; 1: none.
  int batch_width() const {
    if (stride > 1 || level == TapeLevel::base) return 1;
    return has_masks() ? 8 : 4;
  }
};

/// A register or a location in memory.
using JitOperand = asmjit::Operand;

/// Constants that operations need, in front of the code, each 64 bytes.
enum class JitConstant : std::uint8_t { zero, one, minus_one, sign, size, count };

/// Machine operations on registers, with the encoding of one shape: the numbers of Holon's codes
/// become instructions. It begins with data: constants, addresses of functions, whatever is
/// reserved.
class JitAssembler {
 public:
  explicit JitAssembler(JitShape shape);
  JitAssembler(const JitAssembler&) = delete;
  JitAssembler& operator=(const JitAssembler&) = delete;

  const JitShape& shape() const { return shape_; }
  asmjit::x86::Assembler& raw() { return out_; }
  std::size_t position() const { return out_.offset(); }

  /// Reserves zeroed bytes at the present position and returns their offset from the beginning.
  std::size_t reserve(std::size_t bytes);
  /// Bytes of the data or code made so far.
  std::uint8_t* bytes() { return code_.textSection()->buffer().data(); }
  /// An offset from the beginning as a memory operand.
  asmjit::x86::Mem at(std::size_t offset) const {
    return asmjit::x86::ptr(begin_, static_cast<std::int32_t>(offset));
  }
  std::size_t function_offset(int code) const {
    return functions_ + static_cast<std::size_t>(code) * 8;
  }
  /// Ends the code; resolves its labels. False if anything went wrong.
  bool finish();

  asmjit::x86::Vec vec(int r) const;
  JitOperand constant(JitConstant c) const;

  void move(int to, int from);
  void load(int to, const JitOperand& from);
  /// One number into all lanes.
  void load_all(int to, const JitOperand& from);
  /// A register, or what an operand in memory stands for.
  void copy(int to, const JitOperand& from);
  void store(const asmjit::x86::Mem& to, int from);

  /// add, sub, mul, div, min, max: `y` is not the register `to` unless `x` is, or the operation is
  /// an addition or a product, or there are three operands.
  void binary(Code code, int to, int x, const JitOperand& y);
  /// to = ±(x y) ± z as the code says, the register `to` being one of the three operands; one of
  /// the others may be in memory.
  enum class Fused : std::uint8_t { x_by_z, x_by_y, y_by_z };
  void fused(Code code, Fused form, int to, int second, const JitOperand& third);
  void square_root(int to, const JitOperand& x);
  void floor(int to, const JitOperand& x);
  void negate(int to, int x);
  void absolute(int to, int x);
  /// less, less_equal, equal, positive (y unused) and the logical operations, as 1 or 0; `spare` is
  /// a register other than the rest.
  void truth(Code code, int to, const JitOperand& x, const JitOperand& y, int spare);
  /// to = x ≠ 0 ? y : z; neither `to` nor `spare` is y or z.
  void select(int to, const JitOperand& x, int y, int z, int spare);
  void sign(int to, int x, int spare);

 private:
  enum class Test : std::uint8_t { equal = 0, less = 1, less_equal = 2, not_equal = 4 };
  void and_with(int to, int x, const JitOperand& y);
  void compare(int to, int x, const JitOperand& y, Test test);
  void compare_mask(int mask, int x, const JitOperand& y, Test test);
  void mask_to_truth(int to, int mask);
  void truth_with_masks(Code code, int to, const JitOperand& x, const JitOperand& y, int spare);
  int to_register(const JitOperand& x, int spare);
  void clear(int r);

  /// Remembers that an instruction was refused.
  struct Faults : asmjit::ErrorHandler {
    bool any = false;
    void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override { any = true; }
  };

  JitShape shape_;
  Faults faults_;
  asmjit::CodeHolder code_;
  asmjit::x86::Assembler out_;
  asmjit::Label begin_;
  std::size_t functions_ = 0;
};

}  // namespace holon::detail
