// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/base/archive.h"
#include "holon/simulate/rhs/system_rhs.h"

namespace holon {

/// The conditions of a System's events in a run: which events occur.
class EventConditions {
 public:
  /// System and programs must outlive this.
  EventConditions(const System& system, const SystemPrograms& programs);

  bool is_empty() const { return values_.empty(); }
  /// The events whose conditions have become true at t and these inputs. Throws RunError for one
  /// that fails the run, and where a value that is not a number decides.
  std::vector<int> find_fired(double t, const SystemInputs& inputs, bool at_start);

  void archive(Archive& a) { a.fixed("conditions", values_); }
  /// Refuses what has been read where its comparisons do not give it.
  void check(const Archive& a, const SystemInputs& inputs);

 private:
  bool can_fire(std::size_t event, const std::vector<double>& before, bool at_start) const;
  void check_defined(double t, const SystemInputs& inputs, const std::vector<double>& before,
                     bool at_start);

  const System& system_;
  const SystemPrograms& programs_;
  const bool are_of_modes_;
  std::vector<double> values_, in_;
  Workspace workspace_;
};

}  // namespace holon
