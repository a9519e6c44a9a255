// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

/// Tolerances of tests with grounds of cells.
namespace holon::test {

constexpr double kCellsTolerance = 1e-9;  ///< of runs and sums of volumes [m³]
constexpr double kCellsRounding = 1e3 * std::numeric_limits<double>::epsilon();

}  // namespace holon::test
