// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/hydraulics/fluid.h"
#include "holon/model/assembly/part.h"

namespace holon {

/// A throttle that closes the outlet of a cylinder's chamber over the last part of the stroke; in
/// the opposite direction a check valve admits the fluid freely. With x the depth in the cushion of
/// length l, v the speed into it and A_c the cushion's area, the pressure in it is
///
///   Δp = ρ/2 (A_c v/C_d)² (1/a(x)² − 1/a_0²),   a(x) = a_0 − (a_0 − a_1) x/l,   v > 0
///
/// above that of the chamber, and F = A_c Δp decelerates the piston: it never pulls, and begins
/// continuously. The enclosed volume is small, and its compression is neglected. (J. Ivantysyn, M.
/// Ivantysynova, Hydrostatic Pumps and Motors …; H. Murrenhoff, Grundlagen der Fluidtechnik,
/// end-position cushioning.)
struct EndCushion {
  Expr length;                    ///< [m] l
  Expr throttle;                  ///< [m²] a_1, at the end
  std::optional<Expr> opening{};  ///< [m²] a_0, at its beginning; default: ten times a_1
  Expr share = 0.75;              ///< A_c as fraction of the chamber's area
  static void describe(Fields<EndCushion>& f);
};

namespace hydraulics {

/// [Pa] Δp at the depth [m] and the speed [m/s] into the cushion; `area`: of the chamber [m²].
Expr calc_cushion_pressure(const EndCushion& cushion, const Fluid& fluid, Expr area, Expr depth,
                           Expr speed);

}  // namespace hydraulics
}  // namespace holon
