// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Steady states of a System: f(t, x, p) = 0 but for the rates of coordinates on which nothing
// depends (the angle of a shaft), g(x, p) = 0 of closed loops, and h(x, p) = given values. Unknowns
// are states, in tangent coordinates, and parameters; time, discrete states and delayed signals are
// those of the start. Newton's method with steps of least length and exact derivatives, from many
// starts.
//
// A steady turn is steady as seen from axes that turn about the vertical at a rate Ω, which is
// unknown: f(t, x, p) = Ω G(x), where the positions and velocities of bodies change by z × p and
// z × v, and their orientations turn about z (a relative equilibrium: J. E. Marsden, T. S. Ratiu,
// Introduction to Mechanics and Symmetry, 2nd ed., 1999, § 1.11). The model must be the same in
// every heading.
#include <complex>
#include <functional>
#include <string>
#include <vector>

#include "holon/analyse/linear/poles.h"
#include "holon/analyse/linearise/operating_point.h"
#include "holon/system/system.h"

namespace holon {

struct TrimProblem {
  std::vector<int> parameters;  ///< unknown ones, by index in the System
  std::vector<int> tangents;    ///< unknown tangent coordinates; empty: all
  std::vector<std::string> outputs;
  std::vector<double> values;  ///< (outputs) [SI unit]
  bool turns = false;          ///< steady turns: their rate is one more unknown
  /// What is wrong with values of the System's parameters (ParameterRanges): no solution has these.
  std::function<std::string(const std::vector<double>&)> find_violation{};
  int starts = 40;
  std::uint64_t seed = 1;  ///< of the starts after the first
};

enum class Stability { asymptotic, marginal, unstable };

struct TrimSolution {
  OperatingPoint point;
  std::vector<double> unknown_parameters;  ///< [SI unit] in the order of the problem
  double turn_rate = 0;                    ///< [rad/s] about the vertical
  /// [1/s] or z, without those of the coordinates on which nothing depends.
  std::vector<Pole> poles;
  Stability stability = Stability::marginal;
  double residual = 0;  ///< largest remaining deviation, relative to the terms
  int starts = 0;       ///< that led to it
  /// Independent directions in which it may be shifted and stays a solution: 0 if it is isolated.
  int family = 0;
  std::vector<std::string> family_names;  ///< unknowns that change most along them
};

struct TrimResult {
  std::vector<TrimSolution> solutions;  ///< the one nearest to the start first
  /// Coordinates on which nothing depends, which may move steadily.
  std::vector<std::string> free;
  int starts = 0, failures = 0;  ///< starts, and those that led nowhere
  int inadmissible = 0;          ///< solutions beyond joint limits or the like
  int out_of_range = 0;          ///< solutions with parameters that a model must not have …
  std::string violation;         ///< … and what is wrong with the first one
  double least_residual = 0;     ///< if there is no solution
  std::string worst;             ///< the equation that remained then
};

/// Throws InputError for unknown outputs, ModelError where the start cannot be found, or a model
/// whose turns are requested is not the same in every heading.
TrimResult find_steady_states(const System& system, const std::vector<double>& parameters,
                              const TrimProblem& problem);

}  // namespace holon
