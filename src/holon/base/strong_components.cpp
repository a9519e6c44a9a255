// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/strong_components.h"

#include <algorithm>
#include <functional>

namespace holon {

std::vector<std::vector<std::size_t>> find_strong_components(
    const std::vector<std::vector<std::size_t>>& needs) {
  const std::size_t n = needs.size();
  std::vector<std::vector<std::size_t>> components;
  std::vector<std::size_t> number(n, 0), low(n, 0), stack;
  std::vector<bool> is_on_stack(n, false);
  std::size_t count = 0;
  const std::function<void(std::size_t)> visit = [&](std::size_t k) {
    number[k] = low[k] = ++count;
    stack.push_back(k);
    is_on_stack[k] = true;
    for (const std::size_t other : needs[k]) {
      if (number[other] == 0) {
        visit(other);
        low[k] = std::min(low[k], low[other]);
      } else if (is_on_stack[other]) {
        low[k] = std::min(low[k], number[other]);
      }
    }
    if (low[k] != number[k]) return;
    components.emplace_back();
    for (bool more = true; more;) {
      const std::size_t member = stack.back();
      stack.pop_back();
      is_on_stack[member] = false;
      components.back().push_back(member);
      more = member != k;
    }
    std::sort(components.back().begin(), components.back().end());
  };
  for (std::size_t k = 0; k < n; ++k) {
    if (number[k] == 0) visit(k);
  }
  return components;
}

}  // namespace holon
