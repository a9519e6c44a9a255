// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace holon {

class Assembly;
class Machine;

namespace detail {

/// Defines the system's outputs of its motion: momentum, angular momentum and constraint drift.
void define_system_motion(const std::shared_ptr<Machine>& machine, Assembly& assembly);

}  // namespace detail
}  // namespace holon
