// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Balance of momentum of the body and the flow in it (solidification principle: J. W. Cornelisse,
// H. F. R. Schöyer, K. F. Wakker, Rocket Propulsion and Spaceflight Dynamics, 1979).
//
//   m [kg], ṁ [kg/s] ≤ 0, c centre of mass, e exhaust, r = e − c [m], u velocity of the jet against
//   the body [m/s], ω [rad/s], v of c, J [kg m²] about c
//
// c stays in place in the body, so what flows to e has the momentum −ṁ r relative to the body:
//
//   P = m v − ṁ r,             P' = F_outside + ṁ (v + ω × r + u)
//   H = J ω   about c,         H' = M_outside + ṁ r × (ω × r + u)
//
// With r' = ω × r and ṁ constant, or changing slowly (m̈ r, the inertia of the flow, is left out):
//
//   m v'            = F_outside + ṁ (u + 2 ω × r)
//   J ω' + ω × J ω  = M_outside + ṁ r × (u + ω × r) − J̇ ω,      J̇ = (ṁ/m₀) J₀
//
// ṁ v cancels: the mass that leaves takes its own momentum along. The flow has no moment of
// momentum about c relative to the body (it does not swirl). Then P, and c × P + H about a fixed
// point, of body and expelled mass together stay constant where nothing acts from outside. What
// leaves takes its share of the body's energy along, ṁ ∂(T + U)/∂m, which counts as supplied
// (negative), as does the power of the wrench above.
#include "holon/mechanics/parts/bodies/variable_mass.h"

#include <fmt/format.h>

#include "holon/mechanics/machine/machine.h"
#include "holon/mechanics/mechanism/frame_motion.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/model/assembly/energy_account.h"
#include "holon/model/describe/validate.h"
#include "holon/spatial/vector.h"

