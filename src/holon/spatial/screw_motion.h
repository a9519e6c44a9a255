// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/spatial/motor.h"

/// Finite motion along a screw (Chasles): the exponential map of motors and its inverse. T is
/// double, float or Expr; both functions are smooth through the zero screw, also in their
/// derivatives.
namespace holon {

/// The pose X_AB that a body B reaches which starts in A and moves for one unit of time with the
/// constant velocity motor s (in A): it turns by |g| [rad] about the axis of s and advances by
/// pitch · |g| along it. For a couple it is a translation by h.
///
///   R = exp [g],  p = (I + (1 - cos θ)/θ² [g] + (θ - sin θ)/θ³ [g]²) h,  θ = |g|
template <class T>
Transform<T> exponential(const ScrewMotor<T>& s);

/// The screw with |g| in [0, π] whose motion leads to X_AB.
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
