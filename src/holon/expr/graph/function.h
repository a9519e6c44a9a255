// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "holon/expr/graph/expr.h"
#include "holon/expr/graph/graph.h"

namespace holon {

struct Sparsity;

/// A named group of scalars: an input or output of a Function. A scalar has one element.
struct Variable {
  std::string name;
  std::vector<Expr> elements;
};

/// A pure function: named inputs (symbols) and outputs (expressions in them) over a graph of which
/// it shares ownership. Immutable; shared by reference.
class Function : public std::enable_shared_from_this<Function> {
 public:
  /// Throws std::logic_error if an input is not a symbol, is a duplicate, or an output depends on a
  /// symbol that is not an input (naming it).
  static FunctionRef make(std::string name, std::shared_ptr<Graph> graph,
                          std::vector<Variable> inputs, std::vector<Variable> outputs);

  const std::string& name() const { return name_; }
  const std::shared_ptr<Graph>& graph() const { return graph_; }
  const std::vector<Variable>& inputs() const { return input_groups_; }
  const std::vector<Variable>& outputs() const { return output_groups_; }
  /// All scalars of all groups, in order.
  const std::vector<Expr>& input_scalars() const { return inputs_; }
  const std::vector<Expr>& output_scalars() const { return outputs_; }
  int input_count() const { return static_cast<int>(inputs_.size()); }
  int output_count() const { return static_cast<int>(outputs_.size()); }

  /// Number of arithmetic nodes required for the outputs; those inside called functions count at
  /// every call.
  std::size_t operation_count() const;
  /// Equal for functions with the same computation by the same nodes, whatever their names.
  std::uint64_t fingerprint() const { return fingerprint_; }

  /// The outputs' directional derivative: inputs (x, dx), outputs (dy). Created once and stored.
  /// Also along 2, 4 or 8 directions at once: inputs (x, dx1, dx2, …), outputs (dy1, dy2, …);
  /// values that do not depend on the direction are computed once.
  FunctionRef jvp(int directions = 1) const;
  /// Their adjoint: inputs (x, ȳ), outputs (x̄ = ȳᵀ ∂y/∂x). Created once and stored.
  FunctionRef vjp() const;
  /// The sparsity pattern of ∂outputs/∂inputs (jacobian.h). Computed once and stored.
  const Sparsity& sparsity() const;
  /// The outputs for other inputs, traced into the graph of the arguments.
  std::vector<Expr> substitute(std::span<const Expr> arguments) const;
  /// The numerical outputs; convenient, not fast (program/evaluate.cpp; see Program).
  std::vector<double> evaluate(std::span<const double> arguments) const;

 private:
  Function() = default;
  /// Throws std::logic_error if `given` is not the number of scalar inputs.
  void check_argument_count(std::size_t given) const;

  std::string name_;
  std::shared_ptr<Graph> graph_;
  std::vector<Variable> input_groups_, output_groups_;
  std::vector<Expr> inputs_, outputs_;
  std::uint64_t fingerprint_ = 0;
  mutable std::array<std::shared_ptr<const Function>, 4> jvp_;  // 1, 2, 4, 8 directions
  mutable std::shared_ptr<const Function> vjp_;
  mutable std::shared_ptr<const Sparsity> sparsity_;
  mutable std::size_t operation_count_ = 0;
};

/// Replaces symbols (or any nodes) `from` by `to` in the expressions, rebuilding and folding.
std::vector<Expr> substitute(std::span<const Expr> expressions, std::span<const Expr> from,
                             std::span<const Expr> to);

/// Directional derivatives of the expressions along d(symbols) = seeds, through every node kind.
std::vector<Expr> derivative(std::span<const Expr> expressions, std::span<const Expr> symbols,
                             std::span<const Expr> seeds);
/// The same along several directions at once: seeds (symbols x directions) and the result
/// (expressions x directions) by rows.
std::vector<Expr> derivatives(std::span<const Expr> expressions, std::span<const Expr> symbols,
                              std::span<const Expr> seeds, int directions);
/// ∂y/∂x.
Expr derivative(Expr y, Expr x);
/// Adjoints of the symbols, Σ_k seeds_k ∂expressions_k/∂symbols, through every node kind, in one
/// sweep: the cost is that of several evaluations, independent of the number of symbols.
std::vector<Expr> reverse_derivative(std::span<const Expr> expressions, std::span<const Expr> seeds,
                                     std::span<const Expr> symbols);
/// ∂y/∂symbols, by one reverse sweep.
std::vector<Expr> gradient(Expr y, std::span<const Expr> symbols);

/// The symbols that the expressions depend on, in the order of their creation.
std::vector<Expr> find_symbols(std::span<const Expr> expressions);

/// Replaces every relation, also within called functions and residuals of Newton iterations (once
/// for every call), by a fresh symbol: returns the indicators (>0 means the mode is 1), and
/// in `modes` the symbols, in order; the expressions are rewritten in place.
std::vector<Expr> hold_relations(std::span<Expr> expressions, std::vector<Expr>& modes);

}  // namespace holon
