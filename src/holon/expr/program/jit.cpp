// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/program/jit.h"

#include <cstring>
#include <limits>

#include "holon/expr/program/blocks.h"
#include "holon/expr/program/jit_program.h"

namespace holon::detail {

std::unique_ptr<const Jit> Jit::make(std::shared_ptr<const Plan> plan, int lanes) {
  for (TapeLevel level : {TapeLevel::v4, TapeLevel::v3, TapeLevel::base}) {
    if (find_tape_machine(lanes, level)) return make(std::move(plan), lanes, level);
  }
  return nullptr;
}

std::unique_ptr<const Jit> Jit::make(std::shared_ptr<const Plan> plan, int lanes, TapeLevel level) {
  // Addresses within the memory are 32 bits long.
  constexpr std::size_t kMostBytes = std::numeric_limits<std::int32_t>::max() / 2;
  const std::size_t numbers = std::size_t{plan->work} + plan->inputs + plan->outputs;
  if (numbers * static_cast<std::size_t>(lanes) * 8 > kMostBytes) return nullptr;
  JitCode code = write_jit(*plan, lanes, level);
  if (code.bytes.empty()) return nullptr;
  std::unique_ptr<Jit> made(new Jit);
  made->code_ = Executable::make(code.bytes);
  if (!made->code_.data()) return nullptr;
  made->plan_ = std::move(plan);
  made->level_ = level;
  made->lanes_ = lanes;
  made->width_ = code.width;
  made->spills_ = code.slots;
  made->blocks_ = std::move(code.blocks);
  made->entry_ =
      reinterpret_cast<Entry>(reinterpret_cast<std::uintptr_t>(made->code_.data() + code.entry));
  return made;
}

Jit::~Jit() = default;

std::size_t Jit::memory_size() const {
  return (std::size_t{spills_} + plan_->work) * static_cast<std::size_t>(lanes_);
}

namespace {

/// Numbers that no kernel moves.
void run_jit_copies(const std::vector<Copies>& lists, const double* in, double* out, double* work,
                    const double* pool, std::size_t lanes) {
  for (const Copies& list : lists) {
    double* const to = list.to == Space::output ? out : work;
    const double* const from = list.from == Space::input  ? in
                               : list.from == Space::pool ? pool
                                                          : work;
    if (lanes == 1) {
      for (std::size_t k = 0; k < list.pairs.size(); k += 2)
        to[list.pairs[k + 1]] = from[list.pairs[k]];
      continue;
    }
    for (std::size_t k = 0; k < list.pairs.size(); k += 2) {
      const auto source = static_cast<std::size_t>(list.pairs[k]);
      double* const goal = to + static_cast<std::size_t>(list.pairs[k + 1]) * lanes;
      for (std::size_t l = 0; l < lanes; ++l) {
        goal[l] = from[list.from == Space::pool ? source : source * lanes + l];
      }
    }
  }
}

}  // namespace

void Jit::run(const double* in, double* out, double* memory) const {
  const auto lanes = static_cast<std::size_t>(lanes_);
  double* const work = memory + std::size_t{spills_} * lanes;
  const double* const pool = plan_->pool.data();
  run_jit_copies(plan_->before, in, out, work, pool, lanes);
  for (int lane = 0; lane < lanes_; lane += width_) {
    entry_(in + lane, out + lane, work + lane, pool, plan_->table.data());
  }
  run_jit_copies(plan_->after, in, out, work, pool, lanes);
}

}  // namespace holon::detail
