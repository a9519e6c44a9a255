// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/free.h"

#include "holon/mechanics/machine/joint_part.h"

namespace holon {

void Free::describe(Descriptor<Free>& d) {
  d.type("Free",
         "Six degrees of freedom: the pose of the child frame in the parent frame as a state.");
  detail::describe_ends(d);
  d.object("initial", &Free::initial, "the start");
  d.object("guess", &Free::guess, "initial guess for what 'initial' leaves open");
  d.vector_output("position", "m", "of the child in the parent's axes").main();
  d.quaternion_output("orientation", "rotates the child's axes into the parent's");
  d.vector_output("velocity", "m/s", "relative to the parent, in its axes");
  d.vector_output("angular_velocity", "rad/s", "relative to the parent, in the child's axes");
  d.vector_output("acceleration", "m/s^2", "relative to the parent, in its axes");
  d.vector_output("angular_acceleration", "rad/s^2", "relative to the parent, in the child's axes");
  detail::describe_reaction(d);
}

void Free::build(PartBuilder& b) const {
  const Vector3<Expr> zero{0.0, 0.0, 0.0};
  const auto q =
      detail::choose_start(b, "orientation", initial.orientation, guess.orientation, Orientation{})
          .quaternion;
  const Vector3<Expr> p =
      detail::choose_start(b, "position", initial.position, guess.position, zero);
  const Vector3<Expr> v =
      detail::choose_start(b, "velocity", initial.velocity, guess.velocity, zero);
  const Vector3<Expr> w = detail::choose_start(b, "angular_velocity", initial.angular_velocity,
                                               guess.angular_velocity, zero);
  Mechanism::Joint joint;
  joint.type = JointType::free;
  joint.start_q = {q[0], q[1], q[2], q[3], p[0], p[1], p[2]};
  joint.has_start = true;
  joint.held_q.assign(4, initial.orientation.has_value());
  joint.held_q.insert(joint.held_q.end(), 3, initial.position.has_value());
  joint.held_v.assign(3, initial.angular_velocity.has_value());
  joint.held_v.insert(joint.held_v.end(), 3, initial.velocity.has_value());
  joint.start_v = {w[0], w[1], w[2], v[0], v[1], v[2]};
  const int index = detail::build_joint(b, between, origin, std::move(joint));
  const std::shared_ptr<Machine> machine = Machine::of(b);
  const auto part_of = [](const std::vector<Expr>& all, std::size_t first, std::size_t count) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
    return std::vector<Expr>(begin, begin + static_cast<std::ptrdiff_t>(count));
  };
  b.define_output("orientation", [=] { return part_of(machine->joint_coordinates(index), 0, 4); });
  b.define_output("position", [=] { return part_of(machine->joint_coordinates(index), 4, 3); });
  b.define_output("angular_velocity", [=] { return part_of(machine->joint_rates(index), 0, 3); });
  b.define_output("velocity", [=] { return part_of(machine->joint_rates(index), 3, 3); });
  b.define_output("angular_acceleration",
                  [=] { return part_of(machine->joint_accelerations(index), 0, 3); });
  b.define_output("acceleration",
                  [=] { return part_of(machine->joint_accelerations(index), 3, 3); });
}

}  // namespace holon