namespace holon {

namespace {

std::vector<Expr> list_of_vector(const Vector3<Expr>& v) { return {v[0], v[1], v[2]}; }

/// I v, of xx, yy, zz, xy, xz, yz.
Vector3<Expr> multiply_inertia(const std::array<Expr, 6>& I, const Vector3<Expr>& v) {
  return {I[0] * v[0] + I[3] * v[1] + I[4] * v[2], I[3] * v[0] + I[1] * v[1] + I[5] * v[2],
          I[4] * v[0] + I[5] * v[1] + I[2] * v[2]};
}

/// The flow that there is: none once the tank is empty, and none inwards.
Expr calc_mass_flow(PartBuilder& b, const VariableMass& part, Expr mass) {
  const Expr remains = relation(mass - part.empty);
  b.assembly().describe_relation(remains, b.name() + ": is empty");
  Expr flow = part.mass_flow;
  if (b.assembly().symbols()->varies(flow)) flow = select(relation(-flow), flow, 0.0);
  return select(remains, flow, 0.0);
}

/// The energy that the mass takes along by the motion and place of the body; gravity that varies
/// with the position counts its own (gravity.cpp).
void account_for_leaving_energy(PartBuilder& b, const Vector3<Expr>& spin,
                                const std::array<Expr, 6>& inertia_per_mass, Expr flow) {
  const detail::FrameMotion com(b.assembly().symbols(), b.member("com"));
  const Vector3<Expr> v = com.vector(FrameOutput::velocity);
  const Vector3<Expr> r = com.vector(FrameOutput::position);
  const Expr kinetic = 0.5 * (dot(v, v) + dot(spin, multiply_inertia(inertia_per_mass, spin)));
  EnergyAccount::of(b.assembly())->add({.power = [machine = Machine::of(b), kinetic, r, flow] {
    return flow * (kinetic - dot(machine->mechanism.gravity, r));
  }});
}

}  // namespace

void VariableMass::Exhaust::describe(Fields<Exhaust>& f) {
  f.vector("at", &Exhaust::at, "m",
           "where the mass leaves, in the body's frame; default: the centre of mass");
  f.vector("velocity", &Exhaust::velocity, "m/s",
           "of the mass that leaves, relative to that point of the body, in the body's axes")
      .varying();
}

void VariableMass::describe(Descriptor<VariableMass>& d) {
  d.type("VariableMass", "A rigid body that loses mass: a tank with its engine, a rocket.");
  d.role(PartRole::body);
  d.own_frame();
  d.frame("com", "the centre of mass, with the body's axes");
  d.frame("nozzle", "where the mass leaves, with the body's axes");
  d.value("mass", &VariableMass::mass, "kg", "mass at the start").required().positive();
  d.value("mass_flow", &VariableMass::mass_flow, "kg/s",
          "rate of change of the mass, negative; a formula that becomes positive counts as 0")
      .varying();
  d.value("empty", &VariableMass::empty, "kg", "mass at which the flow ends").required().positive();
  d.one_of("inertia", &VariableMass::inertia,
           "about the centre of mass, in the body's axes, at the start; it falls with the mass")
      .alternative<InertiaMatrix>("matrix", "entries of the matrix; the key may be left out")
      .alternative<Rod>("rod", "a thin rod")
      .alternative<Box>("box", "a solid box, by its edges")
      .alternative<Cylinder>("cylinder", "a solid cylinder")
      .alternative<Sphere>("sphere", "a solid sphere, by its radius")
      .required();
  d.vector("center_of_mass", &VariableMass::center_of_mass, "m",
           "position of the centre of mass, which does not move in the body");
  d.object("exhaust", &VariableMass::exhaust, "where the mass leaves, and its relative velocity");
  d.frames("frames", &VariableMass::frames,
           "frames on the body, to which joints and other parts are attached");
  d.objects("shapes", &VariableMass::shapes, "shapes of the body to draw");
  d.object("initial", &VariableMass::initial, "initial values, where no joint holds the body");
  d.object("guess", &VariableMass::guess, "as 'initial', as a guess for what that leaves open");
  d.output("mass", "kg", "what is left of it, with what remains at last").main();
  d.output("flow", "kg/s", "rate of change of the mass").main();
  d.vector_output("thrust", "N", "of the jet on the body, flow times velocity, in world axes");
  d.vector_output("flow_momentum", "N s",
                  "momentum of the flow to the exhaust relative to the body, in world axes");
  d.output("power", "W", "of thrust and jet damping, delivered to the body");
}

void VariableMass::build(PartBuilder& b) const {
  Assembly& assembly = b.assembly();
  const double full = detail::value_at_parameters(mass, *assembly.symbols());
  const double last = detail::value_at_parameters(empty, *assembly.symbols());
  // No range of the field: a formula may leave it.
  if (const double flow = detail::value_at_parameters(mass_flow, *assembly.symbols()); flow > 0) {
    b.error("mass_flow", fmt::format("mass_flow must be at most 0, not {:.6g} kg/s", flow));
  }
  if (last >= full) {
    b.error("empty", fmt::format("{:.6g} kg remain of {:.6g} kg: nothing can leave", last, full),
            "'mass' is the mass at the start, 'empty' what remains when the flow ends");
  }
  for (const auto& [name, placement] : frames) {
    if (name != "nozzle") continue;
    b.error("frames.nozzle", "'nozzle' is where the mass leaves", "choose another name");
    return;
  }
  const Vector3<Expr> at = exhaust.at.value_or(center_of_mass);
  Named<Placement> all_frames = frames;
  all_frames.add("nozzle", {.at = at});
  RigidBody{.mass = mass,
            .inertia = inertia,
            .center_of_mass = center_of_mass,
            .frames = all_frames,
            .shapes = shapes,
            .initial = initial,
            .guess = guess}
      .build(b);
  StateBlock state;
  state.name = b.member("mass");
  state.dimension = dimensions::kMass;
  state.held = {true};
  const Expr m = assembly.add_state(std::move(state), {mass})[0];
  const Expr flow = calc_mass_flow(b, *this, m);
  assembly.set_derivative(m, flow);
  b.define_output("mass", m);
  b.define_output("flow", flow);

  const std::shared_ptr<Machine> machine = Machine::of(b);
  Mechanism& mechanism = machine->mechanism;
  const int index = mechanism.find_body(b.name());
  Mechanism::Body& body = mechanism.bodies[static_cast<std::size_t>(index)];
  std::array<Expr, 6> inertia_per_mass;
  for (std::size_t i = 0; i < 6; ++i) {
    inertia_per_mass[i] = body.inertia[i] / mass;
    body.inertia[i] = m * inertia_per_mass[i];
  }
  body.mass = m;

  const detail::FrameMotion motion(assembly.symbols(), b.name());
  const Vector3<Expr> spin = motion.vector(FrameOutput::angular_velocity_body);
  const Vector3<Expr> arm = at - center_of_mass;
  const Vector3<Expr> passing = cross(spin, arm);
  const Vector3<Expr> force = flow * (exhaust.velocity + Expr(2.0) * passing);
  Mechanism::Wrench wrench;
  wrench.name = b.name();
  wrench.on = wrench.axes = b.name();
  wrench.force = force;
  wrench.torque = cross(center_of_mass, force) +
                  flow * cross(arm, Vector3<Expr>(exhaust.velocity + passing)) -
                  flow * multiply_inertia(inertia_per_mass, spin);
  wrench.report = b.error_reporter();
  const std::size_t at_wrench = mechanism.wrenches.size();
  mechanism.wrenches.push_back(std::move(wrench));
  b.define_output("power", [machine, at_wrench]() -> std::vector<Expr> {
    return {machine->kinematics().loads().calc_wrench_power(at_wrench)};
  });
  account_for_leaving_energy(b, spin, inertia_per_mass, flow);

  const Rotation<Expr> R = motion.orientation();
  b.define_output("thrust", list_of_vector(R * Vector3<Expr>(flow * exhaust.velocity)));
  b.define_output("flow_momentum", list_of_vector(R * Vector3<Expr>(-flow * arm)));
  assembly.scene().arrows.push_back(
      {SceneArrow::Kind::force, b.member("thrust"), FrameName{b.member("nozzle")}});
}

}  // namespace holon
