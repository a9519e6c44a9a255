// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/study/machine_facts.h"

#include <algorithm>
#include <cmath>

#include "holon/bond/power_graph.h"
#include "holon/hydraulics/circuit.h"
#include "holon/mechanics/lagrange/lagrange_systems.h"
#include "holon/mechanics/machine/machine.h"
#include "holon/model/assembly/conserved.h"

namespace holon {
namespace {

/// Looks through one mechanism.
class Survey {
 public:
  Survey(const Mechanism& mechanism, Symbols& symbols) : mechanism_(mechanism), symbols_(symbols) {}

  MachineFacts find() {
    facts_.has_bodies = std::any_of(mechanism_.bodies.begin(), mechanism_.bodies.end(),
                                    [](const auto& body) { return !body.is_frame; });
    check_gravity();
    check_joints();
    check_forces();
    return std::move(facts_);
  }

 private:
  // The world, and frames that move by formulas, but not those that move with a body's modes.
  bool is_outside(const std::string& frame) const {
    const int body = mechanism_.find_body(frame);
    if (body < 0) return true;
    const Mechanism::Body& own = mechanism_.bodies[static_cast<std::size_t>(body)];
    return own.is_frame && std::none_of(mechanism_.bodies.begin(), mechanism_.bodies.end(),
                                        [&](const Mechanism::Body& elastic) {
                                          return moves_with(own.name, elastic);
                                        });
  }
  static bool moves_with(const std::string& frame, const Mechanism::Body& body) {
    return std::any_of(body.modal_frames.begin(), body.modal_frames.end(),
                       [&](const Mechanism::ModalFrame& modal) { return modal.name == frame; });
  }
  // What a body's modes do to it; with `linear` it changes momentum.
  bool is_of_modes(const Mechanism::Wrench& wrench) const {
    return std::any_of(
        mechanism_.bodies.begin(), mechanism_.bodies.end(), [&](const Mechanism::Body& body) {
          if (body.modes.empty() || body.name != wrench.name) return false;
          return body.moves_center ||
                 std::all_of(body.modes.begin(), body.modes.end(), [](const Mechanism::Mode& mode) {
                   return mode.translation == Vector3<Expr>(0.0, 0.0, 0.0);
                 });
        });
  }
  void add_outer_force(const std::string& name) {
    std::vector<std::string>& all = facts_.outer_forces;
    if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
  }
  // What acts on one body acts opposite on another.
  bool is_balanced(const Mechanism::Wrench& wrench) const {
    if (!wrench.is_of_pair || is_outside(wrench.on)) return false;
    return std::any_of(mechanism_.wrenches.begin(), mechanism_.wrenches.end(),
                       [&](const Mechanism::Wrench& other) {
                         return other.is_of_pair && other.name == wrench.name &&
                                !is_outside(other.on) && are_opposite(wrench.force, other.force);
                       });
  }
  static bool are_opposite(const Vector3<Expr>& a, const Vector3<Expr>& b) {
    return (-a[0] == b[0] && -a[1] == b[1] && -a[2] == b[2]) ||
           (a[0] == -b[0] && a[1] == -b[1] && a[2] == -b[2]);
  }
  template <class Between>
  void inspect_between(const Between& element) {
    if (is_outside(element.between[0]) || is_outside(element.between[1]))
      add_outer_force(element.name);
  }

  void check_gravity() {
    const auto& g = mechanism_.gravity;
    if (!std::all_of(g.begin(), g.end(), [](const Expr& e) { return e.is_constant(0.0); }))
      add_outer_force("gravity");
    // Of masses on lines that power is not counted (Machine::calc_gravity_power).
    if (!mechanism_.line_bodies.empty() &&
        std::any_of(g.begin(), g.end(), [&](const Expr& e) { return symbols_.varies(e); }))
      facts_.sources.emplace_back("gravity, which changes");
    for (const Expr& e : g)
      if (e.is_constant()) facts_.gravity = std::hypot(facts_.gravity, e.value());
  }

  void check_joints() {
    for (const Mechanism::Joint& joint : mechanism_.joints) {
      const std::vector<FreedomInfo>& freedoms = joint_info(joint.type).freedoms;
      for (std::size_t k = 0; k < freedoms.size(); ++k)
        if (joint.freedoms[k].motion)
          facts_.prescribed_speeds.push_back(joint.name + "." + freedoms[k].rate);
      const int child = mechanism_.find_body(joint.child);
      const bool is_frame =
          child >= 0 && mechanism_.bodies[static_cast<std::size_t>(child)].is_frame;
      if (joint.type == JointType::free) continue;  // it holds nothing
      if (!is_frame && (is_outside(joint.parent) || is_outside(joint.child)))
        add_outer_force(joint.name);
    }
  }

  void check_forces() {
    for (const Mechanism::Wrench& wrench : mechanism_.wrenches) {
      if (!is_balanced(wrench) && !is_of_modes(wrench)) add_outer_force(wrench.name);
    }
    for (const Mechanism::Pull& pull : mechanism_.pulls) inspect_between(pull);
    for (const Mechanism::Bushing& bushing : mechanism_.bushings) inspect_between(bushing);
    for (const Mechanism::Rod& rod : mechanism_.rods) inspect_between(rod);
    for (const Mechanism::Equation& equation : mechanism_.equations) {
      if (!equation.activity)  // else a stop or friction between two sides
        add_outer_force(equation.name);
    }
  }

  const Mechanism& mechanism_;
  Symbols& symbols_;
  MachineFacts facts_;
};

std::vector<std::string> list_reactions(const SceneGraph& scene) {
  std::vector<std::string> outputs;
  for (const SceneArrow& arrow : scene.arrows) {
    if (arrow.kind == SceneArrow::Kind::reaction_force ||
        arrow.kind == SceneArrow::Kind::reaction_torque)
      outputs.push_back(arrow.output);
  }
  for (const SceneLink& link : scene.links) {
    if (link.kind == SceneLink::Kind::rod || link.kind == SceneLink::Kind::cable)
      outputs.push_back(link.name + ".tension");
  }
  return outputs;
}

}  // namespace

MachineFacts find_machine_facts(const LoadedModel& loaded) {
  MachineFacts facts;
  if (const std::shared_ptr<Machine> machine = Machine::find(*loaded.assembly))
    facts = Survey(machine->mechanism, *loaded.assembly->symbols()).find();
  if (const std::shared_ptr<hydraulics::Circuit> circuit =
          hydraulics::Circuit::find(*loaded.assembly))
    facts.fluid_nodes = circuit->list_contents();
  facts.reactions = list_reactions(loaded.assembly->scene());
  facts.has_energies = LagrangeSystems::find(*loaded.assembly) != nullptr;
  facts.conserved = loaded.assembly->domain<ConservedOutputs>().names;
  facts.has_bonds = PowerGraph::find(*loaded.assembly) != nullptr;
  return facts;
}

}  // namespace holon
