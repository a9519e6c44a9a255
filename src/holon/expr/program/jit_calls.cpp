// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#ifdef HOLON_JIT
#include <algorithm>

#include "holon/expr/program/jit_kernel.h"

// What machine code calls: elementary functions and blocks.
namespace holon::detail {

using namespace asmjit::x86;

/// Moves operands into the first vector registers. No register is needed for anything else: what is
/// needed later is in memory.
void JitKernelWriter::move_to_arguments(std::vector<JitOperand>& sources) {
  const auto is_in = [&](std::size_t k, std::size_t r) {
    return sources[k].isReg() && sources[k].id() == r;
  };
  // Registers first, each when nobody needs the old value of its target; a ring is opened by a copy
  // into a register that nobody uses.
  std::vector<bool> done(sources.size(), false);
  for (std::size_t turn = 0; turn < 2 * sources.size() + 1; ++turn) {
    for (std::size_t k = 0; k < sources.size(); ++k) {
      if (done[k] || !sources[k].isReg()) continue;
      bool is_needed = false;
      for (std::size_t j = 0; j < sources.size(); ++j) {
        is_needed = is_needed || (j != k && !done[j] && is_in(j, k));
      }
      if (is_needed) continue;
      out_.move(static_cast<int>(k), static_cast<int>(sources[k].id()));
      done[k] = true;
    }
    for (std::size_t k = 0; k < sources.size(); ++k) {
      if (done[k] || !sources[k].isReg() || turn < sources.size()) continue;
      std::uint32_t spare = static_cast<std::uint32_t>(sources.size());
      while (std::any_of(sources.begin(), sources.end(),
                         [&](const JitOperand& s) { return s.isReg() && s.id() == spare; })) {
        ++spare;
      }
      out_.move(static_cast<int>(spare), static_cast<int>(sources[k].id()));
      sources[k] = out_.vec(static_cast<int>(spare));
      break;
    }
  }
  for (std::size_t k = 0; k < sources.size(); ++k) {
    if (!sources[k].isReg()) out_.copy(static_cast<int>(k), sources[k]);
  }
}

void JitKernelWriter::write_call(std::size_t i) {
  const Instruction& in = kernel_.code[i];
  std::vector<JitOperand> sources;
  for (std::uint32_t v : uses_.operands(i)) {
    // A number for all lanes that cannot be an operand is fetched through a register.
    const bool in_memory = !is_resident(v) && can_fold(home_[v]);
    sources.push_back(in_memory ? JitOperand(memory(home_[v])) : out_.vec(in_register(v)));
  }
  const std::vector<std::uint32_t> operands(uses_.operands(i).begin(), uses_.operands(i).end());
  uses_.pass(i);
  for (std::uint32_t rest = registers_.occupied(); rest; rest &= rest - 1) {
    const std::uint32_t v = registers_.value(__builtin_ctz(rest));
    if (uses_.next(v) != JitUses::kNever) keep(v);
  }
  move_to_arguments(sources);
  if (in.code == Code::fms) out_.negate(2, 2);
  if (in.code == Code::fnma) out_.negate(0, 0);
  const bool is_fused = in.code == Code::fms || in.code == Code::fnma;
  const Mem function =
      out_.at(out_.function_offset(static_cast<int>(is_fused ? Code::fma : in.code)));
  const bool stores_pair = in.code == Code::sincos && !out_.shape().is_scalar();
  std::uint32_t slots[2] = {};
  if (stores_pair) {
    for (std::uint32_t& s : slots) s = program_.slots.take();
    const auto address = [&](std::uint32_t slot) {
      return memory({JitPlace::Kind::slot, 0, static_cast<std::int32_t>(slot)});
    };
    out_.raw().lea(rdi, address(slots[0]));
    out_.raw().lea(rsi, address(slots[1]));
  }
  out_.raw().call(function);
  empty_registers();
  locked_ = 0;
  release_slots(operands);
  if (stores_pair) {
    define_in_slot(in.result, slots[0]);
    define_in_slot(in.result + 1, slots[1]);
  } else if (in.code == Code::sincos) {
    registers_.hold(1, in.result + 1);  // not to be taken for stores of the first
    define(in.result, 0);
    define(in.result + 1, 1);
  } else {
    define(in.result, 0);
  }
}

/// Operand number `operand` of a batch into the vector register `first`, from memory. Lanes without
/// an operation repeat others.
void JitKernelWriter::load_batch(std::size_t i, std::size_t size, std::size_t operand,
                                 std::uint32_t first) {
  Assembler& raw = out_.raw();
  const auto value = [&](std::size_t k) { return uses_.operands(i + k % size)[operand]; };
  const auto from = [&](std::size_t k) {
    Mem place = memory(home_[value(k)]);
    place.setSize(8);
    return place;
  };
  const auto width = static_cast<std::size_t>(out_.shape().batch_width());
  bool is_one = true;
  for (std::size_t k = 1; k < size; ++k) is_one = is_one && value(k) == value(0);
  if (is_one) {
    width == 8 ? raw.vbroadcastsd(zmm(first), from(0)) : raw.vbroadcastsd(ymm(first), from(0));
    return;
  }
  // Pairs, then pairs of pairs.
  const auto load_four = [&](std::uint32_t to, std::uint32_t spare, std::size_t k) {
    raw.vmovsd(xmm(to), from(k));
    raw.vmovhpd(xmm(to), xmm(to), from(k + 1));
    raw.vmovsd(xmm(spare), from(k + 2));
    raw.vmovhpd(xmm(spare), xmm(spare), from(k + 3));
    raw.vinsertf128(ymm(to), ymm(to), xmm(spare), 1);
  };
  constexpr std::uint32_t kSpare = 4;
  if (size == 2) {
    raw.vmovsd(xmm(first), from(0));
    raw.vmovhpd(xmm(first), xmm(first), from(1));
    raw.vinsertf128(ymm(first), ymm(first), xmm(first), 1);
  } else {
    load_four(first, kSpare, 0);
  }
  if (width == 4) return;
  if (size > 4) load_four(kSpare, kSpare + 1, 4);
  raw.vinsertf64x4(zmm(first), zmm(first), ymm(size > 4 ? kSpare : first), 1);
}

/// Operations from i on that are one call for vectors. Operands come from memory, and results go
/// there.
void JitKernelWriter::write_batch(std::size_t i, std::size_t size) {
  const Code code = kernel_.code[i].code;
  std::vector<std::uint32_t> operands;
  for (std::size_t k = 0; k < size; ++k)
    for (const std::uint32_t v : uses_.operands(i + k)) {
      keep(v);
      operands.push_back(v);
    }
  for (std::size_t k = 0; k < size; ++k) uses_.pass(i + k);
  for (std::uint32_t rest = registers_.occupied(); rest; rest &= rest - 1) {
    const std::uint32_t v = registers_.value(__builtin_ctz(rest));
    if (uses_.next(v) != JitUses::kNever) keep(v);
  }
  for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(operand_count(code)); ++k)
    load_batch(i, size, k, k);
  Assembler& raw = out_.raw();
  const auto width = static_cast<std::uint32_t>(out_.shape().batch_width());
  const bool has_pair = code == Code::sincos;
  // Slots lie downwards in memory: lane 0 is the last one of a row.
  std::uint32_t rows[2] = {};
  const auto row_address = [&](std::uint32_t row) {
    return memory({JitPlace::Kind::slot, 0, static_cast<std::int32_t>(row + width - 1)});
  };
  for (std::uint32_t r = 0; r < (has_pair ? 2 : 1); ++r) rows[r] = program_.slots.take_row(width);
  if (has_pair) {
    raw.lea(rdi, row_address(rows[0]));
    raw.lea(rsi, row_address(rows[1]));
  }
  raw.call(out_.at(program_.wide_functions + 8 * static_cast<std::size_t>(code)));
  if (!has_pair) {
    width == 8 ? raw.vmovupd(row_address(rows[0]), zmm(0))
               : raw.vmovupd(row_address(rows[0]), ymm(0));
  }
  raw.vzeroupper();
  empty_registers();
  locked_ = 0;
  std::sort(operands.begin(), operands.end());
  operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
  release_slots(operands);
  for (std::uint32_t r = 0; r < (has_pair ? 2 : 1); ++r)
    for (std::uint32_t k = 0; k < width; ++k) {
      const std::uint32_t slot = rows[r] + width - 1 - k;
      if (k < size)
        define_in_slot(kernel_.code[i + k].result + r, slot);
      else
        freed_slots_.push_back(slot);
    }
}

