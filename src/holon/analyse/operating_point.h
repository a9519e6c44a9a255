// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/model/describe/settings.h"
#include "holon/simulate/equilibrium.h"
#include "holon/system/system.h"

namespace holon {

/// A point about which a System is linearised.
struct OperatingPoint {
  enum class Kind { start, instant, equilibrium } kind = Kind::start;
  double time = 0;         ///< [s]
  std::vector<double> in;  ///< t, x, u, p, d, m: the inputs of the System's functions
  /// Of an equilibrium: coordinates on which nothing depends, so that they need not stand still.
  std::vector<Equilibrium::Coordinate> free;
  std::vector<std::string> notes;  ///< what the user should know of it

  const double* x() const { return in.data() + 1; }
};

/// Puts into t, x, u, p, d, m the delayed signals u of a System as if each had been for long what
/// it is now.
void settle_delays(const System& system, std::vector<double>& in);

/// The beginning of a run: a consistent start, and what happens there. Throws as a run does.
OperatingPoint find_start_point(const System& system, const std::vector<double>& parameters);

/// Where a run with these settings is at a time [s]. Throws RunError where it does not get there.
OperatingPoint find_point_at(const System& system, const SimulateSettings& settings,
                             const std::vector<double>& parameters, double time);

/// The equilibrium near the start: see find_equilibrium; one while all that is discrete stands will
/// do.
OperatingPoint find_equilibrium_point(const System& system, const std::vector<double>& parameters);

}  // namespace holon
