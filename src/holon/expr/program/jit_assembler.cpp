// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#ifdef HOLON_JIT
#include "holon/expr/program/jit_assembler.h"

#include <bit>
#include <cstring>

#include "holon/expr/program/jit_functions.h"

namespace holon::detail {

namespace Inst = asmjit::x86::Inst;
using asmjit::x86::Mem;

namespace {

constexpr std::size_t kJitConstantBytes = 64;

/// An instruction for one number without and with three operands, and for vectors.
struct JitForms {
  Inst::Id old, one, many;
  Inst::Id choose(const JitShape& shape) const {
    return !shape.has_three_operands() ? old : shape.is_scalar() ? one : many;
  }
};

JitForms forms_of(Code code) {
  switch (code) {
    case Code::add: return {Inst::kIdAddsd, Inst::kIdVaddsd, Inst::kIdVaddpd};
    case Code::sub: return {Inst::kIdSubsd, Inst::kIdVsubsd, Inst::kIdVsubpd};
    case Code::mul: return {Inst::kIdMulsd, Inst::kIdVmulsd, Inst::kIdVmulpd};
    case Code::div: return {Inst::kIdDivsd, Inst::kIdVdivsd, Inst::kIdVdivpd};
    case Code::min: return {Inst::kIdMinsd, Inst::kIdVminsd, Inst::kIdVminpd};
    default: return {Inst::kIdMaxsd, Inst::kIdVmaxsd, Inst::kIdVmaxpd};
  }
}

constexpr JitForms kJitAnd{Inst::kIdAndpd, Inst::kIdVandpd, Inst::kIdVandpd};
constexpr JitForms kJitAndNot{Inst::kIdAndnpd, Inst::kIdVandnpd, Inst::kIdVandnpd};
constexpr JitForms kJitOr{Inst::kIdOrpd, Inst::kIdVorpd, Inst::kIdVorpd};
constexpr JitForms kJitXor{Inst::kIdXorpd, Inst::kIdVxorpd, Inst::kIdVxorpd};

/// By code (fma, fms, fnma), then form (132, 213, 231); for one number and for vectors.
constexpr Inst::Id kJitFused[3][3][2] = {{{Inst::kIdVfmadd132sd, Inst::kIdVfmadd132pd},
                                          {Inst::kIdVfmadd213sd, Inst::kIdVfmadd213pd},
                                          {Inst::kIdVfmadd231sd, Inst::kIdVfmadd231pd}},
                                         {{Inst::kIdVfmsub132sd, Inst::kIdVfmsub132pd},
                                          {Inst::kIdVfmsub213sd, Inst::kIdVfmsub213pd},
                                          {Inst::kIdVfmsub231sd, Inst::kIdVfmsub231pd}},
                                         {{Inst::kIdVfnmadd132sd, Inst::kIdVfnmadd132pd},
                                          {Inst::kIdVfnmadd213sd, Inst::kIdVfnmadd213pd},
                                          {Inst::kIdVfnmadd231sd, Inst::kIdVfnmadd231pd}}};

bool is_register(const JitOperand& x, int r) {
  return x.isReg() && x.id() == static_cast<std::uint32_t>(r);
}

}  // namespace

JitAssembler::JitAssembler(JitShape shape) : shape_(shape) {
  code_.init(asmjit::Environment::host());
  code_.setErrorHandler(&faults_);
  code_.attach(&out_);
  begin_ = out_.newLabel();
  out_.bind(begin_);
  const std::size_t constants =
      reserve(static_cast<std::size_t>(JitConstant::count) * kJitConstantBytes);
  constexpr std::uint64_t kSign = 0x8000000000000000u;
  const std::uint64_t values[] = {0, std::bit_cast<std::uint64_t>(1.0),
                                  std::bit_cast<std::uint64_t>(-1.0), kSign, ~kSign};
  for (std::size_t c = 0; c < std::size(values); ++c) {
    for (std::size_t lane = 0; lane < kJitConstantBytes / 8; ++lane) {
      std::memcpy(bytes() + constants + c * kJitConstantBytes + lane * 8, &values[c], 8);
    }
  }
  functions_ = reserve(std::size_t{kJitFunctions} * 8);
}

std::size_t JitAssembler::reserve(std::size_t bytes) {
  const std::size_t offset = out_.offset();
  const std::vector<std::uint8_t> zeros(bytes, 0);
  out_.embed(zeros.data(), zeros.size());
  return offset;
}

bool JitAssembler::finish() {
  return code_.flatten() == 0 && code_.resolveUnresolvedLinks() == 0 && !faults_.any;
}

asmjit::x86::Vec JitAssembler::vec(int r) const {
  const auto id = static_cast<std::uint32_t>(r);
  if (shape_.width == 1) return asmjit::x86::xmm(id);
  if (shape_.width == 4) return asmjit::x86::ymm(id);
  return asmjit::x86::zmm(id);
}

JitOperand JitAssembler::constant(JitConstant c) const {
  return at(static_cast<std::size_t>(c) * kJitConstantBytes);
}

void JitAssembler::move(int to, int from) {
  if (to == from) return;
  out_.emit(shape_.has_three_operands() ? Inst::kIdVmovapd : Inst::kIdMovaps, vec(to), vec(from));
}

void JitAssembler::load(int to, const JitOperand& from) {
  constexpr JitForms kLoad{Inst::kIdMovsd, Inst::kIdVmovsd, Inst::kIdVmovupd};
  out_.emit(kLoad.choose(shape_), vec(to), from);
}

void JitAssembler::load_all(int to, const JitOperand& from) {
  if (shape_.is_scalar()) return load(to, from);
  Mem plain = from.as<Mem>();
  plain.resetBroadcast();
  out_.emit(Inst::kIdVbroadcastsd, vec(to), plain);
}

void JitAssembler::copy(int to, const JitOperand& from) {
  if (from.isReg()) return move(to, static_cast<int>(from.id()));
  from.as<Mem>().hasBroadcast() ? load_all(to, from) : load(to, from);
}

void JitAssembler::store(const Mem& to, int from) {
  constexpr JitForms kStore{Inst::kIdMovsd, Inst::kIdVmovsd, Inst::kIdVmovupd};
  out_.emit(kStore.choose(shape_), to, vec(from));
}

void JitAssembler::binary(Code code, int to, int x, const JitOperand& y) {
  const Inst::Id id = forms_of(code).choose(shape_);
  if (shape_.has_three_operands()) {
    out_.emit(id, vec(to), vec(x), y);
  } else if (is_register(y, to) && to != x) {
    out_.emit(id, vec(to), vec(x));  // commutative
  } else {
    move(to, x);
    out_.emit(id, vec(to), y);
  }
}

void JitAssembler::fused(Code code, Fused form, int to, int second, const JitOperand& third) {
  const std::size_t kind = code == Code::fma ? 0 : code == Code::fms ? 1 : 2;
  out_.emit(kJitFused[kind][static_cast<std::size_t>(form)][shape_.is_scalar() ? 0 : 1], vec(to),
            vec(second), third);
}

void JitAssembler::square_root(int to, const JitOperand& x) {
  if (!shape_.has_three_operands()) {
    out_.emit(Inst::kIdSqrtsd, vec(to), x);
  } else if (shape_.is_scalar()) {
    // The upper half comes from the first source: a register that is already waited for.
    const int source = to_register(x, to);
    out_.emit(Inst::kIdVsqrtsd, vec(to), vec(source), vec(source));
  } else {
    out_.emit(Inst::kIdVsqrtpd, vec(to), x);
  }
}

void JitAssembler::floor(int to, const JitOperand& x) {
  constexpr int kDownQuietly = 9;
  const int source = to_register(x, to);
  if (shape_.is_scalar()) {
    out_.emit(shape_.has_masks() ? Inst::kIdVrndscalesd : Inst::kIdVroundsd, vec(to), vec(source),
              vec(source), kDownQuietly);
  } else {
    out_.emit(shape_.has_masks() ? Inst::kIdVrndscalepd : Inst::kIdVroundpd, vec(to), vec(source),
              kDownQuietly);
  }
}

int JitAssembler::to_register(const JitOperand& x, int spare) {
  if (x.isReg()) return static_cast<int>(x.id());
  copy(spare, x);
  return spare;
}

void JitAssembler::clear(int r) {
  const Inst::Id id = kJitXor.choose(shape_);
  // The narrow form clears all of the register.
  const auto narrow = asmjit::x86::xmm(static_cast<std::uint32_t>(r));
  shape_.has_three_operands() ? out_.emit(id, narrow, narrow, narrow)
                              : out_.emit(id, narrow, narrow);
}

void JitAssembler::and_with(int to, int x, const JitOperand& y) {
  if (shape_.has_three_operands()) {
    out_.emit(kJitAnd.choose(shape_), vec(to), vec(x), y);
  } else {
    move(to, x);
    out_.emit(kJitAnd.old, vec(to), y);
  }
}

void JitAssembler::negate(int to, int x) {
  if (shape_.has_three_operands()) {
    out_.emit(kJitXor.choose(shape_), vec(to), vec(x), constant(JitConstant::sign));
  } else {
    move(to, x);
    out_.emit(kJitXor.old, vec(to), constant(JitConstant::sign));
  }
}

void JitAssembler::absolute(int to, int x) { and_with(to, x, constant(JitConstant::size)); }

/// All ones where the test holds; `y` is not the register `to` unless there are three operands.
void JitAssembler::compare(int to, int x, const JitOperand& y, Test test) {
  const auto predicate = static_cast<int>(test);
  if (!shape_.has_three_operands()) {
    move(to, x);
    out_.emit(Inst::kIdCmpsd, vec(to), y, predicate);
  } else {
    out_.emit(shape_.is_scalar() ? Inst::kIdVcmpsd : Inst::kIdVcmppd, vec(to), vec(x), y,
              predicate);
  }
}

void JitAssembler::compare_mask(int mask, int x, const JitOperand& y, Test test) {
  out_.emit(shape_.is_scalar() ? Inst::kIdVcmpsd : Inst::kIdVcmppd,
            asmjit::x86::k(static_cast<std::uint32_t>(mask)), vec(x), y, static_cast<int>(test));
}

void JitAssembler::mask_to_truth(int to, int mask) {
  out_.k(asmjit::x86::k(static_cast<std::uint32_t>(mask))).z();
  out_.emit(Inst::kIdVmovapd, vec(to), constant(JitConstant::one));
}

void JitAssembler::truth_with_masks(Code code, int to, const JitOperand& x, const JitOperand& y,
                                    int spare) {
  const JitOperand zero = constant(JitConstant::zero);
  const int first = to_register(x, to);
  switch (code) {
    case Code::less: compare_mask(1, first, y, Test::less); break;
    case Code::less_equal: compare_mask(1, first, y, Test::less_equal); break;
    case Code::equal: compare_mask(1, first, y, Test::equal); break;
    case Code::logical_not: compare_mask(1, first, zero, Test::equal); break;
    case Code::positive:
      clear(spare);
      compare_mask(1, spare, vec(first), Test::less);
      break;
    default:  // and, or
      compare_mask(1, first, zero, Test::not_equal);
      compare_mask(2, to_register(y, spare), zero, Test::not_equal);
      out_.emit(code == Code::logical_and ? Inst::kIdKandw : Inst::kIdKorw, asmjit::x86::k1,
                asmjit::x86::k1, asmjit::x86::k2);
  }
  mask_to_truth(to, 1);
}

void JitAssembler::truth(Code code, int to, const JitOperand& x, const JitOperand& y, int spare) {
  if (shape_.has_masks()) return truth_with_masks(code, to, x, y, spare);
  const JitOperand zero = constant(JitConstant::zero);
  switch (code) {
    case Code::less: compare(to, to_register(x, to), y, Test::less); break;
    case Code::less_equal: compare(to, to_register(x, to), y, Test::less_equal); break;
    case Code::equal: compare(to, to_register(x, to), y, Test::equal); break;
    case Code::logical_not: compare(to, to_register(x, to), zero, Test::equal); break;
    case Code::positive:
      clear(spare);
      compare(spare, spare, x, Test::less);
      return and_with(to, spare, constant(JitConstant::one));
    default:
      compare(spare, to_register(x, spare), zero, Test::not_equal);
      compare(to, to_register(y, to), zero, Test::not_equal);
      if (shape_.has_three_operands()) {
        out_.emit(code == Code::logical_and ? kJitAnd.one : kJitOr.one, vec(to), vec(to),
                  vec(spare));
      } else {
        out_.emit(code == Code::logical_and ? kJitAnd.old : kJitOr.old, vec(to), vec(spare));
      }
  }
  and_with(to, to, constant(JitConstant::one));
}

void JitAssembler::select(int to, const JitOperand& x, int y, int z, int spare) {
  const JitOperand zero = constant(JitConstant::zero);
  const int condition = to_register(x, to);
  if (shape_.has_masks()) {
    compare_mask(1, condition, zero, Test::not_equal);
    out_.k(asmjit::x86::k1);
    out_.emit(Inst::kIdVblendmpd, vec(to), vec(z), vec(y));
    return;
  }
  compare(to, condition, zero, Test::not_equal);
  if (shape_.has_three_operands()) {
    out_.emit(Inst::kIdVblendvpd, vec(to), vec(z), vec(y), vec(to));
  } else {
    move(spare, y);
    out_.emit(kJitAnd.old, vec(spare), vec(to));
    out_.emit(kJitAndNot.old, vec(to), vec(z));
    out_.emit(kJitOr.old, vec(to), vec(spare));
  }
}

/// ±1 with the sign of x where 0 < |x|, else x itself (±0, or no number).
void JitAssembler::sign(int to, int x, int spare) {
  clear(spare);
  absolute(to, x);
  shape_.has_masks() ? compare_mask(1, spare, vec(to), Test::less)
                     : compare(spare, spare, vec(to), Test::less);
  and_with(to, x, constant(JitConstant::sign));
  if (!shape_.has_three_operands()) {
    out_.emit(kJitOr.old, vec(to), constant(JitConstant::one));
    out_.emit(kJitAnd.old, vec(to), vec(spare));
    out_.emit(kJitAndNot.old, vec(spare), vec(x));
    out_.emit(kJitOr.old, vec(to), vec(spare));
    return;
  }
  out_.emit(kJitOr.one, vec(to), vec(to), constant(JitConstant::one));
  if (shape_.has_masks()) {
    out_.k(asmjit::x86::k1);
    out_.emit(Inst::kIdVblendmpd, vec(to), vec(x), vec(to));
  } else {
    out_.emit(Inst::kIdVblendvpd, vec(to), vec(x), vec(to), vec(spare));
  }
}

}  // namespace holon::detail
#endif
