// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/hold.h"

#include "holon/signals/block.h"

namespace holon {

void Hold::describe(Descriptor<Hold>& d) {
  d.type("Hold", "Sample and hold (zero-order hold).");
  d.value("input", &Hold::input, "any", "the signal").required().varying();
  d.condition("trigger", &Hold::trigger,
              "condition; the input is sampled when it becomes true, instead of 'sample'");
  d.period("sample", &Hold::sample, "sampling period or rate");
  d.value("initial", &Hold::initial, "any",
          "output before the first trigger; default: the initial input")
      .varying()
      .fits({"input"});
  d.output("output", "", "the held signal").like({"input"}).main();
}

void Hold::build(PartBuilder& b) const {
  if (trigger.has_value() == sample.has_value()) {
    b.error("", "a Hold needs a 'sample' (50 Hz) or a 'trigger' (a condition)");
    return;
  }
  if (sample) {
    if (initial) b.error("initial", "'initial' has no effect: the first sample is at the start");
    Block(b, sample).set_output("output", input);
    return;
  }
  const Expr held = b.assembly().add_discrete({b.member("output"), {}, b.dimension_of("output")},
                                              {initial.value_or(input)})[0];
  b.assembly().add_event({SystemEvent::Kind::reset, b.name() + ": trigger"}, *trigger,
                         {{held, input}});
  b.define_output("output", held);
}

}  // namespace holon
