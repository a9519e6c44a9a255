// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Frames that move with the coordinates of a system, and what they carry.
//
// To the mechanism such a frame is one whose motion is given: position p(q, t) and orientation
// R(q, t), with the velocity and acceleration that follow. What hangs on it takes a force F and a
// torque M (about the frame's origin) of it; the system has the opposite, and for its coordinates
// that is the generalized force
//
//   Q = −(∂p/∂q)ᵀ F − (∂ω/∂q')ᵀ M.
//
// F and M depend on the frame's acceleration, and so on q'': affinely, as d'Alembert's forces are.
// The accelerations are unknowns then that the sorting of the System solves for. Where the frame
// moves with time at standing coordinates, what moves it has the power F·∂p/∂t + M·ω at q' = 0.
//
// A body that is a member of a composition is fixed to such a frame. Its T and U are in the
// energies of the system, exact derivatives of
//
//   T = ½ m |d/dt (p + R c)|² + ½ ω·J ω,     U = −m g·(p + R c).
//
// Where nothing but uniform gravity acts on it, Lagrange's equations need no more. Else F and M
// hold all that acts, its own inertia too, which is given back: Q + M q'' + h + ∂U/∂q of the
// bodies.
//
// Where a mechanism holds on to a frame by rows (a loop, a rod, a limit), F and M are multipliers,
// and the inertia behind the frame belongs in their equations: the system is a part with inner
// states then, A = M⁻¹ f, B = M⁻¹ Dᵀ (aggregate_part.h). A body that is a member is a connection of
// the part as a whole, with its inertia in M; constraints of the system are equations of the
// mechanism in the part's coordinates.
//
// An elastic body is one of the mechanism with its modes: F and M hold their share, too, and what
// is given back is the undeformed body's.

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/expr/graph/function.h"
#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/lagrange/energy_checks.h"
#include "holon/mechanics/lagrange/lagrange_systems.h"
#include "holon/mechanics/machine/connection.h"
#include "holon/mechanics/machine/frame_outputs.h"
#include "holon/mechanics/machine/machine.h"
#include "holon/mechanics/tree/tree.h"

