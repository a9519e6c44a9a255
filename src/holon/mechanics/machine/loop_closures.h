// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <vector>

#include "holon/mechanics/formulations/closure.h"
#include "holon/mechanics/kinematics/kinematics.h"
#include "holon/mechanics/machine/machine_energy.h"
#include "holon/model/assembly/assembly.h"

namespace holon::detail {

/// What closes the loops of a machine's tree: joints that the tree cuts, rods, masses on lines and
/// equations, with the joint or rod for which each of them stands.
class LoopClosures {
 public:
  /// Finds which rows of the joints cut in a spanning tree are needed. What is redundant by
  /// structure there is redundant in the flat tree of bodies, too: a loop in a plane needs two rows
  /// of one of its hinges. (In the flat tree the rows would become independent within a step, where
  /// the bodies leave the plane by the integrator's error, and then contradict each other.)
  void find_needed_rows(const Mechanism& mechanism, const Tree& tree, Graph& graph);

  /// Adds the joints that the tree cuts. Of each of their angles a state counts the revolutions;
  /// the rest is geometry. `has_body_states`: the tree is one of bodies.
  void add_joints(Assembly& assembly, const Mechanism& mechanism, const Tree& tree,
                  bool has_body_states);
  void add_rods(const Mechanism& mechanism, const Tree& tree);
  /// Once all closures are there: the derivatives of the states of angles.
  void set_angle_derivatives(Assembly& assembly, Kinematics& kinematics) const;
  /// Adds the springs, dampers and efforts of cut joints to the loads of their links, and their
  /// energies.
  void add_efforts(Kinematics& kinematics, std::vector<LinkState>& states, MachineEnergy& energy);

  std::vector<Closure>& list() { return closures_; }
  const std::vector<Closure>& list() const { return closures_; }
  /// The closure of a joint; -1: none.
  int of_joint(int joint) const {
    return of_joint_.empty() ? -1 : of_joint_[static_cast<std::size_t>(joint)];
  }
  std::size_t of_rod(std::size_t rod) const { return of_rod_.at(rod); }

 private:
  Closure close_joint(Assembly& assembly, const Mechanism& mechanism, const Tree& tree,
                      const Tree::Cut& cut) const;

  std::vector<Closure> closures_;
  std::vector<int> of_joint_;
  std::vector<std::size_t> of_rod_;
  std::map<int, std::vector<bool>> needed_rows_;  ///< of joints that the spanning tree cuts
};

}  // namespace holon::detail
