// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/expr/derive/jacobian.h"
#include "holon/system/system.h"

namespace holon {

/// What an implicit form keeps beside the unknowns of Newton's method.
struct ImplicitParts {
  bool linear = true;  ///< unknowns of linear systems
  bool invariants = true;
};

/// Whether x' = f solves equations by Newton's method, outside of called functions.
bool has_newton_unknowns(const System& system);

/// Arithmetic operations, about, that one evaluation of a function spends on solving: linear
/// systems by their size and entries, and Newton's iterations, of which there are some, those of
/// called functions included. The operation counts of functions and programs have a node of these
/// as one.
double count_solving_operations(const Function& f);

/// A System's equations in implicit form (DAE): the unknowns z of algebraic loops, which x' = f
/// eliminates, are kept, and the invariants are equations, for methods that solve all
/// simultaneously:
///   x' = f(t, x, …, z),   0 = r(t, x, …, z),   0 = h(t, x, …)
///
/// Unknowns z are those of Newton's method and, where they are to be kept, of linear systems of
/// several unknowns; systems whose rank may be deficient (multipliers of redundant constraints),
/// and those inside called functions, remain solved.
struct ImplicitForm {
  int unknown_count = 0;
  int invariant_count = 0;
  FunctionRef unknowns;   ///< inputs of the System's functions -> z
  FunctionRef equations;  ///< the same inputs, z -> f (nx), r (nz), h
  /// ∂(f, r, h)/∂(x, z), a function of the same inputs with the one output group "J".
  FunctionJacobian jacobian;
};

/// Of `parts.invariants`: position and velocity residuals of all constraints, and for each unit
/// quaternion (|q|² - 1) / 2.
ImplicitForm make_implicit_form(const System& system, const ImplicitParts& parts);

}  // namespace holon
