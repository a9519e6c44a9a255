// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "holon/expr/graph/eigen.h"
#include "holon/signals/block.h"

namespace holon {

using MatrixOfExpr = Eigen::Matrix<Expr, Eigen::Dynamic, Eigen::Dynamic>;

/// x' = A x + B u, y = C x + D u.
template <class T>
struct LinearSystem {
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
  Matrix A, B, C, D;
};

/// The discretisation of a continuous system.
enum class Discretisation : std::uint8_t {
  zoh,       ///< exact for an input that is held between ticks, by the exponential of the matrix
  bilinear,  ///< the trapezoidal rule: s = 2/T (z - 1)/(z + 1)
};

/// x[k+1] = A x[k] + B u[k], y[k] = C x[k] + D u[k] at ticks with this period [s]. The steady
/// states are those of the continuous system.
LinearSystem<double> discretise(const LinearSystem<double>& system, double period,
                                Discretisation method);

/// The outputs of a linear system of a block, from its inputs and initial states. If the block is
/// sampled, matrices that are not constant are reported at `parameter`.
std::vector<Expr> add_linear(PartBuilder& b, Block& block, const LinearSystem<Expr>& system,
                             const std::vector<Expr>& input, const std::vector<Expr>& initial,
                             Discretisation method, const std::string& parameter,
                             const std::string& state_name = "state");

}  // namespace holon
