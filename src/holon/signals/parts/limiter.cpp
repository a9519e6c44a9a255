// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/limiter.h"

#include "holon/signals/block.h"

namespace holon {

void Limiter::describe(Descriptor<Limiter>& d) {
  d.type("Limiter", "Limits a signal to a range (saturation).");
  d.value("input", &Limiter::input, "any", "the signal").required().varying();
  d.numbers("limits", &Limiter::limits, "any", "[lower, upper]; -inf or inf: none on that side")
      .required()
      .varying()
      .sizes({2})
      .fits({"input"});
  d.period("sample", &Limiter::sample, "sampling period or rate; default: continuous");
  d.output("output", "", "the limited signal").like({"input"}).main();
}

void Limiter::build(PartBuilder& b) const {
  if (!check_limits(b, limits)) return;
  Block(b, sample).set_output("output", limited(input, limits[0], limits[1]));
}

}  // namespace holon
