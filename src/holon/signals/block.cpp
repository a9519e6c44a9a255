// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/block.h"

#include <cmath>

namespace holon {

Block::Block(PartBuilder& b, const std::optional<double>& sample) : b_(b) {
  if (!sample) return;
  period_ = *sample;
  clock_ = b.assembly().add_clock({b.name(), period_});
}

Expr Block::add_state(const std::string& name, const Dimension& dimension, Expr initial) {
  StateBlock block{.name = b_.member(name)};
  block.dimension = dimension;
  return b_.assembly().add_state(std::move(block), {initial})[0];
}

void Block::set_derivative(Expr state, Expr derivative) {
  b_.assembly().set_derivative(state, derivative);
}

Expr Block::add_memory(const std::string& name, const Dimension& dimension, Expr initial) {
  return b_.assembly().add_discrete({b_.member(name), {}, dimension}, {initial})[0];
}

void Block::set_next(Expr memory, Expr next) {
  b_.assembly().set_tick(memory, next, *clock_, false);
}

Expr Block::hold(const std::string& name, Expr value) {
  if (!clock_) return value;
  const Expr held = add_memory(name, b_.dimension_of(name), 0.0);  // the first tick sets it
  b_.assembly().set_tick(held, value, *clock_, true);
  return held;
}

Expr Block::set_output(const std::string& name, Expr value) {
  const Expr shown = hold(name, value);
  b_.define_output(name, shown);
  return shown;
}

Expr Block::set_name(const std::string& name, Expr value) {
  const Expr shown = hold(name, value);
  b_.define_name(name, "output", shown, true);
  return shown;
}

Expr Block::add_draw(SystemDraw::Distribution distribution) {
  return b_.assembly().add_draw({b_.name(), *clock_, distribution});
}

bool is_none(Expr limit) { return limit.is_constant() && std::isinf(limit.value()); }

Expr limited(Expr x, Expr low, Expr high) {
  const Expr raised = is_none(low) ? x : select(relation(low - x), low, x);
  return is_none(high) ? raised : select(relation(x - high), high, raised);
}

bool check_limits(PartBuilder& b, const std::vector<Expr>& limits) {
  if (limits.empty()) return true;
  if (limits.size() != 2) {
    b.error("limits", "'limits' takes two numbers, the lower and the upper one");
    return false;
  }
  if (!limits[0].is_constant() || !limits[1].is_constant()) return true;
  if (limits[0].value() < limits[1].value()) return true;
  b.error("limits", "the lower limit must be below the upper one", "write [lower, upper]");
  return false;
}

}  // namespace holon
