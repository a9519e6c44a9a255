// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "holon/mechanics/formulations/constraint_rows.h"
#include "holon/mechanics/formulations/solved_rows.h"
#include "holon/mechanics/kernels/branch_kernels.h"

namespace holon {

/// Bodies on a tree with the joints that hold them, whose rows are not cut: what BranchElimination
/// eliminates, from the tips to the base.
class BranchTree {
 public:
  struct Body {
    int link = 0;
    int closure = -1;  ///< the joint that holds it; −1: none
    int parent = -1;   ///< a later body, or −1: what has no accelerations
  };

  /// The bodies tips first; `is_cut` by closure. Both references must live as long as this.
  BranchTree(const ConstraintRows& rows, const SolvedRows& solved, std::vector<Body> bodies,
             std::vector<bool> is_cut);

  const std::vector<Body>& bodies() const { return bodies_; }
  /// By body, but for what follows the motion.
  const std::vector<detail::BranchShape>& shapes() const { return shapes_; }
  const std::vector<int>& children(std::size_t body) const { return children_[body]; }
  const Link& link_of(std::size_t body) const;
  int find_body(int link) const;  ///< −1: none
  /// Whether the rows of a closure close a loop.
  bool is_cut(std::size_t closure) const { return is_cut_[closure]; }
  /// Whether every pivot is positive wherever the bodies stand, and all joints are known.
  bool fits() const;

 private:
  std::vector<VelocityMotor<Expr>> find_own_screws(std::size_t body) const;
  bool has_own_inertia(std::size_t body) const;
  bool may_be_redundant(std::size_t closure) const;

  const ConstraintRows& rows_;
  const SolvedRows& solved_;
  std::vector<Body> bodies_;
  std::vector<bool> is_cut_;
  std::vector<detail::BranchShape> shapes_;
  std::vector<std::vector<int>> children_;
  std::map<int, int> body_of_link_;
};

}  // namespace holon
