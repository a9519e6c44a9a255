// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/start/first_instant.h"

#include "holon/simulate/events/event_handler.h"
#include "holon/simulate/events/signal_history.h"

namespace holon {

FirstInstant find_first_instant(const System& system, const std::vector<double>& parameters) {
  FirstInstant first{find_start(system, 0, parameters), {}, {}, {}};
  first.x = first.start.x;
  const SystemPrograms programs(system, {.engine = Engine::tape});
  SystemRhs rhs(system, programs, 1);
  rhs.set_parameters(0, parameters);
  EventHandler events(system, programs, parameters);
  SignalHistory history(system, programs, parameters);
  history.start(0, first.x.data(), nullptr, nullptr);
  if (!history.is_empty()) {
    rhs.set_source(&history);
    events.set_source(&history);
  }
  events.begin(0, first.x);
  history.start(0, first.x.data(), events.discrete(), events.modes());
  events.start(0, first.x, rhs);
  first.discrete.assign(events.discrete(), events.discrete() + system.discrete_count());
  first.modes.assign(events.modes(), events.modes() + system.mode_count());
  return first;
}

}  // namespace holon
