// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/hydraulics/fluid.h"
#include "holon/model/assembly/part.h"

namespace holon {

/// A throttle that shuts the way out of a cylinder's chamber over the last part of the stroke; on
/// the way back a check valve lets the oil in freely. With x the depth in the cushion of length l,
/// v the speed into it, A_c the area that presses on the oil shut in, it is pressed by
///
///   Δp = ρ/2 (A_c v/C_d)² (1/a(x)² − 1/a_0²),   a(x) = a_0 − (a_0 − a_1) x/l,   v > 0
///
/// more than the chamber, and F = A_c Δp brakes: never pulls, and begins without a step. The oil
/// shut in is little, and its compression is left out. (J. Ivantysyn, M. Ivantysynova, Hydrostatic
/// Pumps and Motors …; H. Murrenhoff, Grundlagen der Fluidtechnik, end-position cushioning.)
struct EndCushion {
  Expr length;                    ///< [m] l
  Expr throttle;                  ///< [m²] a_1, at the end
  std::optional<Expr> opening{};  ///< [m²] a_0, where it begins; default: ten times a_1
  Expr share = 0.75;              ///< A_c as part of the chamber's area
  static void describe(Fields<EndCushion>& f);
};

namespace hydraulics {

/// [Pa] Δp at the depth [m] and the speed [m/s] into the cushion; `area`: of the chamber [m²].
Expr calc_cushion_pressure(const EndCushion& cushion, const Fluid& fluid, Expr area, Expr depth,
                           Expr speed);

}  // namespace hydraulics
}  // namespace holon
