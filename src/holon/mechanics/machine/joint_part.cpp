// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/joint_part.h"

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/expr/graph/function.h"
#include "holon/mechanics/mechanism/joint_model.h"
#include "holon/model/assembly/joint_drawings.h"
#include "holon/system/smoothness.h"

namespace holon::detail {

namespace {

/// With the motion prescribed nothing else moves the freedom.
void check_prescribed(PartBuilder& b, const FreedomInfo& info, const FreedomValues& values) {
  const std::string motion = std::string("motion") + info.suffix;
  const auto refuse = [&](const std::string& parameter) {
    b.error(parameter,
            "'" + parameter + "' has no effect: '" + motion + "' prescribes the " + info.coordinate,
            "leave out one of them");
  };
  const Mechanism::Freedom& f = values.freedom;
  if (!f.effort.is_constant(0.0)) refuse(info.effort);
  if (!f.stiffness.is_constant(0.0)) refuse(std::string("stiffness") + info.suffix);
  if (!f.rest.is_constant(0.0)) refuse(std::string("rest") + info.suffix);
  if (!f.damping.is_constant(0.0)) refuse(std::string("damping") + info.suffix);
  if (values.initial_q) refuse(std::string("initial.") + info.coordinate);
  if (values.initial_v) refuse(std::string("initial.") + info.rate);
  if (values.guess_q) refuse(std::string("guess.") + info.coordinate);
  if (values.guess_v) refuse(std::string("guess.") + info.rate);
}

/// What acts along the freedom, each alone and together. Bonds and couplings of other parts do not
/// count.
void define_efforts(PartBuilder& b, const FreedomInfo& info, const Mechanism::Freedom& freedom) {
  const auto output = [&](const std::string& local) {
    return b.assembly().output(b.member(local));
  };
  const std::string effort = info.effort;
  const Expr spring = -freedom.stiffness * (output(info.coordinate) - freedom.rest);
  const Expr damper = -freedom.damping * output(info.rate);
  b.define_output("drive_" + effort, freedom.effort);
  b.define_output("spring_" + effort, spring);
  b.define_output("damper_" + effort, damper);
  const std::string all = std::string("effort") + info.suffix;
  b.define_output(all, freedom.effort + spring + damper + output("friction_" + effort) +
                           output("stop_" + effort) + output("motion_" + effort));
  b.define_output(std::string("power") + info.suffix, output(all) * output(info.rate));
}

/// One coordinate of the joint with its start.
void add_freedom(PartBuilder& b, Mechanism::Joint& joint, std::size_t index,
                 const FreedomValues& values) {
  const FreedomInfo& info = joint_info(joint.type).freedoms[index];
  Mechanism::Freedom& freedom = joint.freedoms[index];
  freedom = values.freedom;
  freedom.outer_effort = freedom.effort;
  if (values.motion) {
    check_prescribed(b, info, values);
    warn_of_jumps(b, std::string("motion") + info.suffix, "motion", *values.motion);
    const Expr rate = b.assembly().time_derivative(*values.motion);
    freedom.motion = {*values.motion, rate, b.assembly().time_derivative(rate)};
  } else if (freedom.stiffness.is_constant(0.0) && !freedom.rest.is_constant(0.0)) {
    b.error(std::string("rest") + info.suffix, std::string("'rest") + info.suffix +
                                                   "' has no effect without 'stiffness" +
                                                   info.suffix + "'");
  }
  joint.start_q.push_back(
      choose_start<Expr>(b, info.coordinate, values.initial_q, values.guess_q, 0.0));
  joint.start_v.push_back(choose_start<Expr>(b, info.rate, values.initial_v, values.guess_v, 0.0));
  joint.held_q.push_back(values.initial_q.has_value());
  joint.held_v.push_back(values.initial_v.has_value());
  joint.has_start =
      joint.has_start || values.initial_q || values.initial_v || values.guess_q || values.guess_v;
}

/// Where x or y of a plane points in the axes of the joint's parent frame.
std::array<Expr, 3> find_plane_direction(const Mechanism::Joint& joint, bool is_x,
                                         const Rotation<Expr>& R) {
  const Vector3<double> along = planar_directions(joint.axis)[is_x ? 0 : 1];
  const Vector3<Expr> direction = R * Vector3<Expr>(along[0], along[1], along[2]);
  return {direction[0], direction[1], direction[2]};
}

/// Springs and dampers about and along the joint's axis, and along x and y of a plane; drawings
/// have no symbol for others.
void add_drawing(PartBuilder& b, const Mechanism::Joint& joint, const Rotation<Expr>& R) {
  JointDrawings::OfJoint& drawing = b.assembly().domain<JointDrawings>().by_joint[b.name()];
  const JointModel& model = joint_model(joint.type);
  drawing.symbol = model.symbol;
  const std::vector<FreedomInfo>& freedoms = model.info.freedoms;
  for (std::size_t k = 0; k < freedoms.size(); ++k) {
    const Mechanism::Freedom& freedom = joint.freedoms[k];
    const bool has_spring = !freedom.stiffness.is_constant(0.0);
    const bool has_damper = !freedom.damping.is_constant(0.0);
    if (!(has_spring || has_damper)) continue;
    using Direction = JointModel::Motion::Direction;
    const auto motion =
        std::find_if(model.motions.begin(), model.motions.end(),
                     [&](const auto& m) { return m.freedom == static_cast<int>(k); });
    if (motion != model.motions.end() &&
        (motion->direction == Direction::plane_x || motion->direction == Direction::plane_y)) {
      drawing.in_plane.push_back(
          {{has_spring, has_damper},
           find_plane_direction(joint, motion->direction == Direction::plane_x, R)});
      continue;
    }
    const bool is_drawn = freedoms[k].turns ? model.draws_about : model.draws_along;
    if (!is_drawn) continue;
    // One symbol for all angles of a joint.
    JointDrawings::Elements& drawn = freedoms[k].turns ? drawing.about : drawing.along;
    drawn = {drawn.has_spring || has_spring, drawn.has_damper || has_damper};
  }
}

}  // namespace

void warn_of_jumps(PartBuilder& b, const std::string& parameter, const std::string& what,
                   Expr value) {
  Symbols& symbols = *b.assembly().symbols();
  Smoothness smoothness = find_smoothness(symbols, {&value, 1});
  if (const Expr* formula = symbols.formula_of(value)) value = *formula;
  // find_smoothness takes it that the branches of an `if` join; here that is the user's word to
  // give.
  std::vector<Expr> modes;
  std::array<Expr, 1> copy{value};
  const bool compares = !hold_relations(copy, modes).empty();
  if (!compares && smoothness.continuous >= 1) return;
  b.warning(parameter,
            "this " + what + " holds " + (compares ? "a comparison" : smoothness.cause) +
                ": where it jumps or has a kink, the impulse that this would take is omitted",
            "it must be twice differentiable; write smooth(…) around a comparison whose branches "
            "meet smoothly");
}

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
  SceneGraph& graph = b.assembly().scene();
  graph.joints.push_back(std::move(scene));
  graph.arrows.push_back(
      {SceneArrow::Kind::reaction_force, b.name() + ".reaction.force", between[1]});
  graph.arrows.push_back(
      {SceneArrow::Kind::reaction_torque, b.name() + ".reaction.torque", between[1]});
  add_drawing(b, joint, place_of(origin).rotation);
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
  b.define_output("reaction.force", [machine, joint] { return machine->joint_reaction(joint)[0]; });
  b.define_output("reaction.torque",
                  [machine, joint] { return machine->joint_reaction(joint)[1]; });
  for (const std::size_t which : {0, 1}) {
    b.define_output(
        which == 0 ? "reaction.force_joint" : "reaction.torque_joint",
        [machine, joint, which]() -> std::vector<Expr> {
          const Mechanism::Joint& own = machine->mechanism.joints[static_cast<std::size_t>(joint)];
          const std::vector<Expr> q = machine->kinematics().calc_frame_output(
              machine->mechanism.find_frame(own.parent), FrameOutput::orientation);
          const Rotation<Expr> R = Rotation<Expr>(q[0], q[1], q[2], q[3]) * own.origin.rotation;
          const std::vector<Expr> world = machine->joint_reaction(joint)[which];
          const Vector3<Expr> v = R.inverse() * Vector3<Expr>(world[0], world[1], world[2]);
          return {v[0], v[1], v[2]};
        });
  }
}

