// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/base/errors.h"
#include "holon/simulate/events/event_handler.h"
#include "holon/simulate/rhs/system_rhs.h"
#include "holon/solve/integrator.h"

namespace holon {

/// The failure of a step with what explains it, where that can be found: the formula that left its
/// range at or behind the last state, or loops that cannot be closed there. Failures of another
/// kind come back as they are.
RunError explain_step_failure(const RunError& error, const System& system,
                              const SystemPrograms& programs, SystemRhs& rhs,
                              const Integrator& integrator, const EventHandler& events,
                              const std::vector<double>& parameters);

}  // namespace holon
