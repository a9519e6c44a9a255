// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/spatial/motor.h"

/// Finite motion along a screw (Chasles): the exponential map of motors and its inverse. T is
/// double, float or Expr; both functions and their derivatives are smooth at the zero screw.
namespace holon {

/// The pose X_AB of a body B that starts at A and moves for one unit of time with the constant
/// velocity motor s (in A): it rotates by |g| [rad] about the axis of s and translates by pitch ·
/// |g| along it. For a couple it translates by h.
///
///   R = exp [g],  p = (I + (1 - cos θ)/θ² [g] + (θ - sin θ)/θ³ [g]²) h,  θ = |g|
template <class T>
Transform<T> exponential(const ScrewMotor<T>& s);

/// The screw with |g| in [0, π] whose motion gives X_AB.
///
///   h = (I - ½ [g] + (1 - θ/2 cot θ/2)/θ² [g]²) p
template <class T>
ScrewMotor<T> logarithm(const Transform<T>& X_AB);

extern template Transform<double> exponential(const ScrewMotor<double>&);
extern template Transform<float> exponential(const ScrewMotor<float>&);
extern template Transform<Expr> exponential(const ScrewMotor<Expr>&);
extern template ScrewMotor<double> logarithm(const Transform<double>&);
extern template ScrewMotor<float> logarithm(const Transform<float>&);
extern template ScrewMotor<Expr> logarithm(const Transform<Expr>&);

}  // namespace holon
