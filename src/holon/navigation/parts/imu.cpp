// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The integrals are states. Their rates are x − x_k, with x_k the quantity at the last tick, so
// that they stay small however long the run is, and with them the error of their integration:
//
//   ∫ x dt from one tick to the next = s(t_k+1) − s(t_k) + T x_k,  s' = x − x_k.
//
// They exist only where something reads them.
#include "holon/navigation/parts/imu.h"

#include <algorithm>

#include "holon/model/assembly/frame_motion.h"
#include "holon/model/describe/model_loader.h"
#include "holon/navigation/installation.h"

namespace holon {

namespace {

std::vector<Expr> imu_components(const Vector3<Expr>& v) { return {v[0], v[1], v[2]}; }

/// The integrals of a vector from tick to tick.
Vector3<Expr> add_imu_increment(PartBuilder& b, SensorClock& clock, const std::string& name,
                                const Dimension& dimension, const Vector3<Expr>& x) {
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

/// An output that nothing has requested, or that cannot be: the message says why.
void refuse_imu_output(PartBuilder& b, const std::string& name, const std::string& reason,
                       const std::string& suggestion) {
  b.define_output(
      name, [message = "'" + b.member(name) + "' " + reason, suggestion]() -> std::vector<Expr> {
        throw ModelError(message, suggestion);
      });
}

/// Integrals are states with memories, which cost time at every step: they are there only where a
/// formula, the model's outputs, a plot or an interface names them.
bool is_integral_requested(PartBuilder& b, const std::string& name) {
  const Symbols& symbols = *b.assembly().symbols();
  const std::string full = b.member(name);
  for (const char* component : {"", ".x", ".y", ".z"})
    if (symbols.has_output(full + component)) return true;
  return symbols.has_output(b.name());  // an interface shows the whole unit
}

/// Sets an output that is an integral over the time since the last sample.
void set_imu_integral(PartBuilder& b, SensorClock& clock, LateOutputs& outputs, const Triad& triad,
                      const std::string& name, const Vector3<Expr>& x) {
  // The model of a filter has no ticks, and its states are estimated: no integrals there.
  if (b.domain<PartModels>().is_inner)
    return refuse_imu_output(
        b, name, "is an integral over the ticks of a clock, and a filter's model has no clock",
        "measure 'angular_velocity' or 'specific_force' instead");
  if (!is_integral_requested(b, name))
    return refuse_imu_output(b, name, "was not requested when the model was made",
                             "name it in the model's 'outputs'");
  const Vector3<Expr> increment = add_imu_increment(b, clock, name, b.dimension_of(name), x);
  outputs.set(name, imu_components(triad.measure_integral(clock, name, increment)));
}

/// A model that the unit drives: a filter's. With the measured angular velocity and specific force
/// as inputs, known errors taken away, and the world's rotation Ω and gravity g (Surroundings):
///
///   p' = v,  v' = R f + g(p) − 2 Ω × v,  q' = ½ q ⊗ (ω − Rᵀ Ω),  b' = 0
///
/// of the accelerometers, in world axes; the biases b only where they are estimated.
class InertialModel {
 public:
  InertialModel(const Imu& part, PartBuilder b, const Triad& gyros, const Triad& accelerometers,
                double period)
      : part_(part),
        b_(std::move(b)),
        gyros_(gyros),
        accelerometers_(accelerometers),
        period_(period) {}

  void make() {
    using namespace dimensions;
    if (part_.latency && !part_.latency->is_constant(0.0)) {
      b_.error("latency", "an Imu that drives a filter's model must not have a latency",
               "leave it out: the filter's estimate is then that of the last sample");
      return;
    }
    drive_.part = b_.name();
    drive_.period = period_;
    if (gyros_.has_range() || accelerometers_.has_range())
      drive_.valid = b_.member("exact.valid.drive");
    const Vector3<Expr> rate = add_input("angular_velocity"), force = add_input("specific_force");
    const std::vector<Expr> p = add("position", kLength, 0.0, 0.0, b_.member("position"));
    const std::vector<Expr> v =
        add("velocity", kSpeed, accelerometers_.driving_density(), 0.0, b_.member("velocity"));
    StateBlock turn{.name = b_.member("orientation"), .components = {"w", "x", "y", "z"}};
    turn.kind = StateBlock::Kind::quaternion;
    turn.size = 4;
    const std::vector<Expr> q = b_.assembly().add_state(turn, {1.0, 0.0, 0.0, 0.0});
    drive_.figures.push_back({turn.name, turn.name, 0, gyros_.driving_density()});
    const Vector3<Expr> of_gyros = add_bias("gyro.bias", gyros_.driving_bias());
    const Vector3<Expr> of_forces = add_bias("accelerometer.bias", accelerometers_.driving_bias());
    const Vector3<Expr> of_gyro_scales = add_scale("gyro.scale", gyros_),
                        of_force_scales = add_scale("accelerometer.scale", accelerometers_);
    b_.domain<SensorStates>().drive = drive_;
    define_outputs(p, v, q, of_gyros, of_forces);
    // Gravity is known when all parts are there.
    const Vector3<Expr> w = gyros_.correct(rate, of_gyros, of_gyro_scales);
    const Vector3<Expr> f = accelerometers_.correct(force, of_forces, of_force_scales);
    b_.assembly().on_connect(b_.name() + ": motion", [p, v, q, w, f](Assembly& assembly) {
      const detail::Surroundings& world = detail::Surroundings::of(assembly);
      const Rotation<Expr> R(q[0], q[1], q[2], q[3]);
      const Vector3<Expr> velocity(v[0], v[1], v[2]), position(p[0], p[1], p[2]);
      const Vector3<Expr> acceleration =
          R * f + world.gravity(position) - Expr(2.0) * cross<Expr>(world.rotation, velocity);
      const Vector4<Expr> turn = R.calc_derivative_from_body_rate(w - R.inverse() * world.rotation);
      for (std::size_t i = 0; i < 3; ++i) {
        assembly.set_derivative(p[i], v[i]);
        assembly.set_derivative(v[i], acceleration[static_cast<int>(i)]);
      }
      for (std::size_t k = 0; k < 4; ++k) assembly.set_derivative(q[k], turn[static_cast<int>(k)]);
    });
  }

 private:
  std::vector<Expr> add(const std::string& local, const Dimension& dimension, double density,
                        double sigma, const std::string& truth) {
    StateBlock block{.name = b_.member(local), .components = {"x", "y", "z"}};
    block.dimension = dimension;
    block.size = 3;
    drive_.figures.push_back({block.name, truth, sigma, density});
    return b_.assembly().add_state(std::move(block), {0.0, 0.0, 0.0});
  }

  /// Whether an error is to be estimated, by its own name ("gyro.bias") or that of all ("bias").
  bool is_asked(const std::string& local) {
    const std::vector<std::string>& asked = b_.domain<PartModels>().biases;
    const std::string all = local.substr(local.rfind('.') + 1);
    return std::any_of(asked.begin(), asked.end(), [&](const std::string& name) {
      return name == b_.member(local) || name == b_.member(all);
    });
  }

  /// A state that stays as it is but for its noise.
  Vector3<Expr> add_error(const std::string& local, const Dimension& dimension, double walk,
                          double sigma, const std::string& truth) {
    const std::vector<Expr> e = add(local, dimension, walk, sigma, b_.member(truth));
    for (const Expr component : e) b_.assembly().set_derivative(component, 0.0);
    return {e[0], e[1], e[2]};
  }

  Vector3<Expr> add_bias(const std::string& local, const BiasFigures& figures) {
    if (!is_asked(local)) return {0.0, 0.0, 0.0};
    return add_error(local, b_.dimension_of(local), figures.walk, figures.sigma,
                     "exact.slow." + local);
  }

  Vector3<Expr> add_scale(const std::string& local, const Triad& triad) {
    if (!is_asked(local)) return {0.0, 0.0, 0.0};
    return add_error(local, {}, 0.0, triad.scale_sigma(), "exact." + local);
  }

  Vector3<Expr> add_input(const std::string& output) {
    Vector3<Expr> values;
    const char* const axes[] = {".x", ".y", ".z"};
    for (int i = 0; i < 3; ++i) {
      const Dimension dimension = b_.dimension_of(output);
      const std::string name = b_.member("measured." + output + axes[i]);
      values[i] = b_.assembly().symbols()->parameter(name, 0.0, dimension);
      drive_.signals.push_back({name, b_.member(output + axes[i]), dimension});
    }
    return values;
  }

  void define_outputs(const std::vector<Expr>& p, const std::vector<Expr>& v,
                      const std::vector<Expr>& q, const Vector3<Expr>& of_gyros,
                      const Vector3<Expr>& of_forces) {
    b_.define_output("position", p);
    b_.define_output("velocity", v);
    b_.define_output("orientation", q);
    b_.define_output("gyro.bias", imu_components(of_gyros));
    b_.define_output("accelerometer.bias", imu_components(of_forces));
    const Vector3<Expr> arm = Rotation<Expr>(q[0], q[1], q[2], q[3]) * part_.lever_arm;
    b_.define_output("frame_position",
                     std::vector<Expr>{p[0] - arm[0], p[1] - arm[1], p[2] - arm[2]});
    for (const char* name : {"angular_velocity", "specific_force", "delta_angle", "delta_velocity"})
      refuse_imu_output(b_, name, "drives the filter's model and cannot be a measurement, too",
                        "leave it out of 'measurements'");
    b_.define_output("clamped", 0.0);
  }

  const Imu part_;
  PartBuilder b_;
  const Triad& gyros_;
  const Triad& accelerometers_;
  double period_;
  ModelDrive drive_;
};

/// The true motion, which filters that the unit drives estimate.
void define_true_motion(PartBuilder& b, const std::string& frame, const Vector3<Expr>& lever_arm) {
  const detail::FrameMotion motion(b.assembly().symbols(), frame);
  b.define_output("position", [motion, lever_arm] {
    return imu_components(motion.vector(FrameOutput::position) + motion.orientation() * lever_arm);
  });
  b.define_output("frame_position",
                  [motion] { return imu_components(motion.vector(FrameOutput::position)); });
  b.define_output("velocity", [motion, lever_arm] {
    const Vector3<Expr> arm = motion.orientation() * lever_arm;
    return imu_components(motion.vector(FrameOutput::velocity) +
                          cross<Expr>(motion.vector(FrameOutput::angular_velocity), arm));
  });
  b.define_output("orientation", [motion] {
    const Vector4<Expr> q = motion.orientation().coefficients();
    return std::vector<Expr>{q[0], q[1], q[2], q[3]};
  });
}

}  // namespace

void Imu::describe(Descriptor<Imu>& d) {
  d.type("Imu", "An inertial measurement unit: three gyros and three accelerometers.");
  d.role(PartRole::sensor);
  d.frame("on", &Imu::on, "the frame in which the sensor is fixed, with the same axes").required();
  d.vector("lever_arm", &Imu::lever_arm, "m",
           "position of the accelerometers from the frame's origin, in its axes");
  d.period("sample", &Imu::sample, "sampling period or rate");
  d.choice("grade", &Imu::grade, {"ideal", "consumer", "industrial", "tactical", "navigation"},
           "typical errors of a class of units, used for errors that are not given");
  d.object("gyro", &Imu::gyro, "errors of the gyros");
  d.object("accelerometer", &Imu::accelerometer, "errors of the accelerometers");
  d.value("temperature", &Imu::temperature, "K", "temperature of the unit")
      .varying()
      .default_text("25 degC");
  d.value("latency", &Imu::latency, "s", "delay from the measurement to the outputs")
      .structural()
      .non_negative();
  d.vector_output("angular_velocity", "rad/s",
                  "angular velocity of the frame in inertial space, in its axes")
      .main();
  d.vector_output("specific_force", "m/s^2", "acceleration without gravity, in the frame's axes")
      .main();
  d.vector_output("delta_angle", "rad", "integral of the angular velocity since the last sample");
  d.vector_output("delta_velocity", "m/s", "integral of the specific force since the last sample");
  d.vector_output("gyro.bias", "rad/s", "bias of the gyros at the last sample");
  d.vector_output("accelerometer.bias", "m/s^2", "bias of the accelerometers at the last sample");
  d.vector_output("position", "m", "true position of the accelerometers, in world axes");
  d.vector_output("velocity", "m/s", "true velocity of the accelerometers, in world axes");
  d.quaternion_output("orientation", "true orientation: rotates the unit's axes into the world's");
  d.vector_output("frame_position", "m", "true position of the origin of the frame 'on'");
  d.output("clamped", "", "number of samples so far that were outside the range");
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

  if (b.domain<PartModels>().driving == b.name()) {
    InertialModel(*this, b, gyros, accelerometers, clock.period()).make();
    return;
  }
  define_true_motion(b, on.path, lever_arm);
  const detail::InertialMotion motion(b.assembly().symbols(),
                                      detail::Surroundings::of(b.assembly()), on.path, lever_arm);
  const Vector3<Expr> rate = motion.angular_rate(), force = motion.specific_force();

  LateOutputs outputs(b, clock, latency);
  outputs.set("angular_velocity", imu_components(gyros.measure(rate)));
  outputs.set("specific_force", imu_components(accelerometers.measure(force)));
  set_imu_integral(b, clock, outputs, gyros, "delta_angle", rate);
  set_imu_integral(b, clock, outputs, accelerometers, "delta_velocity", force);
  install(b, outputs, latency, gyros.describe_to_filters("angular_velocity", "gyro.bias", rate));
  install(b, outputs, latency,
          accelerometers.describe_to_filters("specific_force", "accelerometer.bias", force));
  const auto define_slow = [&](const std::string& name, const Vector3<Expr>& bias) {
    const Dimension dimension = b.dimension_of(name);
    b.assembly().define_output({b.member("exact.slow." + name),
                                {"x", "y", "z"},
                                dimension,
                                "slow part of its bias",
                                false},
                               outputs.delayed("slow." + name, imu_components(bias), dimension));
  };
  define_slow("gyro.bias", gyros.slow_bias());
  define_slow("accelerometer.bias", accelerometers.slow_bias());
  const auto define_scale = [&](const std::string& name, const Triad& triad) {
    if (triad.scale_sigma() == 0) return;
    b.assembly().define_output(
        {b.member("exact." + name), {"x", "y", "z"}, {}, "scale factor errors as drawn", false},
        outputs.delayed("exact." + name, imu_components(triad.drawn_scale()), {}));
  };
  define_scale("gyro.scale", gyros);
  define_scale("accelerometer.scale", accelerometers);
  if (gyros.has_range() || accelerometers.has_range()) {
    const std::vector<Expr> in_range{
        logical_not(logical_or(gyros.is_clamped(rate), accelerometers.is_clamped(force)))};
    b.assembly().define_output(
        {b.member("exact.valid.drive"), {}, {}, "1 while no value is clamped", false},
        outputs.delayed("valid.drive", in_range, {}));
  }
  outputs.set("gyro.bias", imu_components(gyros.bias()));
  outputs.set("accelerometer.bias", imu_components(accelerometers.bias()));
  outputs.set("clamped",
              {clock.add_count("clamped.count", logical_or(gyros.is_clamped(rate),
                                                           accelerometers.is_clamped(force)))});
}

}  // namespace holon
