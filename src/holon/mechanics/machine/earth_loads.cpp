// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A body in axes fixed to the Earth, which rotates with Ω. Its centre of mass is at r, with the
// velocity v; ω is its angular velocity against the Earth, and P = ∫ ρ ρᵀ dm = ½ tr(I) 1 − I about
// the centre of mass. Normal gravity g(r), of the potential U, contains the centrifugal
// acceleration. Beside m g(0), which acts as uniform gravity:
//
//   F = m (g(r) − g(0)) − 2 m Ω × v
//   M = 2 ω × P Ω + Ω × P Ω             about the centre of mass
//   V = −m (U(r) − U(0) − g(0)·r) + ½ Ω·P Ω
//
// A body with modes (modal_share.cpp has the symbols; S = Σ p η, S' = Σ p η', σ' = Σ s η') feels
// gravity at its displaced centre, each mode the share p/m of it; and its T in inertial space, with
// v + Ω × x in the place of v and ω + Ω in that of ω, adds about the origin of its frame
//
//   F = −2 Ω × (ω × S + S'),     N = −2 S × (Ω × v) − Ω × σ',     Q = −2 p·(Ω × v) − Ω·(ω × s)
//
// which do no work together; the centrifugal terms are those of g.
//
// M is the moment of the Coriolis and the centrifugal forces, −∫ ρ × (2 Ω × (ω × ρ) + Ω × (Ω × ρ))
// dm: with it a free body keeps its angular momentum I (ω + Ω) in inertial space. Coriolis forces
// do no work. (H. Goldstein, C. Poole, J. Safko, Classical Mechanics, 3rd ed., 2002, §4.10.)
#include "holon/mechanics/machine/earth_loads.h"

#include "holon/base/errors.h"
#include "holon/earth/normal_gravity.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/graph/graph.h"
#include "holon/mechanics/machine/machine.h"
#include "holon/mechanics/mechanism/field_on_body.h"
#include "holon/mechanics/mechanism/frame_motion.h"
#include "holon/model/assembly/energy_account.h"
#include "holon/spatial/vector.h"

namespace holon {
namespace detail {

namespace {

using Matrix = Eigen::Matrix<Expr, 3, 3>;

/// g(r) − g(0) and U(r) − U(0) − g(0)·r, as one function that all bodies call.
class GravityChange {
 public:
  explicit GravityChange(const WorldSettings& world)
      : frame_(world.earth->frame()), gravity_(world.gravity) {
    const auto graph = std::make_shared<Graph>();
    const auto symbols = [&](const char* name, int count) {
      std::vector<Expr> made;
      for (int k = 0; k < count; ++k) {
        made.push_back(graph->symbol("earth " + std::string(name) + std::to_string(k)));
      }
      return made;
    };
    const std::vector<Expr> r = symbols("r", 3), c = symbols("c", 3), g = symbols("g", 3),
                            axes = symbols("R", 9);
    Matrix3<Expr> R;
    for (int k = 0; k < 9; ++k) R(k % 3, k / 3) = axes[static_cast<std::size_t>(k)];
    const Vector3<Expr> center(c[0], c[1], c[2]), at(r[0], r[1], r[2]), g0(g[0], g[1], g[2]);
    const Vector3<Expr> place = center + multiply(R, at);
    const Vector3<Expr> change = multiply_transposed(R, earth::gravity_vector(place)) - g0;
    const Expr potential =
        earth::gravity_potential(place) - earth::gravity_potential(center) - dot(g0, at);
    std::vector<Expr> arguments = c;
    arguments.insert(arguments.end(), g.begin(), g.end());
    arguments.insert(arguments.end(), axes.begin(), axes.end());
    change_ = Function::make("change of normal gravity", graph, {{"r", r}, {"site", arguments}},
                             {{"gravity", {change[0], change[1], change[2]}}});
    potential_ = Function::make("change of its potential", graph, {{"r", r}, {"site", arguments}},
                                {{"potential", {potential}}});
  }

  Vector3<Expr> acceleration(const Vector3<Expr>& r) const {
    const std::vector<Expr> g = call(change_, arguments_at(r));
    return {g[0], g[1], g[2]};
  }
  Expr potential(const Vector3<Expr>& r) const { return call(potential_, arguments_at(r))[0]; }

 private:
  std::vector<Expr> arguments_at(const Vector3<Expr>& r) const {
    std::vector<Expr> arguments{r[0], r[1], r[2]};
    for (const Expr e : frame_.origin_ecef()) arguments.push_back(e);
    for (const Expr e : gravity_) arguments.push_back(e);
    for (int k = 0; k < 9; ++k) arguments.push_back(frame_.axes()(k % 3, k / 3));
    return arguments;
  }

  earth::LocalFrame<Expr> frame_;
  Vector3<Expr> gravity_;
  FunctionRef change_, potential_;
};

class EarthLoads {
 public:
  EarthLoads(std::shared_ptr<Machine> machine, Assembly& assembly)
      : machine_(std::move(machine)),
        assembly_(assembly),
        change_(assembly.world()),
        rate_(assembly.world().earth->angular_velocity()),
        rotates_(assembly.world().earth->rotation) {}

