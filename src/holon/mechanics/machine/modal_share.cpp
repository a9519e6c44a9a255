// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Modes of elastic bodies. With v [m/s] and ω [rad/s] of the origin of the body's frame, m, c and J
// of the undeformed body about it, and for each mode its coordinate η [m], mass A [kg],
// participations p [kg] in translation and s [kg m] in rotation, S = Σ p η [kg m]:
//
//   T = ½ m v² + v·(ω × (m c + S)) + ½ ω·J ω + ½ Σ A η'² + Σ η' (p·v + s·ω)                    (1)
//
// all in the body's axes. T does not change where the body is moved or turned, so momentum and
// angular momentum follow from it and are conserved, as is the energy:
//
//   P = m v + ω × (m c + S) + S',      H = J ω + (m c + S) × v + Σ s η'                        (2)
//
// From P° + ω × P = F, H° + ω × H + v × P = N and Lagrange's equation of η, with a = v° + ω × v:
//
//   m a + ω' × (m c + S) + ω × (ω × (m c + S)) + S'' + 2 ω × S' = F
//   J ω' + ω × J ω + (m c + S) × a + Σ s η'' + ω × Σ s η'       = N                            (3)
//   A η'' + p·a + s·ω' = Q
//
// η'' is eliminated: −Σ u uᵀ/A, u = (p, s), adds to the inertia (Link::modal), and −u Q/A with the
// terms of η' in (3) are loads. Where a frame that moves with the modes carries something, its
// wrench (F_f, M_f) adds −(∂r/∂η·F_f + ∂θ/∂η·M_f) to Q; this depends on accelerations, and η'' are
// unknowns of the System, or are eliminated with rows of constraints (modal_rows.cpp). The source
// of the form with rotation alone, J ω' + δᵀη'' + ω × (J ω + δᵀη') = τ, η'' + 2ζΩ η' + Ω² η + δ ω'
// = 0, is (3) with p = 0: P. W. Likins, Dynamics and Control of Flexible Space Vehicles, JPL TR
// 32-1329, 1970.

#include "holon/mechanics/machine/modal_share.h"

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/expr/derive/jacobian.h"
#include "holon/expr/graph/function.h"
#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/machine/machine.h"
#include "holon/mechanics/mechanism/frame_motion.h"
#include "holon/mechanics/tree/link_axes.h"
#include "holon/spatial/vector.h"

