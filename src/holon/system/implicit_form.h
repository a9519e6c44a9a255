// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/expr/derive/jacobian.h"
#include "holon/system/system.h"

namespace holon {

/// A System's equations with the unknowns z of algebraic loops kept, which x' = f has eliminated,
/// and its invariants as equations, for methods that solve all together:
///   x' = f(t, x, …, z),   0 = r(t, x, …, z),   0 = h(t, x, …)
///
/// Kept are roots of Newton's method and linear systems of several unknowns; those whose rank may
/// fall (multipliers of redundant constraints) stay solved, and so do those inside called
/// functions.
struct ImplicitForm {
  int unknown_count = 0;
  int invariant_count = 0;
  FunctionRef unknowns;   ///< inputs of the System's functions -> z
  FunctionRef equations;  ///< the same inputs, z -> f (nx), r (nz), h
  /// ∂(f, r, h)/∂(x, z), a function of the same inputs with the one output group "J".
  FunctionJacobian jacobian;
};

/// With `invariants`: places and speeds of all constraints, and for each unit quaternion
/// (|q|² - 1) / 2.
ImplicitForm make_implicit_form(const System& system, bool invariants);

}  // namespace holon
