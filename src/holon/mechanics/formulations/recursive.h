// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/expr/graph/function.h"
#include "holon/mechanics/tree/link_shape.h"

namespace holon {

/// The joint accelerations of every link (as many as it has rates; none where prescribed), by
/// articulated bodies in O(n): calls of a few Functions, one per pass and kind of link. The states'
/// expressions belong to one graph.
std::vector<std::vector<Expr>> calc_recursive(const Mechanism& mechanism, const Tree& tree,
                                              const std::vector<LinkState>& links);

/// Forward dynamics of a mechanism whose values are constants and without prescribed motions:
/// inputs q (nq), v (nv), tau (nv), output vdot (nv), ordered as dynamics.h says. tau of links with
/// more than one freedom are not used. Springs, dampers, efforts and constant forces of the
/// mechanism act too.
///
/// Closed loops: q, v and tau are those of the joints of the tree (make_tree lists the joints that
/// it cuts); vdot holds the constraints exactly at the level of accelerations for a q and v that
/// hold theirs (see make_loop_errors). Redundant constraints and falling rank are carried as
/// loops.h says.
///
/// Throws ModelError as the functions of dynamics.h do, and for cut joints that need coordinates of
/// their own: screws, and those with springs, dampers, efforts or motions.
FunctionRef make_forward_dynamics(const Mechanism& mechanism);

/// By how much the joints and rods that close loops are violated: inputs q, v as above, outputs
/// `position` [m, or 1 for turns] and `velocity` [m/s, 1/s], a row for each constraint; 0 where q
/// and v are consistent. Throws as make_forward_dynamics does.
FunctionRef make_loop_errors(const Mechanism& mechanism);

}  // namespace holon
