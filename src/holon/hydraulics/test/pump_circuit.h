// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "circuits.h"
#include "holon/hydraulics/parts/fixed_pump.h"
#include "holon/hydraulics/parts/orifice.h"

/// A pump of 126 l/min in tests.
namespace holon::test {

constexpr double kTurn = 2 * 3.14159265358979323846;
constexpr double kDisplacement = 63e-6 / kTurn;  // 63 cm³ per revolution
constexpr double kSpeed = 2000.0 / 60 * kTurn;
constexpr double kFlow = kDisplacement * kSpeed;

inline FixedPump pump() { return {.to = "P", .displacement = kDisplacement, .speed = kSpeed}; }

}  // namespace holon::test
