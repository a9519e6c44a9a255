// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/stroke_sensor.h"

namespace holon {

void StrokeSensor::describe(Descriptor<StrokeSensor>& d) {
  d.type("StrokeSensor", "A sampled sensor of a length: a stroke, a position along a rail.");
  d.role(PartRole::sensor);
  d.value("stroke", &StrokeSensor::stroke, "m", "the length, such as lift.stroke")
      .required()
      .varying();
  describe_errors<sensor::Length>(d);
  d.period("sample", &StrokeSensor::sample, "sampling period or rate");
  d.value("latency", &StrokeSensor::latency, "s", "delay from the measurement to the outputs")
      .structural()
      .non_negative();
  d.output("stroke", "m", "the measured length").main();
  d.output("bias", "m", "bias at the last sample");
  d.output("clamped", "", "number of samples so far that were outside the range");
}

void StrokeSensor::build(PartBuilder& b) const {
  SensorClock clock(b, sample);
  if (!clock.is_sound()) return;
  const ScalarChannel<sensor::Length> channel(b, clock, errors_of<sensor::Length>(*this));
  LateOutputs outputs(b, clock, latency);
  outputs.set("stroke", {channel.measure(stroke)});
  outputs.set("bias", {channel.bias()});
  outputs.set("clamped", {clock.add_count("clamped.count", channel.is_clamped(stroke))});
  InstalledQuantity installed = channel.describe_to_filters("stroke", stroke);
  // At the ends of the range it says only that the length is beyond them.
  if (channel.has_range()) installed.valid = {logical_not(channel.is_clamped(stroke))};
  install(b, outputs, latency, installed);
}

}  // namespace holon
