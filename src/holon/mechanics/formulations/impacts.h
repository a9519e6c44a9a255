// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <utility>
#include <vector>

#include "holon/mechanics/formulations/row_solver.h"

namespace holon {

/// A change of all coordinates or rates.
struct LoopStep {
  std::vector<std::vector<Expr>> rates;  ///< by link
  std::vector<std::vector<Expr>> parts;  ///< of parts with inner states
};

/// What an impact does: the change of every link's rates, the energy lost [J] along the rows that
/// hit, the work [J] that the impulses' rows do by changing with time, and the impulse in each of
/// these rows and of the rows of grips [N s, N m s], by closure; `acts`: 1 where a row hits and is
/// not pulled.
struct Impact {
  LoopStep step;
  Expr loss, supply;
  std::map<std::size_t, Expr> impulses, acts;
};
/// By closure: 1 where an equation hits, and how much of its rate comes back.
using Hits = std::map<std::size_t, std::pair<Expr, Expr>>;
/// Two equations of velocities whose impulse is bounded by `friction` times that of a hit.
struct ImpactGrip {
  std::size_t hit = 0;  ///< a closure of the hits
  std::array<std::size_t, 2> rows{};
  Expr friction;
};
Impact calc_impact(const ConstraintRows& rows, RowSolver& solver, const Hits& hits,
                   const std::vector<ImpactGrip>& grips);

}  // namespace holon
