// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/program/tape.h"

#include <algorithm>
#include <cstring>

#include "holon/expr/program/blocks.h"

namespace holon::detail {

namespace {

constexpr std::uint32_t kNoSlot = ~std::uint32_t{0};

/// Allocates scratch slots; the one freed last is reused first, while it is still in the cache.
class SlotPool {
 public:
  explicit SlotPool(std::uint32_t first) : next_(first) {}
  std::uint32_t take() {
    if (free_.empty()) return next_++;
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    return slot;
  }
  void give(std::uint32_t slot) { free_.push_back(slot); }
  std::uint32_t end() const { return next_; }

 private:
  std::uint32_t next_;
  std::vector<std::uint32_t> free_;
};

std::vector<TapeMove> make_moves(const std::vector<Group>& groups, std::uint32_t first_group,
                                 const std::vector<std::uint32_t>& slot_of_position,
                                 const std::vector<std::uint32_t>& base_of_group) {
  std::vector<TapeMove> moves;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::uint32_t pool = groups[g].space == Space::pool ? 1 : 0;
    for (const Group::Member& m : groups[g].members) {
      const std::uint32_t slot = slot_of_position[m.position];
      const std::uint32_t offset = base_of_group[g] + m.offset;
      const std::uint32_t group = first_group + static_cast<std::uint32_t>(g);
      if (!moves.empty() && moves.back().group == group &&
          moves.back().offset + moves.back().count == offset &&
          moves.back().slot + moves.back().count == slot) {
        ++moves.back().count;
      } else {
        moves.push_back({group, offset, slot, 1, pool});
      }
    }
  }
  return moves;
}

}  // namespace

Tape::Tape(const Plan& plan)
    : inputs_(plan.inputs),
      outputs_(plan.outputs),
      slots_(plan.inputs + plan.outputs + plan.work),
      table_(plan.table),
      pool_(plan.pool) {
  add_copies(plan.before, before_);
  for (const PlannedKernel& k : plan.kernels) k.rolled ? add_rolled(k) : add_fixed(k);
  add_copies(plan.after, after_);
  for (const Stage& s : plan.stages) {
    stages_.push_back({s.rolled, s.rolled ? s.first_row : s.kernel, s.end_row});
  }
  for (std::size_t k = 0; k < code_.size(); ++k) {
    kernels_.push_back({code_[k].data(), loads_[k].data(), stores_[k].data(),
                        static_cast<std::uint32_t>(loads_[k].size()),
                        static_cast<std::uint32_t>(stores_[k].size()),
                        static_cast<std::uint32_t>(plan.kernels[k].row_size())});
  }
}

void Tape::add_copies(const std::vector<Copies>& lists, std::vector<TapeInstruction>& code) {
  for (const Copies& list : lists) {
    for (std::size_t k = 0; k < list.pairs.size(); k += 2) {
      const Place from{list.from, static_cast<std::uint32_t>(list.pairs[k])};
      const Place to{list.to, static_cast<std::uint32_t>(list.pairs[k + 1])};
      code.push_back(
          {static_cast<std::uint32_t>(Code::copy), slot_of(to), move_to_slot(from), 0, 0});
    }
  }
  code.push_back({kTapeEnd, 0, 0, 0, 0});
}

std::uint32_t Tape::base_of(Space space) const {
  switch (space) {
    case Space::input: return 0;
    case Space::output: return inputs_;
    case Space::work: return inputs_ + outputs_;
    case Space::pool: break;
  }
  return 0;
}

std::uint32_t Tape::slot_of(Place place) const { return base_of(place.space) + place.index; }

/// Constants of the pool that are read once get a slot of their own.
std::uint32_t Tape::move_to_slot(Place place) {
  if (place.space != Space::pool) return slot_of(place);
  constants_.push_back({slots_, pool_[place.index]});
  return slots_++;
}

void Tape::add_fixed(const PlannedKernel& planned) {
  const Kernel& kernel = planned.kernel;
  std::vector<std::uint32_t> slot(kernel.value_count(), kNoSlot);
  for (std::uint32_t k = 0; k < kernel.arguments; ++k) slot[k] = move_to_slot(planned.arguments[k]);
  for (std::size_t k = 0; k < kernel.constants.size(); ++k) {
    slot[kernel.arguments + k] = slots_;
    constants_.push_back({slots_++, kernel.constants[k]});
  }
  // A result is computed directly into its location; further locations are copies.
  std::vector<TapeInstruction> copies;
  for (std::size_t k = 0; k < kernel.outputs.size(); ++k) {
    const std::uint32_t v = kernel.outputs[k];
    const std::uint32_t to = slot_of(planned.results[k]);
    if (slot[v] == kNoSlot) {
      slot[v] = to;
    } else {
      copies.push_back({static_cast<std::uint32_t>(Code::copy), to, slot[v], 0, 0});
    }
  }
  const std::size_t index = code_.size();
  code_.emplace_back();
  add_code(kernel, std::move(slot), slots_, index);
  code_[index].insert(code_[index].end(), copies.begin(), copies.end());
  code_[index].push_back({kTapeEnd, 0, 0, 0, 0});
  loads_.emplace_back();
  stores_.emplace_back();
}

