// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace holon {

/// States whose errors are measured against one common magnitude: the components of a vector or
/// of a quaternion.
struct StateGroup {
  int offset = 0;
  int size = 1;
  /// Magnitude below which only the absolute error counts; in the state's own SI unit.
  double nominal = 1;
};

/// The right side of x' = f(t, x), for one sample or for several side by side, with invariants of
/// the state that `project` restores. Not const: it owns the workspace of its evaluations.
class Rhs {
 public:
  virtual ~Rhs() = default;

  /// Number of states of one sample.
  virtual int size() const = 0;
  /// Number of samples that one `run` evaluates.
  virtual int lanes() const { return 1; }
  /// dx (size x lanes) at t (lanes) and x (size x lanes); the lanes of one state are adjacent.
  /// A lane's numbers must not depend on the other lanes.
  virtual void run(const double* t, const double* x, double* dx) = 0;

  /// Moves one sample's state (contiguous, in place) onto its invariants; returns the violation
  /// found. Exactly zero must mean that x was not touched.
  virtual double project(double t, double* x);
  /// Whether there are constraints among the states that are restored, and could lose their rank on
  /// the way.
  virtual bool has_constraints() const { return false; }
  /// As `project`, for a state that is only tried, where there are such constraints; else zero.
  virtual double project_trial(double t, double* x);
  /// Groups in order, together covering every state once. Default: every state on its own.
  virtual std::vector<StateGroup> groups() const;
  /// "pin.angle"; for messages.
  virtual std::string state_name(int index) const;
};

}  // namespace holon
