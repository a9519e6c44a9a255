// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/model/describe/settings.h"
#include "holon/simulate/start/equilibrium.h"
#include "holon/system/system.h"

namespace holon {

/// A point about which a System is linearised.
struct OperatingPoint {
  enum class Kind { start, instant, equilibrium } kind = Kind::start;
  double time = 0;         ///< [s]
  std::vector<double> in;  ///< t, x, u, p, d, m: the inputs of the System's functions
  /// For an equilibrium: coordinates on which nothing depends, so that they need not be at rest.
  std::vector<Equilibrium::Coordinate> free;
  /// [rad/s] about the vertical, of an equilibrium as seen from axes that turn with it: vectors in
  /// world axes, by the tangent coordinate of their first component, turn with it.
  double turn_rate = 0;
  std::vector<int> turning_vectors{};
  std::vector<std::string> notes;  ///< for the user

  const double* x() const { return in.data() + 1; }
};

/// Sets the delayed signals u in t, x, u, p, d, m to the steady state, as if each signal had always
/// had its present value.
void settle_delays(const System& system, std::vector<double>& in);

/// The start of a run: consistent initial values, and the events there. Throws as a run does.
OperatingPoint find_start_point(const System& system, const std::vector<double>& parameters);

/// The state of a run with these settings at a time [s]. Throws RunError if the run does not reach
/// it.
OperatingPoint find_point_at(const System& system, const SimulateSettings& settings,
                             const std::vector<double>& parameters, double time);

/// The equilibrium near the start: see find_equilibrium; with constant discrete states if there is
/// no other.
OperatingPoint find_equilibrium_point(const System& system, const std::vector<double>& parameters);

}  // namespace holon