/// The number in the work memory where a block finds a value; copied there if it is elsewhere.
std::int32_t JitKernelWriter::to_work(std::uint32_t value, std::vector<std::uint32_t>& borrowed) {
  if (home_[value].kind == JitPlace::Kind::none) keep(value);
  const JitPlace& home = home_[value];
  if (home.kind == JitPlace::Kind::work) return home.index;
  if (home.kind == JitPlace::Kind::slot) return -(home.index + 1);
  locked_ = 0;
  const int r = in_register(value);
  borrowed.push_back(program_.slots.take());
  const auto index = static_cast<std::int32_t>(borrowed.back());
  out_.store(memory({JitPlace::Kind::slot, 0, index}), r);
  return -(index + 1);
}

void JitKernelWriter::write_block(std::size_t i) {
  const Instruction& in = kernel_.code[i];
  const Block& block = kernel_.blocks[in.a];
  std::vector<std::uint32_t> borrowed;
  std::vector<std::int32_t> from, to;
  const std::vector<std::uint32_t> operands(uses_.operands(i).begin(), uses_.operands(i).end());
  for (std::uint32_t v : operands) from.push_back(to_work(v, borrowed));
  uses_.pass(i);
  for (std::uint32_t rest = registers_.occupied(); rest; rest &= rest - 1) {
    const std::uint32_t v = registers_.value(__builtin_ctz(rest));
    if (uses_.next(v) != JitUses::kNever) keep(v);
  }
  std::vector<std::uint32_t> results;
  for (std::uint32_t k = 0; k < block.results; ++k) {
    results.push_back(program_.slots.take());
    to.push_back(-(static_cast<std::int32_t>(results.back()) + 1));
  }
  Assembler& raw = out_.raw();
  raw.mov(rdi, out_.at(program_.block_addresses + 8 * program_.blocks.size()));
  raw.mov(rsi, JitBases::work);
  raw.mov(edx, out_.shape().stride);
  raw.mov(ecx, out_.shape().width);
  if (!out_.shape().is_scalar()) raw.vzeroupper();
  raw.call(out_.at(out_.function_offset(static_cast<int>(Code::block))));
  program_.blocks.push_back(
      make_tape_block(block, std::move(from), std::move(to), &out_.shape().level));
  empty_registers();
  locked_ = 0;
  release_slots(operands);
  freed_slots_.insert(freed_slots_.end(), borrowed.begin(), borrowed.end());
  for (std::uint32_t k = 0; k < block.results; ++k) define_in_slot(in.result + k, results[k]);
}

}  // namespace holon::detail
#endif
