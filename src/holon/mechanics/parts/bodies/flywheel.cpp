// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/bodies/flywheel.h"

#include "holon/mechanics/machine/body_share.h"
#include "holon/mechanics/machine/joint_part.h"

namespace holon {

namespace {

constexpr double kFade = 0.05;       // share of the greatest speed over which the torque falls
constexpr double kDiscWidth = 0.25;  // of the radius of a wheel that is drawn by its inertia

/// spin a aᵀ + transverse (1 − a aᵀ) as xx, yy, zz, xy, xz, yz.
std::array<Expr, 6> calc_rotor_inertia(const Flywheel::RotorInertia& inertia, const Axis& axis) {
  const auto& a = axis.direction;
  const Expr more = inertia.spin - inertia.transverse;
  return {inertia.transverse + more * (a[0] * a[0]),
          inertia.transverse + more * (a[1] * a[1]),
          inertia.transverse + more * (a[2] * a[2]),
          more * (a[0] * a[1]),
          more * (a[0] * a[2]),
          more * (a[1] * a[2])};
}

/// x between low and high; its kinks are events.
Expr clamp_by_events(Expr x, Expr low, Expr high) {
  return select(relation(x - high), high, select(relation(low - x), low, x));
}

/// The part of the commanded torque that the motor delivers.
Expr calc_motor_torque(const Flywheel& wheel, Expr speed) {
  Expr torque = wheel.torque;
  if (!wheel.limits) return torque;
  if (const auto& most = wheel.limits->torque) torque = clamp_by_events(torque, -*most, *most);
  if (const auto& fastest = wheel.limits->speed) {
    const Expr fade = kFade * *fastest;
    const Expr forward = clamp_by_events((*fastest - speed) / fade, 0.0, 1.0);
    const Expr backward = clamp_by_events((*fastest + speed) / fade, 0.0, 1.0);
    torque = torque * select(relation(torque), forward, backward);
  }
  return torque;
}

/// A disc of even density with the wheel's mass and spin inertia; nothing without a mass.
std::vector<Shape> draw_disc(const Flywheel& wheel) {
  if (wheel.mass.is_constant(0.0)) return {};
  const Expr radius = sqrt(2.0 * wheel.inertia.spin / wheel.mass);
  Shape disc;
  disc.geometry = Cylinder{radius, kDiscWidth * radius, wheel.axis};
  return {disc};
}

}  // namespace

void Flywheel::RotorInertia::describe(Fields<RotorInertia>& f) {
  f.value("spin", &RotorInertia::spin, "kg m^2", "about the axis").required().positive();
  f.bare();
  f.value("transverse", &RotorInertia::transverse, "kg m^2",
          "across the axis, about the centre of mass")
      .non_negative();
}

void Flywheel::MotorLimits::describe(Fields<MotorLimits>& f) {
  f.value("speed", &MotorLimits::speed, "rad/s",
          "no torque drives the wheel beyond this speed; from 95 % of it on the driving torque "
          "falls linearly")
      .positive();
  f.value("torque", &MotorLimits::torque, "N m", "largest torque of the motor").positive();
}

void Flywheel::WheelStart::describe(Fields<WheelStart>& f) {
  f.value("angle", &WheelStart::angle, "rad", "angle at the start").varying();
  f.value("speed", &WheelStart::speed, "rad/s", "speed relative to the body at the start")
      .varying();
}

void Flywheel::describe(Descriptor<Flywheel>& d) {
  d.type("Flywheel", "A balanced wheel with a motor, mounted on a body.");
  d.role(PartRole::body);
  d.frame("on", &Flywheel::on, "the frame that carries it; its origin is the wheel's centre")
      .required();
  d.axis("axis", &Flywheel::axis, "axis of rotation, in that frame");
  d.value("mass", &Flywheel::mass, "kg", "mass of the wheel").non_negative();
  d.object("inertia", &Flywheel::inertia, "moments of inertia of the wheel").required();
  d.value("torque", &Flywheel::torque, "N m", "torque of the motor on the wheel").varying();
  d.value("damping", &Flywheel::damping, "N m s/rad", "viscous friction of its bearing")
      .varying()
      .non_negative();
  d.object("friction", &Flywheel::friction, "dry friction of its bearing");
  d.object("limits", &Flywheel::limits, "limits of the motor");
  d.flag("included", &Flywheel::included,
         "the mass and inertia of the body include those of the wheel");
  d.objects("shapes", &Flywheel::shapes,
            "shapes to draw, in the rotor's frame; default: a disc of its mass and inertia");
  d.object("initial", &Flywheel::initial, "the start");
  d.object("guess", &Flywheel::guess, "initial guess for what 'initial' leaves open");
  d.frame("rotor", "the wheel, with the axes of 'on' at the angle 0");
  d.output("angle", "rad", "of the wheel relative to the body, not wrapped").main();
  d.output("speed", "rad/s", "its rate").main();
  d.output("acceleration", "rad/s^2", "its acceleration");
  d.output("motor_torque", "N m", "of the motor on the wheel, within its limits").main();
  d.output("damper_torque", "N m", "viscous friction on the wheel");
  d.output("friction_torque", "N m", "dry friction on the wheel");
  d.output("effort", "N m", "of the body on the wheel about the axis: motor and friction");
  d.output("power", "W", "delivered by the motor");
  detail::describe_reaction(d);
  d.port("flange", "rotation", "for bonds: speed, and torque on the wheel");
}

void Flywheel::build(PartBuilder& b) const {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  const std::string rotor = b.member("rotor");
  Mechanism::Body body;
  body.name = rotor;
  body.mass = mass;
  body.inertia = calc_rotor_inertia(inertia, axis);
  body.is_share = inertia.transverse.is_constant(0.0);  // not given
  body.report = b.error_reporter();
  machine->mechanism.add_body(std::move(body));
  machine->define_frame_outputs(b.assembly(), rotor, false);
  b.assembly().scene().bodies.push_back(
      {rotor, shapes.empty() ? draw_disc(*this) : shapes, {0.0, 0.0, 0.0}, {}});

  const Expr speed = b.assembly().output(b.member("speed"));
  const Expr motor = calc_motor_torque(*this, speed);
  Mechanism::Joint joint;
  joint.type = JointType::revolute;
  joint.axis = detail::direction_of(axis);
  Mechanism::Freedom& freedom = joint.freedoms[0];
  freedom.effort = freedom.outer_effort = motor;
  freedom.damping = damping;
  joint.start_q = {detail::choose_start<Expr>(b, "angle", initial.angle, guess.angle, 0.0)};
  joint.start_v = {detail::choose_start<Expr>(b, "speed", initial.speed, guess.speed, 0.0)};
  joint.held_q = {initial.angle.has_value()};
  joint.held_v = {initial.speed.has_value()};
  joint.has_start = initial.angle || initial.speed || guess.angle || guess.speed;
  const int index = detail::build_joint(b, {on, rotor}, {}, std::move(joint));

  b.assembly().define_alias(b.member("rate"), b.member("speed"));  // as its joint calls it
  b.define_output("angle", [machine, index] { return machine->joint_coordinates(index); });
  b.define_output("speed", [machine, index] { return machine->joint_rates(index); });
  b.define_output("acceleration", [machine, index] { return machine->joint_accelerations(index); });
  b.define_output("motor_torque", motor);
  b.define_output("power", motor * speed);
  b.define_output("damper_torque", -damping * speed);
  b.define_output("effort",
                  motor - damping * speed + b.assembly().output(b.member("friction_torque")));
  detail::add_dry_friction(b, index, 0, friction);
  if (!included) return;
  b.assembly().on_connect(
      b.name() + ": included", [machine, wheel = machine->mechanism.find_body(rotor), on = on.path,
                                report = b.error_reporter()](Assembly& assembly) {
        detail::take_off_body(machine->mechanism, on, wheel, *assembly.symbols(), report);
      });
}

}  // namespace holon
