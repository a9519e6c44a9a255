// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace holon {

class Assembly;
class Machine;

namespace detail {

/// In a model with `world: {earth: …}`, what the Earth does to each body beside the uniform
/// `Mechanism::gravity`, which is normal gravity at the world's origin: the change of gravity with
/// the position, and, with `rotation`, Coriolis forces. earth_loads.cpp has the equations.
void add_earth_loads(const std::shared_ptr<Machine>& machine, Assembly& assembly);

}  // namespace detail
}  // namespace holon
