// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "holon/base/dimension.h"

namespace holon {

/// Whether an output of this name and dimension is an energy and not a torque: "s.energy",
/// "system.energy.kinetic", "brake.work".
bool is_energy(std::string_view output, const Dimension& dimension);

/// The SI unit in which an output is recorded, as the unit parser accepts it: "m/s", "J" for
/// energies and "N m" for torques, which share a dimension; "1" for pure numbers.
std::string unit_text(std::string_view output, const Dimension& dimension);

}  // namespace holon
