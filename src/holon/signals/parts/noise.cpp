// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/noise.h"

#include <cmath>

#include "holon/signals/block.h"

namespace holon {

void Noise::describe(Descriptor<Noise>& d) {
  d.type("Noise", "Sampled white noise.");
  d.choice("distribution", &Noise::distribution, {"normal", "uniform"}, "of the samples");
  d.value("mean", &Noise::mean, "any", "of the samples").varying().fits({"deviation"});
  d.value("deviation", &Noise::deviation, "delta any", "standard deviation of the samples")
      .varying()
      .non_negative();
  d.period("sample", &Noise::sample, "sampling period or rate");
  d.output("output", "", "the noise").like({"deviation|mean"}).main();
}

void Noise::build(PartBuilder& b) const {
  if (!sample) {
    b.error("", "Noise needs a 'sample', the sampling rate", "write 'sample: 100 Hz'");
    return;
  }
  Block block(b, sample);
  const bool is_normal = distribution == Distribution::normal;
  const Expr draw = block.add_draw(is_normal ? SystemDraw::Distribution::normal
                                             : SystemDraw::Distribution::uniform);
  // A number between 0 and 1 has the variance 1/12.
  const Expr unit = is_normal ? draw : (draw - 0.5) * std::sqrt(12.0);
  block.set_output("output", mean + deviation * unit);
}

}  // namespace holon
