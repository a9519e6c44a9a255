// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "holon/mechanics/kinematics.h"
#include "holon/mechanics/loads.h"
#include "holon/model/part.h"

namespace holon {

/// The mechanical share of an Assembly. Its parts fill the mechanism; when all are there,
/// `formulate` chooses the tree, adds the states with their derivatives, and everything else is
/// made when somebody asks for it.
class Machine : public std::enable_shared_from_this<Machine> {
 public:
  /// The machine of a part's assembly; made, with the outputs of the system, by the first part.
  static std::shared_ptr<Machine> of(PartBuilder& builder);

  Mechanism mechanism;
  bool has_gravity = false;  ///< a Gravity part has replaced the world's

  /// Declares the frame and its outputs. `is_body`: the part's own frame, whose position is a main
  /// output.
  void define_frame_outputs(Assembly& assembly, const std::string& frame, bool is_body);

  /// Adds a wrench as the part that gives it says, with the part's output `power`.
  static void add_wrench(PartBuilder& builder, Mechanism::Wrench wrench);

  void formulate(Assembly& assembly);

  // Known once `formulate` has run.
  Kinematics& kinematics();
  const LinkState& joint_state(int joint) const;
  /// Joint accelerations, as many as the joint has rates.
  std::vector<Expr> joint_accelerations(int joint) const;

 private:
  void add_states(Assembly& assembly);
  void add_joint_state(Assembly& assembly, std::size_t link, bool rates);
  void check_lines(Assembly& assembly);
  void set_derivatives(Assembly& assembly);
  void define_system_outputs(Assembly& assembly);
  std::vector<Expr> calc_system_output(int index);

  Tree tree_;
  std::vector<LinkState> states_;
  std::vector<std::vector<Expr>> vdot_;
  std::vector<int> link_of_joint_;
  std::optional<Kinematics> kinematics_;
  Expr dissipated_ = 0.0;
};

}  // namespace holon
