// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "holon/expr/function.h"
#include "holon/expr/interval.h"

namespace holon {

/// Between which numbers outputs of a function lie while its inputs lie between others, by interval
/// arithmetic: wide where an input stands in an output more than once, exact in the limit of narrow
/// inputs. For outputs made of plain operations and one-dimensional tables; of others, such as what
/// a call or a linear solve gives, it knows nothing. Immutable; shared by threads.
class Bounds {
 public:
  /// `open`: inputs of which nothing is known (by scalar), and so of outputs that they are in.
  Bounds(const Function& function, const std::vector<bool>& open);

  /// Which outputs it knows, in order; `run` gives these.
  const std::vector<int>& outputs() const { return outputs_; }
  /// The inputs that these depend on.
  const std::vector<int>& inputs() const { return inputs_; }

  struct Workspace {
    std::vector<Interval> values;
  };
  /// `in`: one per entry of inputs(); `out`: one per entry of outputs().
  void run(std::span<const Interval> in, std::span<Interval> out, Workspace& workspace) const;

 private:
  struct Table;
  struct Step {
    Op op = Op::constant;
    std::array<std::uint32_t, 3> from{};
    std::uint32_t to = 0;
    int table = -1;
  };
  Interval look_up(const Table& table, const Interval& x) const;

  std::vector<int> outputs_, inputs_;
  std::vector<std::uint32_t> output_slots_;
  std::vector<Interval> start_;  ///< of all slots: inputs first, constants at their values
  std::vector<Step> steps_;
  std::vector<std::shared_ptr<const Table>> tables_;
};

}  // namespace holon
