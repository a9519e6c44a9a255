// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/loop_solver.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "holon/base/equilibrate.h"
#include "holon/base/errors.h"
#include "holon/base/matrices.h"
#include "holon/base/strong_components.h"
#include "holon/expr/derive/jacobian.h"
#include "holon/expr/graph/arbitrary.h"
#include "holon/expr/graph/graph.h"

namespace holon::detail {

namespace {

// Points at which a block is tested, and the tolerance of equality: values take about a thousand
// operations.
constexpr int kTrials = 3;
constexpr double kSame = 1e-9;
// Subcircuits that switches disconnect may be determined only by very small resistances.
constexpr double kSameOfModes = 1e-13;
// Relative distance of two points close to each other, and the change of a number between them that
// only rounding errors have.
constexpr double kBeside = 1e-7, kRoundingError = 1e-3;

/// The values of one block as functions of its unknowns and all other symbols.
class LoopBlock {
 public:
  /// `loops`: with values that do not depend on other blocks' unknowns.
  LoopBlock(const std::shared_ptr<Graph>& graph, std::vector<LoopUnknown> loops)
      : graph_(graph), loops_(std::move(loops)) {
    for (const LoopUnknown& loop : loops_) {
      unknowns_.push_back(loop.unknown);
      values_.push_back(loop.value);
      names_ += (names_.empty() ? "" : ", ") + loop.name;
      circles_ += (circles_.empty() ? "" : ", ") + (loop.circle.empty() ? loop.name : loop.circle);
    }
    for (const Expr symbol : find_symbols(values_)) {
      if (std::find(unknowns_.begin(), unknowns_.end(), symbol) == unknowns_.end()) {
        others_.push_back(symbol);
      }
    }
    function_ =
        Function::make("loop", graph_, {{"z", unknowns_}, {"p", others_}}, {{"value", values_}});
  }

  /// The mutually dependent unknowns.
  std::vector<Expr> solve_block() {
    const std::vector<Expr> zero(unknowns_.size(), 0.0);
    std::vector<Expr> right = substitute(values_, unknowns_, zero);
    if (!is_affine()) {
      std::vector<Expr> guess = right;
      for (std::size_t k = 0; k < guess.size(); ++k)
        guess[k] = loops_[k].guess.value_or(loops_[k].is_equation ? Expr(0.0) : guess[k]);
      guess = substitute(guess, unknowns_, zero);
      for (std::size_t k = 0; k < guess.size(); ++k)
        if (loops_[k].last_root)
          guess[k] = select(loops_[k].has_last_root, *loops_[k].last_root, guess[k]);
      is_root_ = true;
      return find_root(guess);
    }
    const std::size_t n = unknowns_.size();
    const Jacobian J = jacobian(values_, unknowns_);
    const std::vector<Expr> slopes = substitute(J.entries, unknowns_, zero);
    std::vector<Expr> matrix(n * n, 0.0);
    for (std::size_t k = 0; k < n; ++k)
      if (!loops_[k].is_equation) matrix[k * n + k] = 1.0;
    for (int j = 0; j < J.pattern.columns; ++j) {
      for (int e = J.pattern.start[static_cast<std::size_t>(j)];
           e < J.pattern.start[static_cast<std::size_t>(j) + 1]; ++e) {
        const auto row = static_cast<std::size_t>(J.pattern.row[static_cast<std::size_t>(e)]);
        const Expr slope = slopes[static_cast<std::size_t>(e)];
        matrix[row * n + static_cast<std::size_t>(j)] -= loops_[row].is_equation ? -slope : slope;
      }
    }
    for (std::size_t k = 0; k < n; ++k)
      if (loops_[k].is_equation) right[k] = -right[k];
    check_matrix(matrix);
    if (n == 1) return {right[0] / matrix[0]};
    return solve(matrix, right);
  }
  /// Whether a comparison that is not a mode depends on the unknowns.
  bool compares() const {
    std::unordered_set<std::uint32_t> dependent;
    for (const Expr& z : unknowns_) dependent.insert(z.id());
    for (const std::uint32_t node : find_nodes()) {
      const auto arguments = graph_->arguments(node);
      if (std::none_of(arguments.begin(), arguments.end(),
                       [&](std::uint32_t argument) { return dependent.contains(argument); }))
        continue;
      if (graph_->node(node).op == Op::relation) return true;
      dependent.insert(node);
    }
    return false;
  }
  /// Whether Newton's method was used.
  bool is_root() const { return is_root_; }

