// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "holon/mechanics/formulations/closure.h"
#include "holon/mechanics/kinematics/kinematics.h"

namespace holon {

class Machine;

namespace detail {

/// A machine's bodies on the line between two frames.
class LineShare {
 public:
  explicit LineShare(Machine& machine) : machine_(machine) {}

  void add_closures(std::vector<Closure>& closures);
  /// [N] in world axes, of a line body on the bodies at its ends.
  std::array<std::vector<Expr>, 2> calc_forces(std::size_t line_body);
  /// [J] of the masses at pins that do not move.
  Expr calc_resting_energy();
  void append_wrenches(std::vector<Kinematics::BodyWrench>& wrenches);

 private:
  std::array<std::vector<Expr>, 2> line_forces(std::size_t line_body);

  Machine& machine_;
  std::vector<int> closures_;  ///< by line body; -1: nothing moves its ends
};

}  // namespace detail
}  // namespace holon
