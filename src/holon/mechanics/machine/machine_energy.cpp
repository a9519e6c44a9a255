// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A Machine's share of the energy account: what comes in from outside.
//
//   drives, outer forces    effort · rate
//   prescribed motions      (what the joint carries along them, less what bonds add) · rate
//   springs that change     ∂E/∂t: E' less the power on bodies and what is dissipated; where their
//                           coefficients jump, the jump of E
//   rods, equations         multiplier · rate at which they change with time
//
// Bonds (power_ports.h) and contacts are no one's from outside.
#include "holon/mechanics/machine/machine_energy.h"

#include <algorithm>

#include "holon/expr/derive/jacobian.h"
#include "holon/mechanics/machine/machine.h"
#include "holon/model/assembly/energy_account.h"

namespace holon::detail {
namespace {

Vector3<Expr> vector(const std::vector<Expr>& list) { return {list[0], list[1], list[2]}; }

bool is_driven(const Mechanism::Joint& joint) {
  return joint.drive ||
         std::any_of(joint.freedoms.begin(), joint.freedoms.end(),
                     [](const Mechanism::Freedom& freedom) { return freedom.motion.has_value(); });
}

bool is_zero(const std::vector<Expr>& vector) {
  return std::all_of(vector.begin(), vector.end(), [](Expr e) { return e.is_constant(0.0); });
}

bool any_varies(const Vector3<Expr>& v, Symbols& symbols) {
  return std::any_of(v.begin(), v.end(), [&](Expr e) { return symbols.varies(e); });
}

/// Of springs whose stiffness, length or rest changes with time or at events.
Expr calc_changing_energy(Machine& machine, Symbols& symbols) {
  const Mechanism& mechanism = machine.mechanism;
  Loads& loads = machine.kinematics().loads();
  Expr sum = 0.0;
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Mechanism::Joint& joint = mechanism.joints[j];
    for (std::size_t f = 0; f < joint_info(joint.type).freedoms.size(); ++f) {
      const Mechanism::Freedom& freedom = joint.freedoms[f];
      if (freedom.motion || !(symbols.varies(freedom.stiffness) || symbols.varies(freedom.rest)))
        continue;
      const Expr stretch = machine.joint_coordinates(static_cast<int>(j))[f] - freedom.rest;
      sum += 0.5 * freedom.stiffness * square(stretch);
    }
  }
  for (std::size_t p = 0; p < mechanism.pulls.size(); ++p) {
    const Mechanism::Pull& pull = mechanism.pulls[p];
    if (!pull.is_inner && (symbols.varies(pull.stiffness) || symbols.varies(pull.length)))
      sum += loads.calc_pull_energy(p);
  }
  for (std::size_t b = 0; b < mechanism.bushings.size(); ++b) {
    const Mechanism::Bushing& bushing = mechanism.bushings[b];
    if (any_varies(bushing.stiffness, symbols) || any_varies(bushing.rotational_stiffness, symbols))
      sum += loads.calc_bushing_energy(b);
  }
  return sum;
}

}  // namespace

void MachineEnergy::add_to_account(Assembly& assembly) {
  const auto machine = machine_.shared_from_this();
  EnergyAccount::of(assembly)->add({
      .kinetic = [machine] { return machine->energy().calc_kinetic_energy(); },
      .potential = [machine] { return machine->energy().calc_potential_energy(); },
      .power = [machine,
                symbols = assembly.symbols()] { return machine->energy().calc_power(*symbols); },
      .changing = [machine,
                   symbols =
                       assembly.symbols()] { return calc_changing_energy(*machine, *symbols); },
      .dissipated = [machine] { return machine->energy().calc_dissipated_power(); },
  });
}

Expr MachineEnergy::calc_dissipated_power() {
  return machine_.kinematics().calc_damping_power() + dissipated_;
}

Expr MachineEnergy::calc_kinetic_energy() {
  return machine_.kinematics().calc_kinetic_energy() + machine_.modes().calc_kinetic_energy() +
         (machine_.loops() ? machine_.loops()->calc_line_sums().kinetic : 0.0);
}

