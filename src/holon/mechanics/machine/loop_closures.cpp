// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/loop_closures.h"

#include "holon/expr/graph/graph.h"
#include "holon/mechanics/formulations/closure_state.h"
#include "holon/mechanics/formulations/loops.h"
#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/kinematics/joint_values.h"
#include "holon/mechanics/machine/connection_checks.h"

namespace holon::detail {

namespace {

/// One that closes a loop of joints.
void refuse_free_joint(const Mechanism::Joint& joint) {
  joint.report("between",
               "'" + joint.parent + "' and '" + joint.child +
                   "' are connected already, and a Free joint constrains nothing",
               "leave it out; a Relative measures their relative motion");
}

}  // namespace

void LoopClosures::find_needed_rows(const Mechanism& mechanism, const Tree& tree, Graph& graph) {
  if (tree.cuts.empty()) return;
  const auto symbols = [&](int count) { return graph.symbols("probe", count); };
  std::vector<LinkState> states(tree.links.size());
  for (std::size_t k = 0; k < states.size(); ++k) {
    if (set_prescribed(mechanism, tree.links[k], states[k])) continue;
    const JointInfo& info = joint_info(tree.links[k].type);
    states[k].q = symbols(info.q);
    states[k].v = symbols(info.v);
  }
  std::vector<Closure> closures;
  std::vector<int> joints;
  for (const Tree::Cut& cut : tree.cuts) {
    const Mechanism::Joint& joint = mechanism.joints[static_cast<std::size_t>(cut.joint)];
    if (is_on_connection(mechanism, joint)) continue;
    if (joint.type == JointType::free) {
      refuse_free_joint(joint);
      continue;
    }
    CutJoint own{joint};
    own.near = symbols(static_cast<int>(cut_angles(joint.type).size()));
    closures.push_back(
        {.name = joint.name, .sides = {cut.parent, cut.child}, .kind = std::move(own)});
    joints.push_back(cut.joint);
  }
  const Loops loops(mechanism, tree, states, std::move(closures), make_factor_solver);
  for (std::size_t c = 0; c < joints.size(); ++c) needed_rows_[joints[c]] = loops.needed()[c];
}

void LoopClosures::add_joints(Assembly& assembly, const Mechanism& mechanism, const Tree& tree,
                              bool has_body_states) {
  of_joint_.assign(mechanism.joints.size(), -1);
  for (const Tree::Cut& cut : tree.cuts) {
    const Mechanism::Joint& joint = mechanism.joints[static_cast<std::size_t>(cut.joint)];
    if (joint.type == JointType::free) {
      if (!has_body_states && !is_on_connection(mechanism, joint)) refuse_free_joint(joint);
      continue;
    }
    if (cut.parent.link == kWorld && cut.child.link == kWorld) continue;
    of_joint_[static_cast<std::size_t>(cut.joint)] = static_cast<int>(closures_.size());
    closures_.push_back(close_joint(assembly, mechanism, tree, cut));
  }
}

Closure LoopClosures::close_joint(Assembly& assembly, const Mechanism& mechanism, const Tree& tree,
                                  const Tree::Cut& cut) const {
  const Mechanism::Joint& joint = mechanism.joints[static_cast<std::size_t>(cut.joint)];
  Closure closure{.name = joint.name,
                  .sides = {cut.parent, cut.child},
                  .bodies = {mechanism.find_body(joint.parent), mechanism.find_body(joint.child)},
                  .kind = CutJoint{joint}};
  CutJoint& own = *closure.joint();
  const auto is_point = [&](const Tree::BodyPlace& side) {
    return side.link != kWorld &&
           tree.links[static_cast<std::size_t>(side.link)].type == JointType::translation;
  };
  if (joint.type == JointType::fixed && (is_point(cut.parent) || is_point(cut.child)))
    own.joint.type = JointType::spherical;
  if (const auto known = needed_rows_.find(cut.joint); known != needed_rows_.end())
    own.needed = known->second;
  if (is_on_connection(mechanism, joint))
    own.needed.assign(static_cast<std::size_t>(closure.row_count()), true);
  const std::vector<FreedomInfo>& freedoms = joint_info(joint.type).freedoms;
  for (std::size_t f = 0; f < freedoms.size(); ++f) {
    if (!freedoms[f].turns) continue;
    StateBlock state;
    state.name = joint.name + "." + freedoms[f].coordinate;
    state.dimension = dimensions::kAngle;
    own.near.push_back(assembly.add_state(
        std::move(state), {joint.start_q.empty() ? Expr(0.0) : joint.start_q[f]})[0]);
  }
  return closure;
}

void LoopClosures::add_rods(const Mechanism& mechanism, const Tree& tree) {
  for (const Mechanism::Rod& rod : mechanism.rods) {
    of_rod_.push_back(closures_.size());
    closures_.push_back(Closure::of(mechanism, tree, rod));
  }
}

void LoopClosures::set_angle_derivatives(Assembly& assembly, Kinematics& kinematics) const {
  for (const Closure& closure : closures_) {
    const CutJoint* cut = closure.joint();
    if (!cut || cut->near.empty()) continue;
    const std::vector<Expr> state = calc_joint_state(closure, kinematics, MotionLevel::speeds);
    const auto count = static_cast<std::size_t>(joint_info(cut->joint.type).v);
    std::size_t near = 0;
    for (const int angle : cut_angles(cut->joint.type)) {
      assembly.set_derivative(cut->near[near++], state[count + static_cast<std::size_t>(angle)]);
    }
  }
}

void LoopClosures::add_efforts(Kinematics& kinematics, std::vector<LinkState>& states,
                               MachineEnergy& energy) {
  for (Closure& closure : closures_) {
    CutJoint* cut = closure.joint();
    const std::size_t count = cut ? joint_info(cut->joint.type).freedoms.size() : 0;
    if (count == 0) continue;
    std::vector<Expr> places, speeds, efforts;
    const auto know = [&](std::vector<Expr>& state, MotionLevel level) {
      if (state.empty()) state = calc_joint_state(closure, kinematics, level);
    };
    for (std::size_t f = 0; f < count; ++f) {
      const Mechanism::Freedom& freedom = cut->joint.freedoms[f];
      Expr effort = freedom.motion ? Expr(0.0) : freedom.effort;
      if (!freedom.stiffness.is_constant(0.0)) {
        know(places, MotionLevel::places);
        const Expr stretch = places[f] - freedom.rest;
        effort -= freedom.stiffness * stretch;
        energy.add_stored(0.5 * freedom.stiffness * square(stretch));
      }
      if (!freedom.damping.is_constant(0.0)) {
        know(speeds, MotionLevel::speeds);
        effort -= freedom.damping * speeds[count + f];
        energy.add_dissipated(freedom.damping * square(speeds[count + f]));
      }
      efforts.push_back(effort);
    }
    if (is_all_zero(efforts)) continue;
    const auto loads = calc_effort_loads(closure, kinematics, efforts);
    cut->effort_loads = loads;
    for (std::size_t side = 0; side < 2; ++side) {
      if (loads[side].empty()) continue;
      auto& load = states[static_cast<std::size_t>(closure.sides[side].link)].load;
      if (!load) load.emplace();
      for (std::size_t k = 0; k < 6; ++k) (*load)[k] += loads[side][k];
    }
  }
}

}  // namespace holon::detail
