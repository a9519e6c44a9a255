// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/model/settings.h"
#include "holon/system/system.h"

namespace holon {

/// A point about which a System is linearised.
struct OperatingPoint {
  enum class Kind { start, instant, equilibrium } kind = Kind::start;
  double time = 0;         ///< [s]
  std::vector<double> in;  ///< t, x, u, p, d, m: the inputs of the System's functions
  /// Of an equilibrium: coordinates on which nothing depends, so that they need not stand still,
  /// with their rates [SI unit/s].
  struct Coordinate {
    std::string name;
    double rate = 0;
  };
  std::vector<Coordinate> free;
  std::vector<std::string> notes;  ///< what the user should know of it

  const double* x() const { return in.data() + 1; }
};

/// The beginning of a run: a consistent start, and what happens there. Throws as a run does.
OperatingPoint find_start_point(const System& system, const std::vector<double>& parameters);

/// Where a run with these settings is at a time [s]. Throws RunError where it does not get there.
OperatingPoint find_point_at(const System& system, const SimulateSettings& settings,
                             const std::vector<double>& parameters, double time);

/// A state near the start that does not change: x' = 0 within the constraints, but for coordinates
/// on which no rate depends (the turn of a shaft, the place of a cart on its rail), which may go on
/// steadily. Newton's method with steps of least length, from the start and from there at rest;
/// where that does not get there, the way that the system itself goes, by implicit steps that grow
/// as it comes to rest. Discrete states are those of the start, and so is time. Throws RunError
/// naming the states that do not come to rest.
OperatingPoint find_equilibrium(const System& system, const std::vector<double>& parameters);

}  // namespace holon
