// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/system/smoothness.h"
#include "holon/system/system.h"

namespace holon {

/// How often the states and outputs of a system can be differentiated with respect to time,
/// through its equations: a state has one derivative more than its rate. Judged by form, as
/// Smoothness, but a lower bound also where a formula switches: an `if` whose condition is a mode
/// (a comparison of a formula, contact, sticking, a joint limit) counts as a jump, since nothing
/// says that its branches join. Discrete states jump, and so do states that events set.
class SystemSmoothness {
 public:
  explicit SystemSmoothness(const System& system);

  const Smoothness& of_state(int index) const { return states_[static_cast<std::size_t>(index)]; }
  /// Of each output the least smooth component. Throws as System::select_outputs.
  std::vector<Smoothness> of_outputs(const std::vector<std::string>& names) const;

 private:
  const System& system_;
  std::vector<Smoothness> states_;
};

}  // namespace holon
