// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/first_instant.h"

#include "holon/simulate/event_handler.h"
#include "holon/simulate/signal_history.h"

namespace holon {

Start check_first_instant(const System& system, const std::vector<double>& parameters) {
  Start begin = find_start(system, 0, parameters);
  if (system.events.empty()) return begin;
  const SystemPrograms programs(system, {.engine = Engine::tape});
  SystemRhs rhs(system, programs, 1);
  rhs.set_parameters(0, parameters);
  EventHandler events(system, programs, parameters);
  SignalHistory history(system, programs, parameters);
  if (!history.is_empty()) {
    history.start(0, begin.x.data(), nullptr, nullptr);
    rhs.set_source(&history);
    events.set_source(&history);
  }
  std::vector<double> x = begin.x;
  events.start(0, x, rhs);
  return begin;
}

}  // namespace holon
