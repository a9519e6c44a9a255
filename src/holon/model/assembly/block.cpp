// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/assembly/block.h"

namespace holon {

Block::Block(PartBuilder& b, const std::optional<double>& sample) : b_(b) {
  if (!sample) return;
  period_ = *sample;
  clock_ = b.assembly().add_clock({b.name(), period_});
}

Expr Block::add_state(const std::string& name, const Dimension& dimension, Expr initial,
                      double nominal) {
  StateBlock block{.name = b_.member(name)};
  block.nominal = nominal;
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

Expr Block::hold(const std::string& name, Expr value, const Dimension& dimension) {
  if (!clock_) return value;
  const Expr held = add_memory(name, dimension, 0.0);  // the first tick sets it
  b_.assembly().set_tick(held, value, *clock_, true);
  return held;
}

Expr Block::set_output(const std::string& name, Expr value) {
  const Expr shown = hold(name, value, b_.dimension_of(name));
  b_.define_output(name, shown);
  return shown;
}

Expr Block::set_name(const std::string& name, Expr value) {
  const Expr shown = hold(name, value, b_.dimension_of(name));
  b_.define_name(name, "output", shown, true);
  return shown;
}

Expr Block::add_draw(SystemDraw::Distribution distribution, const std::string& name) {
  return b_.assembly().add_draw({b_.member(name), *clock_, distribution});
}

}  // namespace holon
