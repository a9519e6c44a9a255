// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "holon/expr/graph/expr.h"

namespace holon {

class Function;
using FunctionRef = std::shared_ptr<const Function>;

/// How a linear system is solved. A singular matrix gives NaN with the first three; with the last
/// two the least-squares solution of minimum norm, for any rank.
enum class MatrixKind : std::uint8_t {
  general,       ///< LU with row pivoting
  symmetric,     ///< LDLᵀ with symmetric indefinite pivoting; the lower triangle is read
  positive,      ///< Cholesky with a check of its pivots; the lower triangle is read
  semidefinite,  ///< as `positive` while the pivots are good, else orthogonal; lower triangle
  minimum_norm,  ///< as `general` while the pivots are good, else orthogonal
};
constexpr bool is_symmetric(MatrixKind kind) {
  return kind != MatrixKind::general && kind != MatrixKind::minimum_norm;
}
constexpr bool has_any_rank(MatrixKind kind) {
  return kind == MatrixKind::semidefinite || kind == MatrixKind::minimum_norm;
}

/// The interpolation of a table between its breakpoints: linear, or by cubics whose slopes keep the
/// data monotone: those of Steffen (1990), or of Fritsch and Butland (1984).
enum class Interpolation : std::uint8_t { linear, monotone_cubic, pchip };
/// The values of a table outside its breakpoints.
enum class Extrapolation : std::uint8_t { hold, linear };

/// Data of a 1-D table (y empty, values (nx)) or a 2-D table (values (nx x ny), row major).
struct TableData {
  std::string name;
  std::vector<double> x, y, values;
  Interpolation interpolation = Interpolation::linear;
  Extrapolation extrapolation = Extrapolation::hold;
};
using TableRef = std::shared_ptr<const TableData>;

/// A node as stored. `args` holds the ids of its arguments; for nodes with a payload (table, call,
/// solve, newton) args[0] is the payload's index, and the arguments are in the payload; for
/// `output`, args[0] is the producing node and args[1] the output's index; for a constant, its bits
/// are in args[0], args[1]; for a symbol args[0] is its index among the symbols.
struct Node {
  Op op = Op::constant;
  std::array<std::uint32_t, 3> args{};
  friend bool operator==(const Node&, const Node&) = default;
};

/// Arguments and fixed data of a table, call, solve or newton node.
struct Payload {
  Op op = Op::call;
  std::vector<std::uint32_t> arguments;  ///< node ids
  int outputs = 1;
  FunctionRef function;  ///< call: what is called; newton: the residual r(z, parameters)
  TableRef table;
  int derivative = 0;  ///< table: which partial derivative, see runtime/table.h; 0 is the value
  MatrixKind kind = MatrixKind::general;
  int size = 0;  ///< solve, newton: number of unknowns; the outputs after them are the report
  double tolerance = 0;  ///< solve: tolerance of the rank, see SolveReport
  /// solve: column starts (size + 1) and row indices of the matrix, by columns (of its lower
  /// triangle where it is not general); the arguments are the entries in this order, then the
  /// right-hand side. Behind column_start, five numbers for each branch of solve_nested (nested.h).
  std::vector<int> column_start, row_index;
};

/// An arena of expression nodes in which equal subexpressions are one node. Nodes are numbered so
/// that arguments come before their users. Nodes are folded when they are created: constants, x*0,
/// x*1, x+0, --x, x-x, signs moved out of products. Not thread-safe while nodes are added.
class Graph {
 public:
  Graph();
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  /// A new symbol; every call creates another one, names need not be unique.
  Expr symbol(std::string name);
  std::vector<Expr> symbols(std::string_view name, int count);  ///< name[0], name[1], …

  Expr constant_node(double value);  ///< a constant as a node (not folded away)
  /// A node over given arguments without folding; use the operators and functions of expr.h.
  Expr insert(Op op, std::span<const Expr> arguments);

