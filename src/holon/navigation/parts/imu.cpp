// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The integrals are states. Their rates are x − x_k, with x_k the quantity at the last tick, so
// that they stay small however long the run is, and with them the error of their integration:
//
//   ∫ x dt from one tick to the next = s(t_k+1) − s(t_k) + T x_k,  s' = x − x_k.
#include "holon/navigation/parts/imu.h"

#include "holon/model/assembly/frame_motion.h"
#include "holon/model/describe/model_loader.h"
#include "holon/navigation/installation.h"

namespace holon {

namespace {

std::vector<Expr> imu_components(const Vector3<Expr>& v) { return {v[0], v[1], v[2]}; }

/// The integrals of a vector from tick to tick.
Vector3<Expr> add_imu_increment(PartBuilder& b, SensorClock& clock, const std::string& name,
                                const Dimension& dimension, const Vector3<Expr>& x) {
  // The model of a filter has no ticks, and its states are estimated: no integrals there.
  if (b.domain<PartModels>().is_inner) return {0.0, 0.0, 0.0};
  StateBlock state{.name = b.member(name + ".integral"), .components = {"x", "y", "z"}};
  state.dimension = dimension;
  state.size = 3;
  state.nominal = clock.period();
  const std::vector<Expr> s = b.assembly().add_state(std::move(state), {0.0, 0.0, 0.0});
  static const char* const axes[] = {".x", ".y", ".z"};
  Vector3<Expr> increment;
  for (int i = 0; i < 3; ++i) {
    const Expr last = clock.add_memory(name + ".rate" + axes[i], x[i]);
    const Expr before =
        clock.add_memory(name + ".before" + axes[i], s[static_cast<std::size_t>(i)]);
    b.assembly().set_derivative(s[static_cast<std::size_t>(i)], x[i] - last);
    increment[i] = s[static_cast<std::size_t>(i)] - before + clock.period() * last;
  }
  return increment;
}

}  // namespace

void Imu::describe(Descriptor<Imu>& d) {
  d.type("Imu", "An inertial measurement unit: three gyros and three accelerometers.");
  d.frame("on", &Imu::on, "the frame that carries it, with its axes").required();
  d.vector("lever_arm", &Imu::lever_arm, "m",
           "from the frame's origin to the accelerometers, in its axes");
  d.period("sample", &Imu::sample, "sampling period or rate");
  d.choice("grade", &Imu::grade, {"ideal", "consumer", "industrial", "tactical", "navigation"},
           "errors typical of a class of units, where none are given");
  d.object("gyro", &Imu::gyro, "errors of the gyros");
  d.object("accelerometer", &Imu::accelerometer, "errors of the accelerometers");
  d.value("temperature", &Imu::temperature, "K", "of the unit").varying().default_text("25 degC");
  d.value("latency", &Imu::latency, "s", "from the measurement to its outputs")
      .structural()
      .non_negative();
  d.vector_output("angular_velocity", "rad/s", "of the frame in inertial space, in its axes")
      .main();
  d.vector_output("specific_force", "m/s^2", "acceleration without gravity, in the frame's axes")
      .main();
  d.vector_output("delta_angle", "rad", "integral of the angular velocity since the last sample");
  d.vector_output("delta_velocity", "m/s", "integral of the specific force since the last sample");
  d.vector_output("gyro.bias", "rad/s", "bias of the gyros at the last sample");
  d.vector_output("accelerometer.bias", "m/s^2", "bias of the accelerometers at the last sample");
  d.output("clamped", "", "number of samples so far with a value beyond its range");
}

void Imu::build(PartBuilder& b) const {
  SensorClock clock(b, sample);
  if (!clock.is_sound()) return;
  TriadErrors<sensor::AngularRate> of_gyro = gyro;
  TriadErrors<sensor::SpecificForce> of_accelerometer = accelerometer;
  add_grade(of_gyro, grade);
  add_grade(of_accelerometer, grade);
  const auto depends = [](const auto& errors) {
    return (errors.bias && errors.bias->temperature) || (errors.scale && errors.scale->temperature);
  };
  if (temperature && !depends(gyro) && !depends(accelerometer)) {
    b.error("temperature", "'temperature' has no effect: no error depends on it",
            "give a 'bias: {temperature: …}' or 'scale: {temperature: …}', or leave it out");
  }
  const Triad gyros(b, clock, "gyro", of_gyro, temperature);
  const Triad accelerometers(b, clock, "accelerometer", of_accelerometer, temperature);

  const detail::InertialMotion motion(b.assembly().symbols(),
                                      detail::Surroundings::of(b.assembly()), on.path, lever_arm);
  const Vector3<Expr> rate = motion.angular_rate(), force = motion.specific_force();
  const Vector3<Expr> turn =
      add_imu_increment(b, clock, "delta_angle", b.dimension_of("delta_angle"), rate);
  const Vector3<Expr> push =
      add_imu_increment(b, clock, "delta_velocity", b.dimension_of("delta_velocity"), force);

  LateOutputs outputs(b, clock, latency);
  outputs.set("angular_velocity", imu_components(gyros.measure(rate)));
  outputs.set("specific_force", imu_components(accelerometers.measure(force)));
  outputs.set("delta_angle", imu_components(gyros.measure_integral(clock, "delta_angle", turn)));
  outputs.set("delta_velocity",
              imu_components(accelerometers.measure_integral(clock, "delta_velocity", push)));
  install(b, outputs, latency, gyros.describe_to_filters("angular_velocity", "gyro.bias", rate));
  install(b, outputs, latency,
          accelerometers.describe_to_filters("specific_force", "accelerometer.bias", force));
  outputs.set("gyro.bias", imu_components(gyros.bias()));
  outputs.set("accelerometer.bias", imu_components(accelerometers.bias()));
  outputs.set("clamped",
              {clock.add_count("clamped.count", logical_or(gyros.is_clamped(rate),
                                                           accelerometers.is_clamped(force)))});
}

}  // namespace holon
