// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#ifdef HOLON_JIT
#include "holon/expr/program/jit_kernel.h"

#include <algorithm>

namespace holon::detail {

namespace {

bool is_commutative(Code code) { return code == Code::add || code == Code::mul; }

}  // namespace

JitKernelWriter::JitKernelWriter(JitProgram& program, const PlannedKernel& planned,
                                 std::size_t constants)
    : program_(program),
      out_(program.assembler),
      planned_(planned),
      batches_(planned.kernel, program.assembler.shape().batch_width()),
      kernel_(batches_.kernel()),
      uses_(kernel_),
      registers_(program.assembler.shape().register_count()) {
  const std::size_t values = kernel_.value_count();
  home_.resize(values);
  register_.assign(values, -1);
  first_store_.assign(values, kJitNoStore);
  for (std::size_t k = 0; k < kernel_.constants.size(); ++k) {
    home_[kernel_.arguments + k] = {
        JitPlace::Kind::constant, 0,
        static_cast<std::int32_t>(constants + k * constant_bytes(out_.shape()))};
  }
  place_arguments();
  program_.slots.clear();
}

void JitKernelWriter::place_arguments() {
  const auto to_place = [](Place p) {
    constexpr JitPlace::Kind kKinds[] = {JitPlace::Kind::input, JitPlace::Kind::work,
                                         JitPlace::Kind::pool, JitPlace::Kind::output};
    return JitPlace{kKinds[static_cast<std::size_t>(p.space)], 0,
                    static_cast<std::int32_t>(p.index)};
  };
  if (!planned_.rolled) {
    for (std::uint32_t k = 0; k < kernel_.arguments; ++k) {
      home_[k] = to_place(planned_.arguments[k]);
    }
    for (std::size_t k = 0; k < planned_.results.size(); ++k) {
      add_store(kernel_.outputs[k], to_place(planned_.results[k]));
    }
    return;
  }
  std::uint32_t column = 1;
  const auto in_group = [&](const Group::Member& m) {
    return JitPlace{JitPlace::Kind::group, static_cast<std::uint16_t>(groups_.size() - 1),
                    static_cast<std::int32_t>(m.offset)};
  };
  for (const Group& g : planned_.groups) {
    groups_.push_back({g.space, column++});
    for (const Group::Member& m : g.members) home_[m.position] = in_group(m);
  }
  for (const Group& g : planned_.result_groups) {
    groups_.push_back({g.space, column++});
    for (const Group::Member& m : g.members) add_store(kernel_.outputs[m.position], in_group(m));
  }
}

void JitKernelWriter::add_store(std::uint32_t value, JitPlace place) {
  stores_.push_back({place, first_store_[value]});
  first_store_[value] = static_cast<std::uint32_t>(stores_.size() - 1);
}

void JitKernelWriter::write() {
  for (std::size_t i = 0, size = 1; i < kernel_.code.size(); i += size) {
    size = batches_.size_at(i);
    lock_operands(i);
    size > 1 ? write_batch(i, size) : write(i);
    for (std::uint32_t slot : freed_slots_) program_.slots.give(slot);
    freed_slots_.clear();
  }
  write_passed_on();
}

void JitKernelWriter::write(std::size_t i) {
  switch (kernel_.code[i].code) {
    case Code::add:
    case Code::sub:
    case Code::mul:
    case Code::div:
    case Code::min:
    case Code::max: return write_binary(i);
    case Code::fma:
    case Code::fms:
    case Code::fnma: return out_.shape().has_fma() ? write_fused(i) : write_call(i);
    case Code::copy:
    case Code::neg:
    case Code::abs:
    case Code::sqrt:
    case Code::sign: return write_unary(i);
    case Code::floor: return out_.shape().has_three_operands() ? write_unary(i) : write_call(i);
    case Code::less:
    case Code::less_equal:
    case Code::equal:
    case Code::logical_and:
    case Code::logical_or:
    case Code::logical_not:
    case Code::positive: return write_truth(i);
    case Code::select: return write_select(i);
    case Code::block: return write_block(i);
    default: write_call(i);
  }
}

void JitKernelWriter::write_binary(std::size_t i) {
  const Instruction& in = kernel_.code[i];
  std::uint32_t x = in.a, y = in.b;
  std::size_t position = 1;
  if (is_commutative(in.code) && !is_resident(x) && (is_resident(y) || !can_fold(home_[y]))) {
    std::swap(x, y);
    position = 0;
  }
  const int first = in_register(x);
  const JitOperand second = operand(y, uses_.following(i, position));
  // Without a third operand the result may not overwrite a subtrahend.
  const bool must_differ = second.isReg() && !out_.shape().has_three_operands() &&
                           !is_commutative(in.code) && static_cast<int>(second.id()) != first;
  pass(i);
  const int to = take_register(must_differ ? std::uint32_t{1} << second.id() : 0);
  out_.binary(in.code, to, first, second);
  define(in.result, to);
}

void JitKernelWriter::write_fused(std::size_t i) {
  const Instruction& in = kernel_.code[i];
  const std::uint32_t values[] = {in.a, in.b, in.c};
  // At most one operand stays in memory: the one that is needed last.
  int outside = -1;
  for (int k = 0; k < 3; ++k) {
    if (is_resident(values[k]) || !can_fold(home_[values[k]])) continue;
    const auto at = static_cast<std::size_t>(k);
    if (outside < 0 ||
        uses_.following(i, at) >= uses_.following(i, static_cast<std::size_t>(outside))) {
      outside = k;
    }
  }
  JitOperand operands[3];
  for (int k = 0; k < 3; ++k) {
    if (k != outside) operands[k] = out_.vec(in_register(values[k]));
  }
  if (outside >= 0) {
    operands[outside] =
        operand(values[outside], uses_.following(i, static_cast<std::size_t>(outside)));
  }
  // The result overwrites one operand: one that is not needed again, else a copy.
  int overwritten = -1;
  for (int k : {2, 0, 1}) {
    if (overwritten < 0 && operands[k].isReg() &&
        uses_.following(i, static_cast<std::size_t>(k)) == JitUses::kNever) {
      overwritten = k;
    }
  }
  pass(i);
  int to;
  if (overwritten >= 0) {
    to = static_cast<int>(operands[overwritten].id());
    registers_.hold(to, JitRegisters::kNothing);
  } else {
    to = take_register();
    overwritten = outside >= 0 && operands[outside].isMem() ? outside : 2;
    out_.copy(to, operands[overwritten]);
  }
  using Form = JitAssembler::Fused;
  const JitOperand &a = operands[0], &b = operands[1], &c = operands[2];
  const auto id = [](const JitOperand& x) { return static_cast<int>(x.id()); };
  if (overwritten == 2) {
    a.isMem() ? out_.fused(in.code, Form::y_by_z, to, id(b), a)
              : out_.fused(in.code, Form::y_by_z, to, id(a), b);
  } else {
    const JitOperand& other = overwritten == 0 ? b : a;
    other.isMem() ? out_.fused(in.code, Form::x_by_z, to, id(c), other)
                  : out_.fused(in.code, Form::x_by_y, to, id(other), c);
  }
  define(in.result, to);
}

void JitKernelWriter::write_unary(std::size_t i) {
  const Instruction& in = kernel_.code[i];
  const bool folds = in.code == Code::sqrt || in.code == Code::floor;
  const JitOperand x =
      folds ? operand(in.a, uses_.following(i, 0)) : JitOperand(out_.vec(in_register(in.a)));
  if (in.code == Code::sign) {
    const int to = take_register();
    locked_ |= std::uint32_t{1} << to;
    registers_.hold(to, JitRegisters::kNothing);
    const int spare = take_register();
    out_.sign(to, static_cast<int>(x.id()), spare);
    pass(i);
    registers_.release(to);
    return define(in.result, to);
  }
  pass(i);
  const int to = take_register();
  switch (in.code) {
    case Code::neg: out_.negate(to, static_cast<int>(x.id())); break;
    case Code::abs: out_.absolute(to, static_cast<int>(x.id())); break;
    case Code::sqrt: out_.square_root(to, x); break;
    case Code::floor: out_.floor(to, x); break;
    default: out_.move(to, static_cast<int>(x.id()));
  }
  define(in.result, to);
}

void JitKernelWriter::write_truth(std::size_t i) {
  const Instruction& in = kernel_.code[i];
  const bool has_two = operand_count(in.code) == 2;
  const JitOperand x = operand(in.a, uses_.following(i, 0));
  const JitOperand y = has_two ? operand(in.b, uses_.following(i, 1)) : JitOperand();
  const int to = take_register();
  registers_.hold(to, JitRegisters::kNothing);
  locked_ |= std::uint32_t{1} << to;
  const int spare = take_register();
  out_.truth(in.code, to, x, y, spare);
  pass(i);
  registers_.release(to);
  define(in.result, to);
}

void JitKernelWriter::write_select(std::size_t i) {
  const Instruction& in = kernel_.code[i];
  const int y = in_register(in.b), z = in_register(in.c);
  const JitOperand x = operand(in.a, uses_.following(i, 0));
  const int to = take_register();
  registers_.hold(to, JitRegisters::kNothing);
  locked_ |= std::uint32_t{1} << to;
  const int spare = take_register();
  out_.select(to, x, y, z, spare);
  pass(i);
  registers_.release(to);
  define(in.result, to);
}

/// Results that are arguments or constants.
void JitKernelWriter::write_passed_on() {
  for (std::uint32_t v = 0; v < kernel_.first_result(); ++v) {
    if (first_store_[v] == kJitNoStore) continue;
    locked_ = 0;
    const int r = in_register(v);
    store_results(v, r);
    registers_.release(r);
    register_[v] = -1;
  }
}

}  // namespace holon::detail
#endif
