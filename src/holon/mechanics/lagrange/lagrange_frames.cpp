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

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/expr/graph/function.h"
#include "holon/mechanics/lagrange/lagrange_systems.h"
#include "holon/mechanics/machine/machine.h"
#include "holon/mechanics/tree/tree.h"

namespace holon {
namespace {

int find_drive(const Mechanism& mechanism, const std::string& frame) {
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    if (mechanism.joints[j].name == frame && mechanism.joints[j].drive) return static_cast<int>(j);
  }
  return -1;
}

bool is_nothing(const std::array<std::vector<Expr>, 2>& reaction) {
  return std::all_of(reaction.begin(), reaction.end(), [](const std::vector<Expr>& v) {
    return std::all_of(v.begin(), v.end(), [](const Expr& e) { return e.is_constant(0.0); });
  });
}

}  // namespace

void LagrangeSystems::add_frame(PartBuilder& b, LagrangeDefinition& d, const std::string& local,
                                const FramePlace& place) {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  const std::string name = b.member(local);
  machine->frames.add(b.assembly(), name, "world", place, b.error_reporter(), true);
  b.assembly().define_outputs(name, frame_outputs(), [machine, name](int index) {
    const auto which = static_cast<FrameOutput>(index);
    machine->frames.check_output(name, which);
    return machine->calc_frame_output(name, which);
  });
  Machine::define_earth_outputs(b.assembly(), name);
  d.frames.push_back({name, place});
}

/// The generalized forces of what the frames of a root and its members carry.
void LagrangeSystems::add_frame_forces(Assembly& assembly, Member& root) {
  const std::shared_ptr<Machine> machine = Machine::find(assembly);
  if (!machine) return;
  for (const Member& member : members_) {
    if (&root_of(member) != &root || member.definition.frames.empty()) continue;
    detail::EnergyFormulas formulas(*assembly.symbols(), member.own);
    for (std::size_t k = 0; k < member.own.size(); ++k) {
      const std::string& name = member.definition.coordinates[k].name;
      formulas.define(member.definition.name + "." + name, member.own.q[k]);
    }
    for (const LagrangeDefinition::Frame& frame : member.definition.frames) {
      const int drive = find_drive(machine->mechanism, frame.name);
      if (drive < 0) continue;  // it stands still
      const auto reaction = machine->joint_reaction(drive);
      if (is_nothing(reaction)) continue;
      check_loops(*machine, frame.name);
      root.is_coupled = true;
      const std::string local = frame.name.substr(member.definition.name.size() + 1);
      std::vector<Expr> place;
      for (const Expr& e : frame.place.position)
        place.push_back(write(member, formulas, "frames." + local, e));
      for (const Expr& e : frame.place.rotation.coefficients())
        place.push_back(write(member, formulas, "frames." + local, e));
      place = by_states(member, std::move(place));
      const std::vector<Expr> rates =
          detail::calc_time_derivatives(root.own, place, std::vector<Expr>(root.own.size(), 0.0));
      const Rotation<Expr> R(place[3], place[4], place[5], place[6]);
      const Vector3<Expr> spin =
          R.calc_world_rate(Vector4<Expr>(rates[3], rates[4], rates[5], rates[6]));
      const std::vector<Expr> motion{rates[0], rates[1], rates[2], spin[0], spin[1], spin[2]};
      std::vector<Expr> wrench = reaction[0];
      wrench.insert(wrench.end(), reaction[1].begin(), reaction[1].end());
      const std::vector<Expr> still(root.own.size(), 0.0);
      const std::vector<Expr> moved = substitute(motion, root.own.v, still);
      for (std::size_t i = 0; i < wrench.size(); ++i) {
        root.frame_power += moved[i] * wrench[i];
        for (std::size_t a = 0; a < root.own.size(); ++a)
          root.frame_forces[a] -= derivative(motion[i], root.own.v[a]) * wrench[i];
      }
    }
  }
}

/// What would need the inertia of the system behind the frame within the mechanism's own equations.
void LagrangeSystems::check_loops(Machine& machine, const std::string& frame) const {
  const Mechanism& mechanism = machine.mechanism;
  const auto refuse = [&](const std::string& what) {
    throw ModelError("'" + what + "' and the frame '" + frame +
                         "' of a system that is described by its energies are in one mechanism: "
                         "closed loops, rods, joint limits and sticking friction are not in this "
                         "version yet there",
                     "write the condition in 'constraints' of the system, or use a spring");
  };
  if (!mechanism.rods.empty()) refuse(mechanism.rods[0].name);
  if (!mechanism.line_bodies.empty()) refuse(mechanism.line_bodies[0].name);
  if (!mechanism.equations.empty()) refuse(mechanism.equations[0].name);
  std::vector<std::string> errors;
  const Tree tree = make_tree(mechanism, errors);
  for (const Tree::Cut& cut : tree.cuts) {
    for (const Tree::BodyPlace* side : {&cut.parent, &cut.child}) {
      for (int link = side->link; link != kWorld;
           link = tree.links[static_cast<std::size_t>(link)].parent) {
        const int joint = tree.links[static_cast<std::size_t>(link)].joint;
        if (joint >= 0 && mechanism.joints[static_cast<std::size_t>(joint)].drive)
          refuse(mechanism.joints[static_cast<std::size_t>(cut.joint)].name);
      }
    }
  }
}

}  // namespace holon
