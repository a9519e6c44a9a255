// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/system/system.h"

namespace holon {

/// A state of a System that does not change while time stands still.
struct Equilibrium {
  std::vector<double> x;                ///< (nx)
  std::vector<double> discrete, modes;  ///< (nd), (nm) there
  /// Coordinates on which nothing depends, so that they need not stand still (the angle of a
  /// shaft, the position of a cart on its rail), with their rates [SI unit/s].
  struct Coordinate {
    std::string name;
    double rate = 0;
  };
  std::vector<Coordinate> free;
  /// The largest rate that remains of the others, as a part of what counts as zero, and as text:
  /// "boom.rate' = 2e-13 rad/s^2".
  double residual = 0;
  std::string residual_text;
  std::vector<std::string> notes;  ///< what the user should know of it
};

/// The equilibrium near the first instant of a run (see find_first_instant): x' = 0 within the
/// constraints, but for free coordinates, which may go on steadily. Values that the model holds at
/// the start are kept where there is an equilibrium with them, else given up (a note says so).
/// Pure integrals (find_pure_integrals) keep their values of the first instant.
/// Discrete states and modes are those that a run beginning there has: what sticks bears any force
/// up to its static friction, what lies at a limit is pushed against it.
///
/// Tried are, each from the start and from there at rest: Newton's method with steps of least
/// length; then relaxation, implicit steps of a motion whose speeds are set to zero after each,
/// which limits, slack ropes, open contacts and friction stop as they stop a motion; then the
/// motion itself by implicit steps that grow as it comes to rest.
///
/// `parameters`: values in the System's order. Throws ModelError naming the rates that remain where
/// none is found, and what find_first_instant throws.
///
/// `holds_discrete`: where a run would stay at none, one that is an equilibrium while all that is
/// discrete stands as at the start will do (a note says so).
Equilibrium find_equilibrium(const System& system, const std::vector<double>& parameters,
                             bool holds_discrete = false);

}  // namespace holon
