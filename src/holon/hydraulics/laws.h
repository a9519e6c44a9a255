// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/hydraulics/fluid.h"

/// Laws shared by several hydraulic parts. All are smooth, so that no events are necessary.
namespace holon::hydraulics {

/// Flow through a restriction:
///
///   Q = C_d A √(2/ρ) Δp / (Δp² + Δp_cr²)^¼,   ṁ = ρ Q
///
/// with ρ the density upstream, turbulent, C_d A √(2 Δp/ρ), far above the pressure Δp_cr, laminar,
/// proportional to Δp, far below it; odd and infinitely often differentiable. It is the law of
/// Simscape Fluids' orifices (MathWorks, Orifice (IL)); A. Ellman and R. Piché (A two regime
/// orifice flow formula for numerical simulation, J. of Dynamic Systems, Measurement, and Control
/// 121, 1999) give the reasons for such a law.
struct OrificeLaw {
  Expr conductance;          ///< [m^3/(s √Pa)] C_d A √(2/ρ_0)
  Expr transition = 1000.0;  ///< [Pa] Δp_cr
  Expr density = 1000.0;     ///< [kg/m^3] ρ_0 of the conductance: that of the liquid

  /// By area [m²]; Δp_cr = ρ/2 (Re_cr ν / (C_d d))² where the diameter d of a round hole has the
  /// Reynolds number Re_cr.
  static OrificeLaw from_area(const Fluid& fluid, Expr area, Expr coefficient, Expr reynolds);
  /// Through a known point: `flow` [m³/s] at the pressure `drop` [Pa]. A sharp edge of C_d = 0.7
  /// with this flow determines the area for Re_cr.
  static OrificeLaw from_rated(const Fluid& fluid, Expr flow, Expr drop, Expr reynolds);

  /// [m³/s] at a pressure drop [Pa] and the density upstream [kg/m³]: for less than a sixteenth of
  /// the liquid's density, as in a cavity, Q no longer increases, so that ṁ is proportional to the
  /// remaining density.
  Expr flow(Expr drop, Expr upstream) const;
  /// Of liquid.
  Expr flow(Expr drop) const;
};

/// C_d of a sharp edge.
constexpr double kSharpEdge = 0.7;
/// Re at which flow through a sharp edge becomes laminar (H. Merritt, Hydraulic Control Systems,
/// 1967, section 3-4: some 25 to 260).
constexpr double kOrificeReynolds = 150;

/// max(0, x), smoothed between −width and width: (x + width)² / (4 width) there. Exactly zero and x
/// outside this range; its derivative is continuous.
Expr ramp(Expr x, Expr width);
/// Its derivative.
Expr ramp_slope(Expr x, Expr width);
/// Its integral: (x + width)³ / (12 width) in the smoothed range, x²/2 + width²/6 beyond.
Expr ramp_integral(Expr x, Expr width);
/// x, limited to 0 … 1, smoothed in the same way.
Expr clip(Expr x, Expr width);

}  // namespace holon::hydraulics
