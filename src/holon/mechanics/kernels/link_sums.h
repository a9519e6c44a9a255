// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/kernels/traced.h"

namespace holon::detail {

/// Sums over links: the sum so far comes first and goes out.
///   kinetic    omega, v; mass, first moment, inertia
///   potential  R, p; mass, first moment, gravity
///   momentum   R, omega, v; mass, first moment
///   angular momentum  R, p, omega, v; mass, first moment, inertia
///   spring     q; stiffness, rest
///   damper     v; damping (power)
enum class LinkSum { kinetic, potential, momentum, angular_momentum, spring, damper };
FunctionRef make_sum(LinkSum which, const Kinds& kinds, std::size_t piece);
std::vector<Expr> sum_constants(LinkSum which, const Link& link, const Mechanism::Freedom& freedom,
                                const Vector3<Expr>& gravity);

}  // namespace holon::detail
