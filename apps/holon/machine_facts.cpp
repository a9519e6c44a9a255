// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/machine_facts.h"

#include <algorithm>
#include <array>
#include <span>

#include "holon/mechanics/machine.h"

namespace holon::app {
namespace {

/// Looks through one mechanism.
class Survey {
 public:
  Survey(const Mechanism& mechanism, Expr time) : mechanism_(mechanism), time_(time) {}

  MachineFacts find() {
    facts_.has_bodies = std::any_of(mechanism_.bodies.begin(), mechanism_.bodies.end(),
                                    [](const auto& body) { return !body.is_frame; });
    look_at_gravity();
    look_at_joints();
    look_at_forces();
    look_at_equations();
    return std::move(facts_);
  }

 private:
  bool moves(const Expr& e) const {
    const std::vector<Expr> symbols = find_symbols(std::array{e});
    return std::any_of(symbols.begin(), symbols.end(),
                       [&](const Expr& symbol) { return symbol.id() == time_.id(); });
  }
  // The world, and frames that move by formulas.
  bool is_outside(const std::string& frame) const {
    const int body = mechanism_.find_body(frame);
    return body < 0 || mechanism_.bodies[static_cast<std::size_t>(body)].is_frame;
  }
  template <class Between>
  void look_between(const Between& element) {
    if (is_outside(element.between[0]) || is_outside(element.between[1]))
      facts_.outer_forces.push_back(element.name);
  }

  void look_at_gravity() {
    const auto& g = mechanism_.gravity;
    if (!std::all_of(g.begin(), g.end(), [](const Expr& e) { return e.is_constant(0.0); }))
      facts_.outer_forces.push_back("gravity");
    if (std::any_of(g.begin(), g.end(), [&](const Expr& e) { return moves(e); }))
      facts_.sources.push_back("gravity, which changes");
  }

  void look_at_joints() {
    for (const Mechanism::Joint& joint : mechanism_.joints) {
      const int child = mechanism_.find_body(joint.child);
      const bool is_frame =
          child >= 0 && mechanism_.bodies[static_cast<std::size_t>(child)].is_frame;
      if (!is_frame && (is_outside(joint.parent) || is_outside(joint.child)))
        facts_.outer_forces.push_back(joint.name);
      // A joint to a frame that moves does work as the frame does.
      if (!is_frame && mechanism_.find_body(joint.parent) >= 0 && is_outside(joint.parent))
        facts_.sources.push_back(joint.name + " (on a moving frame)");
      for (const Mechanism::Freedom& freedom : joint.freedoms) {
        if (freedom.motion && !freedom.motion->position.is_constant())
          facts_.sources.push_back(joint.name + " (motion)");
        if (!freedom.effort.is_constant(0.0)) facts_.sources.push_back(joint.name + " (drive)");
        if (moves(freedom.rest) || moves(freedom.stiffness))
          facts_.sources.push_back(joint.name + " (a spring that changes)");
      }
    }
  }

  void look_at_forces() {
    for (const Mechanism::Wrench& wrench : mechanism_.wrenches) {
      facts_.outer_forces.push_back(wrench.name);
      if (wrench.report) {
        facts_.powers.push_back(wrench.name + ".power");
      } else {  // of a port, see power_ports.h
        facts_.sources.push_back(wrench.name + " (a bond)");
      }
    }
    for (const Mechanism::Pull& pull : mechanism_.pulls) {
      look_between(pull);
      if (!pull.force.is_constant(0.0)) facts_.sources.push_back(pull.name + " (force)");
      if (moves(pull.length) || moves(pull.stiffness))
        facts_.sources.push_back(pull.name + " (a spring that changes)");
    }
    for (const Mechanism::Bushing& bushing : mechanism_.bushings) look_between(bushing);
    for (const Mechanism::Rod& rod : mechanism_.rods) {
      look_between(rod);
      if (!rod.length.position.is_constant() && moves(rod.length.position))
        facts_.sources.push_back(rod.name + " (length)");
    }
  }

  void look_at_equations() {
    for (const Mechanism::Equation& equation : mechanism_.equations) {
      if (equation.activity) continue;  // a stop or friction between two sides
      facts_.outer_forces.push_back(equation.name);
      if (moves(equation.g) || !equation.follows.empty()) {
        facts_.sources.push_back(equation.name);
      }
    }
  }

  const Mechanism& mechanism_;
  const Expr time_;
  MachineFacts facts_;
};

}  // namespace

MachineFacts find_machine_facts(const LoadedModel& loaded) {
  const std::shared_ptr<Machine> machine = Machine::find(*loaded.assembly);
  if (!machine) return {};
  MachineFacts facts = Survey(machine->mechanism, loaded.assembly->time()).find();
  // A contact's force is counted by what it stores and what friction takes.
  std::erase_if(facts.powers,
                [&](const std::string& name) { return !loaded.system.find_output(name); });
  return facts;
}

}  // namespace holon::app
