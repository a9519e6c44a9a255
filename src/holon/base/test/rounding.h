// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

namespace holon::test {

/// Twice the largest relative error of one rounding.
inline constexpr double kEps = std::numeric_limits<double>::epsilon();

}  // namespace holon::test
