// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numbers>

namespace holon::test {

inline constexpr double kDegree = std::numbers::pi / 180;  ///< [rad]

}  // namespace holon::test
