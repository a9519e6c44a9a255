// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/rate_limiter.h"

#include "holon/signals/block.h"

namespace holon {

void RateLimiter::describe(Descriptor<RateLimiter>& d) {
  d.type("RateLimiter", "Limits the rate of change of a signal.");
  d.value("input", &RateLimiter::input, "any", "the signal").required().varying();
  d.value("rising", &RateLimiter::rising, "any", "largest rate of increase")
      .required()
      .positive()
      .fits({"input"}, "1/s");
  d.value("falling", &RateLimiter::falling, "any",
          "largest rate of decrease, negative; default: -rising")
      .below(0)
      .fits({"input"}, "1/s");
  d.value("time_constant", &RateLimiter::time_constant, "s",
          "time constant with which a continuous one follows the input while no limit is active")
      .positive();
  d.value("initial", &RateLimiter::initial, "any", "initial output; default: the initial input")
      .varying()
      .fits({"input"});
  d.period("sample", &RateLimiter::sample, "sampling period or rate; default: continuous");
  d.output("output", "", "the limited signal").like({"input"}).main();
}

void RateLimiter::build(PartBuilder& b) const {
  Block block(b, sample);
  const Dimension dimension = b.dimension_of("output");
  const Expr low = falling.value_or(-rising), start = initial.value_or(input);
  if (block.is_sampled()) {
    const Expr before = block.add_memory("before", dimension, start);
    const Expr step = min(max(input - before, low * block.period()), rising * block.period());
    block.set_next(before, block.set_output("output", before + step));
    return;
  }
  const Expr y = block.add_state("output", dimension, start);
  block.set_derivative(y, limited((input - y) / time_constant, low, rising));
  block.set_output("output", y);
}

}  // namespace holon
