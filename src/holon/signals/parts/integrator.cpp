// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/integrator.h"

#include "holon/expr/print/print.h"
#include "holon/signals/block.h"

namespace holon::signals {

void Integrator::describe(Descriptor<Integrator>& d) {
  d.type("Integrator", "The time integral of a signal.");
  d.value("input", &Integrator::input, "any", "the integrand").required().varying();
  d.value("initial", &Integrator::initial, "any", "initial value, also set by a reset")
      .varying()
      .fits({"input"}, "s");
  d.numbers("limits", &Integrator::limits, "any",
            "[lower, upper] limits at which the output saturates; -inf or inf: none")
      .sizes({0, 2})
      .fits({"input"}, "s");
  d.condition("reset", &Integrator::reset,
              "condition; when it becomes true, the integral is reset to 'initial'");
  d.period("sample", &Integrator::sample, "sampling period or rate; default: continuous");
  d.output("output", "", "the integral").like({"input"}, "s").main();
}

void Integrator::build(PartBuilder& b) const {
  if (!check_limits(b, limits)) return;
  const bool is_known = initial.is_constant() && !limits.empty() && limits[0].is_constant() &&
                        limits[1].is_constant();
  if (is_known && (initial.value() < limits[0].value() || initial.value() > limits[1].value())) {
    b.error("initial", "the integral at the start is beyond its 'limits'",
            "give one between " + print_number(limits[0].value()) + " and " +
                print_number(limits[1].value()));
    return;
  }
  Block block(b, sample);
  const Dimension dimension = b.dimension_of("output");
  const auto bounded = [&](Expr x) {
    if (limits.empty()) return x;
    const Expr raised = is_none(limits[0]) ? x : max(x, limits[0]);
    return is_none(limits[1]) ? raised : min(raised, limits[1]);
  };
  if (block.is_sampled()) {
    const Expr x = block.add_memory("integral", dimension, bounded(initial));
    Expr held = x;
    if (reset) {
      // As of a continuous one, a condition that holds at the start has not become true.
      const Expr before = block.add_memory("reset_before", {}, *reset);
      held = select(*reset * (1.0 - before), bounded(initial), x);
      block.set_next(before, *reset);
    }
    const Expr y = block.set_output("output", held);
    block.set_next(x, bounded(y + block.period() * input));
    return;
  }
  const Expr x = block.add_state("output", dimension, bounded(initial));
  Expr rate = input;
  if (!limits.empty()) {
    // At a limit it is constant while the input drives it outwards.
    const Expr is_up = is_none(limits[1]) ? 0.0 : relation(x - limits[1]) * relation(input);
    const Expr is_down = is_none(limits[0]) ? 0.0 : relation(limits[0] - x) * relation(-input);
    rate = select(is_up + is_down, 0.0, input);
  }
  block.set_derivative(x, rate);
  block.set_output("output", bounded(x));
  if (!reset) return;
  b.assembly().add_event({SystemEvent::Kind::reset, b.name() + ": reset"}, *reset,
                         {{x, bounded(initial)}});
}

}  // namespace holon::signals