namespace holon {
namespace {

constexpr const char* kWeld = ".weld";  // behind the name of the frame on which a body is fixed

bool place_varies(Symbols& symbols, const FramePlace& place) {
  const auto varies = [&](const Expr& e) { return symbols.varies(e); };
  const Vector4<Expr> q = place.rotation.coefficients();
  return std::any_of(place.position.begin(), place.position.end(), varies) ||
         std::any_of(q.begin(), q.end(), varies);
}

/// Whether nothing but uniform gravity acts on a body beside the frame to which it is fixed.
bool is_alone(const Machine& machine, Symbols& symbols, const LagrangeDefinition::Frame& frame) {
  const Mechanism& m = machine.mechanism;
  const Mechanism::Body& body = *LagrangeSystems::find_body(m, frame.body);
  const int own = m.find_body(frame.body);
  const auto is_on = [&](const std::string& name) { return m.find_body(name) == own; };
  const auto is_between = [&](const auto& list) {
    return std::any_of(list.begin(), list.end(), [&](const auto& element) {
      return is_on(element.between[0]) || is_on(element.between[1]);
    });
  };
  if (machine.has_gravity || !m.equations.empty() || is_between(m.rods) ||
      is_between(m.line_bodies) || is_between(m.pulls) || is_between(m.bushings))
    return false;
  for (const Mechanism::Joint& joint : m.joints)
    if (joint.parent != frame.name && (is_on(joint.parent) || is_on(joint.child))) return false;
  for (const Mechanism::Wrench& wrench : m.wrenches)
    if (is_on(wrench.on)) return false;
  const auto varies = [&](const Expr& e) { return symbols.varies(e); };
  return body.modes.empty() && !varies(body.mass) &&
         std::none_of(body.inertia.begin(), body.inertia.end(), varies) &&
         std::none_of(body.center_of_mass.begin(), body.center_of_mass.end(), varies) &&
         std::none_of(m.gravity.begin(), m.gravity.end(), varies);
}

bool is_nothing(const std::array<std::vector<Expr>, 2>& reaction) {
  return detail::is_all_zero(reaction[0]) && detail::is_all_zero(reaction[1]);
}

/// What holds a mechanism by rows: a rod, an equation, or a joint that closes a loop over a driven
/// frame. Empty: nothing does.
std::string find_row(const Mechanism& mechanism) {
  if (!mechanism.rods.empty()) return mechanism.rods[0].name;
  if (!mechanism.line_bodies.empty()) return mechanism.line_bodies[0].name;
  if (!mechanism.equations.empty()) return mechanism.equations[0].name;
  std::vector<std::string> errors;
  const Tree tree = make_tree(mechanism, errors);
  for (const Tree::Cut& cut : tree.cuts) {
    for (const Tree::BodyPlace* side : {&cut.parent, &cut.child}) {
      for (int link = side->link; link != kWorld;
           link = tree.links[static_cast<std::size_t>(link)].parent) {
        const int joint = tree.links[static_cast<std::size_t>(link)].joint;
        if (joint >= 0 && mechanism.joints[static_cast<std::size_t>(joint)].drive)
          return mechanism.joints[static_cast<std::size_t>(cut.joint)].name;
      }
    }
  }
  return {};
}

}  // namespace

void LagrangeSystems::add_frame(PartBuilder& b, LagrangeDefinition& d, const std::string& local,
                                const FramePlace& place) {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  const std::string name = b.member(local);
  machine->frames.add(b.assembly(), name, "world", place, b.error_reporter(), true);
  detail::define_placed_frame(b, name, frame_outputs());
  d.frames.push_back({name, place});
}

void LagrangeSystems::add_body(PartBuilder& b, LagrangeDefinition& d, const std::string& body,
                               const FramePlace& place) {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  const std::string name = b.member(body);
  machine->frames.add(b.assembly(), name, "world", place, b.error_reporter(), true);
  Mechanism::Joint weld;
  weld.name = name + kWeld;
  weld.parent = name;
  weld.child = body;
  weld.report = b.error_reporter();
  machine->mechanism.joints.push_back(std::move(weld));
  d.frames.push_back({name, place, body});
}

/// Position and orientation of a frame in the system's own coordinates and time.
std::vector<Expr> LagrangeSystems::write_place(Assembly& assembly, const Member& member,
                                               const LagrangeDefinition::Frame& frame) const {
  detail::EnergyFormulas formulas(*assembly.symbols(), member.own);
  for (std::size_t k = 0; k < member.own.size(); ++k) {
    const std::string& name = member.definition.coordinates[k].name;
    formulas.define(member.definition.name + "." + name, member.own.q[k]);
  }
  for (const auto& [name, p] : member.where) formulas.define(name, p);
  const std::string parameter =
      (frame.body.empty() ? "frames." : "where.") +
      (frame.body.empty() ? frame.name.substr(member.definition.name.size() + 1) : frame.body);
  std::vector<Expr> place;
  for (const Expr& e : frame.place.position) place.push_back(write(member, formulas, parameter, e));
  for (const Expr& e : frame.place.rotation.coefficients())
    place.push_back(write(member, formulas, parameter, e));
  return place;
}

void LagrangeSystems::add_body_energies(Assembly& assembly, Member& member,
                                        const LagrangeDefinition::Frame& frame) {
  const Mechanism& mechanism = Machine::find(assembly)->mechanism;
  const Mechanism::Body& body = *find_body(mechanism, frame.body);
  const std::vector<Expr> place = write_place(assembly, member, frame);
  const std::vector<Expr> rates =
      detail::calc_time_derivatives(member.own, place, std::vector<Expr>(member.own.size(), 0.0));
  const Rotation<Expr> R(place[3], place[4], place[5], place[6]);
  const Vector3<Expr> w = R.calc_body_rate(Vector4<Expr>(rates[3], rates[4], rates[5], rates[6]));
  const Vector3<Expr> c = body.center_of_mass;
  const Vector3<Expr> arm = R * c, spin = R * cross(w, c);
  const auto& J = body.inertia;
  Expr kinetic = 0.0, potential = 0.0;
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<std::size_t>(i);
    kinetic += 0.5 * body.mass * square(rates[k] + spin[i]) + 0.5 * J[k] * square(w[i]);
    potential -= body.mass * mechanism.gravity[i] * (place[k] + arm[i]);
  }
  kinetic += J[3] * w[0] * w[1] + J[4] * w[0] * w[2] + J[5] * w[1] * w[2];
  for (detail::Energies* e : {&member.own, &member.bodies}) {
    e->kinetic += kinetic;
    e->potential += potential;
  }
}

std::vector<const LagrangeDefinition::Frame*> LagrangeSystems::list_frames(
    const Member& root) const {
  std::vector<const LagrangeDefinition::Frame*> frames;
  for (const Member& member : members_) {
    if (&root_of(member) != &root) continue;
    for (const LagrangeDefinition::Frame& frame : member.definition.frames)
      frames.push_back(&frame);
  }
  return frames;
}

