// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "holon/expr/bounds/band.h"
#include "holon/expr/bounds/interval.h"
#include "holon/expr/graph/function.h"

namespace holon {

/// Bounds of the outputs of a function whose inputs follow curves: by interval arithmetic, which is
/// wide if a curve occurs in an output more than once, and by bands about curves (band.h), which
/// are narrow for short pieces; the narrower of both is used. For outputs of elementary operations
/// and one-dimensional tables only, not of calls or linear solves. Immutable; shared by threads.
class Bounds {
 public:
  struct Input {
    detail::Curve curve{};  ///< over a piece of time
    double rounding = 0;    ///< rounding error of values on it

    static Input point(double x) { return {{x, x, x, x, x}, 0}; }
    /// Linear from one number to another, like time.
    static Input line(double from, double to) {
      Input in;
      for (std::size_t k = 0; k < in.curve.size(); ++k)
        in.curve[k] = from + (to - from) * static_cast<double>(k) / 4;
      return in;
    }
  };
  struct Output {
    Interval range;
    /// The rounding error of the output: values closer to each other are indistinguishable.
    double rounding = 0;
    bool is_monotone = false;  ///< known to be monotone
  };

  /// `open`: inputs without bounds (by scalar); outputs that depend on them have none either.
  Bounds(const Function& function, const std::vector<bool>& open);

  /// The outputs with bounds, in order.
  const std::vector<int>& outputs() const { return outputs_; }
  /// The inputs that these depend on.
  const std::vector<int>& inputs() const { return inputs_; }

  struct Value {
    Interval range;
    double rounding = 0;
    bool may_be_undefined = false;  ///< for some of the inputs, which the range excludes
    bool has_band = false;
    detail::Band band;
  };
  struct Workspace {
    std::vector<Value> values;
  };
  /// All outputs; `in`: one per entry of inputs(), `out`: one per entry of outputs(). Fast: bands
  /// of sums and multiples only.
  void run(std::span<const Input> in, std::span<Output> out, Workspace& workspace) const;
  /// Entry k of outputs() alone, with all bands.
  Output run_one(std::size_t k, std::span<const Input> in, Workspace& workspace) const;

 private:
  struct Table;
  struct Step {
    Op op = Op::constant;
    std::array<std::uint32_t, 3> from{};
    std::uint32_t to = 0;
    int table = -1;
  };
  void put_in(std::span<const Input> in, Workspace& workspace) const;
  void run(const Step& step, bool all_bands, std::vector<Value>& values) const;
  Interval look_up(const Table& table, const Interval& x) const;
  double calc_rounding(const Table& table, const Value& x, const Interval& y) const;

  std::vector<int> outputs_, inputs_;
  std::vector<std::uint32_t> output_slots_;
  std::vector<std::vector<std::uint32_t>> steps_of_;  ///< by output, in order
  std::vector<Value> start_;  ///< of all slots: inputs first, constants at their values
  std::vector<Step> steps_;
  std::vector<std::shared_ptr<const Table>> tables_;
};

}  // namespace holon
