// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace holon {

/// P(X² ≤ x) of the chi-square distribution with n degrees of freedom (n > 0, any real).
double calc_chi_square(double x, double n);
/// x with that probability.
double find_chi_square(double probability, double n);

}  // namespace holon