/// The generalized forces of what the frames of a root and its members carry.
void LagrangeSystems::add_frame_forces(Assembly& assembly, Member& root) {
  const std::shared_ptr<Machine> machine = Machine::find(assembly);
  if (!machine) return;
  const std::vector<const LagrangeDefinition::Frame*> frames = list_frames(root);
  // The inertia of bodies that are members is given back for all of them or none.
  bool is_loaded = false;
  for (const LagrangeDefinition::Frame* frame : frames) {
    const int drive = machine->mechanism.find_drive(frame->name);
    if (drive < 0) continue;
    is_loaded =
        is_loaded || (frame->body.empty() ? !is_nothing(machine->joint_reaction(drive))
                                          : !is_alone(*machine, *assembly.symbols(), *frame));
  }
  root.is_coupled = is_loaded;
  for (const Member& member : members_) {
    if (&root_of(member) != &root) continue;
    for (const LagrangeDefinition::Frame& frame : member.definition.frames)
      add_frame_force(assembly, *machine, member, frame, root);
  }
}

void LagrangeSystems::add_frame_force(Assembly& assembly, Machine& machine, const Member& member,
                                      const LagrangeDefinition::Frame& frame, Member& root) {
  const int drive = machine.mechanism.find_drive(frame.name);
  if (drive < 0) return;  // it stands still
  const auto reaction = machine.joint_reaction(drive);
  if (is_nothing(reaction)) return;
  if (root.is_coupled && root.part < 0) check_loops(assembly, machine, frame.name, root);
  const std::vector<Expr> place = by_states(member, write_place(assembly, member, frame));
  const std::vector<Expr> still(root.own.size(), 0.0);
  const std::vector<Expr> rates = detail::calc_time_derivatives(root.own, place, still);
  const Rotation<Expr> R(place[3], place[4], place[5], place[6]);
  const Vector3<Expr> spin =
      R.calc_world_rate(Vector4<Expr>(rates[3], rates[4], rates[5], rates[6]));
  const std::vector<Expr> motion{rates[0], rates[1], rates[2], spin[0], spin[1], spin[2]};
  std::vector<Expr> wrench = reaction[0];
  wrench.insert(wrench.end(), reaction[1].begin(), reaction[1].end());
  const std::vector<Expr> moved = substitute(motion, root.own.v, still);
  for (std::size_t i = 0; i < wrench.size(); ++i) {
    root.frame_power += moved[i] * wrench[i];
    for (std::size_t a = 0; a < root.own.size() && root.is_coupled; ++a)
      root.frame_forces[a] -= derivative(motion[i], root.own.v[a]) * wrench[i];
  }
}

/// What holds the mechanism by rows, which need the inertia of the system behind the frame within
/// the mechanism's own equations.
void LagrangeSystems::check_loops(Assembly& assembly, Machine& machine, const std::string& frame,
                                  const Member& root) const {
  const std::string row = find_row(machine.mechanism);
  if (row.empty()) return;
  const std::string why = why_no_part(assembly, machine, root);
  throw ModelError("'" + row + "' and the frame '" + frame +
                       "' of a system that is described by its energies are in one mechanism: "
                       "closed loops, rods, joint limits and sticking friction are not possible "
                       "there" +
                       (why.empty() ? "" : ", since " + why),
                   root.own.row_count() == 0
                       ? "carry that body by a Fixed joint on a frame of a Lagrangian part with "
                         "these coordinates and some inertia of its own, or use a spring"
                       : "give the coordinates some inertia, or use a spring");
}

/// Why a system cannot be a part with inner states; empty: it can.
std::string LagrangeSystems::why_no_part(Assembly& assembly, const Machine& machine,
                                         const Member& root) const {
  const auto varies = [&](const Expr& e) { return assembly.symbols()->varies(e); };
  for (const LagrangeDefinition::Frame* frame : list_frames(root)) {
    if (frame->body.empty()) continue;
    const Mechanism::Body& body = *find_body(machine.mechanism, frame->body);
    if (!body.modes.empty()) return "its member '" + frame->body + "' is elastic";
    if (varies(body.mass) || std::any_of(body.inertia.begin(), body.inertia.end(), varies) ||
        std::any_of(body.center_of_mass.begin(), body.center_of_mass.end(), varies))
      return "the mass of its member '" + frame->body + "' varies";
  }
  if (root.own.row_count() == 0) return {};
  // Whose constraints are equations of the mechanism must have an inertia without them.
  detail::Energies free = root.own;
  free.positions.clear();
  free.speeds.clear();
  bool is_singular = false;
  detail::check_inertia(
      root.definition.coordinates, free, *assembly.symbols(),
      [&](const std::string&, const std::string&, const std::string&) { is_singular = true; });
  return is_singular ? "the mass matrix of '" + root.definition.name +
                           "' is singular without its constraints"
                     : std::string();
}

