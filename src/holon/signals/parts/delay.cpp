// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/delay.h"

#include "holon/signals/block.h"

namespace holon {

namespace {
constexpr std::int64_t kMostTicks = 10000;
}

void Delay::describe(Descriptor<Delay>& d) {
  d.type("Delay", "A signal some ticks later.");
  d.value("input", &Delay::input, "any", "the signal").required().varying();
  d.integer("ticks", &Delay::ticks, "by how many ticks it is delayed")
      .at_least(1)
      .at_most(static_cast<double>(kMostTicks));
  d.value("initial", &Delay::initial, "any", "before the first sample comes out")
      .varying()
      .fits({"input"});
  d.period("sample", &Delay::sample, "time between ticks, or their rate");
  d.not_yet("time", "a delay by a time, of a continuous signal");
  d.output("output", "", "the delayed signal").like({"input"}).main();
}

void Delay::build(PartBuilder& b) const {
  if (!sample) {
    b.error("", "a Delay needs a 'sample': it counts ticks",
            "delays of continuous signals are not in this version yet");
    return;
  }
  Block block(b, sample);
  Expr older = input;
  for (std::int64_t k = 0; k < ticks; ++k) {
    const Expr memory =
        block.add_memory("before[" + std::to_string(k) + "]", b.dimension_of("output"), initial);
    block.set_next(memory, older);
    older = memory;
  }
  block.set_output("output", older);
}

}  // namespace holon
