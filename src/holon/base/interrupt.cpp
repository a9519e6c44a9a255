// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/interrupt.h"

#include <csignal>
#include <mutex>

namespace holon {
namespace detail {

std::atomic<bool> interrupt_flag{false};
static_assert(std::atomic<bool>::is_always_lock_free, "the flag is set in a signal handler");

}  // namespace detail

namespace {

std::mutex mutex;
int guards = 0;
// Ctrl-C, and what a job scheduler or a shutdown sends before it kills.
constexpr int kSignals[] = {SIGINT, SIGTERM};
struct sigaction previous[2];

extern "C" void holon_on_interrupt(int) {
  detail::interrupt_flag.store(true, std::memory_order_relaxed);
}

}  // namespace

void request_interrupt() { detail::interrupt_flag.store(true, std::memory_order_relaxed); }

InterruptGuard::InterruptGuard() {
  const std::lock_guard lock(mutex);
  if (guards++ > 0) return;
  detail::interrupt_flag.store(false, std::memory_order_relaxed);
  struct sigaction action {};
  action.sa_handler = holon_on_interrupt;
  sigemptyset(&action.sa_mask);
  // Back to the default after the first signal: the second one kills. Reads go on undisturbed.
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (int k = 0; k < 2; ++k) sigaction(kSignals[k], &action, &previous[k]);
}

InterruptGuard::~InterruptGuard() {
  const std::lock_guard lock(mutex);
  if (--guards > 0) return;
  for (int k = 0; k < 2; ++k) sigaction(kSignals[k], &previous[k], nullptr);
}

}  // namespace holon
