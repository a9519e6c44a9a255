// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifdef __linux__
#include <malloc.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace holon::app {

/// Asks the system to wake this thread on time while it is there, as far as the system allows:
/// timers without slack, before other programs (SCHED_FIFO), and no page of memory that has to be
/// fetched anew. Threads and programs that it starts have the usual priority.
class RealTimePriority {
 public:
  RealTimePriority(const RealTimePriority&) = delete;
  RealTimePriority& operator=(const RealTimePriority&) = delete;
#ifdef __linux__
  RealTimePriority() {
    ::prctl(PR_SET_TIMERSLACK, 1UL);
    ::mallopt(M_TRIM_THRESHOLD, kKept);
    ::mallopt(M_TOP_PAD, kKept);
    const sched_param lowest{.sched_priority = ::sched_get_priority_min(SCHED_FIFO)};
    is_first_ = ::sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &lowest) == 0;
    // Where memory to be locked is limited, what comes beyond the limit would not be there at all.
    rlimit limit{};
    ::getrlimit(RLIMIT_MEMLOCK, &limit);
    if (::geteuid() == 0 || limit.rlim_cur == RLIM_INFINITY)
      is_locked_ = ::mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) == 0;
  }
  ~RealTimePriority() {
    if (is_locked_) ::munlockall();
    const sched_param none{.sched_priority = 0};
    if (is_first_) ::sched_setscheduler(0, SCHED_OTHER, &none);
    ::prctl(PR_SET_TIMERSLACK, 0UL);
  }

 private:
  static constexpr int kKept = 64 << 20;  // [bytes] not returned to the system, taken at once
  bool is_first_ = false, is_locked_ = false;
#else
  RealTimePriority() = default;
#endif
};

}  // namespace holon::app
