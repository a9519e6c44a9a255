// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>

#include <atomic>

namespace holon {

namespace detail {
extern std::atomic<bool> interrupt_flag;
}

/// Whether the user asked to stop (ctrl-C). Costs one relaxed load: may be asked at every step.
inline bool interrupted() { return detail::interrupt_flag.load(std::memory_order_relaxed); }

/// Asks to stop as ctrl-C does, from any thread.
void request_interrupt();

/// The signal that asked to stop since the first InterruptGuard was made; SIGINT where
/// request_interrupt did; 0: none. It stays when the guard goes, other than the flag.
int interrupting_signal();

/// Work that was left because the user asked to stop, where no result could be handed back. No
/// std::exception, so that nothing takes it for a failure.
struct Interrupted {};

/// Throws Interrupted where interrupted(); for work that takes long and leaves nothing behind.
inline void throw_if_interrupted() {
  if (interrupted()) throw Interrupted{};
}

/// While one is alive, signals that ask to stop set the flag, so that the run can end cleanly:
/// SIGINT (ctrl-C), SIGTERM, SIGQUIT, SIGHUP (the terminal was closed), SIGXCPU (a limit on
/// computing time), SIGXFSZ (a limit on the size of files) and SIGPIPE (nobody reads any more; the
/// writing call then fails). A second SIGINT, SIGTERM or SIGQUIT kills the process as usual; one
/// within a fifth of a second does not, since `timeout` and schedulers send the same one to the
/// process and to its group. Signals that are ignored when the guard is made (by nohup) stay
/// ignored. The flag is cleared when the first guard is made and when the last one goes; then
/// the handlers that were there before come back, too.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
};

/// While one is alive, signals that would end the process wait: for a file that is about to take
/// the place of another one. Of this thread.
class SignalPause {
 public:
  SignalPause();
  ~SignalPause();
  SignalPause(const SignalPause&) = delete;
  SignalPause& operator=(const SignalPause&) = delete;

 private:
  sigset_t before_;
};

}  // namespace holon
