// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kinematics/tree_symbols.h"

#include "holon/base/errors.h"
#include "holon/mechanics/kinematics/force_checks.h"
#include "holon/mechanics/kinematics/kinematics.h"

namespace holon::detail {

namespace {

std::vector<Expr> part_of(const std::vector<Expr>& all, std::size_t first, int count) {
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + count};
}

/// The first symbol that is neither a coordinate nor a rate, if there is one.
std::string find_foreign_symbol(const Mechanism& mechanism, const TreeSymbols& s) {
  const auto name = [&](Expr e) -> std::string {
    return !e.is_constant() && e.graph() != s.graph.get()
               ? std::string(find_symbols({&e, 1}).at(0).symbol_name())
               : "";
  };
  for (std::size_t k = 0; k < s.states.size(); ++k) {
    const Link& link = s.tree.links[k];
    const Mechanism::Freedom& f = freedom_of(mechanism, link);
    std::vector<Expr> values{link.pitch, f.effort, f.stiffness, f.rest, f.damping};
    append(values, link.position);
    append(values, link.inertia);
    append_rotation(values, link);
    for (Expr e : values) {
      if (std::string foreign = name(e); !foreign.empty()) return foreign;
    }
  }
  std::vector<Expr> forces;  // lengths and masses, too
  append(forces, mechanism.gravity);
  for (const Mechanism::Wrench& w : mechanism.wrenches) {
    append(forces, w.force);
    append(forces, w.torque);
  }
  for (const Mechanism::Pull& p : mechanism.pulls) {
    forces.insert(forces.end(), {p.stiffness, p.length, p.damping, p.force});
  }
  for (const Mechanism::Rod& r : mechanism.rods) {
    forces.insert(forces.end(), {r.length.position, r.length.rate, r.length.acceleration});
  }
  for (const Mechanism::LineBody& b : mechanism.line_bodies) {
    forces.insert(forces.end(), {b.mass, b.center, b.inertia});
  }
  for (const Mechanism::Bushing& b : mechanism.bushings) {
    for (const auto* v :
         {&b.stiffness, &b.damping, &b.rotational_stiffness, &b.rotational_damping}) {
      append(forces, *v);
    }
  }
  for (Expr e : forces) {
    if (std::string foreign = name(e); !foreign.empty()) return foreign;
  }
  return {};
}

}  // namespace

TreeSymbols make_tree_symbols(const Mechanism& mechanism, const std::string& who,
                              AllowLoops allow_loops) {
  TreeSymbols s;
  std::vector<std::string> errors;
  check_force_elements(mechanism, errors);
  s.tree = make_tree(mechanism, errors);
  if (!errors.empty()) throw ModelError(errors.front());
  const auto joint_name = [&](int joint) {
    return "joint '" + mechanism.joints[static_cast<std::size_t>(joint)].name + "'";
  };
  if (allow_loops == AllowLoops::no && !s.tree.cuts.empty()) {
    throw ModelError(who + ": " + joint_name(s.tree.cuts.front().joint) +
                     " closes a loop, so that q and v are not independent");
  }
  if (allow_loops == AllowLoops::no && !mechanism.rods.empty()) {
    throw ModelError(who + ": '" + mechanism.rods.front().name +
                     "' holds a distance, so that q and v are not independent");
  }
  if (allow_loops == AllowLoops::no && !mechanism.line_bodies.empty()) {
    throw ModelError(who + ": '" + mechanism.line_bodies.front().name +
                     "' is a body between two pins, which is not in this version yet");
  }
  if (!mechanism.equations.empty()) {
    throw ModelError(who + ": '" + mechanism.equations.front().name +
                     "' is a constraint by formula, which needs the whole model");
  }
  int nq = 0, nv = 0;
  for (const Link& link : s.tree.links) {
    if (is_prescribed(mechanism, link)) {
      throw ModelError(who + ": the motion of " + joint_name(link.joint) + " is prescribed");
    }
    nq += joint_info(link.type).q;
    nv += joint_info(link.type).v;
  }
  s.graph = std::make_shared<Graph>();
  s.q = s.graph->symbols("q", nq);
  s.v = s.graph->symbols("v", nv);
  std::size_t at_q = 0, at_v = 0;
  for (const Link& link : s.tree.links) {
    const JointInfo& info = joint_info(link.type);
    LinkState& state = s.states.emplace_back();
    state.q = part_of(s.q, at_q, info.q);
    state.v = part_of(s.v, at_v, info.v);
    state.effort = freedom_of(mechanism, link).effort;
    s.first_v.push_back(at_v);
    at_q += static_cast<std::size_t>(info.q);
    at_v += static_cast<std::size_t>(info.v);
  }
  if (const std::string foreign = find_foreign_symbol(mechanism, s); !foreign.empty()) {
    throw ModelError(who + ": a value of the mechanism depends on '" + foreign +
                     "', which is not a function of q and v");
  }
  Kinematics(mechanism, s.tree, s.states).loads().apply_to(s.states);
  return s;
}

}  // namespace holon::detail
