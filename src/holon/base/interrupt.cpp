// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/interrupt.h"

#include <array>
#include <ctime>
#include <mutex>

namespace holon {
namespace detail {

std::atomic<bool> interrupt_flag{false};
static_assert(std::atomic<bool>::is_always_lock_free, "the flag is set in a signal handler");

}  // namespace detail

namespace {

std::mutex handlers_mutex;
int guards = 0;
std::atomic<int> first_signal{0};
std::atomic<std::int64_t> first_at{0};  // [ns] of a monotonic clock

struct Handled {
  int signal;
  bool kills_at_second;
};
constexpr std::array<Handled, 7> kSignals{{{SIGINT, true},
                                           {SIGTERM, true},
                                           {SIGQUIT, true},
                                           {SIGHUP, false},
                                           {SIGXCPU, false},
                                           {SIGXFSZ, false},
                                           {SIGPIPE, false}}};
std::array<struct sigaction, kSignals.size()> previous;
std::array<std::atomic<bool>, kSignals.size()> has_come{};

std::int64_t monotonic_nanoseconds() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{1'000'000'000} * time.tv_sec + time.tv_nsec;
}

extern "C" void holon_on_interrupt(int signal) {
  constexpr std::int64_t kSameEvent = 200'000'000;  // [ns]
  for (std::size_t k = 0; k < kSignals.size(); ++k) {
    if (kSignals[k].signal != signal) continue;
    const bool is_second = has_come[k].exchange(true);
    if (is_second && kSignals[k].kills_at_second &&
        monotonic_nanoseconds() - first_at.load() > kSameEvent) {
      // Both take effect only when this handler returns, as if it had not been installed.
      std::signal(signal, SIG_DFL);
      std::raise(signal);
      return;
    }
  }
  int none = 0;
  if (first_signal.compare_exchange_strong(none, signal)) first_at.store(monotonic_nanoseconds());
  detail::interrupt_flag.store(true, std::memory_order_relaxed);
}

}  // namespace

void request_interrupt() {
  int none = 0;
  first_signal.compare_exchange_strong(none, SIGINT);
  detail::interrupt_flag.store(true, std::memory_order_relaxed);
}

int interrupting_signal() { return first_signal.load(); }

InterruptGuard::InterruptGuard() {
  const std::lock_guard lock(handlers_mutex);
  if (guards++ > 0) return;
  detail::interrupt_flag.store(false, std::memory_order_relaxed);
  first_signal.store(0);
  struct sigaction action {};
  action.sa_handler = holon_on_interrupt;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;  // system calls are restarted
  for (std::size_t k = 0; k < kSignals.size(); ++k) {
    has_come[k].store(false);
    const int signal = kSignals[k].signal;
    sigaction(signal, nullptr, &previous[k]);
    if (previous[k].sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

InterruptGuard::~InterruptGuard() {
  const std::lock_guard lock(handlers_mutex);
  if (--guards > 0) return;
  detail::interrupt_flag.store(false, std::memory_order_relaxed);
  for (std::size_t k = 0; k < kSignals.size(); ++k)
    sigaction(kSignals[k].signal, &previous[k], nullptr);
}

SignalPause::SignalPause() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const Handled& handled : kSignals) sigaddset(&signals, handled.signal);
  pthread_sigmask(SIG_BLOCK, &signals, &before_);
}

SignalPause::~SignalPause() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace holon
