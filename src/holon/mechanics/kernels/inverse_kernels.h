// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/kernels/traced.h"

/// What inverse dynamics, the mass matrix and Jacobians need besides the kernels of `recursive`,
/// one Function per kind of link. A wrench is a force motor at the link's origin in its axes, an
/// inertia an inertia dyad there (mass, first moment, inertia: 1 + 3 + 6). The motion of a joint's
/// freedom i alone at unit rate is the screw S_i.
namespace holon::detail {

/// Parent's wrench (6), link's wrench (6); attitude; q; turn, position -> parent's wrench with the
/// link's added.
FunctionRef make_wrench_pass(const LinkShape& shape, const Kinds& kinds, std::size_t piece);
/// Parent's inertia (10), link's inertia (10); attitude; q; turn, position -> parent's inertia with
/// the link's added.
FunctionRef make_inertia_pass(const LinkShape& shape, const Kinds& kinds, std::size_t piece);
/// Wrench (6); attitude; q; [pitch] -> the efforts (S_i, wrench), as many as the joint has rates.
FunctionRef make_projection(const LinkShape& shape, const Kinds& kinds, std::size_t piece);
/// Inertia (10); attitude; q; [pitch] -> the wrench (6) that S_i as acceleration needs, per
/// freedom.
FunctionRef make_columns(const LinkShape& shape, const Kinds& kinds, std::size_t piece);
/// R, p of the link in the world; a point (3) in the world; attitude; q; [pitch] -> angular
/// velocity and velocity (6) of the point in world axes by S_i, per freedom.
FunctionRef make_jacobian_columns(const LinkShape& shape, const Kinds& kinds, std::size_t piece);

/// The constants of the first two, and of the others.
std::vector<Expr> pass_constants(const Link& link);
std::vector<Expr> motion_constants(const Link& link);

}  // namespace holon::detail
