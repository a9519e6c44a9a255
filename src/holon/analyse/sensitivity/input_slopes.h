// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "holon/base/matrices.h"
#include "holon/expr/derive/jacobian.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/program/program.h"

namespace holon {

/// ∂(outputs from `first`, `count` of them)/∂(some inputs), exact.
class InputSlopes {
 public:
  InputSlopes() = default;
  InputSlopes(const Function& f, const std::vector<int>& inputs, int first = 0, int count = -1);
  Eigen::Index rows() const { return rows_; }
  const Eigen::MatrixXd& run(const double* in);

 private:
  Eigen::Index rows_ = 0, columns_ = 0;
  Sparsity pattern_;
  Program program_;
  Workspace workspace_;
  std::vector<double> entries_;
  Eigen::MatrixXd matrix_;
};

/// Refuses quantised values among the outputs of a function of the system, as their derivatives are
/// zero but for jumps that no event locates. `columns`: of time, then of the inputs that vary.
void refuse_quantisers(const Function& f, const std::vector<int>& columns,
                       const std::function<std::string(int)>& name);

}  // namespace holon
