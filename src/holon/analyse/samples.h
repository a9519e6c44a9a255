// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/expr/program/program.h"
#include "holon/record/results.h"
#include "holon/system/system.h"

namespace holon {

/// A point at which a System's functions are evaluated.
struct Sample {
  double time = 0;         ///< [s]
  std::vector<double> in;  ///< t, x, u, p, d, m: a System's inputs
  bool is_on_run = true;   ///< of the run; else drawn beside it
  double* x() { return in.data() + 1; }
  const double* x() const { return in.data() + 1; }
  /// "at 3.2 s", "beside the run at 3.2 s".
  std::string name() const;
};

/// Of the rows of Simulation::record_states: each row, and a state drawn beside it, its components
/// moved by up to a tenth, back on the constraints and with the modes of there; draws that find no
/// way back are left out. Delayed signals are taken as if each had been for long what it is now.
/// Always the same ones.
std::vector<Sample> make_samples(const System& system, const std::vector<double>& parameters,
                                 const Results& states);

/// The outputs of a program for inputs in its order.
std::vector<double> evaluate(const Program& program, const std::vector<double>& in,
                             Workspace& workspace);
/// The largest component of a block of states x, at least of its nominal magnitude: the scale of
/// differences and errors.
double state_magnitude(const StateBlock& block, const double* x);

}  // namespace holon
