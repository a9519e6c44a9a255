// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/graph/closed_form.h"

#include <algorithm>
#include <map>
#include <utility>

#include "holon/expr/graph/graph.h"
#include "holon/expr/graph/traverse.h"

namespace holon {
namespace {

using Matrix = std::vector<std::vector<Expr>>;

/// The determinants of the rows from `row` on and the remaining columns (bits), each computed once.
Expr determinant(const Matrix& M, std::size_t row, unsigned columns,
                 std::map<unsigned, Expr>& known) {
  if (row == M.size()) return 1.0;
  if (const auto found = known.find(columns); found != known.end()) return found->second;
  Expr sum = 0.0;
  bool is_minus = false;
  for (std::size_t j = 0; j < M.size(); ++j) {
    if ((columns >> j & 1u) == 0) continue;
    if (!M[row][j].is_constant(0.0)) {
      const Expr term = M[row][j] * determinant(M, row + 1, columns & ~(1u << j), known);
      sum = is_minus ? sum - term : sum + term;
    }
    is_minus = !is_minus;
  }
  return known[columns] = sum;
}
Expr determinant(const Matrix& M) {
  std::map<unsigned, Expr> known;
  return determinant(M, 0, (1u << M.size()) - 1, known);
}

std::vector<Expr> solve_by_cramer(const Payload& payload, const std::vector<Expr>& arguments) {
  const auto n = static_cast<std::size_t>(payload.size);
  Matrix A(n, std::vector<Expr>(n, 0.0));
  std::size_t at = 0;
  for (std::size_t j = 0; j < n; ++j)
    for (int e = payload.column_start[j]; e < payload.column_start[j + 1]; ++e) {
      const auto i = static_cast<std::size_t>(payload.row_index[static_cast<std::size_t>(e)]);
      A[i][j] = arguments[at++];
      if (is_symmetric(payload.kind)) A[j][i] = A[i][j];
    }
  const Expr all = determinant(A);
  std::vector<Expr> x;
  for (std::size_t k = 0; k < n; ++k) {
    Matrix with = A;
    for (std::size_t i = 0; i < n; ++i) with[i][k] = arguments[at + i];
    x.push_back(determinant(with) / all);
  }
  return x;
}

}  // namespace

std::vector<Expr> expand_solves(std::vector<Expr> expressions, int most) {
  Graph* graph = detail::find_graph(expressions);
  if (graph == nullptr) return expressions;
  const std::vector<std::uint32_t> order = detail::find_reachable(*graph, expressions);
  std::map<std::uint32_t, Expr> images;
  std::map<std::uint32_t, std::vector<Expr>> solved;
  for (const std::uint32_t id : order) {
    const Node node = graph->node(id);
    std::vector<Expr> arguments;
    const std::vector<std::uint32_t> children(graph->arguments(id).begin(),
                                              graph->arguments(id).end());
    if (node.op == Op::output && solved.contains(children[0])) {
      const std::vector<Expr>& x = solved[children[0]];
      images[id] = node.args[1] < x.size() ? x[node.args[1]] : graph->expr(id);
      continue;
    }
    for (const std::uint32_t child : children) {
      const auto found = images.find(child);
      arguments.push_back(found == images.end() ? graph->expr(child) : found->second);
    }
    if (node.op == Op::solve && graph->payload(node).size <= most) {
      const Payload payload = graph->payload(node);
      solved[id] = solve_by_cramer(payload, arguments);
      continue;  // only its reports would require it
    }
    images[id] = children.empty() ? graph->expr(id) : graph->rebuild(*graph, id, arguments);
  }
  for (Expr& e : expressions)
    if (!e.is_constant()) e = images.at(e.id());
  return expressions;
}

}  // namespace holon
