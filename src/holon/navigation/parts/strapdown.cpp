// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/strapdown.h"

#include <fmt/format.h>

#include <cmath>

#include "holon/model/assembly/block.h"
#include "holon/model/assembly/frame_motion.h"
#include "holon/navigation/strapdown_step.h"

namespace holon {

namespace {

using StrapdownSample = InertialSample<Expr>;
using NavigationState = StrapdownState<Expr>;

const char* const kStrapdownAxes[] = {".x", ".y", ".z"};

Vector3<Expr> add_vector_memory(Block& block, const std::string& name) {
  Vector3<Expr> memory;
  for (int i = 0; i < 3; ++i) memory[i] = block.add_memory(name + kStrapdownAxes[i], {}, 0.0);
  return memory;
}

void set_next_vector(Block& block, const Vector3<Expr>& memory, const Vector3<Expr>& next) {
  for (int i = 0; i < 3; ++i) block.set_next(memory[i], next[i]);
}

Vector3<Expr> choose_vector(Expr condition, const Vector3<Expr>& a, const Vector3<Expr>& b) {
  return {select(condition, a[0], b[0]), select(condition, a[1], b[1]),
          select(condition, a[2], b[2])};
}

/// The last N samples, the oldest first. Before the first one rates are taken as constant.
template <int N>
StrapdownIncrement<Expr> calc_increment(Block& block, const StrapdownSample& now, Expr ticks,
                                        double period) {
  std::array<StrapdownSample, N> samples;
  samples[N - 1] = now;
  StrapdownSample newer = now;
  for (int age = 1; age < N; ++age) {
    const std::string name = "sample[" + std::to_string(age) + "]";
    const StrapdownSample old{add_vector_memory(block, name + ".angle"),
                              add_vector_memory(block, name + ".velocity")};
    set_next_vector(block, old.angle, newer.angle);
    set_next_vector(block, old.velocity, newer.velocity);
    const StrapdownSample& after = samples[static_cast<std::size_t>(N - age)];
    const Expr is_there = less(static_cast<double>(age), ticks);
    samples[static_cast<std::size_t>(N - 1 - age)] = {
        choose_vector(is_there, old.angle, after.angle),
        choose_vector(is_there, old.velocity, after.velocity)};
    newer = old;
  }
  return calc_strapdown_increment<N, Expr>(samples, period);
}

StrapdownIncrement<Expr> calc_increment(std::int64_t count, Block& block,
                                        const StrapdownSample& now, Expr ticks, double period) {
  if (count == 1) return calc_increment<1>(block, now, ticks, period);
  if (count == 2) return calc_increment<2>(block, now, ticks, period);
  if (count == 3) return calc_increment<3>(block, now, ticks, period);
  return calc_increment<4>(block, now, ticks, period);
}

/// Integrals over the samples of another clock would be counted twice, or lost.
void check_period_of_integrals(PartBuilder& b, const Vector3<Expr>& integral, double period,
                               const char* parameter) {
  const std::vector<Expr> components{integral[0], integral[1], integral[2]};
  const auto report = b.error_reporter();
  b.assembly().on_formulate("period of " + b.member(parameter), [=](Assembly& assembly) {
    constexpr double kEqual = 1e-12;
    for (const SystemClock& clock : assembly.find_clocks(components))
      if (std::abs(clock.period - period) > kEqual * period)
        report("sample",
               fmt::format("'{}' is an integral over {:g} s ({}), the sampling period is {:g} s",
                           parameter, clock.period, clock.name, period),
               fmt::format("write 'sample: {:g} Hz'", 1 / clock.period));
  });
}

}  // namespace

void Strapdown::Start::describe(Fields<Start>& f) {
  f.frame("frame", &Start::frame, "frame whose true motion gives the initial values");
  f.vector("position", &Start::position, "m", "in world axes").varying();
  f.vector("velocity", &Start::velocity, "m/s", "in world axes").varying();
  f.orientation("orientation", &Start::orientation, "of the sensor's axes in the world").varying();
}

void Strapdown::describe(Descriptor<Strapdown>& d) {
  d.type("Strapdown", "Inertial navigation: attitude, velocity and position from an Imu or a log.");
  d.role(PartRole::sensor);
  d.vector("delta_angle", &Strapdown::delta_angle, "rad",
           "integral of the angular velocity over each sample, such as imu.delta_angle")
      .varying();
  d.vector("delta_velocity", &Strapdown::delta_velocity, "m/s",
           "integral of the specific force over each sample, such as imu.delta_velocity")
      .varying();
  d.vector("angular_velocity", &Strapdown::angular_velocity, "rad/s",
           "angular velocity at the end of each sample, instead of 'delta_angle'")
      .varying();
  d.vector("specific_force", &Strapdown::specific_force, "m/s^2",
           "specific force at the end of each sample, instead of 'delta_velocity'")
      .varying();
  d.period("sample", &Strapdown::sample, "sampling period or rate of the measurements");
  d.integer("samples", &Strapdown::samples,
            "number of samples used by the coning and sculling corrections")
      .at_least(1)
      .at_most(4);
  d.object("initial", &Strapdown::initial, "initial value");
  d.vector_output("position", "m", "in world axes").main();
  d.vector_output("velocity", "m/s", "in world axes").main();
  d.quaternion_output("orientation", "rotates the sensor's axes into the world's").main();
  d.vector_output("rpy", "rad", "orientation as roll, pitch and yaw about the world's axes");
}

void Strapdown::build(PartBuilder& b) const {
  if (!sample) {
    b.error("", "a Strapdown needs a 'sample', the rate of its measurements",
            "write 'sample: 100 Hz'");
    return;
  }
  const bool integrals = delta_angle && delta_velocity, rates = angular_velocity && specific_force;
  const bool some_integral = delta_angle || delta_velocity;
  const bool some_rate = angular_velocity || specific_force;
  if ((integrals && some_rate) || (rates && some_integral) || (!integrals && !rates)) {
    b.error("",
            "a Strapdown needs either 'delta_angle' and 'delta_velocity' or 'angular_velocity' and "
            "'specific_force'",
            "write 'delta_angle: imu.delta_angle, delta_velocity: imu.delta_velocity'");
    return;
  }

  Block block(b, sample);
  const double T = block.period();
  const Expr ticks = block.add_memory("ticks", {}, 0.0);
  block.set_next(ticks, ticks + 1.0);
  const Expr has_begun = less(0.0, ticks);

  StrapdownSample now;
  if (integrals) {
    check_period_of_integrals(b, *delta_angle, T, "delta_angle");
    check_period_of_integrals(b, *delta_velocity, T, "delta_velocity");
    now = {*delta_angle, *delta_velocity};
  } else {
    // Of two instants the mean: the trapezoidal rule.
    const auto integral = [&](const char* name, const Vector3<Expr>& rate) {
      const Vector3<Expr> before = add_vector_memory(block, name);
      set_next_vector(block, before, rate);
      return Vector3<Expr>(Expr(0.5 * T) * (before + rate));
    };
    now = {integral("angular_velocity.before", *angular_velocity),
           integral("specific_force.before", *specific_force)};
  }

  NavigationState start;
  if (initial.frame) {
    for (const char* key : {"initial.position", "initial.velocity", "initial.orientation"}) {
      if (b.written(key).empty()) continue;
      b.error(key, "it has no effect: 'initial.frame' determines the initial motion",
              "keep one of them");
    }
    const detail::FrameMotion motion(b.assembly().symbols(), initial.frame->path);
    start = {motion.orientation(), motion.vector(FrameOutput::velocity),
             motion.vector(FrameOutput::position)};
  } else {
    const auto& q = initial.orientation.quaternion;
    start = {Rotation<Expr>(q[0], q[1], q[2], q[3]), initial.velocity, initial.position};
  }
  NavigationState before{
      {}, add_vector_memory(block, "velocity.before"), add_vector_memory(block, "position.before")};
  std::array<Expr, 4> attitude;
  for (std::size_t k = 0; k < 4; ++k)
    attitude[k] = block.add_memory("orientation.before[" + std::to_string(k) + "]", {}, k == 0);
  before.attitude = Rotation<Expr>(attitude[0], attitude[1], attitude[2], attitude[3]);

  const detail::Surroundings& world = detail::Surroundings::of(b.assembly());
  const StrapdownIncrement<Expr> increment = calc_increment(samples, block, now, ticks, T);
  const NavigationState next = calc_strapdown_step(
      before, increment, StrapdownWorld<Expr>(world.rotation, T), world.gravity);

  const Vector3<Expr> velocity = choose_vector(has_begun, next.velocity, start.velocity);
  const Vector3<Expr> position = choose_vector(has_begun, next.position, start.position);
  set_next_vector(block, before.velocity, velocity);
  set_next_vector(block, before.position, position);
  const Vector4<Expr> turned = next.attitude.coefficients(), first = start.attitude.coefficients();
  std::vector<Expr> shown_position, shown_velocity, shown_attitude;
  for (int i = 0; i < 3; ++i) {
    shown_position.push_back(block.hold(std::string("position") + kStrapdownAxes[i], position[i],
                                        b.dimension_of("position")));
    shown_velocity.push_back(block.hold(std::string("velocity") + kStrapdownAxes[i], velocity[i],
                                        b.dimension_of("velocity")));
  }
  static const char* const quaternion[] = {".w", ".x", ".y", ".z"};
  for (int k = 0; k < 4; ++k) {
    const Expr q = select(has_begun, turned[k], first[k]);
    block.set_next(attitude[static_cast<std::size_t>(k)], q);
    shown_attitude.push_back(block.hold(std::string("orientation") + quaternion[k], q, {}));
  }
  b.define_output("position", shown_position);
  b.define_output("velocity", shown_velocity);
  b.define_output("orientation", shown_attitude);
  b.define_output("rpy", [shown_attitude] {
    const Vector3<Expr> rpy =
        Rotation<Expr>(shown_attitude[0], shown_attitude[1], shown_attitude[2], shown_attitude[3])
            .to_rpy();
    return std::vector<Expr>{rpy[0], rpy[1], rpy[2]};
  });
}

}  // namespace holon