  void act_on(Mechanism::Body& body) const {
    const FrameMotion motion(assembly_.symbols(), body.name);
    const Rotation<Expr> R = body.is_point ? Rotation<Expr>() : motion.orientation();
    const Vector3<Expr> arm = R * body.center_of_mass;
    Vector3<Expr> attracted = arm;
    if (body.moves_center) attracted += R * ((1.0 / body.mass) * body.calc_modal_moment());
    const Vector3<Expr> r = motion.vector(FrameOutput::position) + attracted;
    const Vector3<Expr> weight = body.mass * change_.acceleration(r);
    Vector3<Expr> force(0.0, 0.0, 0.0), torque(0.0, 0.0, 0.0);
    for (Mechanism::Mode& mode : body.modes)
      mode.force += dot(mode.translation, Vector3<Expr>(R.inverse() * weight)) / body.mass;
    Expr energy = -(body.mass * change_.potential(r));
    if (rotates_) {
      Vector3<Expr> v = motion.vector(FrameOutput::velocity);
      if (!body.is_point) {
        const Vector3<Expr> omega = motion.vector(FrameOutput::angular_velocity);
        v += cross(omega, arm);
        const Matrix P = calc_spread(body.inertia, R);
        Vector3<Expr> PW;
        for (int i = 0; i < 3; ++i) {
          PW[i] = P(i, 0) * rate_[0] + P(i, 1) * rate_[1] + P(i, 2) * rate_[2];
        }
        torque = cross(Vector3<Expr>(omega + omega + rate_), PW);
        energy += 0.5 * dot(rate_, PW);
      }
      force -= (2.0 * body.mass) * cross(rate_, v);
    }
    Mechanism::Wrench wrench;
    wrench.name = "world.earth";
    wrench.on = body.name;
    wrench.force = weight + force;
    wrench.torque = cross(attracted, weight) + cross(arm, force) + torque;
    if (rotates_ && !body.modes.empty()) add_mode_loads(body, motion, R, wrench);
    wrench.report = body.report;
    wrench.is_inner = true;
    wrench.is_of_pair = true;
    machine_->mechanism.wrenches.push_back(std::move(wrench));
    machine_->energy().add_stored(energy);
    if (!assembly_.symbols()->varies(body.mass)) return;
    // Mass that leaves (VariableMass) takes its share along.
    const Expr power = change_.potential(r) * assembly_.time_derivative(body.mass);
    EnergyAccount::of(assembly_)->add({.power = [power] { return -power; }});
  }

 private:
  /// Coriolis forces of the modes' motion.
  void add_mode_loads(Mechanism::Body& body, const FrameMotion& motion, const Rotation<Expr>& R,
                      Mechanism::Wrench& wrench) const {
    const Vector3<Expr> v = motion.vector(FrameOutput::velocity),
                        omega = motion.vector(FrameOutput::angular_velocity);
    const Vector3<Expr> turning = cross(rate_, v);
    Vector3<Expr> S(0.0, 0.0, 0.0), moving = S, spinning = S;
    if (body.moves_center) S = R * body.calc_modal_moment();
    for (Mechanism::Mode& mode : body.modes) {
      const Vector3<Expr> p = R * mode.translation, s = R * mode.rotation;
      moving += mode.rate * p;
      spinning += mode.rate * s;
      mode.force -= 2.0 * dot(p, turning) + dot(rate_, Vector3<Expr>(cross(omega, s)));
    }
    const Vector3<Expr> carried = cross(omega, S);
    wrench.force -= Expr(2.0) * cross(rate_, Vector3<Expr>(carried + moving));
    wrench.torque -= Expr(2.0) * cross(S, turning) + cross(rate_, spinning);
  }

  std::shared_ptr<Machine> machine_;
  Assembly& assembly_;
  GravityChange change_;
  Vector3<Expr> rate_;
  bool rotates_;
};

}  // namespace

void add_earth_loads(const std::shared_ptr<Machine>& machine, Assembly& assembly) {
  if (!assembly.world().earth) return;
  assembly.on_connect("earth", [machine](Assembly& a) {
    const EarthLoads loads(machine, a);
    if (a.world().earth->rotation && !machine->mechanism.line_bodies.empty())
      a.diagnostics().add_warning(
          {}, "the Coriolis forces of the rotating Earth on masses on lines ('" +
                  machine->mechanism.line_bodies.front().name + "') are neglected in this version");
    for (Mechanism::Body& body : machine->mechanism.bodies) {
      if (body.is_frame) continue;
      const bool has_inertia =
          std::ranges::any_of(body.inertia, [](const Expr& e) { return !e.is_constant(0.0); });
      if (!body.mass.is_constant(0.0) || has_inertia) loads.act_on(body);
    }
  });
}

}  // namespace detail
}  // namespace holon
