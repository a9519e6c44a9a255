// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "holon/expr/graph/expr.h"

namespace Eigen {

/// Expr as an Eigen scalar: sums, products, blocks and transposes; no decompositions (they branch).
template <>
struct NumTraits<holon::Expr> : NumTraits<double> {
  using Real = holon::Expr;
  using NonInteger = holon::Expr;
  using Nested = holon::Expr;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 1,
    AddCost = 3,
    MulCost = 3,
  };
};

}  // namespace Eigen

namespace holon {

template <class T>
using Vector3 = Eigen::Matrix<T, 3, 1>;
template <class T>
using Matrix3 = Eigen::Matrix<T, 3, 3>;

}  // namespace holon
