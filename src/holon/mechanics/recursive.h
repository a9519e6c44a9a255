// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/expr/function.h"
#include "holon/mechanics/link_shape.h"

namespace holon {

/// The joint accelerations of every link (as many as it has rates; none where prescribed), by
/// articulated bodies in O(n): calls of a few Functions, one per pass and kind of link. The states'
/// expressions belong to one graph.
std::vector<std::vector<Expr>> calc_recursive(const Mechanism& mechanism, const Tree& tree,
                                              const std::vector<LinkState>& links);

/// Forward dynamics of a mechanism whose values are constants and without prescribed motions:
/// inputs q (nq), v (nv), tau (nv), output vdot (nv), ordered as dynamics.h says. tau of links with
/// more than one freedom are not used. Springs, dampers, efforts and constant forces of the
/// mechanism act too. Throws ModelError as the functions of dynamics.h do.
FunctionRef make_forward_dynamics(const Mechanism& mechanism);

}  // namespace holon
