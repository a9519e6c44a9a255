// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/system/system.h"

namespace holon {

/// Which components of the state (nx) are pure integrals: no rate of another state but those of
/// pure integrals, no condition of closed loops, no delayed signal, tick or reset depends on them,
/// also not through a comparison. Found from the structure of the System's functions, so it holds
/// at every state (an energy account, a distance that is counted). Events that only end a run may
/// depend on them. Speeds and components of quaternions are never among them.
std::vector<bool> find_pure_integrals(const System& system);

}  // namespace holon
