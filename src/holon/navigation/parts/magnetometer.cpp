// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/magnetometer.h"

#include "holon/model/assembly/frame_motion.h"

namespace holon {
namespace {

std::vector<Expr> flux_components(const Vector3<Expr>& v) { return {v[0], v[1], v[2]}; }

/// Defines an output with the exact flux density in the axes of a frame, and gives its symbols.
Vector3<Expr> define_exact_flux(PartBuilder& b, const std::string& output, const FrameName& frame) {
  const detail::Surroundings& surroundings = detail::Surroundings::of(b.assembly());
  const detail::FrameMotion motion(b.assembly().symbols(), frame.path);
  b.assembly().define_output(
      {b.member(output),
       {"x", "y", "z"},
       b.dimension_of("field"),
       "flux density in the frame's axes",
       false},
      [&surroundings, motion]() -> std::vector<Expr> {
        return flux_components(motion.orientation().inverse() *
                               surroundings.magnetic_field(motion.vector(FrameOutput::position)));
      });
  b.assembly().on_connect(
      b.name() + ": magnetic field", [&surroundings, report = b.error_reporter()](Assembly&) {
        if (surroundings.magnetic_field) return;
        report("", "the model has no magnetic field", "add a part of type MagneticField");
      });
  const auto component = [&](const char* axis) {
    return b.assembly().output(b.member(output) + axis);
  };
  return {component(".x"), component(".y"), component(".z")};
}

}  // namespace

void Magnetometer::describe(Descriptor<Magnetometer>& d) {
  d.type("Magnetometer", "Measures the magnetic field at a frame.");
  d.role(PartRole::sensor);
  d.frame("on", &Magnetometer::on, "the frame in which the sensor is fixed, with the same axes")
      .required();
  d.period("sample", &Magnetometer::sample, "sampling period or rate")
      .default_text("none: continuous and exact");
  d.value("noise_density", &Magnetometer::noise_density, "T/sqrt(Hz)",
          "white noise: square root of its spectral density")
      .non_negative();
  d.object("bias", &Magnetometer::bias, "bias: the measured value without a field and noise");
  d.object("scale", &Magnetometer::scale,
           "scale factor errors; a number: their standard deviation");
  d.object("misalignment", &Magnetometer::misalignment,
           "misalignment of the axes; a number: its standard deviation");
  d.value("range", &Magnetometer::range, "T",
          "largest measured magnitude; the sensor saturates there")
      .positive();
  d.value("resolution", &Magnetometer::resolution, "T", "quantisation step").positive();
  d.integer("bits", &Magnetometer::bits,
            "resolution of the A/D converter in bits, over twice the range")
      .at_least(0)
      .at_most(52)
      .default_text("no quantisation");
  d.value("temperature", &Magnetometer::temperature, "K", "temperature of the sensor")
      .varying()
      .default_text("25 degC");
  d.value("latency", &Magnetometer::latency, "s", "delay from the measurement to the outputs")
      .structural()
      .non_negative();
  d.vector_output("field", "T", "flux density, in the axes of 'on'").main();
  d.vector_output("bias", "T", "bias at the last sample");
}

void Magnetometer::build(PartBuilder& b) const {
  if (!sample) {
    const std::pair<const char*, bool> given[] = {{"noise_density", noise_density.has_value()},
                                                  {"bias", bias.has_value()},
                                                  {"scale", scale.has_value()},
                                                  {"misalignment", misalignment.has_value()},
                                                  {"range", range.has_value()},
                                                  {"resolution", resolution.has_value()},
                                                  {"bits", bits != 0},
                                                  {"temperature", temperature.has_value()},
                                                  {"latency", latency.has_value()}};
    for (const auto& [key, is_given] : given)
      if (is_given)
        b.error(key, std::string("'") + key + "' needs a 'sample'",
                "add its rate, such as 'sample: 10 Hz'");
    define_exact_flux(b, "field", on);
    b.define_output("bias", {Expr(0.0), Expr(0.0), Expr(0.0)});
    return;
  }
  SensorClock clock(b, sample);
  if (!clock.is_sound()) return;
  if (temperature && !(bias && bias->temperature) && !(scale && scale->temperature))
    b.error("temperature", "'temperature' has no effect: no error depends on it",
            "give a 'bias: {temperature: …}' or 'scale: {temperature: …}', or leave it out");
  const Vector3<Expr> B = define_exact_flux(b, "true_field", on);
  const Errors errors{noise_density, bias, scale, misalignment, range, resolution, bits};
  const Triad triad(b, clock, "field", errors, temperature);
  LateOutputs outputs(b, clock, latency);
  outputs.set("field", flux_components(triad.measure(B)));
  InstalledQuantity installed = triad.describe_to_filters("field", "bias", B);
  installed.name.clear();
  install(b, outputs, latency, installed);
  outputs.set("bias", flux_components(triad.bias()));
  if (range) clock.add_count("clamped.count", triad.is_clamped(B));  // a note of the run
}

}  // namespace holon
