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
  bool is_on_run = true;   ///< of the run; else a random state near it
  double* x() { return in.data() + 1; }
  const double* x() const { return in.data() + 1; }
  /// "at 3.2 s", "near the run at 3.2 s".
  std::string name() const;
};

/// For the rows of Simulation::record_states: each row, and a random state near it, with components
/// changed by up to a tenth, projected onto the constraints and with its own modes; random states
/// that cannot be projected are omitted. Delayed signals have their steady-state values. The
/// samples are reproducible.
std::vector<Sample> make_samples(const System& system, const std::vector<double>& parameters,
                                 const Results& states);

/// The outputs of a program for inputs in its order.
std::vector<double> evaluate(const Program& program, const std::vector<double>& in,
                             Workspace& workspace);
/// The largest component of a block of states x, at least of its nominal magnitude: the scale of
/// differences and errors.
double state_magnitude(const StateBlock& block, const double* x);

}  // namespace holon
