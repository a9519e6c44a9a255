// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

#include "holon/mechanics/machine/start_conditions.h"

#include <Eigen/Geometry>

#include "holon/mechanics/kinematics/joint_values.h"
#include "holon/mechanics/machine/machine.h"

namespace holon::detail {

namespace {

constexpr std::array<const char*, 3> kStartAxes{"x", "y", "z"};

struct ConditionList {
  SystemBuilder::Constraints& c;
  void add(std::string name, Expr miss, bool is_rate, bool rotates) const {
    c.start_labels.push_back(
        {name, ConstraintLabel::Kind::joint, rotates ? dimensions::kAngle : dimensions::kLength});
    c.start_names.push_back(std::move(name));
    c.start_position.push_back(is_rate ? Expr(0.0) : miss);
    c.start_velocity.push_back(is_rate ? miss : Expr(0.0));
  }
};

/// The turn from one attitude to another as a vector: the axis times the angle, of which the
/// shorter way is taken. Steps of Newton's method along it find back from anywhere.
Vector3<Expr> turn_between(const Rotation<Expr>& from, const Rotation<Expr>& to) {
  const Rotation<Expr> turn = from.inverse() * to;
  const Expr way = select(less(turn.w(), 0.0), -1.0, 1.0);
  const Vector3<Expr> v{turn.x(), turn.y(), turn.z()};
  constexpr double kNone = 1e-60;  // keeps the slope of the root finite where there is no turn
  const Expr sine = sqrt(v.dot(v) + kNone);
  const Expr of_axis = 2.0 * atan2(way * sine, way * turn.w()) / sine;
  return {of_axis * v[0], of_axis * v[1], of_axis * v[2]};
}

/// Of cut joints with one-dimensional freedoms.
void add_freedom_starts(Machine& machine, SystemBuilder::Constraints& c, const Closure& closure) {
  if (!closure.joint()) return;
  const Mechanism::Joint& joint = closure.joint()->joint;
  const std::vector<FreedomInfo>& freedoms = joint_info(joint.type).freedoms;
  if (freedoms.empty()) return;
  for (const bool rates : {false, true}) {
    std::vector<Expr> state;
    const std::vector<bool>& held = rates ? joint.held_v : joint.held_q;
    for (std::size_t f = 0; f < held.size() && f < freedoms.size(); ++f) {
      if (!held[f]) continue;
      if (state.empty()) {
        const MotionLevel level = rates ? MotionLevel::speeds : MotionLevel::places;
        state = calc_joint_state(closure, machine.kinematics(), level);
      }
      const Expr miss =
          rates ? state[freedoms.size() + f] - joint.start_v[f] : state[f] - joint.start_q[f];
      ConditionList{c}.add(joint.name + "." + (rates ? freedoms[f].rate : freedoms[f].coordinate),
                           miss, rates, freedoms[f].turns);
    }
  }
}

/// Of a joint with an orientation, in the child's axes; of a Free one with its place, too.
void add_attitude_starts(Machine& machine, SystemBuilder::Constraints& c, int index) {
  const Mechanism::Joint& joint = machine.mechanism.joints[static_cast<std::size_t>(index)];
  if (joint.type != JointType::spherical && joint.type != JointType::free) return;
  const ConditionList list{c};
  const auto holds = [&](bool rates, std::size_t at) {
    const std::vector<bool>& held = rates ? joint.held_v : joint.held_q;
    return at < held.size() && held[at];
  };
  if (holds(false, 0)) {
    const std::vector<Expr> q = machine.joint_coordinates(index);
    const std::vector<Expr>& held = joint.start_q;
    const Vector3<Expr> miss = turn_between(Rotation<Expr>(held[0], held[1], held[2], held[3]),
                                            Rotation<Expr>(q[0], q[1], q[2], q[3]).normalized());
    for (int k = 0; k < 3; ++k) {
      list.add(
          joint.name + ".orientation: rotation about " + kStartAxes[static_cast<std::size_t>(k)],
          miss[k], false, true);
    }
  }
  const auto add_vector = [&](bool rates, std::size_t first, const std::string& name) {
    if (!holds(rates, first)) return;
    const std::vector<Expr> now =
        rates ? machine.joint_rates(index) : machine.joint_coordinates(index);
    const std::vector<Expr>& held = rates ? joint.start_v : joint.start_q;
    for (std::size_t k = 0; k < 3; ++k) {
      list.add(joint.name + name + kStartAxes[k], now[first + k] - held[first + k], rates,
               rates == (first == 0));
    }
  };
  add_vector(false, 4, ".position.");
  add_vector(true, 0, ".angular_velocity: rotation about ");
  add_vector(true, 3, ".velocity.");
}

}  // namespace

void add_start_conditions(Machine& machine, SystemBuilder::Constraints& c) {
  for (const Closure& closure : machine.closures()) add_freedom_starts(machine, c, closure);
  for (std::size_t j = 0; j < machine.mechanism.joints.size(); ++j) {
    const int joint = static_cast<int>(j);
    const std::vector<int>& links = machine.tree_states().links_of_joint(joint);
    const bool is_state =
        !links.empty() && start_is_state(machine.mechanism.joints[j],
                                         machine.tree().links[static_cast<std::size_t>(links[0])]);
    if (!is_state) add_attitude_starts(machine, c, joint);
  }
}

}  // namespace holon::detail
