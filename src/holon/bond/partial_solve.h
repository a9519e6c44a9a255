// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/expr/graph/expr.h"

/// Linear relations of several ports, solved for the variables that causality leaves unknown.
namespace holon::detail {

/// Solves y = M x (n x n, by rows) with x known where `knows_x`, else y, for the other components.
void solve_partly(const std::vector<Expr>& matrix, const std::vector<bool>& knows_x,
                  std::vector<Expr>& x, std::vector<Expr>& y);

/// The variables of a matrix transformer's ports: f_out = N f_in, e_in = Nᵀ e_out, N by rows.
struct TransformerPorts {
  std::vector<Expr> f_in, e_in, f_out, e_out;
};
/// Solves for variables of inverse causality: the flows of inputs that do not impose their effort
/// (S) and the efforts of as many outputs that do (T), `determines_effort` by inputs, then outputs:
/// f_S = N_TS⁻¹ (f_T − N_TR f_R), e_T = N_TS⁻ᵀ (e_S − N_USᵀ e_U).
void solve_transformer(const std::vector<Expr>& matrix, const std::vector<bool>& determines_effort,
                       TransformerPorts& ports);

}  // namespace holon::detail
