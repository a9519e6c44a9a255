// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace holon {

namespace detail {
extern std::atomic<bool> interrupt_flag;
}

/// Whether the user asked to stop (ctrl-C). Costs one relaxed load: may be asked at every step.
inline bool interrupted() { return detail::interrupt_flag.load(std::memory_order_relaxed); }

/// Asks to stop as ctrl-C does, from any thread.
void request_interrupt();

/// While one is alive, the first ctrl-C (SIGINT) or SIGTERM sets the flag, so that the run can end
/// cleanly, and a second one of the same kind kills the process as usual. The flag is cleared when
/// the first guard is made; the handler that was there before comes back when the last one goes.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
};

}  // namespace holon
