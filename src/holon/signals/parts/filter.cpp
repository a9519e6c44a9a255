// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/filter.h"

#include <numbers>

#include "holon/expr/graph/scalar.h"
#include "holon/signals/filter_design.h"
#include "holon/signals/linear_block.h"

namespace holon {

namespace {

constexpr std::int64_t kHighestOrder = 20;
constexpr double kMostDecibels = 300;  // 1e-15

// x' = w (u - x); low pass x, high pass u - x.
LinearSystem<Expr> first_order(Expr w, bool is_low) {
  const auto one = [](Expr e) { return MatrixOfExpr::Constant(1, 1, e); };
  return {one(-w), one(w), one(is_low ? 1.0 : -1.0), one(is_low ? 0.0 : 1.0)};
}

/// A section of second order, ω and z in rad/s: with z = 0 no zeros of its own.
struct Pair {
  Expr omega, damping, zero;
  bool has_zero = false;
};

// x1' = x2, x2' = ω² (u - x1) - 2 ζ ω x2, so that x1 = ω² u/(s² + 2 ζ ω s + ω²). Low-pass: (1 +
// s²/z²) x1; notch: u - 2 ζ/ω x2; high pass: (s² + z²)/ω² x1.
LinearSystem<Expr> second_order(const Pair& pair, Filter::Kind kind) {
  LinearSystem<Expr> s{MatrixOfExpr::Constant(2, 2, 0.0), MatrixOfExpr::Constant(2, 1, 0.0),
                       MatrixOfExpr::Constant(1, 2, 0.0), MatrixOfExpr::Constant(1, 1, 0.0)};
  const Expr w = pair.omega;
  s.A(0, 1) = 1.0;
  s.A(1, 0) = -w * w;
  s.A(1, 1) = -2.0 * pair.damping * w;
  s.B(1, 0) = w * w;
  if (kind == Filter::Kind::low_pass) {
    s.C(0, 0) = 1.0;
    if (!pair.has_zero) return s;
    const Expr ratio = w / pair.zero;
    s.D(0, 0) = ratio * ratio;
    s.C(0, 0) = 1.0 - ratio * ratio;
    s.C(0, 1) = -2.0 * pair.damping * w / (pair.zero * pair.zero);
    return s;
  }
  s.D(0, 0) = 1.0;
  s.C(0, 1) = -2.0 * pair.damping / w;
  if (kind == Filter::Kind::high_pass) {
    const Expr ratio = pair.has_zero ? pair.zero / w : Expr(0.0);
    s.C(0, 0) = ratio * ratio - 1.0;
  }
  return s;
}

FilterPrototype make_prototype(const Filter& f) {
  const int order = static_cast<int>(f.order);
  switch (f.design) {
    case Filter::Design::butterworth: break;
    case Filter::Design::chebyshev1: return make_chebyshev1(order, *f.ripple);
    case Filter::Design::chebyshev2: return make_chebyshev2(order, *f.attenuation);
    case Filter::Design::bessel: return make_bessel(order);
  }
  return make_butterworth(order);
}

}  // namespace

void Filter::describe(Descriptor<Filter>& d) {
  d.type("Filter", "A low-pass, high-pass or notch filter.");
  d.value("input", &Filter::input, "any", "the signal").required().varying();
  d.choice("kind", &Filter::kind, {"low_pass", "high_pass", "notch"}, "type of the filter");
  d.choice(
      "design", &Filter::design, {"butterworth", "chebyshev1", "chebyshev2", "bessel"},
      "design of a low-pass or high-pass filter: Butterworth, Chebyshev of type I or II, Bessel");
  d.value("cutoff", &Filter::cutoff, "Hz",
          "cut-off frequency, at which the gain is 1/√2 (notch: 0); chebyshev1: edge of the pass "
          "band, chebyshev2: of the stop band")
      .required()
      .positive();
  d.integer("order", &Filter::order, "number of poles; a notch has order 2")
      .at_least(1)
      .at_most(static_cast<double>(kHighestOrder));
  d.value("ripple", &Filter::ripple, "", "ripple in the pass band in dB (chebyshev1)")
      .positive()
      .at_most(kMostDecibels);
  d.value("attenuation", &Filter::attenuation, "",
          "attenuation in the stop band in dB (chebyshev2)")
      .positive()
      .at_most(kMostDecibels);
  d.value("damping_ratio", &Filter::damping_ratio, "",
          "damping ratio of a second-order Butterworth filter or a notch; default: 1/√2")
      .positive();
  d.period("sample", &Filter::sample, "sampling period or rate; default: continuous");
  d.output("output", "", "the filtered signal").like({"input"}).main();
}

/// Reports parameters that contradict each other, or would have no effect.
bool Filter::check(PartBuilder& b) const {
  const bool is_notch = kind == Kind::notch, is_butterworth = design == Design::butterworth;
  bool is_right = true;
  const auto refuse = [&](bool condition, const char* parameter, const std::string& message,
                          const std::string& advice = {}) {
    if (!condition) return;
    b.error(parameter, message, advice);
    is_right = false;
  };
  refuse(is_notch && order != 1, "order", "a notch has order 2, so that 'order' has no effect");
  refuse(is_notch && !is_butterworth, "design", "'design' has no effect on a notch",
         "leave it out, or choose 'kind: low_pass' or 'high_pass'");
  if (!is_right) return false;
  refuse(design == Design::chebyshev1 && !ripple, "",
         "a Chebyshev filter of type I needs the 'ripple' in its pass band, in dB",
         "such as 'ripple: 0.5'");
  refuse(design == Design::chebyshev2 && !attenuation, "",
         "a Chebyshev filter of type II needs the 'attenuation' in its stop band, in dB",
         "such as 'attenuation: 40'");
  refuse(design != Design::chebyshev1 && ripple, "ripple",
         "'ripple' has no effect: it belongs to 'design: chebyshev1'", "leave out one of them");
  refuse(design != Design::chebyshev2 && attenuation, "attenuation",
         "'attenuation' has no effect: it belongs to 'design: chebyshev2'",
         "leave out one of them");
  refuse(design == Design::bessel && order > kHighestBesselOrder, "order",
         "the order of a Bessel filter is " + std::to_string(kHighestBesselOrder) +
             " at most, not " + std::to_string(order));
  refuse(damping_ratio && !is_butterworth, "damping_ratio",
         "'damping_ratio' has no effect: the design chooses it",
         "give it to a notch, or to Butterworth's order of 2");
  refuse(damping_ratio && is_butterworth && !is_notch && order != 2, "damping_ratio",
         "'damping_ratio' has no effect for the order " + std::to_string(order),
         "give it to a notch, or to an order of 2");
  return is_right;
}

void Filter::build(PartBuilder& b) const {
  if (!check(b)) return;
  Block block(b, sample);
  Expr w = 2 * std::numbers::pi * cutoff;
  if (block.is_sampled() && cutoff.is_constant()) {
    const double highest = 0.5 / block.period();
    if (cutoff.value() >= highest) {
      b.error("cutoff",
              "the cut-off frequency of a sampled filter must be below half the sampling rate");
      return;
    }
    w = 2 / block.period() *
        detail::runtime_tan(std::numbers::pi * cutoff.value() * block.period());
  }
  Expr signal = input;
  const bool is_high = kind == Kind::high_pass;
  const FilterPrototype prototype =
      kind == Kind::notch ? make_butterworth(2) : make_prototype(*this);
  // A high-pass has s/w instead of w/s: ω and z of its sections are inverted.
  const auto scale = [&](double of_prototype) {
    return is_high ? w / of_prototype : w * of_prototype;
  };
  double gain = 1;  // static gain of the sections up to here
  for (std::size_t k = 0; k < prototype.pairs.size(); ++k) {
    const FilterPrototype::Section& section = prototype.pairs[k];
    Pair pair{scale(section.omega), damping_ratio.value_or(section.damping), 0.0, false};
    if (section.zero > 0) pair.zero = scale(section.zero), pair.has_zero = true;
    const LinearSystem<Expr> s = second_order(pair, kind);
    const Expr start = gain == 0 ? Expr(0.0) : gain * input;
    signal = add_linear(b, block, s, {signal}, {start, 0.0}, Discretisation::bilinear, "cutoff",
                        "pair" + std::to_string(k))[0];
    if (is_high) {
      const double ratio = section.zero > 0 ? section.omega / section.zero : 0;
      gain *= ratio * ratio;
    }
  }
  if (prototype.real_pole > 0) {
    const Expr start = gain == 0 ? Expr(0.0) : gain * input;
    signal = add_linear(b, block, first_order(scale(prototype.real_pole), !is_high), {signal},
                        {start}, Discretisation::bilinear, "cutoff")[0];
  }
  block.set_output("output", prototype.gain == 1 ? signal : prototype.gain * signal);
}

}  // namespace holon
