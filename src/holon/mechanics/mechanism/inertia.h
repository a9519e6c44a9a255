// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <variant>
#include <vector>

#include "holon/model/describe/shape.h"

/// The inertia of a body about its centre of mass, by its numbers or by a shape of even density.
namespace holon {

/// `[Ixx, Iyy, Izz]` or `[Ixx, Iyy, Izz, Ixy, Ixz, Iyz]`: entries of the matrix, so Ixy = −∫ x y
/// dm.
struct InertiaMatrix {
  std::vector<Expr> entries;  ///< [kg m²]
  static void describe(Fields<InertiaMatrix>& f);
};

/// `rod: {length, axis}`: thin, along the axis.
struct Rod {
  Expr length = 1.0;  ///< [m]
  Axis axis = "x";
  static void describe(Fields<Rod>& f);
};

using Inertia = std::variant<InertiaMatrix, Rod, Box, Cylinder, Sphere>;

/// xx, yy, zz, xy, xz, yz [kg m²] about the centre of mass, in the axes of the shape. Solids:
///   rod m L²/12 across, box m (y² + z²)/12 …, cylinder m r²/2 along and m (3 r² + L²)/12 across,
///   sphere 2 m r²/5.
/// Empty lists of entries give zeros.
std::array<Expr, 6> calc_inertia(const Inertia& inertia, Expr mass);

}  // namespace holon
