// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "holon/mechanics/mechanism/mechanism.h"

namespace holon::detail {

/// A gravity field: acceleration [m/s²] at a point [m], components in the point's axes.
using GravityField = std::function<Vector3<Expr>(const Vector3<Expr>& point)>;

/// A body in a field.
struct BodyInField {
  Expr mass;                         ///< [kg]
  Vector3<Expr> center;              ///< [m] of mass
  Eigen::Matrix<Expr, 3, 3> spread;  ///< [kg m²] ∫ ρ ρᵀ dm about it, in the field's axes
};

/// Force [N], and torque [N m] about the centre of mass, on it.
struct FieldLoad {
  Vector3<Expr> force, torque;
  Expr gradient_energy;  ///< [J] −½ P : Γ, what a field with a potential adds to mass times that
};

/// `gradient`: the field to second order over the body, else as on a point at its centre of mass.
FieldLoad calc_field_load(Graph& graph, const GravityField& field, const BodyInField& body,
                          bool gradient);

/// ½ tr(I) 1 − I of a body's inertia I about its centre of mass, turned by R.
Eigen::Matrix<Expr, 3, 3> calc_spread(const std::array<Expr, 6>& inertia, const Rotation<Expr>& R);

}  // namespace holon::detail
