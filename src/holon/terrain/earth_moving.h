// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/ground.h"

// The fundamental earth-moving equation of a wide tool (A. R. Reece, Proc. IMechE 179 (1965) pt 3F,
// 16–22; E. McKyes, Soil Cutting and Tillage, 1985, chapter 3). A blade at the angle α to the
// horizontal pushes a wedge of soil upwards, which fails along a plane at the angle β. Per width,
// at the depth d:
//
//   P = ρ g d² Nγ + c d Nc + q d Nq + c_a d Na + ρ v² d Nv
//
// at the angle δ to the blade's normal, with
//
//   D  = cos(α+δ) + sin(α+δ) cot(β+φ),
//   Nγ = (cot α + cot β)/(2 D),  Nq = 2 Nγ,
//   Nc = (1 + cot β cot(β+φ))/D,  Na = (1 − cot α cot(β+φ))/D,
//   Nv = (tan β + cot(β+φ))/((1 + tan β cot α) D),
//
// and the adhesion c_a d/sin α along the blade. Their components against the travel and downwards:
//
//   H = P sin(α+δ) + c_a d cot α,   V = P cos(α+δ) − c_a d.
//
// β is where Nγ is least. With x = cot β, Nγ is a quadratic over a linear function of x, so that
//
//   cot β = (√(sin(φ+δ) sin(α+δ)/(sin α sin φ)) − cos(α+δ+φ))/sin(α+δ+φ),
//
// which needs φ > 0 and α + δ + φ < 180°.
//
// Where the surface rises by σ ahead, all of this holds in its axes: α, β and d are measured from
// it, H along it, V along its normal. Gravity is inclined to them: the terms of weight and
// surcharge have the factor cos σ + sin σ cot(β+φ). β is kept as on level ground: any plane
// through the edge gives an upper bound, and this one exceeds the least by a few percent, with
// cohesion on level ground, too.
namespace holon::detail {

struct CuttingFactors {
  Expr failure_angle;  ///< β [rad]
  /// Nγ, Nc, Nq, Na, Nv; on a slope Nγ and Nq with their factor.
  Expr weight, cohesion, surcharge, adhesion, inertia;
};

/// At the angle α [rad] between the blade and a surface that rises by `slope` [rad] ahead.
CuttingFactors calc_cutting_factors(Expr blade_angle, Expr friction_angle, Expr external_angle,
                                    Expr slope = 0.0);

/// Force on the blade per width.
struct CuttingForce {
  Expr draft;  ///< H [N/m] against the travel, along the surface
  Expr down;   ///< V [N/m] into the soil, along its normal
  /// [N] moment per width of both about the edge, about the axis to the left (a positive one lowers
  /// the machine's front). The part of the weight acts a third of the depth above the edge, since
  /// its pressure grows with the depth, the others half of it.
  Expr moment;
};

struct CuttingState {
  Expr blade_angle;  ///< α [rad]
  Expr gravity;      ///< g [m/s²]
  Expr surcharge;    ///< q [Pa]
};

/// At the depth d [m] and the speed v [m/s] of travel, neither of which is negative.
CuttingForce calc_cutting_force(const CuttingFactors& factors, const Soil& soil,
                                const CuttingState& state, Expr depth, Expr speed);

/// The bearing capacity [Pa] of the soil below a strip at the depth d [m]: Prandtl and Reissner,
/// c Nc' + ρ g d Nq' with Nq' = e^(π tan φ) tan²(45° + φ/2), Nc' = (Nq' − 1) cot φ.
Expr calc_bearing_capacity(const Soil& soil, Expr gravity, Expr depth);

/// The depth below the surface: zero above it, d from `blend` on, C¹ between: d² (2 b − d)/b².
Expr smooth_depth(Expr depth, double blend);
/// From 0 (x ≤ 0) to 1 (x ≥ 1), C¹: x² (3 − 2 x).
Expr smooth_step(Expr x);

}  // namespace holon::detail
