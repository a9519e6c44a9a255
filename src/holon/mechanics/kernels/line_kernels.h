// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/mechanics/kernels/cut_kernels.h"
#include "holon/mechanics/tree/line_body.h"

/// The rows of a slender body between two frames (tree/line_body.h), and the forces of its
/// multipliers.
namespace holon::detail {

/// Constants of a line body's rows: of either side the place of its point (3) in link (or world)
/// axes; gravity (3); μ, ν.
std::vector<Expr> line_constants(const FramePlace& first, const FramePlace& second,
                                 const LineTerms& terms, const Vector3<Expr>& gravity);
/// Its rows: g along the axes of the world.
///   inputs   of the first and of the second side, where they move, kCutSideInputs; constants
///   outputs  as make_cut_rows has them, all parts in one
FunctionRef make_line_rows(const CutShape& shape, const Kinds& kinds, std::size_t piece);

/// [N] in world axes, on the bodies at both ends, of the multipliers λ.
///   inputs   p_A, p_B; λ; μ, ν
///   outputs  force at A, force at B
const FunctionRef& line_force_function();

}  // namespace holon::detail