Expr MachineEnergy::calc_potential_energy() {
  return machine_.kinematics().calc_potential_energy() + stored_ +
         machine_.lines().calc_resting_energy() + machine_.modes().calc_potential_energy() +
         (machine_.loops() ? machine_.loops()->calc_line_sums().potential : 0.0);
}

Expr MachineEnergy::calc_power(Symbols& symbols) {
  Expr sum = 0.0;
  Loads& loads = machine_.kinematics().loads();
  for (std::size_t j = 0; j < machine_.mechanism.joints.size(); ++j)
    sum += calc_joint_power(j, symbols);
  for (std::size_t w = 0; w < machine_.mechanism.wrenches.size(); ++w) {
    if (!machine_.mechanism.wrenches[w].is_inner) sum += loads.calc_wrench_power(w);
  }
  for (std::size_t p = 0; p < machine_.mechanism.pulls.size(); ++p)
    sum += calc_pull_supply(p, symbols);
  for (std::size_t b = 0; b < machine_.mechanism.bushings.size(); ++b)
    sum += calc_bushing_supply(b, symbols);
  for (std::size_t c = 0; c < machine_.closures().size(); ++c)
    sum += calc_closure_power(c, symbols);
  return sum + calc_gravity_power(symbols);
}

/// Of uniform gravity that changes, ∂E/∂t. Without line bodies, whose masses are at their pins.
Expr MachineEnergy::calc_gravity_power(Symbols& symbols) {
  Expr sum = 0.0;
  for (int k = 0; k < 3; ++k) {
    if (!symbols.varies(machine_.mechanism.gravity[k])) continue;
    const Expr change = symbols.time_derivative(machine_.mechanism.gravity[k]);
    for (const Mechanism::Body& body : machine_.mechanism.bodies) {
      if (body.is_frame || body.mass.is_constant(0.0)) continue;
      const int com = machine_.mechanism.find_frame(body.name + ".com");
      const auto at = static_cast<std::size_t>(k);
      sum -= body.mass * change *
             machine_.kinematics().calc_frame_output(com, FrameOutput::position)[at];
      if (!body.moves_center) continue;
      const std::vector<Expr> q =
          machine_.kinematics().calc_frame_output(com, FrameOutput::orientation);
      const Rotation<Expr> R(q[0], q[1], q[2], q[3]);
      sum -= change * Vector3<Expr>(R * body.calc_modal_moment())[k];
    }
  }
  return sum;
}

Expr MachineEnergy::calc_joint_power(std::size_t index, Symbols& symbols) {
  const Mechanism::Joint& joint = machine_.mechanism.joints[index];
  const int j = static_cast<int>(index);
  Expr sum = is_driven(joint) ? calc_motion_power(index) : Expr(0.0);
  for (std::size_t f = 0; f < joint_info(joint.type).freedoms.size(); ++f) {
    const Mechanism::Freedom& freedom = joint.freedoms[f];
    if (freedom.motion) continue;
    const bool changes = symbols.varies(freedom.stiffness) || symbols.varies(freedom.rest);
    if (freedom.outer_effort.is_constant(0.0) && !changes) continue;
    const Expr rate = machine_.joint_rates(j)[f];
    sum += freedom.outer_effort * rate;
    if (!changes) continue;
    const Expr stretch = machine_.joint_coordinates(j)[f] - freedom.rest;
    sum += symbols.time_derivative(0.5 * freedom.stiffness * square(stretch)) -
           freedom.stiffness * stretch * rate;
  }
  return sum;
}

Expr MachineEnergy::calc_motion_effort(int joint, int freedom) {
  Expr effort = calc_bare_motion_effort(joint, freedom);
  const Mechanism::Joint& j = machine_.mechanism.joints[static_cast<std::size_t>(joint)];
  const auto couplings = coupling_efforts_.find({joint, freedom});
  if (couplings == coupling_efforts_.end() ||
      !j.freedoms[static_cast<std::size_t>(freedom)].motion) {
    return effort;
  }
  for (const auto& calc : couplings->second) effort -= calc();
  return effort;
}