 private:
  /// By the form of formulas, and numerically for calls of mechanics, which are not analysed.
  bool is_affine() const { return has_affine_form() && is_affine_in_numbers(); }

  bool has_affine_form() const {
    std::unordered_set<std::uint32_t> dependent;
    for (const Expr& z : unknowns_) dependent.insert(z.id());
    const std::vector<std::uint32_t> nodes = find_nodes();
    const std::unordered_set<std::uint32_t> independent = find_independent_outputs(nodes);
    for (const std::uint32_t node : nodes) {
      if (independent.contains(node)) continue;
      const auto arguments = graph_->arguments(node);
      std::size_t count = 0;
      bool first = false;
      for (std::size_t k = 0; k < arguments.size(); ++k) {
        if (!dependent.contains(arguments[k])) continue;
        ++count;
        if (k == 0) first = true;
      }
      if (count == 0) continue;
      dependent.insert(node);
      switch (graph_->node(node).op) {
        case Op::add:
        case Op::sub:
        case Op::neg:
        case Op::output:
        case Op::call:
        case Op::solve: break;
        case Op::mul:
          if (count > 1) return false;
          break;
        case Op::div:
          if (count > 1 || !first) return false;
          break;
        case Op::select:
          if (first) return false;
          break;
        default: return false;
      }
    }
    return true;
  }

  /// Outputs of calls that do not depend on the unknowns, though others of the same call do: the
  /// position of a frame beside its acceleration.
  std::unordered_set<std::uint32_t> find_independent_outputs(
      const std::vector<std::uint32_t>& nodes) const {
    std::vector<Expr> outputs;
    for (const std::uint32_t node : nodes) {
      if (graph_->node(node).op == Op::output &&
          graph_->node(graph_->arguments(node)[0]).op == Op::call)
        outputs.push_back(graph_->expr(node));
    }
    const Sparsity pattern = find_sparsity(outputs, unknowns_).transposed();
    std::unordered_set<std::uint32_t> found;
    for (std::size_t k = 0; k < outputs.size(); ++k)
      if (pattern.start[k] == pattern.start[k + 1]) found.insert(outputs[k].id());
    return found;
  }

  /// All nodes of the values, arguments first.
  std::vector<std::uint32_t> find_nodes() const {
    std::unordered_set<std::uint32_t> seen;
    std::vector<std::uint32_t> pending;
    for (const Expr& e : values_) {
      if (!e.is_constant()) pending.push_back(e.id());
    }
    while (!pending.empty()) {
      const std::uint32_t node = pending.back();
      pending.pop_back();
      if (!seen.insert(node).second) continue;
      for (const std::uint32_t argument : graph_->arguments(node)) pending.push_back(argument);
    }
    std::vector<std::uint32_t> nodes(seen.begin(), seen.end());
    std::sort(nodes.begin(), nodes.end());  // arguments have lower numbers
    return nodes;
  }

  std::vector<double> evaluate(const std::vector<double>& z, int round) const {
    std::vector<double> in = z;
    for (std::size_t k = 0; k < others_.size(); ++k) in.push_back(arbitrary_number(k, round));
    return function_->evaluate(in);
  }

  // f(a) + f(b) = f(a + b) + f(0) along several directions of both signs and moderate size.
  bool is_affine_in_numbers() const {
    const std::size_t n = unknowns_.size();
    for (int round = 0; round < kTrials; ++round) {
      std::vector<double> a(n), b(n), sum(n);
      for (std::size_t k = 0; k < n; ++k) {
        a[k] = 10 * (arbitrary_number(k, round + 7) - 0.7);
        b[k] = -40 * (arbitrary_number(k, round + 11) - 0.6);
        sum[k] = a[k] + b[k];
      }
      const std::vector<double> fa = evaluate(a, round), fb = evaluate(b, round),
                                fs = evaluate(sum, round),
                                f0 = evaluate(std::vector<double>(n, 0.0), round);
      for (std::size_t k = 0; k < n; ++k) {
        const double size =
            std::abs(fa[k]) + std::abs(fb[k]) + std::abs(fs[k]) + std::abs(f0[k]) + 1.0;
        if (!(std::abs(fa[k] + fb[k] - fs[k] - f0[k]) <= kSame * size)) return false;
      }
    }
    return true;
  }

