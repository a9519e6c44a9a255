// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/switch.h"

#include "holon/signals/block.h"

namespace holon {

void Switch::describe(Descriptor<Switch>& d) {
  d.type("Switch", "Selects one of two signals by a condition or by a relay with hysteresis.");
  d.condition("condition", &Switch::condition, "the condition that selects the signal");
  d.value("input", &Switch::input, "any", "input signal of a relay, instead of a condition")
      .varying();
  d.value("on", &Switch::on, "any", "threshold above which the relay switches on")
      .varying()
      .fits({"input"});
  d.value("off", &Switch::off, "any", "threshold below which the relay switches off; default: 'on'")
      .varying()
      .fits({"input"});
  d.value("then", &Switch::when_on, "any", "the output when true or on").varying();
  d.value("else", &Switch::when_off, "any", "the output when false or off")
      .varying()
      .fits({"then"});
  d.period("sample", &Switch::sample, "sampling period or rate; default: continuous");
  d.output("output", "", "the chosen signal").like({"then|else"}).main();
  d.output("on_off", "", "1 while on, else 0");
}

void Switch::build(PartBuilder& b) const {
  if (condition.has_value() == input.has_value()) {
    b.error("", "a Switch needs a 'condition', or an 'input' with the levels 'on' and 'off'");
    return;
  }
  Block block(b, sample);
  Expr is_on = 0.0;
  if (condition) {
    is_on = *condition;
  } else {
    const Expr low = off.value_or(on);
    if (on.is_constant() && low.is_constant() && low.value() > on.value()) {
      b.error("off", "'off' must not be above 'on'");
      return;
    }
    const Expr is_above = relation(*input - on), is_below = relation(low - *input);
    if (block.is_sampled()) {
      const Expr before = block.add_memory("before", {}, 0.0);
      is_on = select(is_above, 1.0, select(is_below, 0.0, before));
      block.set_next(before, is_on);
    } else {
      is_on = b.assembly().add_discrete({b.member("state")}, {is_above})[0];
      b.assembly().add_event({SystemEvent::Kind::reset, b.name() + ": on"}, is_above,
                             {{is_on, 1.0}});
      b.assembly().add_event({SystemEvent::Kind::reset, b.name() + ": off"}, is_below,
                             {{is_on, 0.0}});
    }
  }
  block.set_output("on_off", is_on);
  block.set_output("output", select(is_on, when_on, when_off));
}

}  // namespace holon