/// Without couplings, the power of whose equations is their own (calc_closure_power).
Expr MachineEnergy::calc_bare_motion_effort(int joint, int freedom) {
  const Mechanism::Joint& j = machine_.mechanism.joints[static_cast<std::size_t>(joint)];
  const Mechanism::Freedom& own = j.freedoms[static_cast<std::size_t>(freedom)];
  if (!own.motion) return 0.0;
  const std::vector<JointMotion> motions = joint_motions(j);
  const auto motion = std::find_if(motions.begin(), motions.end(), [freedom](const JointMotion& m) {
    return m.freedom == freedom;
  });
  const auto rotation = [&](const std::string& frame) {
    return Rotation<Expr>(Vector4<Expr>(
        machine_.kinematics()
            .calc_frame_output(machine_.mechanism.find_frame(frame), FrameOutput::orientation)
            .data()));
  };
  const Vector3<double>& a = motion->axis;
  const Rotation<Expr> R =
      motion->in_child ? rotation(j.child) : rotation(j.parent) * j.origin.rotation;
  const Vector3<Expr> axis = R * Vector3<Expr>(Expr(a[0]), Expr(a[1]), Expr(a[2]));
  const auto [force, torque] = machine_.joint_reaction(joint);
  Expr effort = 0.0;
  if (motion->type != JointType::prismatic) effort += dot(vector(torque), axis);
  if (motion->type == JointType::prismatic) effort += dot(vector(force), axis);
  if (motion->type == JointType::screw) effort += j.pitch * dot(vector(force), axis);
  return effort - own.effort;
}

/// The power of what is prescribed.
Expr MachineEnergy::calc_motion_power(std::size_t index) {
  const Mechanism::Joint& joint = machine_.mechanism.joints[index];
  if (joint.drive) return joint.drive->is_inner ? Expr(0.0) : calc_drive_power(index);
  Expr sum = 0.0;
  for (const JointMotion& motion : joint_motions(joint)) {
    const auto& prescribed = joint.freedoms[static_cast<std::size_t>(motion.freedom)].motion;
    if (prescribed)
      sum += calc_bare_motion_effort(static_cast<int>(index), motion.freedom) * prescribed->rate;
  }
  return sum;
}

/// Of what a moving frame's side does to the other one.
Expr MachineEnergy::calc_drive_power(std::size_t index) {
  const Mechanism::Joint& joint = machine_.mechanism.joints[index];
  const int parent = machine_.mechanism.find_frame(joint.parent),
            child = machine_.mechanism.find_frame(joint.child);
  const auto output = [&](int frame, FrameOutput which) {
    return vector(machine_.kinematics().calc_frame_output(frame, which));
  };
  const auto [force, torque] = machine_.joint_reaction(static_cast<int>(index));
  // A frame to which nothing is attached may move by sampled values, which have no velocity.
  if (is_zero(force) && is_zero(torque)) return 0.0;
  const Vector3<Expr> spin = output(parent, FrameOutput::angular_velocity);
  const Vector3<Expr> arm =
      output(child, FrameOutput::position) - output(parent, FrameOutput::position);
  const Vector3<Expr> velocity = output(child, FrameOutput::velocity) -
                                 output(parent, FrameOutput::velocity) - cross(spin, arm);
  const Vector3<Expr> turn = output(child, FrameOutput::angular_velocity) - spin;
  return dot(vector(force), velocity) + dot(vector(torque), turn);
}

Expr MachineEnergy::calc_pull_supply(std::size_t index, Symbols& symbols) {
  const Mechanism::Pull& pull = machine_.mechanism.pulls[index];
  Loads& loads = machine_.kinematics().loads();
  if (pull.is_inner) return 0.0;
  if (symbols.varies(pull.stiffness) || symbols.varies(pull.length)) {
    return symbols.time_derivative(loads.calc_pull_energy(index)) + loads.calc_pull_loss(index) +
           loads.calc_pull_power(index);
  }
  return pull.force.is_constant(0.0) ? Expr(0.0) : -pull.force * loads.calc_length_rate(index);
}

