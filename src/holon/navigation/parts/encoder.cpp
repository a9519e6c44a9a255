// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/encoder.h"

#include <cmath>
#include <numbers>

#include "holon/navigation/installation.h"

namespace holon {

void Encoder::describe(Descriptor<Encoder>& d) {
  d.type("Encoder", "A rotary encoder: the angle of a joint in counts.");
  d.role(PartRole::sensor);
  d.value("angle", &Encoder::angle, "rad", "the angle, such as pin.angle").required().varying();
  d.integer("counts", &Encoder::counts, "counts per revolution, with all edges counted")
      .at_least(0)
      .default_text("no quantisation");
  d.integer("bits", &Encoder::bits, "2^bits counts per revolution, instead of 'counts'")
      .at_least(0)
      .at_most(40)
      .default_text("no quantisation");
  d.flag("absolute", &Encoder::absolute,
         "absolute encoder: measures the angle within one revolution, from 0");
  d.value("sigma", &Encoder::sigma, "rad", "standard deviation of the white noise").non_negative();
  d.object("bias", &Encoder::bias, "bias; a number: a known constant");
  d.period("sample", &Encoder::sample, "sampling period or rate");
  d.value("latency", &Encoder::latency, "s", "delay from the measurement to the outputs")
      .structural()
      .non_negative();
  d.output("angle", "rad", "the measured angle").main();
  d.output("rate", "rad/s",
           "rate: difference of the last two angles divided by the sampling period");
  d.output("count", "", "the counts");
}

void Encoder::build(PartBuilder& b) const {
  if (counts != 0 && bits != 0)
    b.error("bits", "'counts' and 'bits' both determine the counts per revolution",
            "keep one of them");
  SensorClock clock(b, sample);
  if (!clock.is_sound()) return;
  constexpr double kRevolution = 2 * std::numbers::pi;
  const double per_revolution =
      bits != 0 ? std::pow(2.0, static_cast<double>(bits)) : static_cast<double>(counts);
  const double step = per_revolution > 0 ? kRevolution / per_revolution : 0.0;
  const Expr known = find_known_bias(bias, 0, 0.0);
  const Expr offset = bias ? add_bias(clock, "bias", *bias, 0, 0.0) : Expr(0.0);
  Expr y = angle + offset;
  y += add_white_noise(clock, "noise", sigma, {});
  Expr count = step > 0 ? floor(y / step) : Expr(0.0);
  Expr measured = step > 0 ? step * count : y;
  const Expr before = clock.add_memory("angle.before", measured);
  Expr change = measured - before;
  if (absolute) {
    count = count - per_revolution * floor(count / std::max(per_revolution, 1.0));
    measured = measured - kRevolution * floor(measured / kRevolution);
  }
  LateOutputs outputs(b, clock, latency);
  outputs.set("angle", {measured});
  outputs.set("rate", {select(clock.has_ticked(), change / clock.period(), 0.0)});
  outputs.set("count", {count});
  const BiasFigures figures = find_bias_figures(bias);
  install(b, outputs, latency,
          {.output = "angle",
           .exact = {angle + known - 0.5 * step},
           .sigma = {find_deviation(clock.period(), sigma, {}, step)},
           .bias = "bias",
           .bias_now = {offset - known},
           .bias_sigma = figures.sigma,
           .bias_walk = figures.walk});
}

}  // namespace holon
