// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/delay.h"

#include "holon/signals/block.h"

namespace holon {

namespace {
constexpr std::int64_t kMostTicks = 10000;
}

void Delay::describe(Descriptor<Delay>& d) {
  d.type("Delay", "A signal as it was some time, or some ticks, ago.");
  d.value("input", &Delay::input, "any", "the signal").required().varying();
  d.value("time", &Delay::time, "s", "by how much a continuous signal is delayed")
      .positive()
      .structural();
  d.integer("ticks", &Delay::ticks, "by how many ticks a sampled one is delayed")
      .at_least(1)
      .at_most(static_cast<double>(kMostTicks));
  d.value("initial", &Delay::initial, "any",
          "what the input was before the start, a formula of time there; default: what it is at "
          "the start, sampled 0")
      .varying()
      .fits({"input"});
  d.period("sample", &Delay::sample, "time between ticks, or their rate");
  d.output("output", "", "the delayed signal").like({"input"}).main();
}

void Delay::build(PartBuilder& b) const {
  if (sample.has_value() == time.has_value()) {
    b.error("", "a Delay needs a 'time', or a 'sample' whose ticks it counts",
            "give one of them, such as time: 0.2 s");
    return;
  }
  if (time) {
    if (ticks != 1) {
      b.error("ticks", "'ticks' has no effect: nothing ticks", "leave it out, or give a 'sample'");
    }
    b.define_output("output",
                    b.assembly().add_delay(b.member("output"), input, time->value(), initial));
    return;
  }
  Block block(b, sample);
  Expr older = input;
  for (std::int64_t k = 0; k < ticks; ++k) {
    const Expr memory = block.add_memory("before[" + std::to_string(k) + "]",
                                         b.dimension_of("output"), initial.value_or(0.0));
    block.set_next(memory, older);
    older = memory;
  }
  block.set_output("output", older);
}

}  // namespace holon
