// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "holon/mechanics/formulations/closure_state.h"
#include "holon/mechanics/kinematics/kinematics.h"
#include "holon/mechanics/machine/loop_closures.h"

namespace holon::detail {

/// Motions of joints that the tree does not have, measured between their two frames: coordinates,
/// rates and accelerations as joint_info counts them, of the child side against the parent side.
/// These joints are closures, or Free joints of which no link has the coordinates, which are no
/// constraints.
class CutJointMotions {
 public:
  /// Both must live as long as this.
  CutJointMotions(const Mechanism& mechanism, const LoopClosures& closures)
      : mechanism_(mechanism), closures_(closures) {}

  std::vector<Expr> calc(int joint, MotionLevel level, Kinematics& kinematics) const;
  /// Those of a closure are made once, and are the same expressions from then on: so an equation
  /// shows that it names them.
  std::vector<Expr> coordinates(int joint, Kinematics& kinematics);
  std::vector<Expr> rates(int joint, Kinematics& kinematics);
  /// Copies what has been made of these to the closures: equations name them by these expressions.
  void copy_to(LoopClosures& closures) const;

 private:
  std::vector<Expr> calc_once(std::map<int, std::vector<Expr>>& made, int joint, MotionLevel level,
                              Kinematics& kinematics) const;

  const Mechanism& mechanism_;
  const LoopClosures& closures_;
  std::map<int, std::vector<Expr>> coordinates_, rates_;  ///< by closure
};

}  // namespace holon::detail
