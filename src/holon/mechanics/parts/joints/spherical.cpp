// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/spherical.h"

#include "holon/mechanics/machine/joint_part.h"

namespace holon {

void Spherical::describe(Descriptor<Spherical>& d) {
  d.type("Spherical", "A ball joint: the child frame rotates about its origin.");
  detail::describe_ends(d);
  detail::describe_start(d);
  d.quaternion_output("orientation", "rotates the child's axes into the parent's").main();
  d.vector_output("angular_velocity", "rad/s", "relative to the parent, in the child's axes");
  d.vector_output("angular_acceleration", "rad/s^2", "relative to the parent, in the child's axes");
  detail::describe_reaction(d);
}

void Spherical::build(PartBuilder& b) const {
  const auto q =
      detail::choose_start(b, "orientation", initial.orientation, guess.orientation, Orientation{})
          .quaternion;
  const Vector3<Expr> w =
      detail::choose_start(b, "angular_velocity", initial.angular_velocity, guess.angular_velocity,
                           Vector3<Expr>(0.0, 0.0, 0.0));
  Mechanism::Joint joint;
  joint.type = JointType::spherical;
  joint.start_q = {q[0], q[1], q[2], q[3]};
  joint.start_v = {w[0], w[1], w[2]};
  joint.held_q.assign(4, initial.orientation.has_value());
  joint.held_v.assign(3, initial.angular_velocity.has_value());
  joint.has_start = initial.orientation || initial.angular_velocity || guess.orientation ||
                    guess.angular_velocity;
  const int index = detail::build_joint(b, between, origin, std::move(joint));
  const std::shared_ptr<Machine> machine = Machine::of(b);
  b.define_output("orientation", [machine, index] { return machine->joint_coordinates(index); });
  b.define_output("angular_velocity", [machine, index] { return machine->joint_rates(index); });
  b.define_output("angular_acceleration",
                  [machine, index] { return machine->joint_accelerations(index); });
}

}  // namespace holon