Vector3<double> direction_of(const Axis& axis) {
  return {axis.direction[0], axis.direction[1], axis.direction[2]};
}

int build_freedoms(PartBuilder& b, const std::array<FrameName, 2>& between, const Placement& origin,
                   Mechanism::Joint joint, const std::vector<FreedomValues>& values) {
  const std::vector<FreedomInfo>& infos = joint_info(joint.type).freedoms;
  HOLON_CHECK(values.size() == infos.size(), "a joint's freedoms and their values differ");
  for (std::size_t k = 0; k < infos.size(); ++k) add_freedom(b, joint, k, values[k]);
  const int index = build_joint(b, between, origin, std::move(joint));
  const std::shared_ptr<Machine> machine = Machine::of(b);
  for (std::size_t k = 0; k < infos.size(); ++k) {
    b.define_output(infos[k].coordinate, [machine, index, k]() -> std::vector<Expr> {
      return {machine->joint_coordinates(index)[k]};
    });
    b.define_output(infos[k].rate, [machine, index, k]() -> std::vector<Expr> {
      return {machine->joint_rates(index)[k]};
    });
    b.define_output(infos[k].acceleration, [machine, index, k]() -> std::vector<Expr> {
      return {machine->joint_accelerations(index)[k]};
    });
    b.define_output(std::string("motion_") + infos[k].effort, [machine, index, k] {
      return std::vector<Expr>{machine->energy().calc_motion_effort(index, static_cast<int>(k))};
    });
    define_efforts(b, infos[k], values[k].freedom);
    add_dry_friction(b, index, k, values[k].friction);
    add_end_stops(b, index, k, values[k].limits, values[k].initial_q);
  }
  return index;
}

}  // namespace holon::detail
