// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/expr/graph/expr.h"

namespace holon {

/// Small linear systems as formulas, for reading: each `solve` of up to `most` unknowns becomes
/// quotients of determinants (Cramer's rule), expanded along rows without the zeros of the pattern.
/// Larger ones remain. Without calls: see flatten_calls. The expressions share a graph, to which
/// nodes are added.
std::vector<Expr> expand_solves(std::vector<Expr> expressions, int most = 4);

}  // namespace holon
