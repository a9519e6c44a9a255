// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "holon/expr/program/blocks.h"
#include "holon/expr/program/jit_allocator.h"
#include "holon/expr/program/jit_assembler.h"
#include "holon/expr/program/jit_batches.h"
#include "holon/expr/program/plan.h"

namespace holon::detail {

/// Registers with a fixed meaning in all code. Those free for addresses are JitKernelWriter's.
struct JitBases {
  static constexpr asmjit::x86::Gp work = asmjit::x86::rbx, input = asmjit::x86::rbp,
                                   output = asmjit::x86::r12, pool = asmjit::x86::r13,
                                   row = asmjit::x86::r14, row_end = asmjit::x86::r15;
};

/// Where memory has a value.
struct JitPlace {
  enum class Kind : std::uint8_t { none, constant, input, output, work, pool, slot, group };
  Kind kind = Kind::none;
  std::uint16_t group = 0;  ///< of a rolled kernel: which
  std::int32_t index = 0;   ///< number, or offset of a constant in the code's data
};

constexpr std::uint32_t kJitNoStore = ~std::uint32_t{0};

/// What all kernels of a program share while they are written.
struct JitProgram {
  JitAssembler& assembler;
  JitSlots slots;
  std::size_t block_addresses = 0;  ///< offset in the code's data of the first block's
  std::size_t wide_functions = 0;   ///< likewise of the functions of vectors, by code
  std::vector<std::shared_ptr<const TapeBlock>> blocks;
};

/// Writes the machine code of one kernel.
class JitKernelWriter {
 public:
  /// `constants`: where the kernel's are in the code's data.
  JitKernelWriter(JitProgram& program, const PlannedKernel& planned, std::size_t constants);
  void write();

  /// Bytes of a constant in the code's data: machines with AVX2 read it in all lanes.
  static std::size_t constant_bytes(const JitShape& shape) { return shape.width == 4 ? 32 : 8; }

 private:
  struct GroupSpace {
    Space space;
    std::uint32_t column;
  };

  void place_arguments();
  void add_store(std::uint32_t value, JitPlace place);
  void write(std::size_t i);
  void write_binary(std::size_t i);
  void write_fused(std::size_t i);
  void write_unary(std::size_t i);
  void write_truth(std::size_t i);
  void write_select(std::size_t i);
  void write_call(std::size_t i);
  void write_batch(std::size_t i, std::size_t size);
  void load_batch(std::size_t i, std::size_t size, std::size_t operand, std::uint32_t first);
  void write_block(std::size_t i);
  void write_passed_on();

  // Memory.
  bool is_single(const JitPlace& place) const;
  bool can_fold(const JitPlace& place) const;
  asmjit::x86::Mem memory(const JitPlace& place);
  asmjit::x86::Gp pointer(std::uint16_t group);
  void load_value(int r, const JitPlace& place);
  void store_results(std::uint32_t value, int r);
  void forget_pointers();

  // Registers.
  bool is_resident(std::uint32_t value) const { return register_[value] >= 0; }
  std::uint32_t bit(std::uint32_t value) const { return std::uint32_t{1} << register_[value]; }
  void lock_operands(std::size_t i);
  int take_register(std::uint32_t avoid = 0);
  int in_register(std::uint32_t value);
  JitOperand operand(std::uint32_t value, std::uint32_t following);
  void keep(std::uint32_t value);
  void pass(std::size_t i);
  void release_slots(std::span<const std::uint32_t> operands);
  void define(std::uint32_t value, int r);
  void define_in_slot(std::uint32_t value, std::uint32_t slot);
  void empty_registers();
  void move_to_arguments(std::vector<JitOperand>& sources);
  std::int32_t to_work(std::uint32_t value, std::vector<std::uint32_t>& borrowed);

  JitProgram& program_;
  JitAssembler& out_;
  const PlannedKernel& planned_;
  const JitBatches batches_;
  const Kernel& kernel_;
  JitUses uses_;
  JitRegisters registers_;
  std::vector<JitPlace> home_;
  std::vector<std::int8_t> register_;  // of each value; -1: none
  std::vector<std::uint32_t> first_store_;
  struct Store {
    JitPlace place;
    std::uint32_t next;
  };
  std::vector<Store> stores_;
  std::vector<GroupSpace> groups_;
  std::uint32_t locked_ = 0;                // registers of the present operation
  std::vector<std::uint32_t> freed_slots_;  // by the present operation
  struct Pointer {
    std::int32_t group = -1;
    std::uint32_t last_use = 0;
  };
  static constexpr int kPointers = 8;
  Pointer pointers_[kPointers];
  std::uint32_t pointer_uses_ = 0;
};

}  // namespace holon::detail
