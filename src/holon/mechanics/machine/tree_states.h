// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "holon/mechanics/kinematics/joint_values.h"
#include "holon/mechanics/machine/start_values.h"
#include "holon/model/assembly/assembly.h"

namespace holon::detail {

/// The tree of a machine with the states of its links: coordinates and rates, their starting
/// values, and the accelerations that make their derivatives.
class TreeStates {
 public:
  /// The mechanism must live as long as this.
  explicit TreeStates(const Mechanism& mechanism) : mechanism_(mechanism) {}

  void set_tree(Tree tree) { tree_ = std::move(tree); }
  const Tree& tree() const { return tree_; }
  /// Starts links that are free although joints hold their bodies where the tree `start` of all
  /// joints has the bodies.
  void place_bodies(const Tree& start, const StartValues::PartStates& parts) {
    starts_.place_bodies(mechanism_, tree_, start, parts);
  }
  /// Relates joints to links, once the tree is chosen.
  void find_joint_links() { links_of_joint_ = find_links_of_joints(mechanism_, tree_); }

  /// Adds the states of all links that are not prescribed.
  void add_to(Assembly& assembly);
  std::vector<LinkState>& links() { return links_; }
  const std::vector<LinkState>& links() const { return links_; }
  /// Throws where an axis is not determined at the start (check_start_position of tree/checks.h).
  void check_start_position(Assembly& assembly) const;
  /// Coordinates, with the numbers with which they start.
  std::pair<std::vector<Expr>, std::vector<Expr>> start_coordinates(const Symbols& symbols) const;

  void set_accelerations(std::vector<std::vector<Expr>> vdot) { vdot_ = std::move(vdot); }
  const std::vector<std::vector<Expr>>& accelerations() const { return vdot_; }  ///< by link
  /// Sets the derivatives of all states.
  void set_derivatives(Assembly& assembly) const;
  /// Rates of the coordinates of a link for these rates of its freedoms.
  std::vector<Expr> coordinate_rates(std::size_t link, const std::vector<Expr>& rates) const;

  /// Of a joint; empty: the tree cuts it, or it is fixed. Throws NotKnownYet before
  /// `find_joint_links`.
  const std::vector<int>& links_of_joint(int joint) const;
  // Of a joint in the tree, as joint_info counts them, of the child side against the parent side.
  std::vector<Expr> joint_coordinates(int joint) const;
  std::vector<Expr> joint_rates(int joint) const;
  std::vector<Expr> joint_accelerations(int joint) const;

 private:
  void add_state(Assembly& assembly, std::size_t link, bool rates);

  const Mechanism& mechanism_;
  Tree tree_;
  StartValues starts_;
  std::vector<LinkState> links_;
  std::vector<std::vector<Expr>> vdot_;
  std::vector<std::vector<int>> links_of_joint_;
};

}  // namespace holon::detail
