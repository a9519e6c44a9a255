// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <vector>

#include "holon/expr/graph/function.h"
#include "holon/expr/program/program.h"

namespace holon {

/// (a, b) rotated by q
inline FunctionRef make_turn() {
  auto g = std::make_shared<Graph>();
  const Expr a = g->symbol("a"), b = g->symbol("b"), q = g->symbol("q");
  return Function::make("turn", g, {{"v", {a, b}}, {"q", {q}}},
                        {{"v", {cos(q) * a - sin(q) * b, sin(q) * a + cos(q) * b}},
                         {"length", {sqrt(1.0 + a * a + b * b)}}});
}

/// A graph of every kind of node with a derivative, wired at random, in which every node is of
/// order one and has derivatives of order one. Branches that are not chosen contain infinite
/// derivatives.
inline FunctionRef make_smooth_function(std::mt19937_64& random, int inputs, int nodes,
                                        int outputs) {
  static const FunctionRef turn = make_turn();
  static const FunctionRef residual = [] {
    auto g = std::make_shared<Graph>();
    const Expr z = g->symbol("z"), w = g->symbol("w"), p = g->symbol("p"), q = g->symbol("q");
    return Function::make("residual", g, {{"z", {z, w}}, {"p", {p, q}}},
                          {{"r", {2.0 * z + sin(w) - p, 2.0 * w + 0.5 * cos(z) - p * q}}});
  }();
  static const std::array<TableRef, 3> tables = [] {
    std::array<TableRef, 3> made;
    for (std::size_t k = 0; k < 3; ++k) {
      auto data = std::make_shared<TableData>();
      data->x = {-2.0, -0.6, 0.1, 0.9, 2.0};
      data->values = {0.3, -0.4, 0.5, 0.75, 1.0};
      if (k == 2) {
        data->y = {-1.0, 0.2, 1.0};
        data->values = {0.3,  -0.4, 0.5, 0.75, 1.0, 0.1, 0.2, -0.7,
                        -0.3, 0.6,  0.4, 0.2,  0.0, 0.9, 1};
      }
      data->interpolation = k ? Interpolation::monotone_cubic : Interpolation::linear;
      made[k] = data;
    }
    return made;
  }();
  auto graph = std::make_shared<Graph>();
  const std::vector<Expr> symbols = graph->symbols("x", inputs);
  std::vector<Expr> pool = symbols;
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const auto pick = [&] { return pool[below(pool.size())]; };
  while (static_cast<int>(pool.size()) < inputs + nodes) {
    const Expr a = pick(), b = pick(), c = pick();
    Expr y;
    switch (below(26)) {
      case 0: y = 0.5 * (a + b); break;
      case 1: y = 0.5 * (a - b); break;
      case 2: y = tanh(a) * b; break;
      case 3: y = a / (2.0 + sin(b)); break;
      case 4: y = fma(tanh(a), sin(b), 0.5 * c); break;
      case 5: y = sqrt(1.0 + a * a) - 1.0; break;
      case 6: y = exp(sin(a)) - 1.0; break;
      case 7: y = log(2.0 + sin(a)); break;
      case 8: y = pow(1.5 + 0.5 * sin(a), cos(b)); break;
      case 9: y = sin(a) + cos(b); break;
      case 10: y = tan(0.5 * tanh(a)); break;
      case 11: y = asin(0.5 * sin(a)); break;
      case 12: y = acos(0.5 * sin(a)); break;
      case 13: y = atan(a); break;
      case 14: y = atan2(a, 2.0 + sin(b)); break;
      case 15: y = sinh(sin(a)) - cosh(sin(b)); break;
      case 16: y = abs(a); break;
      case 17: y = min(a, b); break;
      case 18: y = max(a, b); break;
      case 19: y = select(less(a, b), sqrt(max(b - a, 0.0) + 0.1), 0.5 * c); break;
      case 20: {  // the root's derivative is infinite where it is not chosen
        y = select(less(0.0, a), sqrt(select(less(0.0, a), a + 1.0, 0.0)) - 1.0, 0.5 * a * b);
        break;
      }
      case 21: y = below(2) ? table(tables[below(2)], a) : table(tables[2], a, tanh(b)); break;
      case 22: {
        const auto kind = static_cast<MatrixKind>(below(5));
        const Expr off = is_symmetric(kind) ? 0.5 * sin(a) : 0.5 * cos(c);
        const std::array matrix{2.0 + 0.5 * sin(b), off, 0.5 * sin(a), 2.5 + Expr(0.0)};
        y = solve(matrix, std::array{a, c}, kind)[below(2)];
        break;
      }
      case 23:
        y = newton(residual, std::array{a, Expr(0.0)}, std::array{b, tanh(c)})[below(2)];
        break;
      case 24: y = call(turn, std::array{a, b, c})[below(3)] * 0.7; break;
      default: {
        std::vector<Expr> carry{a, b};
        std::vector<std::vector<Expr>> instances;
        for (int k = 0; k < 3; ++k) instances.push_back({pick()});
        scan(turn, instances, carry);
        y = 0.7 * carry[below(2)];
      }
    }
    if (!y.is_constant()) pool.push_back(y);
  }
  const auto count = std::min<std::ptrdiff_t>(outputs, std::ssize(pool));
  return Function::make("smooth", graph, {{"x", symbols}},
                        {{"y", {pool.end() - count, pool.end()}}});
}

/// The outputs of a function on the tape.
inline std::vector<double> run_tape(const FunctionRef& f, const std::vector<double>& x,
                                    std::size_t inline_limit = 1000000) {
  std::vector<double> y(static_cast<std::size_t>(f->output_count()));
  Workspace workspace;
  Program(*f, {Engine::tape, inline_limit}).run(x.data(), y.data(), workspace);
  return y;
}

}  // namespace holon
