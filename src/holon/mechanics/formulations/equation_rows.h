// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "holon/mechanics/formulations/closure.h"
#include "holon/mechanics/formulations/constraint_path.h"
#include "holon/mechanics/formulations/part_response.h"
#include "holon/mechanics/formulations/recursive_passes.h"
#include "holon/mechanics/kinematics/kinematics.h"

namespace holon {

/// Constraints that are written as formulas: what a unit multiplier does, by exact derivatives of
/// the formula in poses or velocities of links and in coordinates or rates of joints.
class EquationRows {
 public:
  /// As SystemBuilder::put_in_outputs.
  using PutInOutputs = std::function<std::vector<Expr>(std::vector<Expr>)>;
  /// All must live as long as this.
  EquationRows(const Mechanism& mechanism, const Tree& tree, const std::vector<LinkState>& states,
               const std::vector<Closure>& closures, const detail::RecursivePasses& passes,
               Kinematics& kinematics, PutInOutputs put_in_outputs);

  /// Its row; without one where it is not kept.
  ConstraintPath make_path(const EquationConstraint& equation, bool kept);
  /// What a unit multiplier is along the rates of a part with inner states whose coordinates, or
  /// rates, the equation names.
  std::vector<Expr> calc_part_efforts(const EquationConstraint& equation, const PartResponse& part);
  /// Parts with inner states that equations may name.
  void set_parts(const std::vector<PartResponse>& parts) { parts_ = &parts; }
  /// [W] that a unit multiplier gives to what the equation names; `rates`: of every link's
  /// coordinates. Of one of speeds, r = J v + b, it is −b.
  Expr calc_power(const EquationConstraint& equation, const std::vector<std::vector<Expr>>& rates);
  /// [W] that a unit multiplier gives along the prescribed coordinates of cut joints that the
  /// equation names.
  Expr calc_power_along_motions(const EquationConstraint& equation) const;
  /// What an equation with this multiplier does to the frames that it names, by body.
  std::vector<Kinematics::BodyWrench> calc_wrenches(const EquationConstraint& equation,
                                                    const Expr& multiplier);
  /// What an equation that names a cut joint's coordinates does along them is an effort between the
  /// joint's two sides, as a motor's would be: adds that on the link of one side.
  void add_named_efforts(const EquationConstraint& equation, const Expr& multiplier,
                         const CutJoint& joint, int link, std::vector<Expr>& wrench);

 private:
  std::vector<Expr> put_in(std::vector<Expr> expressions) const;
  const std::vector<std::vector<Expr>>& reported_poses();
  const std::vector<std::vector<Expr>>& reported_velocities();
  const std::vector<std::vector<Expr>>& reported(const EquationConstraint& equation) {
    return equation.by_rate ? reported_velocities() : reported_poses();
  }

  const Mechanism& mechanism_;
  const Tree& tree_;
  const std::vector<LinkState>& states_;
  const std::vector<Closure>& closures_;
  const detail::RecursivePasses& passes_;
  Kinematics& kinematics_;
  const PutInOutputs put_in_outputs_;
  const std::vector<PartResponse>* parts_ = nullptr;
  std::vector<std::vector<Expr>>
      reported_poses_,       ///< by link: pose, orientation as equations have them
      reported_velocities_;  ///< likewise
};

}  // namespace holon
