// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/delay.h"

#include "holon/signals/block.h"

namespace holon {

namespace {
constexpr std::int64_t kMostTicks = 10000;
}

void Delay::describe(Descriptor<Delay>& d) {
  d.type("Delay", "A signal delayed by a time or by a number of ticks.");
  d.value("input", &Delay::input, "any", "the signal").required().varying();
  d.value("time", &Delay::time, "s", "the delay of a continuous signal").positive().structural();
  d.integer("ticks", &Delay::ticks, "the delay of a sampled signal, in ticks")
      .at_least(1)
      .at_most(static_cast<double>(kMostTicks));
  d.value("initial", &Delay::initial, "any",
          "history of the input before the start, a formula of time; default: its initial value, "
          "sampled 0")
      .varying()
      .fits({"input"});
  d.period("sample", &Delay::sample, "sampling period or rate");
  d.output("output", "", "the delayed signal").like({"input"}).main();
}

void Delay::build(PartBuilder& b) const {
  if (sample.has_value() == time.has_value()) {
    if (time) {
      b.error("time", "a Delay needs a 'time', or a 'sample', whose ticks are counted, not both",
              "leave one of them out");
    } else {
      b.error("", "a Delay needs a 'time', or a 'sample', whose ticks are counted",
              "give one of them, such as time: 0.2 s");
    }
    return;
  }
  if (time) {
    if (ticks != 1) {
      b.error("ticks", "'ticks' has no effect: the part is not sampled",
              "leave it out, or give a 'sample'");
    }
    b.define_output("output",
                    b.assembly().add_delay(b.member("output"), input, time->value(), initial));
    return;
  }
  Block block(b, sample);
  Expr older = input;
  const Expr t = b.assembly().time();
  // The history at the tick that number before the first.
  const auto history = [&](std::int64_t number) -> Expr {
    if (!initial) return 0.0;
    const Expr then = t - static_cast<double>(number) * block.period();
    const Expr* const written = b.assembly().symbols()->formula_of(*initial);
    const Expr formula = written ? *written : *initial;
    return substitute(std::span(&formula, 1), std::span(&t, 1), std::span(&then, 1))[0];
  };
  for (std::int64_t k = 0; k < ticks; ++k) {
    const Expr memory = block.add_memory("before[" + std::to_string(k) + "]",
                                         b.dimension_of("output"), history(k + 1));
    block.set_next(memory, older);
    older = memory;
  }
  block.set_output("output", older);
}

}  // namespace holon
