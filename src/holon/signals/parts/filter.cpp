// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/filter.h"

#include <cmath>
#include <numbers>

#include "holon/expr/scalar.h"
#include "holon/signals/linear_block.h"

namespace holon {

namespace {

constexpr std::int64_t kHighestOrder = 20;

// x' = w (u - x); low pass x, high pass u - x.
LinearSystem<Expr> first_order(Expr w, bool is_low) {
  const auto one = [](Expr e) { return MatrixOfExpr::Constant(1, 1, e); };
  return {one(-w), one(w), one(is_low ? 1.0 : -1.0), one(is_low ? 0.0 : 1.0)};
}

// x1' = x2, x2' = w² (u - x1) - 2 ζ w x2: low pass x1, notch u - 2 ζ/w x2, high pass that less x1.
LinearSystem<Expr> second_order(Expr w, Expr damping, Filter::Kind kind) {
  LinearSystem<Expr> s{MatrixOfExpr::Constant(2, 2, 0.0), MatrixOfExpr::Constant(2, 1, 0.0),
                       MatrixOfExpr::Constant(1, 2, 0.0), MatrixOfExpr::Constant(1, 1, 0.0)};
  s.A(0, 1) = 1.0;
  s.A(1, 0) = -w * w;
  s.A(1, 1) = -2.0 * damping * w;
  s.B(1, 0) = w * w;
  if (kind == Filter::Kind::low_pass) {
    s.C(0, 0) = 1.0;
    return s;
  }
  s.D(0, 0) = 1.0;
  s.C(0, 1) = -2.0 * damping / w;
  if (kind == Filter::Kind::high_pass) s.C(0, 0) = -1.0;
  return s;
}

}  // namespace

void Filter::describe(Descriptor<Filter>& d) {
  d.type("Filter", "A low pass, high pass or notch.");
  d.value("input", &Filter::input, "any", "the signal").required().varying();
  d.choice("kind", &Filter::kind, {"low_pass", "high_pass", "notch"}, "what it does");
  d.value("cutoff", &Filter::cutoff, "Hz", "where the gain is 1/√2, of a notch 0")
      .required()
      .positive();
  d.integer("order", &Filter::order, "of Butterworth's filter; a notch has the order 2")
      .at_least(1)
      .at_most(static_cast<double>(kHighestOrder));
  d.value("damping_ratio", &Filter::damping_ratio, "",
          "of a second order or a notch; default: 1/√2")
      .positive();
  d.period("sample", &Filter::sample, "time between ticks, or their rate; default: continuous");
  d.output("output", "", "the filtered signal").like({"input"}).main();
}

void Filter::build(PartBuilder& b) const {
  const bool is_notch = kind == Kind::notch;
  if (is_notch && order != 1) {
    b.error("order", "a notch has the order 2 and takes no 'order'");
    return;
  }
  if (damping_ratio && !is_notch && order != 2) {
    b.error("damping_ratio", "'damping_ratio' has no effect for the order " + std::to_string(order),
            "give it to a notch, or to an order of 2");
    return;
  }
  Block block(b, sample);
  Expr w = 2 * std::numbers::pi * cutoff;
  if (block.is_sampled() && cutoff.is_constant()) {
    const double highest = 0.5 / block.period();
    if (cutoff.value() >= highest) {
      b.error("cutoff", "a filter at this rate of samples can only cut off below half of it");
      return;
    }
    w = 2 / block.period() *
        detail::runtime_tan(std::numbers::pi * cutoff.value() * block.period());
  }
  Expr signal = input;
  const bool is_low = kind == Kind::low_pass;
  const std::int64_t pairs = is_notch ? 1 : order / 2;
  for (std::int64_t k = 0; k < pairs; ++k) {
    // The poles of Butterworth's filter lie on a circle: ζ = sin((2k + 1) π/(2n)).
    const double on_circle =
        detail::runtime_sin((2.0 * static_cast<double>(k) + 1) * std::numbers::pi /
                            (2.0 * static_cast<double>(is_notch ? 2 : order)));
    const LinearSystem<Expr> s = second_order(w, damping_ratio.value_or(on_circle), kind);
    const Expr start = kind == Kind::high_pass && k > 0 ? Expr(0.0) : input;
    signal = add_linear(b, block, s, {signal}, {start, 0.0}, Discretisation::bilinear, "cutoff",
                        "pair" + std::to_string(k))[0];
  }
  if (!is_notch && order % 2 == 1) {
    const Expr start = !is_low && pairs > 0 ? Expr(0.0) : input;
    signal = add_linear(b, block, first_order(w, is_low), {signal}, {start},
                        Discretisation::bilinear, "cutoff")[0];
  }
  block.set_output("output", signal);
}

}  // namespace holon
