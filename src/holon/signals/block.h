// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "holon/model/assembly/part.h"

namespace holon {

/// What blocks are made of: states where they are continuous, memories where they are sampled. A
/// sampled block sets its outputs when its clock ticks and holds them until the next tick; what
/// ticks at the same instant sees the new ones.
class Block {
 public:
  /// `sample`: [s] between ticks; nothing for a continuous block.
  Block(PartBuilder& b, const std::optional<double>& sample);

  bool is_sampled() const { return clock_.has_value(); }
  double period() const { return period_; }  ///< [s]
  /// A state of a continuous block; `name` is local.
  Expr add_state(const std::string& name, const Dimension& dimension, Expr initial);
  void set_derivative(Expr state, Expr derivative);
  /// What a sampled block remembers from one tick to the next: as it was before the tick.
  Expr add_memory(const std::string& name, const Dimension& dimension, Expr initial);
  void set_next(Expr memory, Expr next);
  /// Defines an output, held between ticks where the block is sampled. Gives the symbol or value.
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

/// Whether a limit is infinite: there is none on its side.
bool is_none(Expr limit);

/// x within [low, high]; the corners are events, so that steps end there.
Expr limited(Expr x, Expr low, Expr high);

/// Whether `limits` are none or two in order, as far as they are constants; else reports it.
bool check_limits(PartBuilder& b, const std::vector<Expr>& limits);

}  // namespace holon
