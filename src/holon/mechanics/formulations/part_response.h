// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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
  std::vector<Expr> rates;  ///< states
  std::vector<Connection> connections;
};

}  // namespace holon
