// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace holon {

/// The value below which a normal number of mean 0 and variance 1 lies with the probability p,
/// 0 < p < 1. Relative error 1e-15; the same bits on every machine.
double normal_quantile(double p);

}  // namespace holon
