// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstring>
#include <string>
#include <vector>

#include "holon/estimate/row_kernels.h"
#include "holon/expr/derive/jacobian.h"
#include "holon/expr/program/program.h"
#include "holon/system/system.h"

namespace holon::detail {

/// Of the programs of filters.
inline const ProgramOptions kFilterPrograms{Engine::automatic};
/// Of a Jacobian and its function in one program: as large as both of them.
inline const ProgramOptions kBothPrograms{Engine::automatic, 2 * ProgramOptions{}.inline_limit};

/// By rows, so that products with a sparse matrix run along them.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A compiled Jacobian with its pattern, and values that are computed with it.
struct CompiledJacobian {
  Sparsity pattern;
  SparseRowIndex by_rows;
  Program program;
  std::vector<double> entries;  ///< then the values

  CompiledJacobian(const FunctionJacobian& J, const ProgramOptions& options)
      : pattern(J.pattern),
        by_rows(J.pattern),
        program(*J.function, options),
        entries(static_cast<std::size_t>(program.output_count())),
        last_in(static_cast<std::size_t>(program.input_count())) {
    // Makes the machine code: the first tick of a run in step with the clock would be late by it.
    static_cast<void>(program.engine());
  }
  /// Nothing where the inputs are those of the last call, to the bit.
  void run(const double* in) {
    const std::size_t bytes = last_in.size() * sizeof(double);
    if (has_run && std::memcmp(in, last_in.data(), bytes) == 0) return;
    std::memcpy(last_in.data(), in, bytes);
    has_run = true;
    program.run(in, entries.data(), workspace);
  }
  /// Of a function that was made with values (append_values).
  const double* values() const { return entries.data() + pattern.count(); }
  template <class Visit>
  void visit(Visit f) const {
    for (int j = 0; j < pattern.columns; ++j)
      for (int k = pattern.start[static_cast<std::size_t>(j)];
           k < pattern.start[static_cast<std::size_t>(j) + 1]; ++k)
        f(pattern.row[static_cast<std::size_t>(k)], j, entries[static_cast<std::size_t>(k)]);
  }
  /// result = J Φ, with rows of whole quads (row_kernels.h).
  void multiply(const RowMatrix& phi, RowMatrix& result) const {
    result.resize(pattern.rows, phi.cols());
    row_kernels().multiply_sparse(by_rows.view(), entries.data(), phi.data(), phi.cols(),
                                  result.data());
  }
  void fill(Eigen::MatrixXd& J) const {
    J.setZero(pattern.rows, pattern.columns);
    visit([&](int i, int j, double value) { J(i, j) = value; });
  }

 private:
  Workspace workspace;
  std::vector<double> last_in;
  bool has_run = false;
};

/// The same Jacobian, whose function gives the values of `f` behind the entries: both in one
/// program, since they share most of their operations.
FunctionJacobian append_values(const FunctionJacobian& J, const Function& f);

/// ∂(an output group)/∂(components of the state, then of other inputs by index); all outputs where
/// `group` is empty.
FunctionJacobian differentiate_components(const System& system, const Function& f,
                                          const std::string& group, const std::vector<int>& others);

bool depends_on(const Function& f, int input);

}  // namespace holon::detail
