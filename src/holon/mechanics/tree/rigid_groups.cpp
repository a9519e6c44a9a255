// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/tree/rigid_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "holon/base/names.h"
#include "holon/mechanics/mechanism/joint_model.h"
#include "holon/mechanics/tree/checks.h"

namespace holon::detail {

namespace {

constexpr int kInNoGroup = -2;  ///< yet; and no joint to the first body

}  // namespace

void RigidGroups::find() {
  const std::size_t before = errors_.size();
  find_ends();
  if (errors_.size() > before) return;
  find_always_cut();
  join_fixed();
  add_joints();
}

void RigidGroups::find_ends() {
  for (const Mechanism::Joint& joint : mechanism_.joints) {
    parents_.push_back(find_end(joint, joint.parent));
    parents_.back().place = compose(parents_.back().place, joint.origin);
    children_.push_back(find_end(joint, joint.child));
  }
}

JointEnd RigidGroups::find_end(const Mechanism::Joint& joint, const std::string& frame) {
  const int index = mechanism_.find_frame(frame);
  if (index == kWorld) return {};
  if (index == Mechanism::kNoFrame) {
    std::vector<std::string> names{"world"};
    for (const Mechanism::Frame& f : mechanism_.frames) names.push_back(f.name);
    say(joint.report, joint.name, "between", "there is no frame '" + frame + "'",
        did_you_mean(frame, names), errors_);
    return {};
  }
  const Mechanism::Frame& f = mechanism_.frames[static_cast<std::size_t>(index)];
  return {f.body, f.place};
}

/// Joints on connections of parts with inner states, those that no links can stand for, and Fixed
/// joints between parts.
void RigidGroups::find_always_cut() {
  always_cut_.assign(mechanism_.joints.size(), false);
  for (std::size_t j = 0; j < always_cut_.size(); ++j) {
    if (is_start_ || mechanism_.joints[j].type == JointType::driven) continue;
    if (parents_[j].body == children_[j].body) continue;  // refused later
    always_cut_[j] = joint_model(mechanism_.joints[j].type).is_always_cut;
    for (const JointEnd* end : {&parents_[j], &children_[j]}) {
      always_cut_[j] =
          always_cut_[j] || (end->body != kWorld &&
                             mechanism_.bodies[static_cast<std::size_t>(end->body)].is_connection);
    }
  }
  if (is_by_parts_) part_fixed();
}

void RigidGroups::part_fixed() {
  // Rigid groups by union of their bodies; 0: the world.
  std::vector<std::size_t> group(mechanism_.bodies.size() + 1);
  for (std::size_t b = 0; b < group.size(); ++b) group[b] = b;
  const auto find = [&](std::size_t b) {
    while (group[b] != b) b = group[b];
    return b;
  };
  std::set<std::size_t> whole;  // groups with more joints than hold them together
  std::vector<std::size_t> repeated;
  const auto is_fixed = [&](std::size_t j) {
    return mechanism_.joints[j].type == JointType::fixed && !always_cut_[j];
  };
  for (std::size_t j = 0; j < always_cut_.size(); ++j) {
    if (!is_fixed(j)) continue;
    const std::size_t a = find(node(parents_[j].body)), b = find(node(children_[j].body));
    if (a == b) repeated.push_back(a);
    group[std::max(a, b)] = std::min(a, b);
  }
  for (const std::size_t b : repeated) whole.insert(find(b));
  whole.insert(find(0));
  const auto is_part = [&](int body) {
    return body != kWorld && has_full_inertia(mechanism_.bodies[static_cast<std::size_t>(body)]);
  };
  for (std::size_t j = 0; j < always_cut_.size(); ++j) {
    if (!is_fixed(j) || whole.contains(find(node(parents_[j].body)))) continue;
    always_cut_[j] = is_part(parents_[j].body) && is_part(children_[j].body);
  }
}

void RigidGroups::join_fixed() {
  const std::size_t count = mechanism_.bodies.size() + 1;
  group_of_.assign(count, kInNoGroup);
  weld_to_.assign(count, kInNoGroup);
  places_.assign(count, {});
  std::vector<std::vector<int>> fixed(count);
  for (std::size_t j = 0; j < mechanism_.joints.size(); ++j) {
    if (mechanism_.joints[j].type != JointType::fixed || always_cut_[j]) continue;
    fixed[node(parents_[j].body)].push_back(static_cast<int>(j));
    fixed[node(children_[j].body)].push_back(static_cast<int>(j));
  }
  std::vector<bool> used(mechanism_.joints.size(), false);
  for (std::size_t first = 0; first < count; ++first) {
    if (group_of_[first] == kInNoGroup) join_from(first, fixed, used);
  }
}

/// The group of a body that has none yet.
void RigidGroups::join_from(std::size_t first, const std::vector<std::vector<int>>& fixed,
                            std::vector<bool>& used) {
  const int group = static_cast<int>(groups_.size());
  groups_.emplace_back();
  std::vector<std::size_t> queue{first};
  group_of_[first] = group;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const std::size_t here = queue[at];
    if (here > 0) groups_.back().bodies.push_back(static_cast<int>(here) - 1);
    for (int j : fixed[here]) {
      if (used[static_cast<std::size_t>(j)]) continue;
      used[static_cast<std::size_t>(j)] = true;
      const JointEnd& parent = parents_[static_cast<std::size_t>(j)];
      const JointEnd& child = children_[static_cast<std::size_t>(j)];
      const bool forward = node(parent.body) == here;
      const JointEnd& near = forward ? parent : child;
      const JointEnd& far = forward ? child : parent;
      const std::size_t there = node(far.body);
      if (group_of_[there] != kInNoGroup) {
        check_second_weld(j, compose(compose(inverse(near.place), inverse(places_[here])),
                                     compose(places_[there], far.place)));
        continue;
      }
      group_of_[there] = group;
      weld_to_[there] = j;
      places_[there] = compose(places_[here], compose(near.place, inverse(far.place)));
      queue.push_back(there);
    }
  }
}

