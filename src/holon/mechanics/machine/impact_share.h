// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "holon/mechanics/formulations/impacts.h"
#include "holon/model/assembly/assembly.h"

namespace holon {

class Machine;

namespace detail {

/// The impacts of a machine: what its joint limits, cables and rigid contacts do when they are
/// reached.
class ImpactShare {
 public:
  explicit ImpactShare(Machine& machine) : machine_(machine) {}

  /// Once the loops are closed. One event for all stops, so that those that are hit at the same
  /// instant share one impulse problem.
  void add_events(Assembly& assembly);

 private:
  int closure_of(int equation) const;
  std::vector<ImpactGrip> find_grips() const;
  Expr release_grips(const Impact& impact, const std::function<Expr(const Expr&)>& find_after,
                     SystemBuilder::Resets& resets) const;
  Expr calc_carried_work(const std::vector<Expr>& rates, const std::vector<Expr>& step);

  Machine& machine_;
};

}  // namespace detail
}  // namespace holon
