// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>

#include <atomic>

namespace holon {

namespace detail {
extern std::atomic<bool> interrupt_flag;
}

/// Whether the user asked to stop (ctrl-C). Costs one relaxed load, so it may be called at every
/// step.
inline bool interrupted() { return detail::interrupt_flag.load(std::memory_order_relaxed); }

/// Requests a stop as ctrl-C does, from any thread.
void request_interrupt();

/// The signal that has requested a stop since the first InterruptGuard was constructed; SIGINT for
/// request_interrupt; 0: none. Unlike the flag it is kept when the guard is destroyed.
int interrupting_signal();

/// Thrown where work ends because the user requested a stop, without a result. It is not a
/// std::exception, so that it is not mistaken for a failure.
struct Interrupted {};

/// Throws Interrupted if interrupted(); for long computations without side effects.
inline void throw_if_interrupted() {
  if (interrupted()) throw Interrupted{};
}

/// While a guard exists, signals that request a stop set the flag, so that the run can end cleanly:
/// SIGINT (ctrl-C), SIGTERM, SIGQUIT, SIGHUP (the terminal was closed), SIGXCPU (a limit on
/// computing time), SIGXFSZ (a limit on the size of files) and SIGPIPE (the reader has gone; the
/// writing call then fails). A second SIGINT, SIGTERM or SIGQUIT kills the process as usual; one
/// within a fifth of a second does not, since `timeout` and schedulers send the same one to the
/// process and to its group. Signals that are ignored when the guard is made (by nohup) stay
/// ignored. The flag is cleared when the first guard is constructed and when the last one is
/// destroyed; then the previous handlers are restored, too.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
};

/// While a guard exists, signals that would end the process are blocked in this thread: used while
/// a file replaces another one.
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