  void check_matrix(const std::vector<Expr>& matrix) const {
    const auto n = static_cast<Eigen::Index>(unknowns_.size());
    const FunctionRef f = Function::make("matrix", graph_, {{"p", others_}}, {{"A", matrix}});
    const auto is_mode = [](Expr e) { return e.symbol_name().starts_with("mode["); };
    const bool has_modes = std::any_of(others_.begin(), others_.end(), is_mode);
    for (int round = 0; round < kTrials; ++round) {
      std::vector<double> in;
      for (std::size_t k = 0; k < others_.size(); ++k) in.push_back(arbitrary_number(k, round));
      const std::vector<double> values = f->evaluate(in);
      const Eigen::MatrixXd A = Eigen::Map<const Eigen::MatrixXd>(values.data(), n, n);
      if (!A.allFinite()) return;  // undecided
      // The magnitudes of the terms: the difference 1 − slopes must exceed its rounding error.
      Eigen::MatrixXd terms = A.cwiseAbs();
      for (Eigen::Index i = 0; i < n; ++i)
        if (!loops_[static_cast<std::size_t>(i)].is_equation)
          terms(i, i) = 1.0 + std::abs(A(i, i) - 1.0);
      const double same = has_modes ? kSameOfModes : kSame;
      const auto is_regular = [&](const Eigen::MatrixXd& M, double size) {
        return calc_singular_values(M).minCoeff() > same * size;
      };
      if (is_regular(A, terms.maxCoeff())) return;
      // Again with equations and unknowns in units that make their terms similar; but a term that
      // close numbers change altogether is a rounding error.
      for (double& value : in) value *= 1.0 + kBeside * arbitrary_number(0, round);
      const std::vector<double> beside = f->evaluate(in);
      const Eigen::MatrixXd B = Eigen::Map<const Eigen::MatrixXd>(beside.data(), n, n);
      const Eigen::MatrixXd kept =
          ((B - A).array().abs() <= kRoundingError * A.array().abs() && B.array().isFinite())
              .select(A, 0.0);
      const Equilibration e = equilibrate(terms);
      const auto scaled = [&](const Eigen::MatrixXd& M) {
        return Eigen::MatrixXd(e.rows.asDiagonal() * M * e.columns.asDiagonal());
      };
      if (is_regular(scaled(kept), scaled(terms).maxCoeff())) return;
    }
    throw ModelError("algebraic loop without a solution: " + circles_ +
                         "; each is defined by the others only, so that they are undetermined",
                     "one of them must be determined by something else",
                     names_.substr(0, names_.find(',')));
  }

  std::vector<Expr> find_root(const std::vector<Expr>& guess) const {
    // In a separate graph: a function referred to by a node of a graph must not refer to that
    // graph.
    auto graph = std::make_shared<Graph>();
    std::vector<Expr> z, p;
    for (const Expr& e : unknowns_) z.push_back(graph->symbol(std::string(e.symbol_name())));
    for (const Expr& e : others_) p.push_back(graph->symbol(std::string(e.symbol_name())));
    std::vector<Expr> arguments = z;
    arguments.insert(arguments.end(), p.begin(), p.end());
    std::vector<Expr> residual = function_->substitute(arguments);
    for (std::size_t k = 0; k < z.size(); ++k)
      if (!loops_[k].is_equation) residual[k] = z[k] - residual[k];
    const FunctionRef r =
        Function::make("loop " + names_, graph, {{"z", z}, {"p", p}}, {{"r", residual}});
    const std::vector<Expr> root = newton(r, guess, others_);
    const auto is_none = [](const Expr& e) { return e.is_constant() && !std::isfinite(e.value()); };
    if (std::any_of(root.begin(), root.end(), is_none)) {
      const bool has_guess = std::any_of(loops_.begin(), loops_.end(),
                                         [](const auto& loop) { return loop.guess.has_value(); });
      throw ModelError(
          "no root is found for " + circles_ + ": " + (z.size() == 1 ? "its" : "their") +
              " equations do not depend on anything that varies, and Newton's method "
              "does not converge",
          has_guess ? "check them, or give another 'guess'"
                    : "check them; one of the 'unknowns' of Equations may have a 'guess'",
          names_.substr(0, names_.find(',')));
    }
    return root;
  }

