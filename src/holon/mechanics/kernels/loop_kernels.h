// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <tuple>

#include "holon/mechanics/kernels/kinds.h"
#include "holon/mechanics/tree/link_shape.h"

/// The Functions by which constraints run through a tree whose articulated bodies are known. With
/// u the efforts that a constraint's unit wrenches leave at the freedoms on their path to the
/// world, D the pivots there:
///
///   S = J M⁻¹ Jᵀ = Σ u uᵀ / D,   J vdot₀ = Σ u rate
///
/// (G. Rodriguez, A. Jain, K. Kreutz-Delgado, J. Astronaut. Sci. 40 (1992) 27: the factors of M⁻¹).
namespace holon::detail {

/// What slopes along the rates of a link (as joint_info counts them) are as efforts along its
/// freedoms (as `freedoms()` counts them). `attitude` (9): of links with an orientation.
std::vector<Expr> efforts_along_rates(const LinkShape& shape, const std::vector<Expr>& slopes,
                                      const std::vector<Expr>& attitude);

/// A power of two that brings the entries of a row to the size of one, by their largest at a few
/// random states; 1 where they are not far from that.
double find_row_scale(const std::vector<Expr>& entries);

/// One step of a wrench towards the world.
///   inputs   force and moment (6) that lack at the link's origin, in link axes; efforts along the
///            freedoms (where the constraint has some itself); weights of the pivots; attitude; q;
///            constants
///   outputs  u of every freedom; force and moment about the parent's origin, in the parent's axes
///            (6, absent at rest or where nothing is handed on: see hands_on; efforts are)
FunctionRef make_wrench_step(const LinkShape& shape, bool has_efforts, const Kinds& kinds,
                             std::size_t piece);
std::vector<Expr> wrench_step_constants(const Link& link);
/// Whether a link hands anything on.
bool hands_on(const LinkShape& shape);

/// Σ over `freedoms` of u_a u_bᵀ / D. Inputs: per freedom 1/D, u_a (a), u_b (b); outputs (a x b).
/// For b = 0 of u_a u_aᵀ / D: the lower triangle, row by row.
FunctionRef make_product(int freedoms, int a, int b);
/// −(bias + Σ u rate). Inputs: bias (rows), per freedom rate, u (rows).
FunctionRef make_right_side(int freedoms, int rows);
/// rate + Σ u λ / D of several freedoms. Inputs: λ (rows), per freedom the rate (where it has one,
/// else 0), 1/D, u (rows).
FunctionRef make_pivot_change(int freedoms, int rows, int has_rate);
/// Σ λ wrench. Inputs: λ (rows), wrenches (6 each); outputs (6).
FunctionRef make_wrench_sum(int rows);

/// Functions that depend on a few numbers only are made once.
template <class... N>
const FunctionRef& made_once(FunctionRef (*make)(N...), N... numbers) {
  thread_local std::map<std::tuple<FunctionRef (*)(N...), N...>, FunctionRef> functions;
  FunctionRef& function = functions[{make, numbers...}];
  if (!function) function = make(numbers...);
  return function;
}

}  // namespace holon::detail
