// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/expr/graph/graph.h"
#include "holon/model/assembly/ground.h"
#include "holon/terrain/height_field.h"

// The smooth surface over cells of the size h: biquadratic B-splines with the heights of the cells
// as coefficients,
//
//   z(x, y) = Σ z_ij B((x − x_i)/h) B((y − y_j)/h),   B the quadratic B-spline of support ±1.5,
//
// which is C¹, reproduces planes, and contains the volume of the cells, since the B-splines of a
// line sum to 1 everywhere and to h along it.
namespace holon::detail {

/// A part of the surface that is known by 5 x 5 coefficients (x fastest), as symbols whose values
/// change at ticks; (x0, y0) is the place of the first one. Exact within 1.5 cells of the middle
/// one, in x and in y; beyond that it is extended along its slope.
GroundPoint calc_patch(const std::vector<Expr>& coefficients, Expr x0, Expr y0, double cell, Expr x,
                       Expr y);

/// The heights of cells as a table of x and y, the nearest ones outside.
TableRef make_height_table(const std::string& name, const HeightField& field);

/// The surface of cells that do not change, anywhere.
GroundPoint calc_static_surface(const TableRef& heights, const HeightField& field, Expr x, Expr y);

/// Where a patch begins that has the point in its middle cell.
Expr calc_patch_origin(double origin, double cell, Expr at);

}  // namespace holon::detail
