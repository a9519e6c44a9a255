// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/mechanics/tree/tree.h"

namespace holon::detail {

/// A rigid group of bodies; its frame is that of its first body.
struct RigidGroup {
  static constexpr int kNoLink = -2;

  std::vector<int> bodies;
  std::vector<int> joints;  ///< that move it
  int link = kNoLink;       ///< of the tree, which sets it; kWorld: the world
  bool is_child = false;    ///< of a joint, as the user wrote it
  bool is_turned = false;   ///< a joint that is always cut acts on its orientation
};

/// One end of a joint: a body (or the world) and the frame's place in it.
struct JointEnd {
  int body = kWorld;
  FramePlace place;
};

/// Which bodies are one body for the equations, because Fixed joints hold them together, and which
/// joints move these groups. The first group is that of the world.
class RigidGroups {
 public:
  RigidGroups(const Mechanism& mechanism, TreeForm form, std::vector<std::string>& errors)
      : mechanism_(mechanism),
        errors_(errors),
        is_by_parts_(form == TreeForm::parts),
        is_start_(form == TreeForm::start) {}

  /// Reports what is wrong: frames that do not exist, joints within a group, welds with a gap.
  void find();

  const JointEnd& parent_of(int joint) const { return parents_[static_cast<std::size_t>(joint)]; }
  const JointEnd& child_of(int joint) const { return children_[static_cast<std::size_t>(joint)]; }
  /// No tree has it: it is on a connection of a part with inner states, or no links can stand for
  /// it, or it is a Fixed joint between parts.
  bool is_always_cut(int joint) const { return always_cut_[static_cast<std::size_t>(joint)]; }

  std::vector<RigidGroup>& all() { return groups_; }
  const std::vector<RigidGroup>& all() const { return groups_; }
  int index_of(int body) const { return group_of_[node(body)]; }
  RigidGroup& of(int body) { return groups_[static_cast<std::size_t>(index_of(body))]; }
  /// In its group.
  const FramePlace& place_of(int body) const { return places_[node(body)]; }

 private:
  static std::size_t node(int body) { return static_cast<std::size_t>(body + 1); }  // 0: the world

  void find_ends();
  JointEnd find_end(const Mechanism::Joint& joint, const std::string& frame);
  void find_always_cut();
  void part_fixed();
  void join_fixed();
  void join_from(std::size_t first, const std::vector<std::vector<int>>& fixed,
                 std::vector<bool>& used);
  void add_joints();
  std::vector<std::string> list_welds(int a, int b) const;
  void check_second_weld(int joint, const FramePlace& gap);

  const Mechanism& mechanism_;
  std::vector<std::string>& errors_;
  const bool is_by_parts_, is_start_;
  std::vector<bool> always_cut_;              // by joint
  std::vector<JointEnd> parents_, children_;  // by joint
  std::vector<int> group_of_;                 // by body + 1
  std::vector<int> weld_to_;                  // the Fixed joint towards its group's first body
  std::vector<FramePlace> places_;            // by body + 1
  std::vector<RigidGroup> groups_;
};

}  // namespace holon::detail
