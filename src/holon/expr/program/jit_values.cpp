// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#ifdef HOLON_JIT
#include "holon/expr/program/jit_kernel.h"

// Where the values of a kernel are: in memory, in registers.
namespace holon::detail {

using asmjit::x86::Mem;

// --- memory --------------------------------------------------------------------------------------

/// One number for all lanes.
bool JitKernelWriter::is_single(const JitPlace& place) const {
  switch (place.kind) {
    case JitPlace::Kind::constant: return out_.shape().width == 8;
    case JitPlace::Kind::pool: return true;
    case JitPlace::Kind::group: return groups_[place.group].space == Space::pool;
    default: return false;
  }
}

/// Whether it may be an operand of an instruction.
bool JitKernelWriter::can_fold(const JitPlace& place) const {
  return out_.shape().width != 4 || !is_single(place);
}

Mem JitKernelWriter::memory(const JitPlace& place) {
  const int bytes = out_.shape().bytes_per_number();
  const bool spread = is_single(place) && out_.shape().width == 8;
  Mem made;
  switch (place.kind) {
    case JitPlace::Kind::constant: made = out_.at(static_cast<std::size_t>(place.index)); break;
    case JitPlace::Kind::input:
      made = asmjit::x86::ptr(JitBases::input, place.index * bytes);
      break;
    case JitPlace::Kind::output:
      made = asmjit::x86::ptr(JitBases::output, place.index * bytes);
      break;
    case JitPlace::Kind::work: made = asmjit::x86::ptr(JitBases::work, place.index * bytes); break;
    case JitPlace::Kind::slot:
      made = asmjit::x86::ptr(JitBases::work, -(place.index + 1) * bytes);
      break;
    case JitPlace::Kind::pool: made = asmjit::x86::ptr(JitBases::pool, place.index * 8); break;
    default:
      made = asmjit::x86::ptr(pointer(place.group), place.index * (is_single(place) ? 8 : bytes));
  }
  return spread ? made._1to8() : made;
}

/// The address of a group of this instance, computed at its first use and kept while registers
/// suffice; the one used last is never given away, so an operand stays valid while others are
/// fetched.
asmjit::x86::Gp JitKernelWriter::pointer(std::uint16_t group) {
  using namespace asmjit::x86;
  static constexpr Gp kRegisters[kPointers] = {rax, rcx, rdx, rsi, rdi, r8, r9, r10};
  int chosen = 0;
  for (int k = 0; k < kPointers; ++k) {
    if (pointers_[k].group == group) {
      pointers_[k].last_use = ++pointer_uses_;
      return kRegisters[k];
    }
    if (pointers_[k].last_use < pointers_[chosen].last_use) chosen = k;
  }
  pointers_[chosen] = {group, ++pointer_uses_};
  const Gp& r = kRegisters[chosen];
  const GroupSpace& g = groups_[group];
  static constexpr Gp kBases[] = {JitBases::input, JitBases::work, JitBases::pool,
                                  JitBases::output};
  const Gp& base = kBases[static_cast<std::size_t>(g.space)];
  Assembler& raw = out_.raw();
  raw.movsxd(r, dword_ptr(JitBases::row, static_cast<std::int32_t>(4 * g.column)));
  if (g.space == Space::pool || out_.shape().stride == 1) {
    raw.lea(r, ptr(base, r, 3));
  } else {
    raw.shl(r, 6);
    raw.add(r, base);
  }
  return r;
}

void JitKernelWriter::forget_pointers() {
  for (Pointer& p : pointers_) p = {};
}

void JitKernelWriter::load_value(int r, const JitPlace& place) {
  const Mem from = memory(place);
  is_single(place) ? out_.load_all(r, from) : out_.load(r, from);
}

void JitKernelWriter::store_results(std::uint32_t value, int r) {
  for (std::uint32_t s = first_store_[value]; s != kJitNoStore; s = stores_[s].next) {
    out_.store(memory(stores_[s].place), r);
    if (home_[value].kind == JitPlace::Kind::none) home_[value] = stores_[s].place;
  }
}

// --- registers -----------------------------------------------------------------------------------

void JitKernelWriter::lock_operands(std::size_t i) {
  locked_ = 0;
  for (std::uint32_t v : uses_.operands(i)) {
    if (is_resident(v)) locked_ |= bit(v);
  }
}

/// A register that holds nothing that is needed later in a register; none of `avoid`.
int JitKernelWriter::take_register(std::uint32_t avoid) {
  const int free = registers_.find_free(avoid);
  if (free >= 0) return free;
  const int r = registers_.find_last_needed(uses_, locked_ | avoid, [this](std::uint32_t v) {
    return home_[v].kind != JitPlace::Kind::none;
  });
  const std::uint32_t value = registers_.value(r);
  keep(value);
  register_[value] = -1;
  registers_.release(r);
  return r;
}

/// Memory has the value from now on.
void JitKernelWriter::keep(std::uint32_t value) {
  if (home_[value].kind != JitPlace::Kind::none) return;
  home_[value] = {JitPlace::Kind::slot, 0, static_cast<std::int32_t>(program_.slots.take())};
  out_.store(memory(home_[value]), register_[value]);
}

int JitKernelWriter::in_register(std::uint32_t value) {
  if (!is_resident(value)) {
    const int r = take_register();
    load_value(r, home_[value]);
    register_[value] = static_cast<std::int8_t>(r);
    registers_.hold(r, value);
  }
  locked_ |= bit(value);
  return register_[value];
}

/// A value in memory moves into a register if it is used again before another one that is there.
JitOperand JitKernelWriter::operand(std::uint32_t value, std::uint32_t following) {
  if (is_resident(value)) return out_.vec(register_[value]);
  const bool folds = can_fold(home_[value]);
  if (folds && following == JitUses::kNever) return memory(home_[value]);
  if (folds && !registers_.has_free()) {
    const int r = registers_.find_last_needed(uses_, locked_, [](std::uint32_t) { return false; });
    if (uses_.next(registers_.value(r)) < following) return memory(home_[value]);
  }
  return out_.vec(in_register(value));
}

/// The operands have been read: those without a further use leave their registers and slots.
void JitKernelWriter::pass(std::size_t i) {
  uses_.pass(i);
  for (std::uint32_t v : uses_.operands(i)) {
    if (uses_.next(v) != JitUses::kNever || !is_resident(v)) continue;
    registers_.release(register_[v]);
    register_[v] = -1;
  }
  release_slots(uses_.operands(i));
}

void JitKernelWriter::release_slots(std::span<const std::uint32_t> operands) {
  for (std::uint32_t v : operands) {
    if (uses_.next(v) != JitUses::kNever) continue;
    if (home_[v].kind == JitPlace::Kind::slot) {
      freed_slots_.push_back(static_cast<std::uint32_t>(home_[v].index));
      home_[v] = {};
    }
  }
}

void JitKernelWriter::define(std::uint32_t value, int r) {
  registers_.hold(r, value);
  register_[value] = static_cast<std::int8_t>(r);
  store_results(value, r);
  if (uses_.next(value) != JitUses::kNever) return;
  registers_.release(r);
  register_[value] = -1;
}

void JitKernelWriter::define_in_slot(std::uint32_t value, std::uint32_t slot) {
  home_[value] = {JitPlace::Kind::slot, 0, static_cast<std::int32_t>(slot)};
  locked_ = 0;
  if (first_store_[value] != kJitNoStore) store_results(value, in_register(value));
  if (uses_.next(value) != JitUses::kNever) return;
  if (is_resident(value)) registers_.release(register_[value]);
  register_[value] = -1;
  freed_slots_.push_back(slot);
}

/// A call leaves no register as it was: what is needed later is in memory.
void JitKernelWriter::empty_registers() {
  for (std::uint32_t rest = registers_.occupied(); rest; rest &= rest - 1) {
    const int r = __builtin_ctz(rest);
    register_[registers_.value(r)] = -1;
    registers_.release(r);
  }
  forget_pointers();
}

}  // namespace holon::detail
#endif
