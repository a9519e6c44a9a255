// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "holon/mechanics/kernels/cut_kernels.h"

/// The rows of a disc whose edge rolls on a plane (parts/constraints/rolling.h), as kernels.
namespace holon::detail {

/// Constants of a rolling disc's rows: of the plane's and of the disc's side the origin of the
/// frame and its direction (normal, axis), in link (or world) axes; radius; gravity.
std::vector<Expr> rolling_constants(const std::array<Vector3<Expr>, 2>& plane,
                                    const std::array<Vector3<Expr>, 2>& disc, const Expr& radius,
                                    const Vector3<Expr>& gravity);
/// Its rows: height of the contact point, slip along the track and across it.
///   inputs   of the plane's and of the disc's side, where they move, kCutSideInputs; constants
///   outputs  of every row as make_cut_rows has them; the position of the slips is 0
FunctionRef make_rolling_rows(const CutShape& shape, CutRowPart part, const Kinds& kinds,
                              std::size_t piece);

}  // namespace holon::detail