/// Where loops, rods or limits share the mechanism with frames of a system, it becomes a part with
/// inner states.
void LagrangeSystems::make_parts(Assembly& assembly) {
  const std::shared_ptr<Machine> machine = Machine::find(assembly);
  if (!is_sound_ || !machine || assembly.diagnostics().has_errors()) return;
  Mechanism probe = machine->mechanism;
  std::vector<std::string> errors;
  machine->frames.place(probe, errors);
  if (!errors.empty() || find_row(probe).empty()) return;
  for (Member& root : members_) {
    if (root.outer < 0 && why_no_part(assembly, *machine, root).empty())
      make_part(assembly, *machine, root);
  }
}

void LagrangeSystems::make_part(Assembly& assembly, Machine& machine, Member& root) {
  struct Connected {
    std::string frame, body;
    FramePlace place;
  };
  std::vector<Connected> connected;
  std::vector<Expr> placed = root.equations.mass;
  for (const Member& member : members_) {
    if (&root_of(member) != &root) continue;
    for (const LagrangeDefinition::Frame& frame : member.definition.frames) {
      if (!place_varies(*assembly.symbols(), frame.place)) continue;
      const std::vector<Expr> p = by_states(member, write_place(assembly, member, frame));
      placed.insert(placed.end(), p.begin(), p.end());
      connected.push_back({frame.name, frame.body, {{p[0], p[1], p[2]}, {p[3], p[4], p[5], p[6]}}});
    }
  }
  if (connected.empty() || assembly.diagnostics().has_errors()) return;
  const std::vector<Expr> symbols = find_symbols(placed);
  const LagrangeDefinition& d = root.definition;
  const std::size_t index = machine.inner_parts.add(d.name, d.report);
  InnerPart& part = machine.inner_parts[index];
  if (std::find(symbols.begin(), symbols.end(), root.own.time) != symbols.end())
    part.time = root.own.time;
  part.q = root.own.q;
  part.v = root.own.v;
  part.orientations.assign(root.own.size(), false);
  for (const LagrangeDefinition::Coordinate& c : d.coordinates) {
    part.starts.push_back(c.initial);
    part.start_rates.push_back(c.initial_rate);
  }
  part.A = detail::solve_lagrange(root.equations, detail::calc_total_force(root.equations), {}).x;
  part.mass = root.equations.mass;
  for (const Connected& c : connected) {
    if (c.body.empty()) {
      detail::connect(part, machine.mechanism, detail::make_connection(part, c.frame, c.place));
      continue;
    }
    const auto weld =
        std::find_if(machine.mechanism.joints.begin(), machine.mechanism.joints.end(),
                     [&](const Mechanism::Joint& joint) { return joint.name == c.frame + kWeld; });
    detail::connect_body(part, machine.mechanism, detail::make_connection(part, c.body, c.place),
                         static_cast<int>(weld - machine.mechanism.joints.begin()), c.frame);
  }
  add_rows(machine, root);
  root.part = static_cast<int>(index);
  root.is_coupled = true;
}

/// Its constraints become the mechanism's, which finds their multipliers with those of its loops.
void LagrangeSystems::add_rows(Machine& machine, Member& root) {
  root.first_equation = static_cast<int>(machine.mechanism.equations.size());
  const std::size_t places = root.own.positions.size();
  for (std::size_t k = 0; k < root.own.row_count(); ++k) {
    Mechanism::Equation row;
    row.of_speeds = k >= places;
    row.name = detail::name_row(root, k);
    row.owner = root.definition.name;
    row.g = row.of_speeds ? root.own.speeds[k - places] : root.own.positions[k];
    row.report = [report = root.definition.report, of_speeds = row.of_speeds](
                     const std::string&, const std::string& message,
                     const std::string& suggestion) {
      report(of_speeds ? "velocity_constraints" : "constraints", message, suggestion);
    };
    machine.mechanism.equations.push_back(std::move(row));
  }
}

}  // namespace holon
