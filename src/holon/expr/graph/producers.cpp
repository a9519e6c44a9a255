// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Nodes with several outputs: solves, roots, calls.

#include "holon/expr/graph/producers.h"

#include <stdexcept>

#include "holon/expr/graph/function.h"
#include "holon/expr/graph/graph.h"
#include "holon/expr/graph/traverse.h"

namespace holon {

namespace {

/// The graph of a node to be created; a new one, for evaluating the outputs, if all its arguments
/// are constants.
class Home {
 public:
  explicit Home(std::span<const Expr> a, std::span<const Expr> b = {}) {
    for (auto list : {a, b}) {
      for (Expr e : list) graph_ = graph_ ? graph_ : e.graph();
    }
    if (graph_) return;
    fresh_ = std::make_shared<Graph>();
    graph_ = fresh_.get();
  }
  Graph& graph() const { return *graph_; }
  std::vector<Expr> add(Payload payload) const {
    std::vector<Expr> outputs = graph_->add_payload(std::move(payload));
    return fresh_ ? detail::calc_constants(fresh_, outputs) : outputs;
  }

 private:
  std::shared_ptr<Graph> fresh_;
  Graph* graph_ = nullptr;
};

/// Separates the report from the outputs of a solve or root of n unknowns.
std::vector<Expr> take_report(std::vector<Expr>& outputs, std::size_t n) {
  std::vector<Expr> report(outputs.begin() + static_cast<std::ptrdiff_t>(n), outputs.end());
  outputs.resize(n);
  return report;
}

}  // namespace

std::vector<Expr> detail::add_producer(Payload payload, std::span<const Expr> arguments) {
  const Home home(arguments);
  for (Expr e : arguments) payload.arguments.push_back(home.graph().intern(e));
  return home.add(std::move(payload));
}

std::vector<Expr> solve(std::span<const Expr> matrix, std::span<const Expr> right_side,
                        MatrixKind kind, SolveReport* report, double rank_tolerance) {
  const std::size_t n = right_side.size();
  if (matrix.size() != n * n) throw std::logic_error("solve: the matrix is not (n x n)");
  const Home home(matrix, right_side);
  Graph& graph = home.graph();
  Payload p;
  p.op = Op::solve;
  p.kind = kind;
  p.size = static_cast<int>(n);
  p.outputs = p.size + 2;
  if (has_any_rank(kind)) p.tolerance = rank_tolerance;
  p.column_start.push_back(0);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      const Expr entry = matrix[i * n + j];
      const bool is_read = !is_symmetric(kind) || i >= j;
      if (!is_read || (entry.is_constant(0.0) && i != j)) continue;
      p.row_index.push_back(static_cast<int>(i));
      p.arguments.push_back(graph.intern(entry));
    }
    p.column_start.push_back(static_cast<int>(p.row_index.size()));
  }
  for (Expr b : right_side) p.arguments.push_back(graph.intern(b));
  std::vector<Expr> x = home.add(std::move(p));
  const std::vector<Expr> rest = take_report(x, n);
  if (report) *report = {rest[0], rest[1]};
  return x;
}

std::vector<Expr> newton(const FunctionRef& residual, std::span<const Expr> guess,
                         std::span<const Expr> parameters, NewtonReport* report) {
  const std::size_t n = guess.size();
  if (residual->input_scalars().size() != n + parameters.size() ||
      residual->output_scalars().size() != n) {
    throw std::logic_error("newton: the residual '" + residual->name() + "' has the wrong shape");
  }
  const Home home(guess, parameters);
  Graph& graph = home.graph();
  Payload p;
  p.op = Op::newton;
  p.function = residual;
  p.size = static_cast<int>(n);
  p.outputs = p.size + 3;
  for (auto list : {guess, parameters}) {
    for (Expr e : list) p.arguments.push_back(graph.intern(e));
  }
  std::vector<Expr> z = home.add(std::move(p));
  const std::vector<Expr> rest = take_report(z, n);
  if (report) *report = {rest[0], rest[1], rest[2]};
  return z;
}

std::vector<Expr> call(const FunctionRef& function, std::span<const Expr> arguments) {
  if (arguments.size() != function->input_scalars().size()) {
    throw std::logic_error("call: '" + function->name() + "' takes " +
                           std::to_string(function->input_count()) + " arguments, not " +
                           std::to_string(arguments.size()));
  }
  bool constant = true;
  for (Expr e : arguments) constant = constant && e.is_constant();
  if (constant) return function->substitute(arguments);
  const Home home(arguments);
  Graph& graph = home.graph();
  Payload p;
  p.op = Op::call;
  p.function = function;
  p.outputs = function->output_count();
  p.arguments.reserve(arguments.size());
  for (Expr e : arguments) p.arguments.push_back(graph.intern(e));
  return graph.add_payload(std::move(p));
}

std::vector<std::vector<Expr>> scan(const FunctionRef& function,
                                    std::span<const std::vector<Expr>> instances,
                                    std::vector<Expr>& carry) {
  std::vector<std::vector<Expr>> results;
  results.reserve(instances.size());
  const auto carried = static_cast<std::ptrdiff_t>(carry.size());
  for (const std::vector<Expr>& own : instances) {
    std::vector<Expr> arguments = carry;
    arguments.insert(arguments.end(), own.begin(), own.end());
    std::vector<Expr> out = call(function, arguments);
    carry.assign(out.begin(), out.begin() + carried);
    results.emplace_back(out.begin() + carried, out.end());
  }
  return results;
}

}  // namespace holon