void Tape::add_rolled(const PlannedKernel& planned) {
  const Kernel& kernel = planned.kernel;
  std::vector<std::uint32_t> slot(kernel.value_count(), kNoSlot);
  std::vector<std::uint32_t> argument_slot(kernel.arguments), base;
  for (const Group& g : planned.groups) {
    base.push_back(base_of(g.space));
    for (const Group::Member& m : g.members) argument_slot[m.position] = slots_++;
  }
  std::copy(argument_slot.begin(), argument_slot.end(), slot.begin());
  for (std::size_t k = 0; k < kernel.constants.size(); ++k) {
    slot[kernel.arguments + k] = slots_;
    constants_.push_back({slots_++, kernel.constants[k]});
  }
  std::vector<std::uint32_t> result_slot(kernel.outputs.size()), result_base;
  std::vector<TapeInstruction> copies;
  for (const Group& g : planned.result_groups) {
    result_base.push_back(base_of(g.space));
    for (const Group::Member& m : g.members) {
      const std::uint32_t v = kernel.outputs[m.position];
      result_slot[m.position] = slots_++;
      if (slot[v] == kNoSlot) {
        slot[v] = result_slot[m.position];
      } else {
        copies.push_back(
            {static_cast<std::uint32_t>(Code::copy), result_slot[m.position], slot[v], 0, 0});
      }
    }
  }
  const std::size_t index = code_.size();
  code_.emplace_back();
  add_code(kernel, std::move(slot), slots_, index);
  code_[index].insert(code_[index].end(), copies.begin(), copies.end());
  code_[index].push_back({kTapeEnd, 0, 0, 0, 0});
  loads_.push_back(make_moves(planned.groups, 1, argument_slot, base));
  stores_.push_back(make_moves(planned.result_groups,
                               1 + static_cast<std::uint32_t>(planned.groups.size()), result_slot,
                               result_base));
}

void Tape::add_code(const Kernel& kernel, std::vector<std::uint32_t> slot, std::uint32_t scratch,
                    std::size_t index) {
  std::vector<std::size_t> last_use(kernel.value_count(), 0);
  std::vector<bool> fixed(kernel.value_count(), false);
  for (std::size_t v = 0; v < slot.size(); ++v) fixed[v] = slot[v] != kNoSlot;
  std::vector<std::vector<std::uint32_t>> operands;
  operands.reserve(kernel.code.size());
  for (std::size_t i = 0; i < kernel.code.size(); ++i) {
    operands.push_back(kernel.operands(kernel.code[i]));
    for (std::uint32_t v : operands.back()) last_use[v] = i;
  }
  SlotPool pool(scratch);
  for (std::size_t i = 0; i < kernel.code.size(); ++i) {
    const Instruction& in = kernel.code[i];
    std::vector<std::uint32_t> from;
    for (std::uint32_t v : operands[i]) from.push_back(slot[v]);
    const bool reads_before_write = in.code != Code::block;
    const auto release = [&] {
      std::vector<std::uint32_t> unique = operands[i];
      std::sort(unique.begin(), unique.end());
      unique.erase(std::unique(unique.begin(), unique.end()), unique.end());
      for (std::uint32_t v : unique) {
        if (last_use[v] == i && !fixed[v] && v >= kernel.first_result()) pool.give(slot[v]);
      }
    };
    if (reads_before_write) release();
    const std::uint32_t results = kernel.result_count(in);
    for (std::uint32_t r = in.result; r < in.result + results; ++r) {
      if (slot[r] == kNoSlot) slot[r] = pool.take();
    }
    if (!reads_before_write) release();
    TapeInstruction out{static_cast<std::uint32_t>(in.code), slot[in.result], 0, 0, 0};
    if (in.code == Code::block) {
      out.a = static_cast<std::uint32_t>(blocks_.size());
      owned_blocks_.push_back(
          make_tape_block(kernel.blocks[in.a], {from.begin(), from.end()},
                          {slot.begin() + in.result, slot.begin() + in.result + results}));
      blocks_.push_back(owned_blocks_.back().get());
    } else {
      out.a = from[0];
      if (from.size() > 1) out.b = from[1];
      if (from.size() > 2) out.c = from[2];
      if (in.code == Code::sincos) out.b = slot[in.result + 1];
    }
    code_[index].push_back(out);
    for (std::uint32_t r = in.result; r < in.result + results; ++r) {
      const bool unused = last_use[r] <= i && !fixed[r];
      if (unused) pool.give(slot[r]);
    }
  }
  slots_ = std::max(slots_, pool.end());
}

void Tape::prepare(double* memory, int lanes) const {
  for (const Constant& c : constants_) {
    std::fill_n(memory + static_cast<std::size_t>(c.slot) * static_cast<std::size_t>(lanes), lanes,
                c.value);
  }
}

void Tape::run(const double* in, double* out, double* memory, int lanes) const {
  run(in, out, memory, lanes, find_tape_machine(lanes));
}

void Tape::run(const double* in, double* out, double* memory, int lanes,
               const TapeMachine& machine) const {
  const auto width = static_cast<std::size_t>(lanes) * sizeof(double);
  const TapeBlock* const* blocks = blocks_.data();
  if (inputs_) std::memcpy(memory, in, inputs_ * width);
  if (before_.size() > 1) machine.run(before_.data(), memory, blocks, run_tape_block);
  for (const Range& s : stages_) {
    if (s.rolled) {
      machine.run_rows(kernels_.data(), table_.data() + s.first, table_.data() + s.end, memory,
                       pool_.data(), blocks, run_tape_block);
    } else {
      machine.run(code_[s.first].data(), memory, blocks, run_tape_block);
    }
  }
  if (after_.size() > 1) machine.run(after_.data(), memory, blocks, run_tape_block);
  if (!outputs_) return;
  std::memcpy(out, memory + inputs_ * static_cast<std::size_t>(lanes), outputs_ * width);
}

}  // namespace holon::detail