namespace holon::detail {

namespace {

/// Whether a formula names something that begins so, by others that it names, too.
bool names_any(const Symbols& symbols, Expr formula, const std::string& prefix, int depth = 0) {
  constexpr int kDeepest = 100;  // of formulas that name each other
  if (depth > kDeepest) return true;
  for (const Expr& symbol : find_symbols(std::span(&formula, 1))) {
    if (symbol.symbol_name().starts_with(prefix)) return true;
    const Expr* const below = symbols.formula_of(symbol);
    if (below && names_any(symbols, *below, prefix, depth + 1)) return true;
  }
  return false;
}

/// A constraint by a formula that names something that begins so, if there is one.
const Mechanism::Equation* find_equation_of(const Mechanism& mechanism, const Symbols& symbols,
                                            const std::string& prefix) {
  for (const Mechanism::Equation& equation : mechanism.equations) {
    if (names_any(symbols, equation.g, prefix)) return &equation;
  }
  return nullptr;
}

/// Whether a joint, a force or another moving frame holds on to a frame.
bool carries_something(const Mechanism& mechanism, const std::string& frame) {
  const int body = mechanism.find_body(frame);
  if (body == kWorld) return false;
  const auto is_on = [&](const std::string& other) { return mechanism.find_body(other) == body; };
  const auto holds = [&](const auto& elements) {
    return std::any_of(elements.begin(), elements.end(), [&](const auto& element) {
      return is_on(element.between[0]) || is_on(element.between[1]);
    });
  };
  return std::any_of(mechanism.joints.begin(), mechanism.joints.end(),
                     [&](const Mechanism::Joint& joint) {
                       return is_on(joint.parent) || (is_on(joint.child) && joint.name != frame);
                     }) ||
         std::any_of(mechanism.wrenches.begin(), mechanism.wrenches.end(),
                     [&](const Mechanism::Wrench& wrench) { return is_on(wrench.on); }) ||
         holds(mechanism.rods) || holds(mechanism.line_bodies) || holds(mechanism.pulls) ||
         holds(mechanism.bushings);
}

Rotation<Expr> orientation_of(Kinematics& kinematics, int frame) {
  const std::vector<Expr> q = kinematics.calc_frame_output(frame, FrameOutput::orientation);
  return {q[0], q[1], q[2], q[3]};
}

}  // namespace

/// Whether constraints share the mechanism with the modes: their equations need these within.
bool ModalShare::needs_rows(Assembly& assembly) const {
  const Mechanism& mechanism = machine_.mechanism;
  if (!mechanism.rods.empty() || !mechanism.line_bodies.empty()) return true;
  for (std::size_t k = 0; k < mechanism.equations.size(); ++k) {
    const bool is_friction = std::any_of(
        mechanism.stickings.begin(), mechanism.stickings.end(),
        [&](const Mechanism::Sticking& s) { return s.equation == static_cast<int>(k); });
    if (!is_friction) return true;
  }
  for (const Mechanism::Body& body : mechanism.bodies) {
    if (find_equation_of(mechanism, *assembly.symbols(), body.name + ".modes[") &&
        !body.modes.empty())
      return true;
  }
  std::vector<std::string> errors;
  return !make_tree(mechanism, errors).cuts.empty();
}

/// Where nothing but joints of the tree holds what the frames carry, the modes' accelerations are
/// unknowns of the System in `recursive`.
void ModalShare::couple(Assembly& assembly, bool has_body_states) {
  Mechanism& mechanism = machine_.mechanism;
  std::vector<std::size_t> coupled;
  for (std::size_t b = 0; b < mechanism.bodies.size(); ++b) {
    const Mechanism::Body& body = mechanism.bodies[b];
    if (body.modes.empty()) continue;
    const auto is_named = [&](const std::string& prefix) {
      return find_equation_of(mechanism, *assembly.symbols(), prefix) != nullptr;
    };
    const bool is_coupled =
        is_named(body.name + ".modes[") ||
        std::any_of(body.modal_frames.begin(), body.modal_frames.end(),
                    [&](const Mechanism::ModalFrame& f) {
                      return carries_something(mechanism, f.name) || is_named(f.name + ".");
                    });
    if (is_coupled) coupled.push_back(b);
  }
  if (coupled.empty()) return;
  const bool by_rows = has_body_states || needs_rows(assembly);
  for (const std::size_t b : coupled) {
    if (by_rows) {
      put_behind_rows(b);
      continue;
    }
    Mechanism::Body& body = mechanism.bodies[b];
    for (std::size_t k = 0; k < body.modes.size(); ++k) {
      body.modes[k].acceleration =
          assembly.add_unknown(body.name + ".modes[" + std::to_string(k) + "].acceleration", 0.0);
    }
  }
}

/// The modes' share of (3) that is no inertia of the link. This is about the link's origin, from
/// which the body's is at r: a differs by ω × (ω × r), which no inertia brings along.
void ModalShare::add_loads(Assembly& assembly) {
  for (std::size_t b = 0; b < machine_.mechanism.bodies.size(); ++b) {
    const Mechanism::Body& body = machine_.mechanism.bodies[b];
    if (body.modes.empty()) continue;
    Mechanism::Wrench wrench;
    wrench.name = body.name;
    wrench.on = wrench.axes = body.name;
    wrench.report = body.report;
    wrench.is_inner = true;
    const FrameMotion motion(assembly.symbols(), body.name);
    const Vector3<Expr> spin = motion.vector(FrameOutput::angular_velocity_body);
    const FramePlace& place = machine_.tree().bodies[b].place;
    const Vector3<Expr> r = place.rotation.inverse() * place.position;
    const Vector3<Expr> centripetal = cross(spin, Vector3<Expr>(cross(spin, r)));
    Vector3<Expr> moving{0.0, 0.0, 0.0}, turning{0.0, 0.0, 0.0};  // S', Σ s η'
    for (const Mechanism::Mode& mode : body.modes) {
      const Expr inertia = mode.acceleration
                               ? *mode.acceleration
                               : (mode.force - dot(mode.translation, centripetal)) / mode.mass;
      wrench.force -= inertia * mode.translation;
      wrench.torque -= inertia * mode.rotation;
      moving += mode.rate * mode.translation;
      turning += mode.rate * mode.rotation;
    }
    if (body.moves_center) wrench.force -= Expr(2.0) * cross(spin, moving);
    wrench.torque -= cross(spin, turning);
    machine_.mechanism.wrenches.push_back(std::move(wrench));
  }
}

/// η'' of a body's mode by (3), from the motion of the link.
Expr ModalShare::calc_acceleration(std::size_t index, const Mechanism::Mode& mode) {
  Expr force = mode.force;
  if (mode.acceleration) force += calc_frame_force(machine_.mechanism.bodies[index], mode);
  const std::size_t part = find_carried(index);
  if (part == carried_.size())
    return calc_free_acceleration(machine_.kinematics(), index, mode, force);
  const std::vector<Mechanism::Mode>& modes = machine_.mechanism.bodies[index].modes;
  const auto k = static_cast<std::size_t>(&mode - modes.data());
  const Expr free =
      calc_free_acceleration(machine_.kinematics(), index, mode, force + carried_[part].loads[k]);
  return added_.empty() ? free : free + added_[part][k];
}

/// The generalized force of what the frames carry that move with the mode.
Expr ModalShare::calc_frame_force(const Mechanism::Body& body, const Mechanism::Mode& mode) {
  Expr sum = 0.0;
  const Rotation<Expr> R_WB =
      orientation_of(machine_.kinematics(), machine_.mechanism.find_frame(body.name));
  for (const Mechanism::ModalFrame& frame : body.modal_frames) {
    const int drive = machine_.mechanism.find_drive(frame.name);
    if (drive < 0 || !carries_something(machine_.mechanism, frame.name)) continue;
    const std::array<std::vector<Expr>, 2> reaction = machine_.joint_reaction(drive);
    const Vector4<Expr> q = frame.place.rotation.coefficients();
    std::vector<Expr> place(frame.place.position.begin(), frame.place.position.end());
    place.insert(place.end(), q.begin(), q.end());
    const std::vector<Expr> slope =
        derivative(place, std::vector<Expr>{mode.displacement}, std::vector<Expr>{Expr(1.0)});
    const Vector3<Expr> shift(slope[0], slope[1], slope[2]);
    const Vector3<Expr> turn =
        frame.place.rotation.calc_world_rate(Vector4<Expr>(slope[3], slope[4], slope[5], slope[6]));
    sum -= dot(Vector3<Expr>(R_WB * shift), vector_of(reaction[0])) +
           dot(Vector3<Expr>(R_WB * turn), vector_of(reaction[1]));
  }
  return sum;
}

Expr ModalShare::acceleration(std::size_t body, std::size_t mode) {
  const Mechanism::Mode& m = machine_.mechanism.bodies[body].modes[mode];
  return m.acceleration ? *m.acceleration : calc_acceleration(body, m);
}

void ModalShare::set_equations(Assembly& assembly, std::vector<LinkState>& states) {
  for (std::size_t b = 0; b < machine_.mechanism.bodies.size(); ++b) {
    std::vector<Expr> accelerations;
    for (const Mechanism::Mode& mode : machine_.mechanism.bodies[b].modes) {
      accelerations.push_back(calc_acceleration(b, mode));
      if (mode.acceleration)
        assembly.set_equation(*mode.acceleration, *mode.acceleration - accelerations.back());
      assembly.set_derivative(mode.displacement, mode.rate);
      assembly.set_derivative(mode.rate,
                              mode.acceleration ? *mode.acceleration : accelerations.back());
    }
    if (const std::size_t part = find_carried(b); part < carried_.size())
      set_frames(carried_[part], accelerations, states);
  }
}

/// Of (1) what the link's inertia does not have: ½ Σ A η'² + Σ η' (p·v + s·ω).
Expr ModalShare::calc_kinetic_energy() {
  Expr sum = 0.0;
  for (std::size_t b = 0; b < machine_.mechanism.bodies.size(); ++b) {
    const Tree::BodyPlace& at = machine_.tree().bodies[b];
    for (const Mechanism::Mode& mode : machine_.mechanism.bodies[b].modes) {
      sum += 0.5 * mode.mass * square(mode.rate);
      if (at.link == kWorld) continue;
      const auto V = motor_of<VelocityMotor<Expr>>(
          machine_.kinematics().velocity(static_cast<std::size_t>(at.link)));
      sum += mode.rate * dot(calc_participation(mode, at.place), V);
    }
  }
  return sum;
}

/// Of uniform gravity on S, for bodies at rest; of those that move, the link has it.
Expr ModalShare::calc_potential_energy() {
  Expr sum = 0.0;
  for (std::size_t b = 0; b < machine_.mechanism.bodies.size(); ++b) {
    const Mechanism::Body& body = machine_.mechanism.bodies[b];
    if (!body.moves_center || machine_.tree().bodies[b].link != kWorld) continue;
    sum -= dot(machine_.mechanism.gravity,
               Vector3<Expr>(machine_.tree().bodies[b].place.rotation * body.calc_modal_moment()));
  }
  return sum;
}

/// Σ p η' or Σ s η' about the world's origin, in world axes.
std::vector<Expr> ModalShare::calc_momentum(bool is_angular) {
  MomentumMotor<Expr> sum;
  for (std::size_t b = 0; b < machine_.mechanism.bodies.size(); ++b) {
    const Tree::BodyPlace& at = machine_.tree().bodies[b];
    for (const Mechanism::Mode& mode : machine_.mechanism.bodies[b].modes) {
      const ForceMotor<Expr> u = calc_participation(mode, at.place);
      MomentumMotor<Expr> own(Vector3<Expr>(mode.rate * u.resultant()),
                              Vector3<Expr>(mode.rate * u.moment()));
      if (at.link != kWorld) {
        const std::span<const Expr> pose =
            machine_.kinematics().pose(static_cast<std::size_t>(at.link));
        own = own.rotate(matrix_by_rows(pose.first(9))).shift_back(vector_of(pose.last(3)));
      }
      sum += own;
    }
  }
  return list_of(is_angular ? sum.moment() : sum.resultant());
}

}  // namespace holon::detail
