// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/pid.h"

#include "holon/signals/block.h"

namespace holon {

void PID::describe(Descriptor<PID>& d) {
  d.type("PID", "A proportional-integral-derivative (PID) controller with anti-windup.");
  d.value("input", &PID::input, "any", "the error").varying();
  d.value("setpoint", &PID::setpoint, "any",
          "setpoint of the controlled variable, instead of 'input'")
      .varying()
      .fits({"measurement"});
  d.value("measurement", &PID::measurement, "any", "measured value").varying();
  d.value("kp", &PID::kp, "any", "proportional gain");
  d.value("ki", &PID::ki, "any", "integral gain").fits({"kp"}, "1/s");
  d.value("kd", &PID::kd, "any", "derivative gain").fits({"kp"}, "s");
  d.value("filter", &PID::filter, "s",
          "time constant of the derivative filter; default: |kd/kp|/10, sampled 0")
      .non_negative();
  d.numbers("limits", &PID::limits, "any", "[lower, upper] limits of the output; -inf or inf: none")
      .sizes({0, 2})
      .fits({"kp", "input|setpoint|measurement"});
  d.value("tracking_time", &PID::tracking_time, "s",
          "anti-windup (back-calculation) time constant at a limit; default: kp/ki")
      .positive();
  d.value("initial", &PID::initial, "any", "initial value of the integral part")
      .varying()
      .fits({"kp", "input|setpoint|measurement"});
  d.period("sample", &PID::sample, "sampling period or rate; default: continuous");
  d.output("output", "", "the controller output").like({"kp", "input|setpoint|measurement"}).main();
  d.output("error", "", "control error: setpoint minus measurement, or the input")
      .like({"input|setpoint|measurement"});
}

Expr PID::calc_derivative_part(PartBuilder& b, Block& block, Expr e, Expr start) const {
  if (kd.is_constant(0.0)) return 0.0;
  if (block.is_sampled()) {
    const Expr time = filter.value_or(0.0);
    const Expr before = block.add_memory("error_before", {}, start);
    const Expr last = block.add_memory("derivative", {}, 0.0);
    const Expr part = (time * last + kd * (e - before)) / (time + block.period());
    block.set_next(before, e);
    block.set_next(last, part);
    return part;
  }
  if ((!filter && kp.is_constant(0.0)) || (filter && filter->is_constant(0.0))) {
    b.error("filter", "the derivative of a continuous error needs a time constant above 0",
            "give 'filter', such as 10 ms");
    return 0.0;
  }
  const Expr time = filter.value_or(abs(kd / (10.0 * kp)));
  const Expr slow = block.add_state("filtered_error", {}, start);
  const Expr rate = (e - slow) / time;
  block.set_derivative(slow, rate);
  return kd * rate;
}

void PID::build(PartBuilder& b) const {
  const bool has_pair = setpoint && measurement;
  if (input.has_value() == (setpoint || measurement) || (!input && !has_pair)) {
    b.error("", "a PID needs an 'input', the error, or a 'setpoint' and a 'measurement'");
    return;
  }
  if (!check_limits(b, limits)) return;
  Block block(b, sample);
  const Expr e = input ? *input : *setpoint - *measurement;
  b.define_output("error", e);
  const Dimension dimension = b.dimension_of("output");
  Expr v = kp * e + calc_derivative_part(b, block, e, e);
  const bool has_integral = !ki.is_constant(0.0);
  Expr integral = 0.0;
  if (has_integral) {
    integral = block.is_sampled() ? block.add_memory("integral", dimension, initial)
                                  : block.add_state("integral", dimension, initial);
    v += integral;
  } else {
    v += initial;
  }
  const Expr u = limits.empty() ? v : limited(v, limits[0], limits[1]);
  if (has_integral) {
    Expr rate = ki * e;
    if (!limits.empty()) {
      if (!tracking_time && kp.is_constant(0.0)) {
        b.error("limits", "with kp = 0 the anti-windup time constant at a limit is undetermined",
                "give 'tracking_time', such as 1 s");
        return;
      }
      const Expr time = tracking_time.value_or(abs(kp / ki));
      // Not beyond the limit within one tick.
      rate += (u - v) / (block.is_sampled() ? max(time, block.period()) : time);
    }
    if (block.is_sampled()) {
      block.set_next(integral, integral + block.period() * rate);
    } else {
      block.set_derivative(integral, rate);
    }
  }
  block.set_output("output", u);
}

}  // namespace holon
