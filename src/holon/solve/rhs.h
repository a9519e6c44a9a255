// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "holon/expr/derive/jacobian.h"

namespace holon {

/// States whose errors are measured against one common magnitude: the components of a vector or
/// of a quaternion.
struct StateGroup {
  int offset = 0;
  int size = 1;
  /// Magnitude below which only the absolute error counts; in the state's own SI unit.
  double nominal = 1;
};

/// Which equations an implicit form keeps that f has solved already.
enum class KeptEquations {
  all,        ///< nonlinear and linear ones of algebraic loops, and invariants
  nonlinear,  ///< those that f solves by Newton's method, alone
};

/// The same right side with equations kept that f has solved already, for methods that solve all
/// together:  x' = f(t, x, z),  0 = r(t, x, z),  0 = h(t, x).
struct ImplicitShape {
  int unknowns = 0;    ///< of algebraic loops: z, and as many equations r
  int invariants = 0;  ///< h, which f keeps
  /// Where ∂(f, r, h)/∂(x, z) may differ from zero; nothing where only differences find it, and
  /// then there are neither unknowns nor invariants.
  std::optional<Sparsity> pattern;
  /// Arithmetic operations of one evaluation of f, r, h, and of the entries.
  double operations = 0, jacobian_operations = 0;
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
  /// Whether `project` may move a state at all.
  virtual bool has_invariants() const { return has_constraints(); }
  /// As `project`, for a state that is only tried, where there are such constraints; else zero.
  virtual double project_trial(double t, double* x);
  /// How far such constraints are from a loss of rank at (t, x): of their slopes by rates the last
  /// singular value within `rank` over the first one. `rank` is raised to what it is here; 0 stands
  /// for that of a position beside, as is then the measure. 1 where there are none.
  virtual double measure_rank(double t, const double* x, int& rank);

  /// What ∂f/∂x depends on and stands still between ticks and events (discrete states, modes): a
  /// Jacobian of another branch is none of this one.
  virtual std::span<const double> branch() const { return {}; }

  /// Where ∂f/∂x (size x size) may differ from zero; nothing where only differences of f find it.
  /// The entries of one sample at (t, x), in the order of the pattern. One lane only.
  virtual const Sparsity* jacobian_pattern() { return nullptr; }
  virtual void run_jacobian(double t, const double* x, double* entries);

  /// Whether f solves equations by Newton's method that an implicit form can keep.
  virtual bool has_nonlinear_unknowns() const { return false; }
  /// For one lane, as are the functions that belong to it: those of the shape that was requested
  /// last. Default: f alone.
  virtual ImplicitShape implicit_shape(KeptEquations kept);
  /// z at (t, x), for a beginning.
  virtual void find_unknowns(double t, const double* x, double* z);
  /// f, r, h one behind the other.
  virtual void run_implicit(double t, const double* x, const double* z, double* values);
  /// The entries of the shape's pattern.
  virtual void run_implicit_jacobian(double t, const double* x, const double* z, double* entries);

  /// Arithmetic operations of one evaluation of f, and of the Jacobian's entries: what a method
  /// costs where two are compared.
  virtual double operation_count() const { return 10.0 * size(); }
  virtual double jacobian_operation_count() { return operation_count() * size(); }

  /// Groups in order, together covering every state once. Default: every state on its own.
  virtual std::vector<StateGroup> groups() const;
  /// "pin.angle"; for messages.
  virtual std::string state_name(int index) const;
};

}  // namespace holon
