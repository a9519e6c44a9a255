// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "holon/expr/graph/expr.h"

/// How a track shears the soil under it, and sinks into it.
namespace holon::terrain {

/// The shear stress along a track grows with the displacement j = i x from its front: Janosi and
/// Hanamoto's τ = τ_max (1 − e^{−j/K}), the mean of which over the length L is the fraction
///
///   g(U) = 1 − (1 − e^{−U})/U,   U = |i| L/K,   i = v_s/v_t
///
/// of the largest force (M. G. Bekker, Introduction to Terrain-Vehicle Systems, 1969; J. Y. Wong,
/// Theory of Ground Vehicles, 4th ed. 2008, eq. 2.96). v_s is the speed at which the track slips on
/// the ground, v_t its speed in the vehicle. As a law of speeds it is undefined at rest; here the
/// fraction s (along and across the track) is a state that follows the slip,
///
///   2 K s' = v − h s,   h = |v|/g(|v| L/(K |v_t|))
///
/// v = (v_s, v_l) with the sideways slip v_l. The steady state is g in the direction of v, exactly;
/// at rest s is a spring of the stiffness F_max/(2 K), which holds the vehicle on a slope; |s| ≤ 1
/// since h ≥ |v|, and the power that is not stored, F_max s h s ≥ 0, is dissipated.
struct ShearRate {
  std::array<Expr, 2> rate{};  ///< [1/s] of the fractions along and across
};
/// `slip`: along and across [m/s]; `track_speed` [m/s]; `length` L [m]; `modulus` K [m].
ShearRate calc_shear_rate(const std::array<Expr, 2>& fraction, const std::array<Expr, 2>& slip,
                          Expr track_speed, Expr length, Expr modulus);

/// U/g(U) = U²/(U − 1 + e^{−U}) for U ≥ 0; 2 at 0.
Expr calc_slip_ratio_over_fraction(Expr u);

/// Bekker's p = k zⁿ at the sinkage z [m], rounded within a millimetre of the surface so that it
/// has a finite stiffness there: p = k ζ (ζ² + ε²)^{(n−1)/2}, ζ = max(0, z) rounded.
struct SinkageLaw {
  Expr modulus;                            ///< k = kc/b + kφ [Pa at a sinkage of 1 m]
  Expr exponent;                           ///< n
  Expr calc_pressure(Expr sinkage) const;  ///< [Pa]
  /// [J/m²] its integral: the work of compaction per area; for a track of width b its resistance
  /// is b times this.
  Expr calc_work(Expr sinkage) const;
};

}  // namespace holon::terrain
