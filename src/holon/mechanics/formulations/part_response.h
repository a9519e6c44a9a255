// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "holon/expr/graph/expr.h"

namespace holon {

/// How the rates of a part with inner states follow wrenches at its connections, as rows of
/// constraints need it: a link stands for each connection, whose acceleration without the rows'
/// wrenches is that of its joint.
struct PartResponse {
  struct Connection {
    int link = 0;
    /// A unit of force or moment on the link (6, in link axes, about its origin) -> what it is
    /// along each of the part's rates, Dᵀ W, and what it adds to their accelerations, B W: by
    /// component.
    std::vector<std::vector<Expr>> efforts, accelerations;
  };
  /// A part that rides on a link, as its modes do on an elastic body: where the link accelerates by
  /// a beyond its bias, the part's accelerations change by −G a.
  struct Carrier {
    int link = 0;
    std::vector<std::vector<Expr>> participation;  ///< G, by rate: force and moment, as above
  };
  std::vector<Expr> rates;                          ///< states
  std::vector<Expr> coordinates, coordinate_rates;  ///< states and their rates
  std::vector<bool> orientations;   ///< by block of coordinates: a quaternion and three rates
  std::vector<Expr> mass;           ///< (n x n) by rows; empty: not known
  std::vector<Expr> accelerations;  ///< of the rates, without the rows' wrenches
  std::vector<Connection> connections;
  std::optional<Carrier> carrier{};
};

namespace detail {
/// M⁻¹ x of a positive definite matrix (n x n, by rows).
std::vector<Expr> divide_by_mass(const std::vector<Expr>& M, const std::vector<Expr>& x);
}  // namespace detail

}  // namespace holon
