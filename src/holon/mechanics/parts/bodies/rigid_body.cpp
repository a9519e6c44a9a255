// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/bodies/rigid_body.h"

#include "holon/mechanics/machine/joint_part.h"

namespace holon {

void RigidBody::describe(Descriptor<RigidBody>& d) {
  d.type("RigidBody", "A rigid body with frames on it, held by joints or free.");
  d.role(PartRole::body);
  d.own_frame();
  d.frame("com", "the centre of mass, with the body's axes");
  d.value("mass", &RigidBody::mass, "kg",
          "total mass; 0 where the bodies that its outboard joints move have inertia")
      .required()
      .non_negative();
  d.one_of("inertia", &RigidBody::inertia, "about the centre of mass, in the body's axes")
      .alternative<InertiaMatrix>("matrix", "entries of the matrix; the key may be left out")
      .alternative<Rod>("rod", "a thin rod")
      .alternative<Box>("box", "a solid box, by its edges")
      .alternative<Cylinder>("cylinder", "a solid cylinder")
      .alternative<Sphere>("sphere", "a solid sphere, by its radius")
      .required();
  d.vector("center_of_mass", &RigidBody::center_of_mass, "m", "position of the centre of mass");
  d.frames("frames", &RigidBody::frames,
           "frames on the body, to which joints and other parts are attached");
  d.objects("shapes", &RigidBody::shapes, "shapes of the body to draw");
  d.object("initial", &RigidBody::initial, "initial values, where no joint holds the body");
  d.object("guess", &RigidBody::guess, "as 'initial', as a guess for what that leaves open");
}

void RigidBody::build(PartBuilder& b) const {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  Mechanism::Body body;
  body.name = b.name();
  body.mass = mass;
  body.center_of_mass = center_of_mass;
  body.inertia = calc_inertia(inertia, mass);
  body.report = b.error_reporter();
  if (const auto* given = std::get_if<InertiaMatrix>(&inertia); given && given->entries.empty()) {
    b.error("inertia", "an inertia is needed", "a body without one is a PointMass");
  }
  if (initial || guess) {
    const FreeStart first = initial.value_or(FreeStart{}), second = guess.value_or(FreeStart{});
    const Vector3<Expr> zero{0.0, 0.0, 0.0};
    body.start = Mechanism::FreeStart{};  // clang 14 does not take emplace() here
    Mechanism::FreeStart& start = *body.start;
    start.position = detail::choose_start(b, "position", first.position, second.position, zero);
    start.velocity = detail::choose_start(b, "velocity", first.velocity, second.velocity, zero);
    start.angular_velocity = detail::choose_start(b, "angular_velocity", first.angular_velocity,
                                                  second.angular_velocity, zero);
    const auto q =
        detail::choose_start(b, "orientation", first.orientation, second.orientation, Orientation{})
            .quaternion;
    start.orientation = {q[0], q[1], q[2], q[3]};
    start.holds_position = first.position.has_value();
    start.holds_orientation = first.orientation.has_value();
    start.holds_velocity = first.velocity.has_value();
    start.holds_angular_velocity = first.angular_velocity.has_value();
  }
  const int index = machine->mechanism.add_body(std::move(body));
  machine->define_frame_outputs(b.assembly(), b.name(), true);
  machine->define_frame_outputs(b.assembly(), b.member("com"), false);
  SceneBody scene{b.name(), shapes, center_of_mass, {}};
  for (const auto& [name, placement] : frames) {
    if (name == "com") {
      b.error("frames.com", "'com' is the centre of mass already", "choose another name");
      continue;
    }
    machine->mechanism.add_frame({b.member(name), index, detail::place_of(placement)});
    machine->define_frame_outputs(b.assembly(), b.member(name), false);
    scene.frames.emplace_back(name, placement);
  }
  b.assembly().scene().bodies.push_back(std::move(scene));
}

}  // namespace holon
