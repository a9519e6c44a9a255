// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/constant_velocity.h"

#include <Eigen/Geometry>

#include "holon/mechanics/machine/joint_part.h"
#include "holon/mechanics/mechanism/motor_axis.h"

namespace holon {

void ConstantVelocity::describe(Descriptor<ConstantVelocity>& d) {
  d.type("ConstantVelocity",
         "A constant-velocity (homokinetic) joint: two shafts at an angle to each other rotate at "
         "the same speed.");
  detail::describe_ends(d);
  d.axis("axis", &ConstantVelocity::axis,
         "axis of the shafts, in the joint's frame and in the child frame");
  d.object("guess", &ConstantVelocity::guess, "initial guess of the start");
  d.output("bend", "rad", "angle between the axes of the two shafts").main();
  d.quaternion_output("orientation", "rotates the child's axes into those of the joint's frame");
  d.vector_output("angular_velocity", "rad/s", "relative to the parent, in the child's axes");
  d.vector_output("angular_acceleration", "rad/s^2", "relative to the parent, in the child's axes");
  detail::describe_reaction(d);
}

void ConstantVelocity::build(PartBuilder& b) const {
  Mechanism::Joint joint;
  joint.type = JointType::constant_velocity;
  joint.axis = detail::direction_of(axis);
  if (guess.orientation) {
    const auto& q = guess.orientation->quaternion;
    joint.start_q = {q[0], q[1], q[2], q[3]};
  }
  if (const auto& w = guess.angular_velocity) joint.start_v = {(*w)[0], (*w)[1], (*w)[2]};
  joint.has_start = guess.orientation || guess.angular_velocity;
  const Vector3<double> a = joint.axis;
  const int index = detail::build_joint(b, between, origin, std::move(joint));
  const std::shared_ptr<Machine> machine = Machine::of(b);
  b.define_output("bend", [machine, index, a]() -> std::vector<Expr> {
    const std::vector<Expr> q = machine->joint_coordinates(index);
    const Vector3<Expr> own(a[0], a[1], a[2]);
    const Vector3<Expr> there = Rotation<Expr>(q[0], q[1], q[2], q[3]).apply(own);
    const Vector3<Expr> across = own.cross(there);
    return {atan2(detail::magnitude_of(across.dot(across)), own.dot(there))};
  });
  b.define_output("orientation", [machine, index] { return machine->joint_coordinates(index); });
  b.define_output("angular_velocity", [machine, index] { return machine->joint_rates(index); });
  b.define_output("angular_acceleration",
                  [machine, index] { return machine->joint_accelerations(index); });
}

}  // namespace holon
