// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/mechanism.h"
#include "holon/system/symbols.h"

namespace holon::detail {

/// Reports ("modes") a body of which nothing is left where its modes follow freely: its kinetic
/// energy, (1) of modal_share.cpp, is positive only where the mass and inertia less Σ u uᵀ/A are
/// positive definite. At the values of the parameters, undeflected.
void check_modal_inertia(const Mechanism::Body& body, const Symbols& symbols,
                         const ReportError& report);

}  // namespace holon::detail
