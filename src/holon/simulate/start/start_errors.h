// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/simulate/start/loop_conditions.h"

namespace holon {

/// What 'initial' holds: of states, and of joints that have none. "A.angle", "C.orientation".
std::vector<std::string> find_held_values(const System& system, LoopConditions::Level level);

/// Says why there is no start: which held values, motions, rods or equations contradict the loops.
class StartErrors {
 public:
  /// All must live as long as this.
  StartErrors(const System& system, LoopConditions& conditions,
              const std::vector<double>& parameters)
      : system_(system), conditions_(conditions), parameters_(parameters) {}

  /// Of places, that came as near as `reached` from what was guessed. Throws ModelError.
  [[noreturn]] void explain_places(const std::vector<double>& reached,
                                   const std::vector<double>& guessed) const;
  /// Of speeds. Throws ModelError.
  [[noreturn]] void explain_speeds(const std::vector<double>& reached) const;

 private:
  void explain_rods(const std::vector<double>& x, const Eigen::VectorXd& left) const;
  std::string list_failing_equations(const Eigen::VectorXd& left) const;
  bool is_driven_too_much(std::vector<double> x) const;
  std::string list_values(const std::vector<std::string>& names,
                          const std::vector<double>& x) const;

  const System& system_;
  LoopConditions& conditions_;
  const std::vector<double>& parameters_;
};

}  // namespace holon