/// The joints that move the groups.
void RigidGroups::add_joints() {
  for (std::size_t j = 0; j < mechanism_.joints.size(); ++j) {
    if (mechanism_.joints[j].type == JointType::fixed && !always_cut_[j]) continue;
    RigidGroup& parent = of(parents_[j].body);
    RigidGroup& child = of(children_[j].body);
    if (&parent == &child) {
      const Mechanism::Joint& joint = mechanism_.joints[j];
      const std::vector<std::string> welds = list_welds(parents_[j].body, children_[j].body);
      say(joint.report, joint.name, "between",
          "'" + joint.parent + "' and '" + joint.child + "' are " +
              (welds.empty() ? "on the same body"
                             : "fixed to each other by " + quote_list(welds, "and", 6)),
          "a joint connects two bodies that move relative to each other", errors_);
      continue;
    }
    if (always_cut_[j]) {
      // A point needs no orientation where a ball holds it, or a Fixed joint, which is one to it.
      const JointType type = mechanism_.joints[j].type;
      for (const JointEnd* end : {&parents_[j], &children_[j]}) {
        const bool is_point =
            end->body != kWorld && mechanism_.bodies[static_cast<std::size_t>(end->body)].is_point;
        RigidGroup& own = end == &parents_[j] ? parent : child;
        own.is_turned = own.is_turned ||
                        !(type == JointType::spherical || (type == JointType::fixed && is_point));
      }
      continue;
    }
    parent.joints.push_back(static_cast<int>(j));
    child.joints.push_back(static_cast<int>(j));
    child.is_child = true;
  }
}

/// The names of the Fixed joints between two bodies of one group.
std::vector<std::string> RigidGroups::list_welds(int a, int b) const {
  const auto welds_to_first = [&](int body) {
    std::vector<int> welds;
    for (std::size_t at = node(body); weld_to_[at] != kInNoGroup;) {
      const int j = weld_to_[at];
      welds.push_back(j);
      const std::size_t parent = node(parents_[static_cast<std::size_t>(j)].body);
      at = at == parent ? node(children_[static_cast<std::size_t>(j)].body) : parent;
    }
    return welds;
  };
  std::vector<int> from = welds_to_first(a), to = welds_to_first(b);
  while (!from.empty() && !to.empty() && from.back() == to.back()) from.pop_back(), to.pop_back();
  from.insert(from.end(), to.rbegin(), to.rend());
  std::vector<std::string> names;
  for (const int j : from) names.push_back(mechanism_.joints[static_cast<std::size_t>(j)].name);
  return names;
}

/// A Fixed joint between bodies that others hold together already is right where its frames
/// meet, and then carries what redundancy leaves it.
void RigidGroups::check_second_weld(int j, const FramePlace& gap) {
  const Mechanism::Joint& joint = mechanism_.joints[static_cast<std::size_t>(j)];
  double distance = 0, turn = 0;
  for (int k = 0; k < 3; ++k) {
    if (!gap.position[k].is_constant()) return;
    distance = std::hypot(distance, gap.position[k].value());
  }
  const std::array<Expr, 3> vector{gap.rotation.x(), gap.rotation.y(), gap.rotation.z()};
  for (const Expr& e : vector) {
    if (!e.is_constant()) return;
    turn = std::hypot(turn, e.value());
  }
  constexpr double kSamePlace = 1e-9;  // drawings are not more precise, rounding is far below
  if (distance <= kSamePlace && turn <= kSamePlace) return;
  say(joint.report, joint.name, "between",
      fmt::format("'{}' and '{}' are already connected rigidly by {}, with a gap of "
                  "{:.6g} m and a rotation of {:.6g} deg between them",
                  joint.parent, joint.child,
                  quote_list(list_welds(parents_[static_cast<std::size_t>(j)].body,
                                        children_[static_cast<std::size_t>(j)].body),
                             "and", 6),
                  distance, 2 * std::asin(std::min(1.0, turn)) * 180 / std::numbers::pi),
      "move one of the frames, or leave out a Fixed joint", errors_);
}

}  // namespace holon::detail