  const std::shared_ptr<Graph>& graph_;
  const std::vector<LoopUnknown> loops_;
  std::vector<Expr> unknowns_, values_;
  std::string names_, circles_;
  std::vector<Expr> others_;
  FunctionRef function_;
  bool is_root_ = false;
};

/// The arguments of discontinuous operations (comparisons, floor, sign) in an expression, on which
/// the expression depends although its derivative is zero.
std::vector<Expr> find_compared(Graph& graph, Expr e) {
  std::unordered_set<std::uint32_t> seen;
  std::vector<std::uint32_t> pending;
  std::vector<Expr> compared;
  if (!e.is_constant()) pending.push_back(e.id());
  while (!pending.empty()) {
    const std::uint32_t node = pending.back();
    pending.pop_back();
    if (!seen.insert(node).second) continue;
    const auto arguments = graph.arguments(node);
    std::size_t count = 0;
    switch (graph.node(node).op) {
      case Op::sign:
      case Op::floor:
      case Op::less:
      case Op::less_equal:
      case Op::equal:
      case Op::relation: count = arguments.size(); break;
      case Op::select: count = 1; break;
      default: break;
    }
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      if (k < count) compared.push_back(graph.expr(arguments[k]));
      pending.push_back(arguments[k]);
    }
  }
  return compared;
}

}  // namespace

LoopSolution solve_loops(const std::shared_ptr<Graph>& graph, const std::vector<LoopUnknown>& loops,
                         bool& compares) {
  std::vector<Expr> unknowns, values;
  for (const LoopUnknown& loop : loops) {
    unknowns.push_back(loop.unknown);
    values.push_back(loop.value);
  }
  const Sparsity pattern = find_sparsity(values, unknowns);
  std::vector<std::vector<std::size_t>> needs(loops.size());
  for (std::size_t j = 0; j < loops.size(); ++j) {
    for (int e = pattern.start[j]; e < pattern.start[j + 1]; ++e) {
      needs[static_cast<std::size_t>(pattern.row[static_cast<std::size_t>(e)])].push_back(j);
    }
  }
  for (std::size_t k = 0; k < loops.size(); ++k) {
    const std::vector<Expr> compared = find_compared(*graph, values[k]);
    if (compared.empty()) continue;
    const Sparsity of_compared = find_sparsity(compared, unknowns);
    for (std::size_t j = 0; j < loops.size(); ++j)
      if (of_compared.start[j] < of_compared.start[j + 1]) needs[k].push_back(j);
  }
  LoopSolution solution;
  solution.values.resize(loops.size());
  std::vector<Expr> solved, solved_by;
  // A guess may depend on values known at that stage; others count as zero.
  const auto close_guess = [&](Expr guess) {
    if (guess.is_constant()) return guess;
    guess = substitute(std::span(&guess, 1), solved, solved_by)[0];
    return substitute(std::span(&guess, 1), unknowns, std::vector<Expr>(loops.size(), 0.0))[0];
  };
  for (const std::vector<std::size_t>& members : find_strong_components(needs)) {
    std::vector<LoopUnknown> own;
    std::vector<Expr> z, v;
    bool is_loop = members.size() > 1;
    for (const std::size_t k : members) {
      own.push_back(loops[k]);
      z.push_back(unknowns[k]);
      v.push_back(values[k]);
      if (own.back().guess) own.back().guess = close_guess(*own.back().guess);
      is_loop |=
          loops[k].is_equation || std::find(needs[k].begin(), needs[k].end(), k) != needs[k].end();
    }
    v = substitute(v, solved, solved_by);
    // Later blocks may stand in a value in writing, on which it does not depend: two loops through
    // one call.
    std::vector<Expr> later;
    for (const Expr symbol : find_symbols(v)) {
      const auto is_symbol = [&](const Expr& other) { return other == symbol; };
      if (std::any_of(unknowns.begin(), unknowns.end(), is_symbol) &&
          std::none_of(z.begin(), z.end(), is_symbol))
        later.push_back(symbol);
    }
    if (!later.empty()) v = substitute(v, later, std::vector<Expr>(later.size(), 0.0));
    for (std::size_t i = 0; i < own.size(); ++i) own[i].value = v[i];
    std::vector<Expr> found;
    if (is_loop) {
      LoopBlock block(graph, std::move(own));
      compares |= block.compares();
      found = block.solve_block();
      if (block.is_root())
        solution.roots.insert(solution.roots.end(), members.begin(), members.end());
    } else {
      // A value without a numerical dependence on itself may still contain its own symbol.
      found = substitute(v, z, std::vector<Expr>(z.size(), 0.0));
    }
    for (std::size_t i = 0; i < members.size(); ++i) {
      solution.values[members[i]] = found[i];
      solved.push_back(z[i]);
      solved_by.push_back(found[i]);
    }
  }
  return solution;
}

}  // namespace holon::detail
