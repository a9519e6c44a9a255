// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/screw.h"

#include "holon/mechanics/machine/joint_part.h"

namespace holon {

void Screw::describe(Descriptor<Screw>& d) {
  d.type("Screw",
         "A screw joint: the child frame translates along an axis as it rotates about it.");
  detail::describe_ends(d);
  d.axis("axis", &Screw::axis, "axis of rotation and translation, in the joint's frame");
  d.value("pitch", &Screw::pitch, "m/rad", "pitch: translation per rotation").required();
  detail::describe_freedoms<Screw>(
      d, JointType::screw,
      {{&Screw::motion, &Screw::torque, &Screw::stiffness, &Screw::rest, &Screw::damping,
        &Screw::friction, &Screw::limits}});
  d.value("force", &Screw::force, "N", "force of the parent on the child along the axis").varying();
  detail::describe_start(d);
  d.output("position", "m", "translation of the child along the axis").is(OutputRole::coordinate);
  d.output("speed", "m/s", "its rate").is(OutputRole::rate);
  detail::describe_reaction(d);
}

namespace {

/// An angle given as such, or by the way that belongs to it.
std::optional<Expr> choose_angle(PartBuilder& b, const std::string& object, const char* angle,
                                 const std::optional<Expr>& given, const char* way,
                                 const std::optional<Expr>& by_way, Expr pitch) {
  if (given && by_way) {
    b.error(object + "." + way,
            "'" + object + "." + angle + "' gives the " + way + " already: it is pitch times that",
            "leave out one of them");
  }
  if (given || !by_way) return given;
  return *by_way / pitch;
}

}  // namespace

void Screw::build(PartBuilder& b) const {
  if (pitch.is_constant(0.0)) {
    return b.error("pitch", "the pitch of a Screw must not be zero",
                   "a joint that rotates without translation along its axis is a Revolute");
  }
  Mechanism::Joint joint;
  joint.type = JointType::screw;
  joint.axis = detail::direction_of(axis);
  joint.pitch = pitch;
  if (motion && !force.is_constant(0.0)) {
    b.error("force", "'force' has no effect: 'motion' prescribes the angle",
            "leave out one of them");
  }
  detail::FreedomValues values{motion, {torque, stiffness, rest, damping, {}}, {}, {}, {}, {}};
  if (!motion) values.freedom.effort += pitch * force;
  const auto angle = [&](const char* object, const RotationTranslationStart& s) {
    return choose_angle(b, object, "angle", s.angle, "position", s.position, pitch);
  };
  const auto rate = [&](const char* object, const RotationTranslationStart& s) {
    return choose_angle(b, object, "rate", s.rate, "speed", s.speed, pitch);
  };
  values.initial_q = angle("initial", initial);
  values.initial_v = rate("initial", initial);
  values.guess_q = angle("guess", guess);
  values.guess_v = rate("guess", guess);
  values.friction = friction;
  values.limits = limits;
  const int index = detail::build_freedoms(b, between, origin, std::move(joint), {values});
  const std::shared_ptr<Machine> machine = Machine::of(b);
  const Expr h = pitch;
  b.define_output("position", [machine, index, h]() -> std::vector<Expr> {
    return {h * machine->joint_coordinates(index)[0]};
  });
  b.define_output("speed", [machine, index, h]() -> std::vector<Expr> {
    return {h * machine->joint_rates(index)[0]};
  });
}

}  // namespace holon
