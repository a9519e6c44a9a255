// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Reactions from the motion, by Newton's and Euler's laws for what lies beyond a joint: the same
// whichever formulation found the accelerations.

#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/kinematics/kinematics.h"
#include "holon/mechanics/kinematics/loads.h"
#include "holon/mechanics/tree/line_body.h"
#include "holon/mechanics/tree/link_axes.h"

namespace holon {

namespace {

using detail::list_of;
using detail::lists_of;
using detail::matrix_by_rows;
using detail::motor_of;
using detail::vector_of;

}  // namespace

std::array<std::vector<Expr>, 2> Kinematics::calc_reaction(int joint) {
  const int index = link_of_joint_[static_cast<std::size_t>(joint)];
  if (index == kWorld) return calc_fixed_reaction(joint);
  const auto k = static_cast<std::size_t>(index);
  const int parent = tree_.links[k].parent;
  const Mechanism::Joint& j = mechanism_.joints[static_cast<std::size_t>(joint)];
  const int child = mechanism_.find_frame(j.child);
  const int body =
      child == kWorld ? kWorld : mechanism_.frames[static_cast<std::size_t>(child)].body;
  const bool forward = body != kWorld && tree_.bodies[static_cast<std::size_t>(body)].link == index;
  const std::vector<Expr>& all = reaction(k);  // about the link's origin; about the joint's place
  const std::span<const Expr> own = forward ? std::span(all).first(6) : std::span(all).last(6);
  auto F = motor_of<ForceMotor<Expr>>(own);
  if (forward || parent != kWorld) {
    F = F.rotate(matrix_by_rows(pose(forward ? k : static_cast<std::size_t>(parent))));
  }
  return lists_of(forward ? F : -F);
}

int Kinematics::link_of_body(int body) const {
  return body == kWorld ? kWorld : tree_.bodies[static_cast<std::size_t>(body)].link;
}

/// Within each rigid group the path of every body to the one that the group's own joint holds (to
/// the world, where the group is at rest), by Fixed joints. Those that no way needs carry nothing.
void Kinematics::find_fixed_paths() {
  const auto at = [](int body) { return static_cast<std::size_t>(body + 1); };  // 0: the world
  const std::size_t count = mechanism_.bodies.size() + 1;
  std::vector<std::vector<int>> fixed(count);
  for (std::size_t j = 0; j < mechanism_.joints.size(); ++j) {
    const Mechanism::Joint& joint = mechanism_.joints[j];
    if (joint.type != JointType::fixed) continue;
    const int parent = mechanism_.find_body(joint.parent),
              child = mechanism_.find_body(joint.child);
    if (link_of_body(parent) != link_of_body(child)) continue;  // a connection of two parts
    fixed[at(parent)].push_back(static_cast<int>(j));
    fixed[at(child)].push_back(static_cast<int>(j));
  }
  std::vector<int> anchors{kWorld};
  hung_on_.resize(count);
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    const Link& link = tree_.links[k];
    if (link.joint < 0) anchors.push_back(link.body);
    if (link.joint < 0) continue;
    const Mechanism::Joint& joint = mechanism_.joints[static_cast<std::size_t>(link.joint)];
    if (!link.massless)
      anchors.push_back(mechanism_.find_body(link.reversed ? joint.parent : joint.child));
    if (link.parent != kWorld && tree_.links[static_cast<std::size_t>(link.parent)].massless) {
      continue;  // hangs on a motion of its own joint
    }
    hung_on_[at(mechanism_.find_body(link.reversed ? joint.child : joint.parent))].push_back(k);
  }
  held_by_.assign(count, -1);
  group_of_.resize(count);
  std::vector<bool> seen(count, false);
  for (const int anchor : anchors) {
    std::vector<int> queue{anchor};
    seen[at(anchor)] = true;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      for (const int j : fixed[at(queue[next])]) {
        const Mechanism::Joint& joint = mechanism_.joints[static_cast<std::size_t>(j)];
        for (const int body :
             {mechanism_.find_body(joint.parent), mechanism_.find_body(joint.child)}) {
          if (seen[at(body)]) continue;
          seen[at(body)] = true;
          held_by_[at(body)] = j;
          queue.push_back(body);
        }
      }
    }
    for (const int body : queue) group_of_[at(body)] = fixed_groups_.size();
    fixed_groups_.push_back(std::move(queue));
  }
  fixed_wrenches_.resize(count);
  for (std::size_t b = 0; b < mechanism_.bodies.size(); ++b) {
    const Mechanism::Body& body = mechanism_.bodies[b];
    Link own;
    detail::add_mass(own, body, tree_.bodies[b].place);
    detail::add_pin_masses(own, mechanism_, static_cast<int>(b), tree_.bodies[b].place);
    body_kinds_.add(own.modal ? "m" : "", detail::body_constants(own, mechanism_.gravity));
  }
  body_kinds_.classify();
}

