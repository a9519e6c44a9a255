// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "holon/expr/program/program.h"
#include "holon/system/system.h"

namespace holon::detail {

/// The mass matrix of the kinetic energy, which is quadratic in the speeds, by differences that are
/// exact but for rounding errors.
class KineticMatrix {
 public:
  /// Throws ModelError if the system has no kinetic energy.
  explicit KineticMatrix(const System& system);

  /// Indices in the state of its rows and columns.
  const std::vector<int>& rates() const { return rates_; }

  /// At the inputs of a System's functions, whatever the speeds there.
  Eigen::MatrixXd calc(std::vector<double> in);

 private:
  Program energy_;
  Workspace workspace_;
  std::vector<int> rates_;
};

}  // namespace holon::detail