  std::size_t size() const { return nodes_.size(); }
  const Node& node(std::uint32_t id) const { return nodes_[id]; }
  const Payload& payload(const Node& node) const { return payloads_[node.args[0]]; }
  /// The expression of a node: constants are returned inline.
  Expr expr(std::uint32_t id);
  double constant_value(const Node& node) const;
  const std::string& symbol_name(const Node& node) const { return symbol_names_[node.args[0]]; }

  /// The arguments of a node, in order (of a payload's, for nodes that have one).
  std::span<const std::uint32_t> arguments(std::uint32_t id) const;
  /// The same node over other arguments, folded anew; for an `output` node the argument is any
  /// output of the new producer, or the producer itself.
  Expr rebuild(const Graph& from, std::uint32_t id, std::span<const Expr> arguments);

  /// The node's id for an expression; constants are put into the graph.
  std::uint32_t intern(Expr e);

  /// Adds a node with a payload (an equal one is reused) and returns all its outputs.
  std::vector<Expr> add_payload(Payload payload);
  /// One output of a producing node.
  Expr output(std::uint32_t producer, std::uint32_t index);

 private:
  std::uint32_t insert(const Node& node);
  void grow();

  std::vector<Node> nodes_;
  std::vector<Payload> payloads_;
  std::vector<std::string> symbol_names_;
  std::vector<std::uint32_t> slots_;  // open addressing; 0 means empty, else id + 1
  std::unordered_multimap<std::uint64_t, std::uint32_t> payload_nodes_;  // content hash -> node
};

/// The report of a linear solve, at run time. Diagnostics: their derivatives are zero.
struct SolveReport {
  /// The least ratio of a pivot to the size of its column: an inexpensive indicator of the
  /// condition, 1 for an orthogonal matrix, about 1e-16 for an almost singular one, 0 if the solve
  /// failed.
  Expr quality;
  /// Number of nonzero pivots (before the first zero pivot, for kinds that stop there).
  Expr rank;
};

/// Columns shorter than this fraction of the longest count as linearly dependent. Well above the
/// rounding error of a matrix whose entries take some hundred operations.
constexpr double kRankTolerance = 0x1p-40;

/// A linear solve A x = b at run time, pivoted; differentiable (with kinds for any rank: while the
/// rank is constant). A is dense (n x n), row by row; entries that are constant zero are not in the
/// pattern. Sparse elimination above a size. See runtime/linear.h, sparse.h, minimum_norm.h.
std::vector<Expr> solve(std::span<const Expr> matrix, std::span<const Expr> right_side,
                        MatrixKind kind = MatrixKind::general, SolveReport* report = nullptr,
                        double rank_tolerance = kRankTolerance);

/// The report of a Newton iteration, at run time. Diagnostics: their derivatives are zero.
struct NewtonReport {
  Expr quality;      ///< as SolveReport's, of the last Jacobian that was factorised
  Expr residual;     ///< largest |r| at the last evaluation: at the root, or one step before it
  Expr evaluations;  ///< of the residual and its Jacobian
};

/// The root z of r(z, parameters) = 0 nearest the guess by a damped Newton iteration with r's own
/// Jacobian; NaN if none is found. `residual` has n unknowns, then the parameters, as inputs and n
/// outputs. See runtime/newton.h.
std::vector<Expr> newton(const FunctionRef& residual, std::span<const Expr> guess,
                         std::span<const Expr> parameters, NewtonReport* report = nullptr);

/// The outputs of a function for the given arguments (one per scalar input). The function is
/// compiled once however often it is called; its derivatives are created once.
std::vector<Expr> call(const FunctionRef& function, std::span<const Expr> arguments);

/// Calls `function` along `instances` (each with its own arguments, in order), passing `carry` from
/// one to the next: the function's inputs are (carry, arguments of the instance) and its outputs
/// (carry, results). Returns the results of every instance; `carry` holds the last one.
std::vector<std::vector<Expr>> scan(const FunctionRef& function,
                                    std::span<const std::vector<Expr>> instances,
                                    std::vector<Expr>& carry);

/// Value of a 1-D table at x, or of a 2-D one at (x, y).
Expr table(const TableRef& data, Expr x);
Expr table(const TableRef& data, Expr x, Expr y);

}  // namespace holon
