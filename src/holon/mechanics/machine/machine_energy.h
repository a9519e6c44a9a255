// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "holon/expr/graph/expr.h"
#include "holon/model/assembly/assembly.h"

namespace holon {

class Machine;

namespace detail {

/// A machine's share of the energy account: kinetic and potential energy, what comes in from
/// outside and what is dissipated.
class MachineEnergy {
 public:
  explicit MachineEnergy(Machine& machine) : machine_(machine) {}

  void add_to_account(Assembly& assembly);
  /// [J] counted as potential energy: in springs of cut joints, and what parts add.
  void add_stored(Expr energy) { stored_ += energy; }
  /// [W] counted as dissipated, likewise.
  void add_dissipated(Expr power) { dissipated_ += power; }
  /// Counts the effort of a coupling [N m, N] along a freedom: the drive of a motion that is
  /// prescribed there has to overcome it.
  void add_coupling_effort(int joint, int freedom, std::function<Expr()> effort) {
    coupling_efforts_[{joint, freedom}].push_back(std::move(effort));
  }

  Expr calc_kinetic_energy();
  Expr calc_potential_energy();
  Expr calc_dissipated_power();
  Expr calc_power(Symbols& symbols);
  /// [N m] or [N] that the drive of a prescribed freedom gives along it, beside what bonds do
  /// there; 0 where none is prescribed.
  Expr calc_motion_effort(int joint, int freedom);

 private:
  Expr calc_joint_power(std::size_t joint, Symbols& symbols);
  Expr calc_motion_power(std::size_t joint);
  Expr calc_bare_motion_effort(int joint, int freedom);
  Expr calc_drive_power(std::size_t joint);
  Expr calc_pull_supply(std::size_t pull, Symbols& symbols);
  Expr calc_bushing_supply(std::size_t bushing, Symbols& symbols);
  Expr calc_gravity_power(Symbols& symbols);
  bool names_signals(const Expr& g, Symbols& symbols) const;
  Expr calc_closure_power(std::size_t closure, Symbols& symbols);

  Machine& machine_;
  std::map<std::pair<int, int>, std::vector<std::function<Expr()>>> coupling_efforts_;
  Expr stored_ = 0.0, dissipated_ = 0.0;
};

}  // namespace detail
}  // namespace holon
