// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "holon/expr/graph/function.h"

namespace holon {

/// Which entries of a matrix (rows x columns) may differ from zero: those of column j are in the
/// rows row[start[j]] … row[start[j + 1] - 1], ascending.
struct Sparsity {
  int rows = 0, columns = 0;
  std::vector<int> start{0}, row;
  int count() const { return static_cast<int>(row.size()); }
  Sparsity transposed() const;
};

/// Where ∂expressions/∂symbols may differ from zero, whatever the numbers: through calls, scans,
/// tables, solves (an unknown depends on all equations with which it is coupled) and roots.
/// Discontinuous operations, conditions and reports have no derivatives.
Sparsity find_sparsity(std::span<const Expr> expressions, std::span<const Expr> symbols);

/// Colours (numbered from 0) of a pattern's columns, such that columns of one colour share no row.
/// Greedy, those with most neighbours first, ties by index.
std::vector<int> color_columns(const Sparsity& pattern);

/// ∂expressions/∂symbols: its pattern, and the entries in the order of `row`.
struct Jacobian {
  Sparsity pattern;
  std::vector<Expr> entries;
};

/// Exact entries as expressions. All columns of one colour cost one derivative; eight colours share
/// a call, so that the function's values are computed once for them. By reverse sweeps over colours
/// of rows if these are much fewer.
Jacobian jacobian(std::span<const Expr> expressions, std::span<const Expr> symbols);

/// A function's Jacobian as a function of the same inputs: one output group "J", the entries.
struct FunctionJacobian {
  Sparsity pattern;
  FunctionRef function;
};
/// For one group of outputs with respect to one of inputs. Throws std::logic_error for a name that
/// is not a group of the function.
FunctionJacobian jacobian(const Function& function, std::string_view output,
                          std::string_view input);

}  // namespace holon
