// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include "holon/expr/graph/function.h"

/// Graphs and samples with all operations and special numbers, for comparing bits. (For derivatives
/// see random_function.h.)
namespace holon {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Equal bits; any NaN equals any other.
inline bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

inline constexpr std::array kUnary = {Op::neg,   Op::sqrt,        Op::exp,     Op::log,  Op::sin,
                                      Op::cos,   Op::tan,         Op::asin,    Op::acos, Op::atan,
                                      Op::sinh,  Op::cosh,        Op::tanh,    Op::abs,  Op::sign,
                                      Op::floor, Op::logical_not, Op::relation};
inline constexpr std::array kBinary = {
    Op::add, Op::sub,  Op::mul,        Op::div,   Op::pow,         Op::atan2,     Op::min,
    Op::max, Op::less, Op::less_equal, Op::equal, Op::logical_and, Op::logical_or};

inline TableRef make_table(Interpolation interpolation) {
  auto data = std::make_shared<TableData>();
  data->x = {-2.0, -0.5, 0.0, 1.0, 4.0};
  data->values = {1.0, -1.0, 0.5, 0.75, 3.0};
  data->interpolation = interpolation;
  return data;
}

inline FunctionRef make_rotation() {
  auto g = std::make_shared<Graph>();
  const Expr a = g->symbol("a"), b = g->symbol("b"), q = g->symbol("q");
  return Function::make("rotation", g, {{"v", {a, b}}, {"q", {q}}},
                        {{"v", {cos(q) * a - sin(q) * b, sin(q) * a + cos(q) * b}}});
}

/// A graph with every kind of node, wired at random.
inline FunctionRef make_random_function(std::mt19937_64& random, int inputs, int nodes) {
  static const TableRef tables[] = {make_table(Interpolation::linear),
                                    make_table(Interpolation::monotone_cubic)};
  static const FunctionRef rotation = make_rotation();
  auto graph = std::make_shared<Graph>();
  std::vector<Expr> pool = graph->symbols("x", inputs);
  const std::vector<Expr> symbols = pool;
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const auto pick = [&] {
    return below(8) == 0 ? Expr(static_cast<double>(below(5)) - 2.0) : pool[below(pool.size())];
  };
  for (int i = 0; i < nodes; ++i) {
    Expr made;
    switch (below(12)) {
      case 0: made = select(pick(), pick(), pick()); break;
      case 1: made = fma(pick(), pick(), pick()); break;
      case 2: {
        const Expr at = pick();
        made = table(tables[below(2)], at);
        break;
      }
      case 3: {
        const std::vector<Expr> out =
            call(rotation, std::array{pick(), pick(), pool[below(pool.size())]});
        made = out[below(2)];
        break;
      }
      case 4: {
        const std::vector<Expr> matrix{pick(), pick(), pick(), pool[below(pool.size())]};
        SolveReport report;
        std::vector<Expr> x =
            solve(matrix, std::array{pick(), pick()}, static_cast<MatrixKind>(below(5)), &report);
        x.insert(x.end(), {report.quality, report.rank});
        made = x[below(x.size())];
        break;
      }
      case 5:
      case 6:
      case 7:
        made = graph->insert(kUnary[below(kUnary.size())], std::array{pool[below(pool.size())]});
        break;
      default: made = graph->insert(kBinary[below(kBinary.size())], std::array{pick(), pick()});
    }
    if (!made.is_constant()) pool.push_back(made);
  }
  std::vector<Expr> outputs(pool.end() - std::min<std::ptrdiff_t>(std::ssize(pool), 40),
                            pool.end());
  return Function::make("random", graph, {{"x", symbols}}, {{"y", outputs}});
}

inline std::vector<double> make_sample(std::mt19937_64& random, int count) {
  static const double special[] = {0.0,
                                   -0.0,
                                   1.0,
                                   -1.0,
                                   kInfinity,
                                   -kInfinity,
                                   std::nan(""),
                                   5e-324,
                                   -5e-324,
                                   1e308,
                                   2.2250738585072014e-308,
                                   0.5,
                                   1e16};
  std::uniform_real_distribution<double> plain(-4.0, 4.0);
  std::vector<double> x(static_cast<std::size_t>(count));
  for (double& v : x)
    v = random() % 4 == 0 ? special[random() % std::size(special)] : plain(random);
  return x;
}

}  // namespace holon
