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
  /// A state of a continuous block; `name` is local.
  Expr add_state(const std::string& name, const Dimension& dimension, Expr initial);
  void set_derivative(Expr state, Expr derivative);
  /// The memory of a sampled block from one tick to the next: its value before the tick.
  Expr add_memory(const std::string& name, const Dimension& dimension, Expr initial);
  void set_next(Expr memory, Expr next);
  /// Defines an output, held between ticks if the block is sampled. Returns the symbol or value.
  Expr set_output(const std::string& name, Expr value);
  /// The same for a name that the part's own values introduce.
  Expr set_name(const std::string& name, Expr value);
  /// A random number of each tick.
  Expr add_draw(SystemDraw::Distribution distribution);

 private:
  Expr hold(const std::string& name, Expr value);

  PartBuilder& b_;
  std::optional<int> clock_;
  double period_ = 0;
};

/// Whether a limit is infinite, that is, there is none on its side.
bool is_none(Expr limit);

/// x limited to [low, high]; the kinks are events, so that steps end there.
Expr limited(Expr x, Expr low, Expr high);

/// Whether `limits` are empty or two ascending values, as far as they are constants; else reports
/// an error.
bool check_limits(PartBuilder& b, const std::vector<Expr>& limits);

}  // namespace holon
