// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/program/jit_batches.h"

#include <algorithm>
#include <map>
#include <utility>

namespace holon::detail {

namespace {

// One alone needs no vector.
constexpr std::size_t kLeastBatch = 2;

bool is_elementary(Code code) {
  switch (code) {
    case Code::exp:
    case Code::log:
    case Code::pow:
    case Code::sin:
    case Code::cos:
    case Code::sincos:
    case Code::tan:
    case Code::asin:
    case Code::acos:
    case Code::atan:
    case Code::atan2:
    case Code::sinh:
    case Code::cosh:
    case Code::tanh: return true;
    default: return false;
  }
}

/// Operations of which no one needs another one: those of one code with equally many elementary
/// functions before them.
std::vector<std::vector<std::uint32_t>> find_batches(const Kernel& kernel, std::size_t width) {
  std::vector<std::uint32_t> level(kernel.value_count(), 0);
  std::map<std::pair<std::uint32_t, Code>, std::vector<std::uint32_t>> alike;
  for (std::size_t i = 0; i < kernel.code.size(); ++i) {
    const Instruction& in = kernel.code[i];
    std::uint32_t own = 0;
    for (const std::uint32_t v : kernel.operands(in)) own = std::max(own, level[v]);
    if (is_elementary(in.code)) {
      alike[{own, in.code}].push_back(static_cast<std::uint32_t>(i));
      ++own;
    }
    for (std::uint32_t k = 0; k < kernel.result_count(in); ++k) level[in.result + k] = own;
  }
  std::vector<std::vector<std::uint32_t>> batches;
  for (const auto& [key, list] : alike)
    for (std::size_t at = 0; at < list.size(); at += width) {
      const std::size_t size = std::min(width, list.size() - at);
      if (size < kLeastBatch) continue;
      const auto first = list.begin() + static_cast<std::ptrdiff_t>(at);
      batches.emplace_back(first, first + static_cast<std::ptrdiff_t>(size));
    }
  return batches;
}

/// The operations in a new order: before each batch what it needs, at the end the rest.
class BatchOrder {
 public:
  BatchOrder(const Kernel& kernel, const std::vector<std::vector<std::uint32_t>>& batches)
      : kernel_(kernel), is_placed_(kernel.code.size(), false), maker_(kernel.value_count()) {
    for (std::size_t i = 0; i < kernel.code.size(); ++i)
      for (std::uint32_t k = 0; k < kernel.result_count(kernel.code[i]); ++k)
        maker_[kernel.code[i].result + k] = static_cast<std::uint32_t>(i);
    sizes.assign(kernel.code.size(), 1);
    for (const std::vector<std::uint32_t>& batch : batches) {
      place_needed(batch);
      sizes[order.size()] = static_cast<std::uint8_t>(batch.size());
      for (const std::uint32_t i : batch) place(i);
    }
    for (std::uint32_t i = 0; i < kernel.code.size(); ++i)
      if (!is_placed_[i]) place(i);
  }

  std::vector<std::uint32_t> order;
  std::vector<std::uint8_t> sizes;

 private:
  void place(std::uint32_t i) {
    is_placed_[i] = true;
    order.push_back(i);
  }

  void place_needed(const std::vector<std::uint32_t>& batch) {
    std::vector<std::uint32_t> stack = batch, needed;
    while (!stack.empty()) {
      const std::uint32_t i = stack.back();
      stack.pop_back();
      for (const std::uint32_t v : kernel_.operands(kernel_.code[i])) {
        if (v < kernel_.first_result() || is_placed_[maker_[v]]) continue;
        is_placed_[maker_[v]] = true;
        needed.push_back(maker_[v]);
        stack.push_back(maker_[v]);
      }
    }
    std::sort(needed.begin(), needed.end());
    order.insert(order.end(), needed.begin(), needed.end());
  }

  const Kernel& kernel_;
  std::vector<bool> is_placed_;
  std::vector<std::uint32_t> maker_;  // of each result: its operation
};

/// Results are numbered in the order of the code.
Kernel reorder(const Kernel& kernel, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> number(kernel.value_count());
  for (std::uint32_t v = 0; v < kernel.first_result(); ++v) number[v] = v;
  std::uint32_t next = kernel.first_result();
  for (const std::uint32_t i : order)
    for (std::uint32_t k = 0; k < kernel.result_count(kernel.code[i]); ++k)
      number[kernel.code[i].result + k] = next++;
  Kernel made;
  made.name = kernel.name;
  made.arguments = kernel.arguments;
  made.constants = kernel.constants;
  made.blocks = kernel.blocks;
  for (Block& block : made.blocks)
    for (std::uint32_t& v : block.arguments) v = number[v];
  for (const std::uint32_t i : order) {
    Instruction in = kernel.code[i];
    in.result = number[in.result];
    const int operands = operand_count(in.code);
    if (operands > 0) in.a = number[in.a];
    if (operands > 1) in.b = number[in.b];
    if (operands > 2) in.c = number[in.c];
    made.code.push_back(in);
  }
  for (const std::uint32_t v : kernel.outputs) made.outputs.push_back(number[v]);
  return made;
}

}  // namespace

JitBatches::JitBatches(const Kernel& kernel, int width) : given_(kernel) {
  if (width < 2) return;
  const auto batches = find_batches(kernel, static_cast<std::size_t>(width));
  if (batches.empty()) return;
  BatchOrder made(kernel, batches);
  ordered_ = reorder(kernel, made.order);
  sizes_ = std::move(made.sizes);
}

}  // namespace holon::detail