Expr MachineEnergy::calc_bushing_supply(std::size_t index, Symbols& symbols) {
  const Mechanism::Bushing& bushing = machine_.mechanism.bushings[index];
  if (!any_varies(bushing.stiffness, symbols) && !any_varies(bushing.rotational_stiffness, symbols))
    return 0.0;
  Loads& loads = machine_.kinematics().loads();
  return symbols.time_derivative(loads.calc_bushing_energy(index)) +
         loads.calc_bushing_loss(index) + loads.calc_bushing_power(index);
}

/// Whether an equation of places names states that are not the machine's, of a controller say.
bool MachineEnergy::names_signals(const Expr& g, Symbols& symbols) const {
  std::vector<Expr> own;
  for (std::size_t k = 0; k < machine_.states().size(); ++k)
    if (!is_prescribed(machine_.mechanism, machine_.tree().links[k]))
      append(own, machine_.states()[k].q);
  for (const Closure& closure : machine_.closures())
    if (closure.joint()) append(own, closure.joint()->near);
  for (const InnerPart& part : machine_.inner_parts) append(own, part.q);
  for (const Mechanism::Mode& mode : machine_.modes().list_behind_rows())
    own.push_back(mode.displacement);
  const std::vector<Expr> named = find_symbols(std::span(&g, 1));
  return std::any_of(named.begin(), named.end(), [&](const Expr& symbol) {
    return symbols.varies(symbol) && std::find(own.begin(), own.end(), symbol) == own.end();
  });
}

Expr MachineEnergy::calc_closure_power(std::size_t index, Symbols& symbols) {
  const Closure& closure = machine_.closures()[index];
  if (const RodConstraint* rod = closure.rod())
    return -machine_.loops()->reactions().calc_tension(index) * rod->length.rate;
  if (!closure.equation()) return 0.0;
  // The prescribed coordinate of a tree's joint is a formula of time; that of a cut joint is not,
  // and what couplings do along it is in the joint's reaction.
  const Expr along_motions = machine_.loops()->reactions().calc_power_along_motions(index);
  if (closure.equation()->by_rate)
    return machine_.loops()->reactions().calc_equation_power(index, {}) - along_motions;
  // Of a flow that a bond prescribes the power is the bond's.
  for (const Mechanism::Equation& equation : machine_.mechanism.equations) {
    const auto at = static_cast<std::size_t>(&equation - machine_.mechanism.equations.data());
    if (machine_.equations().closure_of(at) == static_cast<int>(index) && !equation.follows.empty())
      return 0.0;
  }
  const Expr g = closure.equation()->motion.position;
  const Expr along_time = derivative(std::span(&g, 1), std::vector<Expr>{symbols.time()},
                                     std::vector<Expr>{Expr(1.0)})[0];
  // The place where something sticks is a discrete state, which follows nothing.
  const auto& stickings = machine_.mechanism.stickings;
  const bool sticks = std::any_of(stickings.begin(), stickings.end(), [&](const auto& sticking) {
    const auto at = static_cast<std::size_t>(sticking.equation);
    return machine_.equations().closure_of(at) == static_cast<int>(index);
  });
  if (along_time.is_constant(0.0) && (sticks || !names_signals(g, symbols))) return -along_motions;
  std::vector<std::vector<Expr>> rates(machine_.tree().links.size());
  for (std::size_t k = 0; k < rates.size(); ++k) {
    if (!is_prescribed(machine_.mechanism, machine_.tree().links[k]))
      rates[k] = machine_.tree_states().coordinate_rates(k, machine_.states()[k].v);
  }
  return machine_.loops()->reactions().calc_equation_power(index, rates) - along_motions;
}

}  // namespace holon::detail
