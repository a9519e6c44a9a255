// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

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

/// The smooth surface around the path of a point between two ticks. With the position p_0 of the
/// point at the tick, the extrapolated one p_1 at the next tick, and the coordinates s
/// along d = p_1 − p_0 and w to the left of it, both in lengths of d,
///
///   z = c_0 + c_1 s + c_2 s² + c_3 s³ + w (b_0 + b_1 s)
///
/// has the height of the surface and both slopes at s = 0 and s = 1. Where the second derivative
/// along the path jumps by J, from one cell to the next, z is off by at most 0.0162 J d².
/// `Number`: double at ticks, Expr in the equations.
template <class Number>
struct PathPatch {
  Number x0, y0;                  ///< [m] p_0
  Number along_x, along_y;        ///< [1/m] d/|d|²
  Number c0, c1, c2, c3, b0, b1;  ///< [m]
};

/// Its numbers in the order of their names: position, direction and coefficients.
constexpr int kPathPatchNumbers = 10;

/// `span`: d [m], not zero.
PathPatch<double> make_path_patch(const HeightField& field, double x, double y,
                                  const std::array<double, 2>& span);

/// At the point (x, y) [m]. Half a d before the path and beyond it the cubic is extended by its
/// slope.
GroundPoint calc_path_patch(const PathPatch<Expr>& patch, Expr x, Expr y);

/// The heights of cells as a table of x and y, the nearest ones outside.
TableRef make_height_table(const std::string& name, const HeightField& field);

/// The surface of cells that do not change, anywhere.
GroundPoint calc_static_surface(const TableRef& heights, const HeightField& field, Expr x, Expr y);

}  // namespace holon::detail
