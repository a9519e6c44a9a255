// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/lagrange/energies.h"
#include "holon/system/symbols.h"

namespace holon::detail {

/// Writes terms of the equations anew that are, by trigonometric identities, a single product or
/// free of the state: m l² (sin²a + cos²a) as m l², cos a cos b + sin a sin b as cos(a − b). Only
/// these, since sums that are expanded lose digits by cancellation.
void shorten_terms(LagrangeEquations& equations, const Symbols& symbols);

}  // namespace holon::detail
