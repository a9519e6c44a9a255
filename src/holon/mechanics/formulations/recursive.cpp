// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/recursive.h"

#include "holon/base/errors.h"
#include "holon/mechanics/formulations/loops.h"
#include "holon/mechanics/formulations/recursive_passes.h"
#include "holon/mechanics/kinematics/tree_symbols.h"

namespace holon {

namespace {

/// A cut joint has no coordinates here, so nothing may depend on them.
void check_cut(const Mechanism::Joint& joint, const std::string& who) {
  const auto refuse = [&](const std::string& what) {
    throw ModelError(who + ": joint '" + joint.name + "' closes a loop, and " + what +
                     " needs its coordinate, which q does not contain");
  };
  if (joint.type == JointType::screw) refuse("a screw");
  for (std::size_t f = 0; f < joint_info(joint.type).freedoms.size(); ++f) {
    const Mechanism::Freedom& freedom = joint.freedoms[f];
    if (freedom.motion) refuse("a prescribed motion");
    for (const Expr& e : {freedom.effort, freedom.stiffness, freedom.damping}) {
      if (!e.is_constant(0.0)) refuse("a spring, damper or effort");
    }
  }
}

std::vector<Closure> make_closures(const Mechanism& mechanism, const Tree& tree,
                                   const std::string& who) {
  std::vector<Closure> closures;
  for (const Tree::Cut& cut : tree.cuts) {
    const Mechanism::Joint& joint = mechanism.joints[static_cast<std::size_t>(cut.joint)];
    if (joint.type == JointType::free) continue;
    if (cut.parent.link == Mechanism::kWorld && cut.child.link == Mechanism::kWorld) continue;
    check_cut(joint, who);
    closures.push_back(
        {.name = joint.name, .sides = {cut.parent, cut.child}, .kind = CutJoint{joint}});
  }
  for (const Mechanism::Rod& rod : mechanism.rods) {
    closures.push_back(Closure::of(mechanism, tree, rod));
  }
  for (const Mechanism::LineBody& body : mechanism.line_bodies) {
    if (auto closure = Closure::of(mechanism, tree, body)) closures.push_back(std::move(*closure));
  }
  return closures;
}

std::vector<Expr> joined(const std::vector<std::vector<Expr>>& parts) {
  std::vector<Expr> all;
  for (const std::vector<Expr>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace

std::vector<std::vector<Expr>> calc_recursive(const Mechanism& mechanism, const Tree& tree,
                                              const std::vector<LinkState>& links) {
  detail::RecursivePasses passes(mechanism, tree, links);
  return passes.run_return(passes.rates());
}

FunctionRef make_forward_dynamics(const Mechanism& mechanism) {
  const std::string who = "make_forward_dynamics";
  detail::TreeSymbols s = detail::make_tree_symbols(mechanism, who, detail::AllowLoops::yes);
  const std::vector<Expr> tau = s.graph->symbols("tau", static_cast<int>(s.v.size()));
  for (std::size_t k = 0; k < s.states.size(); ++k) {
    if (is_straight(s.tree.links[k].type)) s.states[k].effort += tau[s.first_v[k]];
  }
  const std::vector<Closure> closures = make_closures(mechanism, s.tree, who);
  std::vector<Expr> vdot;
  if (closures.empty()) {
    vdot = joined(calc_recursive(mechanism, s.tree, s.states));
  } else {
    Loops loops(mechanism, s.tree, s.states, closures, make_factor_solver);
    vdot = joined(loops.calc_accelerations({}));
  }
  return Function::make("forward dynamics", s.graph, {{"q", s.q}, {"v", s.v}, {"tau", tau}},
                        {{"vdot", vdot}});
}

FunctionRef make_loop_errors(const Mechanism& mechanism) {
  const std::string who = "make_loop_errors";
  const detail::TreeSymbols s = detail::make_tree_symbols(mechanism, who, detail::AllowLoops::yes);
  Loops loops(mechanism, s.tree, s.states, make_closures(mechanism, s.tree, who),
              make_factor_solver);
  return Function::make(
      "loop errors", s.graph, {{"q", s.q}, {"v", s.v}},
      {{"position", loops.rows().calc_positions()}, {"velocity", loops.rows().calc_velocities()}});
}

}  // namespace holon
