// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "holon/model/assembly/part.h"

namespace holon {

/// The elements of blocks: states if they are continuous, memories if they are sampled. A sampled
/// block sets its outputs when its clock ticks and holds them until the next tick; blocks that tick
/// at the same instant use the new values.
class Block {
 public:
  /// `sample`: [s] between ticks; nothing for a continuous block.
  Block(PartBuilder& b, const std::optional<double>& sample);

  bool is_sampled() const { return clock_.has_value(); }
  double period() const { return period_; }  ///< [s]
  /// A state of a continuous block; `name` is local. `nominal`: StateBlock::nominal.
  Expr add_state(const std::string& name, const Dimension& dimension, Expr initial,
                 double nominal = 1);
  void set_derivative(Expr state, Expr derivative);
  /// The memory of a sampled block from one tick to the next: its value before the tick.
  Expr add_memory(const std::string& name, const Dimension& dimension, Expr initial);
  void set_next(Expr memory, Expr next);
  /// Defines an output, held between ticks if the block is sampled. Returns the symbol or value.
  Expr set_output(const std::string& name, Expr value);
  /// A value that is held between ticks as outputs are: a component of one. Returns its symbol.
  Expr hold(const std::string& name, Expr value, const Dimension& dimension);
  /// The same as set_output for a name that the part's own values introduce.
  Expr set_name(const std::string& name, Expr value);
  /// A random number of each tick. A part that draws several gives each a local name.
  Expr add_draw(SystemDraw::Distribution distribution, const std::string& name = {});

 private:
  PartBuilder& b_;
  std::optional<int> clock_;
  double period_ = 0;
};

}  // namespace holon
