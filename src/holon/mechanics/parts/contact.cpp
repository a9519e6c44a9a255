// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/contact.h"

#include "holon/mechanics/machine/machine.h"
#include "holon/mechanics/mechanism/frame_motion.h"

namespace holon {

namespace {

/// The law, of the frames' outputs; vectors in world axes.
struct ContactForces {
  Expr penetration;           ///< [m] negative where they are apart
  Expr normal;                ///< [N]
  Vector3<Expr> force;        ///< [N] on the sphere's body
  Vector3<Expr> from_sphere;  ///< [m] contact point from the sphere's frame
  Vector3<Expr> from_ground;  ///< [m] and from the ground's
  Expr energy;                ///< [J] stored
  Expr lost;                  ///< [W]
};

ContactForces calc_forces(const Contact& c, std::shared_ptr<Symbols> symbols) {
  const detail::FrameMotion ground(symbols, c.between[0].path), sphere(symbols, c.between[1].path);
  const auto& n0 = c.normal.direction;
  const Vector3<Expr> n =
      ground.orientation() * Vector3<Expr>(Expr(n0[0]), Expr(n0[1]), Expr(n0[2]));
  const Vector3<Expr> gap =
      sphere.vector(FrameOutput::position) - ground.vector(FrameOutput::position);
  ContactForces result;
  const Expr height = dot(gap, n);
  result.penetration = c.radius - height;
  result.from_sphere = -height * n;
  result.from_ground = gap - height * n;
  const Vector3<Expr> of_sphere =
      sphere.vector(FrameOutput::velocity) +
      cross(sphere.vector(FrameOutput::angular_velocity), result.from_sphere);
  const Vector3<Expr> of_ground =
      ground.vector(FrameOutput::velocity) +
      cross(ground.vector(FrameOutput::angular_velocity), result.from_ground);
  const Vector3<Expr> speed = of_sphere - of_ground;
  const Expr leaving = dot(speed, n);
  const Vector3<Expr> sliding = speed - leaving * n;
  const Expr touches = relation(result.penetration);
  const Expr spring = c.stiffness * result.penetration;
  // It never pulls. Comparisons are held during a step, so that the law has no corner within it.
  const Expr share = 1.0 - c.dissipation * leaving;
  result.normal = select(touches, select(relation(share), spring * share, 0.0), 0.0);
  const Expr slip = sqrt(dot(sliding, sliding) + square(c.slip_speed));
  const Vector3<Expr> drag = (-c.friction * result.normal / slip) * sliding;
  result.force = result.normal * n + drag;
  result.energy = select(touches, 0.5 * spring * result.penetration, 0.0);
  result.lost = select(touches, (spring - result.normal) * leaving - dot(drag, sliding), 0.0);
  return result;
}

void add_wrench(PartBuilder& b, const FrameName& on, const Vector3<Expr>& force,
                const Vector3<Expr>& arm) {
  Mechanism::Wrench wrench;
  wrench.name = b.name();
  wrench.on = on.path;
  wrench.force = force;
  wrench.torque = cross(arm, force);
  wrench.report = b.error_reporter();
  wrench.is_inner = true;
  wrench.is_of_pair = true;
  Machine::of(b)->mechanism.wrenches.push_back(std::move(wrench));
}

}  // namespace

void Contact::describe(Descriptor<Contact>& d) {
  d.type("Contact", "A sphere or point on compliant ground.");
  d.between("between", &Contact::between, "a frame on the ground and the sphere's centre")
      .required();
  d.axis("normal", &Contact::normal, "out of the ground, in the first frame");
  d.value("radius", &Contact::radius, "m", "of the sphere; 0 for a point").non_negative();
  d.value("stiffness", &Contact::stiffness, "N/m", "force per penetration").required().positive();
  d.value("dissipation", &Contact::dissipation, "s/m",
          "damping: relative increase of the spring force per speed of penetration")
      .non_negative();
  d.value("friction", &Contact::friction, "", "coefficient of friction").non_negative().varying();
  d.value("slip_speed", &Contact::slip_speed, "m/s",
          "sliding speed at which it has 0.7 of its value")
      .positive();
  d.output("penetration", "m", "of the sphere into the ground; negative above it");
  d.output("normal_force", "N", "of the ground on the sphere").main();
  d.vector_output("world_force", "N", "of the ground on the sphere, in world axes");
  d.output("energy", "J", "stored in it");
}

void Contact::build(PartBuilder& b) const {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  if (between[1].path == "world") {
    b.error("between", "the second frame is the sphere's, and the world does not move",
            "write the ground's frame first");
    return;
  }
  const ContactForces c = calc_forces(*this, b.assembly().symbols());
  add_wrench(b, between[1], c.force, c.from_sphere);
  if (between[0].path != "world") add_wrench(b, between[0], -c.force, c.from_ground);
  machine->add_stored_energy(c.energy);
  machine->add_friction_power(c.lost);
  b.assembly().scene().contacts.push_back(
      {b.name(), b.member("world_force"), between[0], between[1], normal, radius});
  b.define_output("penetration", c.penetration);
  b.define_output("normal_force", c.normal);
  b.define_output("world_force", std::vector<Expr>{c.force[0], c.force[1], c.force[2]});
  b.define_output("energy", c.energy);
}

}  // namespace holon
