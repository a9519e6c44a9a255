// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/simulate/rhs/system_rhs.h"

namespace holon {

/// Takes a state back onto the invariants and constraints of its System: unit quaternions, then
/// places by Newton's method, then speeds; by the shortest step in the norm of the mass matrix.
class Projection {
 public:
  /// The system and the programs must outlive this.
  Projection(const System& system, const SystemPrograms& programs);

  /// To set parameters, discrete states and modes, of lane 0.
  SystemInputs& inputs() { return inputs_; }
  /// Moves x (nx) in place. Returns the largest violation found [m, rad or 1]; 0 means that x was
  /// not touched. Where the places cannot be reached x comes as near as it could.
  double project(double t, double* x);
  /// The largest violation, x left as it is.
  double measure(double t, const double* x);

 private:
  double project_places(double t, double* x);
  double project_speeds(double t, double* x);
  double run(const Program& step, double t, const double* x);
  bool is_near(double error, const double* x) const;
  bool is_last_step(double error) const;

  const System& system_;
  const SystemPrograms& programs_;
  SystemInputs inputs_;
  double near_;       ///< [m, rad] what is on the constraint
  double curvature_;  ///< [1/m, 1/rad] more than that of any constraint
  Workspace workspace_;
  std::size_t rows_ = 0;
  std::vector<double> out_, copy_;
};

}  // namespace holon
