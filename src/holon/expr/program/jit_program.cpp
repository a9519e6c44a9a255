// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/program/jit_program.h"

#ifndef HOLON_JIT

namespace holon::detail {

JitCode write_jit(const Plan&, int, TapeLevel) { return {}; }

}  // namespace holon::detail

#else

#include <cstring>

#include "holon/expr/program/jit_functions.h"
#include "holon/expr/program/jit_kernel.h"

namespace holon::detail {

using namespace asmjit::x86;

namespace {

JitShape find_jit_shape(int lanes, TapeLevel level) {
  if (lanes == 1 || level == TapeLevel::base) return {level, 1, lanes};
  return {level, level == TapeLevel::v4 ? 8 : 4, lanes};
}

const JitFunctions& find_wide_functions(const JitShape& shape) {
  return shape.level == TapeLevel::v4 ? jit_functions_8_v4 : jit_functions_8_v3;
}

const JitFunctions& find_jit_functions(const JitShape& shape) {
  const bool one = shape.is_scalar();
  if (shape.level == TapeLevel::v4) return one ? jit_functions_1_v4 : jit_functions_8_v4;
  if (shape.level == TapeLevel::v3) return one ? jit_functions_1_v3 : jit_functions_8_v3;
  return jit_functions_1_base;
}

/// Writes data, then the kernels that run along the table, then the function.
class JitProgramWriter {
 public:
  JitProgramWriter(const Plan& plan, int lanes, TapeLevel level)
      : plan_(plan), out_(find_jit_shape(lanes, level)), program_{out_, {}, 0, 0, {}} {}

  JitCode run() {
    reserve_data();
    rolled_.resize(plan_.kernels.size());
    for (std::size_t k = 0; k < plan_.kernels.size(); ++k) {
      if (plan_.kernels[k].rolled) write_rolled(k);
    }
    JitCode made;
    made.entry = out_.position();
    write_function();
    if (!out_.finish()) return {};
    fill_data();
    made.bytes.assign(out_.bytes(), out_.bytes() + out_.position());
    made.width = out_.shape().width;
    made.slots = program_.slots.most();
    made.blocks = std::move(program_.blocks);
    return made;
  }

 private:
  void reserve_data() {
    std::size_t blocks = 0, bytes = 0;
    const std::size_t each = JitKernelWriter::constant_bytes(out_.shape());
    for (const PlannedKernel& k : plan_.kernels) {
      blocks += k.kernel.blocks.size();
      constants_.push_back(bytes);
      bytes += k.kernel.constants.size() * each;
    }
    const std::size_t first = out_.reserve(bytes);
    for (std::size_t& c : constants_) c += first;
    for (std::size_t k = 0; k < plan_.kernels.size(); ++k) {
      std::uint8_t* to = out_.bytes() + constants_[k];
      for (double value : plan_.kernels[k].kernel.constants) {
        for (std::size_t copies = each / 8; copies > 0; --copies, to += 8) {
          std::memcpy(to, &value, 8);
        }
      }
    }
    program_.block_addresses = out_.reserve(8 * blocks);
    if (out_.shape().batch_width() > 1)
      program_.wide_functions = out_.reserve(std::size_t{kJitFunctions} * 8);
    jumps_ = out_.reserve(4 * plan_.kernels.size());
  }

  /// Jumps to the kernel of the present row.
  void write_jump() {
    Assembler& raw = out_.raw();
    raw.lea(rcx, out_.at(jumps_));
    raw.movsxd(rax, dword_ptr(JitBases::row));
    raw.movsxd(rax, dword_ptr(rcx, rax, 2));
    raw.add(rax, rcx);
    raw.jmp(rax);
  }

  void write_rolled(std::size_t k) {
    Assembler& raw = out_.raw();
    raw.align(asmjit::AlignMode::kCode, 16);
    rolled_[k] = out_.position();
    JitKernelWriter(program_, plan_.kernels[k], constants_[k]).write();
    const asmjit::Label end = raw.newLabel();
    raw.add(JitBases::row, static_cast<int>(4 * plan_.kernels[k].row_size()));
    raw.cmp(JitBases::row, JitBases::row_end);
    raw.je(end);
    write_jump();
    raw.bind(end);
    raw.jmp(qword_ptr(rsp, kReturn));
  }

  void write_function() {
    Assembler& raw = out_.raw();
    static constexpr Gp kSaved[] = {rbx, rbp, r12, r13, r14, r15};
    for (const Gp& r : kSaved) raw.push(r);
    raw.sub(rsp, kFrame);
    raw.mov(JitBases::input, rdi);
    raw.mov(JitBases::output, rsi);
    raw.mov(JitBases::work, rdx);
    raw.mov(JitBases::pool, rcx);
    raw.mov(qword_ptr(rsp, kTable), r8);
    for (const Stage& s : plan_.stages) {
      if (s.rolled) {
        write_rows(s);
      } else {
        JitKernelWriter(program_, plan_.kernels[s.kernel], constants_[s.kernel]).write();
      }
    }
    if (!out_.shape().is_scalar()) raw.vzeroupper();
    raw.add(rsp, kFrame);
    for (std::size_t k = std::size(kSaved); k-- > 0;) raw.pop(kSaved[k]);
    raw.ret();
  }

  void write_rows(const Stage& stage) {
    Assembler& raw = out_.raw();
    const asmjit::Label after = raw.newLabel();
    raw.mov(rax, qword_ptr(rsp, kTable));
    raw.lea(JitBases::row, ptr(rax, static_cast<std::int32_t>(4 * stage.first_row)));
    raw.lea(JitBases::row_end, ptr(rax, static_cast<std::int32_t>(4 * stage.end_row)));
    raw.lea(rax, ptr(after));
    raw.mov(qword_ptr(rsp, kReturn), rax);
    write_jump();
    raw.bind(after);
  }

  void fill_data() {
    std::uint8_t* const bytes = out_.bytes();
    const JitFunctions& functions = find_jit_functions(out_.shape());
    std::memcpy(bytes + out_.function_offset(0), functions.of, sizeof functions.of);
    if (out_.shape().batch_width() > 1) {
      const JitFunctions& wide = find_wide_functions(out_.shape());
      std::memcpy(bytes + program_.wide_functions, wide.of, sizeof wide.of);
    }
    const auto run_block = reinterpret_cast<std::uintptr_t>(&run_block_lanes);
    std::memcpy(bytes + out_.function_offset(static_cast<int>(Code::block)), &run_block, 8);
    for (std::size_t b = 0; b < program_.blocks.size(); ++b) {
      const TapeBlock* const block = program_.blocks[b].get();
      std::memcpy(bytes + program_.block_addresses + 8 * b, &block, 8);
    }
    for (std::size_t k = 0; k < rolled_.size(); ++k) {
      const auto distance = static_cast<std::int32_t>(static_cast<std::int64_t>(rolled_[k]) -
                                                      static_cast<std::int64_t>(jumps_));
      std::memcpy(bytes + jumps_ + 4 * k, &distance, 4);
    }
  }

  // The stack: the table, and where a stage of rows goes on. Its size aligns calls to 16 bytes.
  static constexpr int kTable = 0, kReturn = 8, kFrame = 24;

  const Plan& plan_;
  JitAssembler out_;
  JitProgram program_;
  std::vector<std::size_t> constants_;  // of each kernel: offset of its constants
  std::vector<std::size_t> rolled_;     // offset of its code
  std::size_t jumps_ = 0;
};

}  // namespace

JitCode write_jit(const Plan& plan, int lanes, TapeLevel level) {
  return JitProgramWriter(plan, lanes, level).run();
}

}  // namespace holon::detail
#endif
