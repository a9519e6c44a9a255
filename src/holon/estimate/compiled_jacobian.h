// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "holon/expr/derive/jacobian.h"
#include "holon/expr/program/program.h"
#include "holon/system/system.h"

namespace holon::detail {

/// Of the programs of filters.
inline const ProgramOptions kFilterPrograms{Engine::automatic};

/// By rows, so that products with a sparse matrix run along them.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A compiled Jacobian with its pattern.
struct CompiledJacobian {
  Sparsity pattern;
  Program program;
  std::vector<double> entries;

  CompiledJacobian(const FunctionJacobian& J, const ProgramOptions& options)
      : pattern(J.pattern),
        program(*J.function, options),
        entries(static_cast<std::size_t>(J.pattern.count())) {}
  void run(const double* in, Workspace& workspace) { program.run(in, entries.data(), workspace); }
  template <class Visit>
  void visit(Visit f) const {
    for (int j = 0; j < pattern.columns; ++j)
      for (int k = pattern.start[static_cast<std::size_t>(j)];
           k < pattern.start[static_cast<std::size_t>(j) + 1]; ++k)
        f(pattern.row[static_cast<std::size_t>(k)], j, entries[static_cast<std::size_t>(k)]);
  }
  /// result = J Φ
  void multiply(const RowMatrix& phi, RowMatrix& result) const {
    result.setZero(pattern.rows, phi.cols());
    visit([&](int i, int j, double value) { result.row(i).noalias() += value * phi.row(j); });
  }
  void fill(Eigen::MatrixXd& J) const {
    J.setZero(pattern.rows, pattern.columns);
    visit([&](int i, int j, double value) { J(i, j) = value; });
  }
};

/// ∂(an output group)/∂(components of the state, then of other inputs by index); all outputs where
/// `group` is empty.
FunctionJacobian differentiate_components(const System& system, const Function& f,
                                          const std::string& group, const std::vector<int>& others);

bool depends_on(const Function& f, int input);

}  // namespace holon::detail