/// The wrench on a body and on all that hangs on it beyond the joint that holds it: in axes and
/// about the origin of its link (of what is at rest: of the world).
void Kinematics::calc_fixed_wrenches(const std::vector<int>& group) {
  const auto at = [](int body) { return static_cast<std::size_t>(body + 1); };
  for (const int b : group) {
    ForceMotor<Expr> sum;
    if (b != kWorld) {
      const auto body = static_cast<std::size_t>(b);
      const int link = tree_.bodies[body].link;
      std::vector<Expr> arguments;
      const auto resting = [&](std::size_t count) {
        arguments.insert(arguments.end(), count, 0.0);
      };
      if (link == kWorld) {
        for (int k = 0; k < 9; ++k) arguments.push_back(k % 4 == 0 ? 1.0 : 0.0);
        resting(9);
      } else {
        const auto l = static_cast<std::size_t>(link);
        for (const std::span<const Expr> more :
             {std::span(pose(l)).first(9), std::span(velocity(l)).first(3),
              std::span(acceleration(l)).first(6)}) {
          arguments.insert(arguments.end(), more.begin(), more.end());
        }
      }
      FunctionRef& function = body_kinds_.function(body);
      if (!function)
        function = detail::make_body_wrench(mechanism_.bodies[body].has_eliminated_modes(),
                                            body_kinds_, body);
      body_kinds_.append_arguments(body, arguments);
      sum = motor_of<ForceMotor<Expr>>(call(function, arguments));
    }
    for (const std::size_t k : hung_on_[at(b)]) {
      const auto handed = motor_of<ForceMotor<Expr>>(std::span(reaction(k)).last(6));
      sum += handed.shift_back(tree_.links[k].position);
    }
    fixed_wrenches_[at(b)] = list_of(sum);
  }
  for (const Loads::Side& side : loads_->sides()) {
    if (group_of_[at(side.body)] != group_of_[at(group.front())]) continue;
    const std::vector<Expr> load = loads_->calc_load(side);
    for (std::size_t i = 0; i < 6; ++i) fixed_wrenches_[at(side.body)][i] -= load[i];
  }
  for (const BodyWrench& wrench : body_wrenches_) {
    if (group_of_[at(wrench.body)] != group_of_[at(group.front())]) continue;
    const std::vector<Expr> load = calc_load(wrench);
    for (std::size_t i = 0; i < 6; ++i) fixed_wrenches_[at(wrench.body)][i] -= load[i];
  }
  for (std::size_t k = group.size(); k-- > 1;) {  // the farthest first
    const int j = held_by_[at(group[k])];
    const Mechanism::Joint& joint = mechanism_.joints[static_cast<std::size_t>(j)];
    const int parent = mechanism_.find_body(joint.parent);
    const int holder = parent == group[k] ? mechanism_.find_body(joint.child) : parent;
    for (std::size_t i = 0; i < 6; ++i) {
      fixed_wrenches_[at(holder)][i] += fixed_wrenches_[at(group[k])][i];
    }
  }
}

/// About the origin of the body's link in its axes (of what is at rest: the world's).
std::vector<Expr> Kinematics::calc_load(const BodyWrench& wrench) {
  const auto transform_of = [&](int link) {
    if (link == kWorld) return Transform<Expr>();
    const std::span<const Expr> X = pose(static_cast<std::size_t>(link));
    return Transform<Expr>(matrix_by_rows(X), vector_of(X.last(3)));
  };
  const Vector3<Expr> at = transform_of(wrench.at.link).apply_to_point(wrench.at.place.position);
  ForceMotor<Expr> F(vector_of(wrench.wrench[0]), vector_of(wrench.wrench[1]));
  const Transform<Expr> X = transform_of(
      wrench.body == kWorld ? kWorld : tree_.bodies[static_cast<std::size_t>(wrench.body)].link);
  F = F.shift_back(at - X.translation());
  return list_of((wrench.negative ? -F : F).rotate_back(X.matrix()));
}

std::array<std::vector<Expr>, 2> Kinematics::calc_fixed_reaction(int joint) {
  if (held_by_.empty()) {
    find_fixed_paths();
    if (calc_body_wrenches_) body_wrenches_ = calc_body_wrenches_();
  }
  const Mechanism::Joint& cut = mechanism_.joints[static_cast<std::size_t>(joint)];
  const int child = mechanism_.find_body(cut.child), parent = mechanism_.find_body(cut.parent);
  const auto is_held = [&](int body) {
    return held_by_[static_cast<std::size_t>(body + 1)] == joint;
  };
  if (!is_held(child) && !is_held(parent)) return lists_of(ForceMotor<Expr>());
  const int far = is_held(child) ? child : parent;
  std::vector<Expr>& wrench = fixed_wrenches_[static_cast<std::size_t>(far + 1)];
  if (wrench.empty()) {
    calc_fixed_wrenches(fixed_groups_[group_of_[static_cast<std::size_t>(far + 1)]]);
  }
  const int frame = mechanism_.find_frame(cut.child);
  auto F =
      motor_of<ForceMotor<Expr>>(wrench).shift(tree_.place_of(mechanism_, frame).place.position);
  const int link = tree_.bodies[static_cast<std::size_t>(far)].link;
  if (link != kWorld) F = F.rotate(matrix_by_rows(pose(static_cast<std::size_t>(link))));
  return lists_of(far == child ? F : -F);
}

}  // namespace holon
