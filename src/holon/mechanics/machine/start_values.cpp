// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/start_values.h"

#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/kinematics/joint_values.h"
#include "holon/mechanics/kinematics/kinematics.h"

namespace holon::detail {

namespace {

/// Whether a free body has a start of its own, although a joint leads to it in the tree `start`.
bool begins_by_itself(const Mechanism& mechanism, const Link& link, const Tree& start) {
  const auto body = static_cast<std::size_t>(link.body);
  const int there = start.bodies[body].link;
  return mechanism.bodies[body].start && there != kWorld &&
         start.links[static_cast<std::size_t>(there)].joint >= 0;
}

}  // namespace

std::vector<Expr> given_start(const Mechanism& mechanism, const Link& link, bool rates) {
  const JointInfo& info = joint_info(link.type);
  std::vector<Expr> start;
  if (link.joint >= 0) {
    const Mechanism::Joint& joint = mechanism.joints[static_cast<std::size_t>(link.joint)];
    start = rates ? joint.start_v : joint.start_q;
    if (is_straight(link.type) && !start.empty()) {
      start = {start.at(static_cast<std::size_t>(link.freedom))};
    } else if (link.reversed && !start.empty()) {
      start = rates ? reverse_rates(joint.start_q, start) : reverse_coordinates(start);
    }
  } else if (const auto& given = mechanism.bodies[static_cast<std::size_t>(link.body)].start) {
    const Rotation<Expr>& q = given->orientation;
    if (link.type == JointType::free) {
      if (rates) {
        append(start, given->angular_velocity);
      } else {
        start = {q.w(), q.x(), q.y(), q.z()};
      }
    }
    append(start, rates ? given->velocity : given->position);
  }
  if (start.empty()) {
    start.assign(static_cast<std::size_t>(rates ? info.v : info.q), 0.0);
    if (has_quaternion(link.type) && !rates) start[0] = 1.0;
  }
  return start;
}

std::vector<bool> held_of(const Mechanism& mechanism, const Link& link, bool rates) {
  const JointInfo& info = joint_info(link.type);
  std::vector<bool> held;
  if (link.joint >= 0) {
    const Mechanism::Joint& joint = mechanism.joints[static_cast<std::size_t>(link.joint)];
    if (start_is_state(joint, link)) held = rates ? joint.held_v : joint.held_q;
    if (is_straight(link.type) && !held.empty()) {
      held = {held.at(static_cast<std::size_t>(link.freedom))};
    }
  } else if (const auto& given = mechanism.bodies[static_cast<std::size_t>(link.body)].start) {
    if (link.type == JointType::free) {
      held.assign(rates ? 3 : 4, rates ? given->holds_angular_velocity : given->holds_orientation);
    }
    held.insert(held.end(), 3, rates ? given->holds_velocity : given->holds_position);
  }
  if (held.empty()) held.assign(static_cast<std::size_t>(rates ? info.v : info.q), false);
  return held;
}

void StartValues::place_bodies(const Mechanism& mechanism, const Tree& tree, const Tree& start,
                               const PartStates& parts) {
  std::vector<LinkState> begin(start.links.size());
  for (std::size_t k = 0; k < begin.size(); ++k) {
    if (set_prescribed(mechanism, start.links[k], begin[k])) {
      begin[k].q = substitute(begin[k].q, parts.states, parts.starts);
      begin[k].v = substitute(begin[k].v, parts.states, parts.starts);
      continue;
    }
    begin[k].q = given_start(mechanism, start.links[k], false);
    begin[k].v = given_start(mechanism, start.links[k], true);
  }
  Kinematics kinematics(mechanism, start, begin);
  for (const Link& link : tree.links) {
    std::array<std::vector<Expr>, 2>& own = of_bodies_.emplace_back();
    if (link.joint >= 0 || begins_by_itself(mechanism, link, start)) continue;
    const int frame =
        mechanism.find_frame(mechanism.bodies[static_cast<std::size_t>(link.body)].name);
    const auto append_output = [&](std::vector<Expr>& list, FrameOutput which) {
      const std::vector<Expr> more = kinematics.calc_frame_output(frame, which);
      list.insert(list.end(), more.begin(), more.end());
    };
    if (link.type == JointType::free) {
      append_output(own[0], FrameOutput::orientation);
      append_output(own[1], FrameOutput::angular_velocity_body);
    }
    append_output(own[0], FrameOutput::position);
    append_output(own[1], FrameOutput::velocity);
  }
}

std::vector<Expr> StartValues::of_link(const Mechanism& mechanism, const Tree& tree,
                                       std::size_t link, bool rates) const {
  if (!of_bodies_.empty() && !of_bodies_[link][0].empty()) return of_bodies_[link][rates ? 1 : 0];
  return given_start(mechanism, tree.links[link], rates);
}

}  // namespace holon::detail
