// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/bond/partial_solve.h"

#include "holon/expr/graph/graph.h"

namespace holon::detail {

void solve_partly(const std::vector<Expr>& matrix, const std::vector<bool>& knows_x,
                  std::vector<Expr>& x, std::vector<Expr>& y) {
  const std::size_t n = knows_x.size();
  std::vector<std::size_t> unknown;
  for (std::size_t k = 0; k < n; ++k) {
    if (!knows_x[k]) unknown.push_back(k);
  }
  std::vector<Expr> inner, right;
  for (const std::size_t row : unknown) {
    Expr rest = y[row];
    for (std::size_t k = 0; k < n; ++k) {
      if (knows_x[k]) rest -= matrix[row * n + k] * x[k];
    }
    right.push_back(rest);
    for (const std::size_t column : unknown) inner.push_back(matrix[row * n + column]);
  }
  if (unknown.size() == 1) {
    x[unknown[0]] = right[0] / inner[0];
  } else if (!unknown.empty()) {
    const std::vector<Expr> solution = solve(inner, right);
    for (std::size_t k = 0; k < unknown.size(); ++k) x[unknown[k]] = solution[k];
  }
  for (std::size_t row = 0; row < n; ++row) {
    if (!knows_x[row]) continue;
    y[row] = 0.0;
    for (std::size_t k = 0; k < n; ++k) y[row] += matrix[row * n + k] * x[k];
  }
}

void solve_transformer(const std::vector<Expr>& matrix, const std::vector<bool>& determines_effort,
                       TransformerPorts& ports) {
  const std::size_t inputs = ports.f_in.size(), outputs = ports.f_out.size();
  const auto n = [&](std::size_t row, std::size_t column) { return matrix[row * inputs + column]; };
  std::vector<std::size_t> s, t;
  for (std::size_t k = 0; k < inputs; ++k) {
    if (!determines_effort[k]) s.push_back(k);
  }
  for (std::size_t k = 0; k < outputs; ++k) {
    if (determines_effort[inputs + k]) t.push_back(k);
  }
  if (!s.empty()) {
    std::vector<Expr> inner, transposed, flow_side, effort_side;
    for (const std::size_t row : t) {
      Expr right = ports.f_out[row];
      for (std::size_t k = 0; k < inputs; ++k) {
        if (determines_effort[k]) right -= n(row, k) * ports.f_in[k];
      }
      flow_side.push_back(right);
      for (const std::size_t column : s) inner.push_back(n(row, column));
    }
    for (const std::size_t column : s) {
      Expr right = ports.e_in[column];
      for (std::size_t k = 0; k < outputs; ++k) {
        if (!determines_effort[inputs + k]) right -= n(k, column) * ports.e_out[k];
      }
      effort_side.push_back(right);
      for (const std::size_t row : t) transposed.push_back(n(row, column));
    }
    const std::vector<Expr> f = solve(inner, flow_side), e = solve(transposed, effort_side);
    for (std::size_t k = 0; k < s.size(); ++k) ports.f_in[s[k]] = f[k];
    for (std::size_t k = 0; k < t.size(); ++k) ports.e_out[t[k]] = e[k];
  }
}

}  // namespace holon::detail
