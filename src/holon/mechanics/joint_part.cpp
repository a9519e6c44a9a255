// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/joint_part.h"

namespace holon::detail {

namespace {

/// With the motion prescribed nothing else moves the joint.
void check_prescribed(PartBuilder& b, const StraightJoint& values) {
  const auto refuse = [&](const std::string& parameter) {
    b.error(parameter,
            "'" + parameter + "' has no effect: 'motion' prescribes the " + values.coordinate,
            "leave out one of them");
  };
  const Mechanism::Freedom& f = values.freedom;
  if (!f.effort.is_constant(0.0)) refuse(values.effort);
  if (!f.stiffness.is_constant(0.0)) refuse("stiffness");
  if (!f.rest.is_constant(0.0)) refuse("rest");
  if (!f.damping.is_constant(0.0)) refuse("damping");
  if (values.initial_q) refuse(std::string("initial.") + values.coordinate);
  if (values.initial_v) refuse(std::string("initial.") + values.rate);
  if (values.guess_q) refuse(std::string("guess.") + values.coordinate);
  if (values.guess_v) refuse(std::string("guess.") + values.rate);
}

}  // namespace

FramePlace place_of(const Placement& placement) {
  const auto& q = placement.rotate.quaternion;
  return {placement.at, Rotation<Expr>(q[0], q[1], q[2], q[3])};
}

int build_joint(PartBuilder& b, const std::array<FrameName, 2>& between, const Placement& origin,
                Mechanism::Joint joint) {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  const int index = static_cast<int>(machine->mechanism.joints.size());
  const Vector3<double> axis = joint.axis;
  SceneJoint scene{b.name(), std::string(joint_info(joint.type).name), between[0], between[1], {}};
  scene.axis = Axis(axis[0], axis[1], axis[2]);
  b.assembly().scene().joints.push_back(std::move(scene));
  joint.name = b.name();
  joint.parent = between[0].path;
  joint.child = between[1].path;
  joint.origin = place_of(origin);
  joint.report = b.error_reporter();
  machine->mechanism.joints.push_back(std::move(joint));
  define_reaction(b, index);
  return index;
}

void define_reaction(PartBuilder& b, int joint) {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  b.define_output("reaction.force",
                  [machine, joint] { return machine->kinematics().calc_reaction(joint)[0]; });
  b.define_output("reaction.torque",
                  [machine, joint] { return machine->kinematics().calc_reaction(joint)[1]; });
}

void build_straight_joint(PartBuilder& b, const std::array<FrameName, 2>& between,
                          const Placement& origin, const Axis& axis, StraightJoint values) {
  Mechanism::Joint joint;
  joint.type = values.type;
  joint.axis = {axis.direction[0], axis.direction[1], axis.direction[2]};
  if (values.motion) {
    check_prescribed(b, values);
    const Expr rate = b.assembly().time_derivative(*values.motion);
    values.freedom.motion = {*values.motion, rate, b.assembly().time_derivative(rate)};
  } else {
    if (values.freedom.stiffness.is_constant(0.0) && !values.freedom.rest.is_constant(0.0)) {
      b.error("rest", "'rest' has no effect without 'stiffness'");
    }
    joint.start_q = {
        choose_start<Expr>(b, values.coordinate, values.initial_q, values.guess_q, 0.0)};
    joint.start_v = {choose_start<Expr>(b, values.rate, values.initial_v, values.guess_v, 0.0)};
  }
  joint.freedom = values.freedom;
  const int index = build_joint(b, between, origin, std::move(joint));
  const std::shared_ptr<Machine> machine = Machine::of(b);
  b.define_output(values.coordinate, [machine, index] { return machine->joint_state(index).q; });
  b.define_output(values.rate, [machine, index] { return machine->joint_state(index).v; });
  b.define_output("acceleration", [machine, index] { return machine->joint_accelerations(index); });
}

}  // namespace holon::detail
