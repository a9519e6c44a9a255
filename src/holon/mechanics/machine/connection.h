// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/machine/inner_parts.h"

namespace holon::detail {

/// M⁻¹ x of a positive definite matrix (n x n, by rows).
std::vector<Expr> divide_by_mass(const std::vector<Expr>& M, const std::vector<Expr>& x);

/// The matrices of a connection that follow from its place, a function of q, and the part's mass
/// matrix; see aggregate_part.h.
InnerPart::Connection make_connection(const InnerPart& part, const std::string& frame,
                                      const FramePlace& place);

/// Adds a connection with its matrices, and its frame to the mechanism.
void connect(InnerPart& part, Mechanism& mechanism, InnerPart::Connection connection);

}  // namespace holon::detail
