// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/bodies/point_mass.h"

#include "holon/mechanics/machine/machine.h"

namespace holon {

void PointMass::describe(Descriptor<PointMass>& d) {
  d.type("PointMass", "A point mass, held by joints or free to move without rotation.");
  d.role(PartRole::body);
  d.own_frame();
  d.frame("com", "the position of the point");
  d.value("mass", &PointMass::mass, "kg", "mass").required().positive();
  d.objects("shapes", &PointMass::shapes, "shapes to draw");
  d.object("initial", &PointMass::initial, "initial values, where no joint holds it");
  d.object("guess", &PointMass::guess, "as 'initial', as a guess for what that leaves open");
}

void PointMass::build(PartBuilder& b) const {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  Mechanism::Body body;
  body.name = b.name();
  body.mass = mass;
  body.is_point = true;
  body.report = b.error_reporter();
  if (initial || guess) {
    const PointStart first = initial.value_or(PointStart{}), second = guess.value_or(PointStart{});
    const Vector3<Expr> zero{0.0, 0.0, 0.0};
    body.start = Mechanism::FreeStart{};  // clang 14 does not take emplace() here
    Mechanism::FreeStart& start = *body.start;
    start.position = detail::choose_start(b, "position", first.position, second.position, zero);
    start.velocity = detail::choose_start(b, "velocity", first.velocity, second.velocity, zero);
    start.holds_position = first.position.has_value();
    start.holds_velocity = first.velocity.has_value();
  }
  machine->mechanism.add_body(std::move(body));
  machine->define_frame_outputs(b.assembly(), b.name(), true);
  machine->define_frame_outputs(b.assembly(), b.member("com"), false);
  b.assembly().scene().bodies.push_back({b.name(), shapes, {0.0, 0.0, 0.0}, {}});
}

}  // namespace holon
