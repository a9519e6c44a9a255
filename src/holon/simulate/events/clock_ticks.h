// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "holon/base/archive.h"
#include "holon/simulate/events/regular_times.h"
#include "holon/simulate/rhs/system_rhs.h"
#include "holon/system/process.h"

namespace holon {

/// The clocks of a System in a run: when they tick, their random numbers, and the processes that
/// run at their ticks.
class ClockTicks {
 public:
  /// System and programs must outlive this.
  ClockTicks(const System& system, const SystemPrograms& programs, std::uint64_t seed);

  /// A run begins at t: no tick before it comes.
  void begin(double t);
  /// [s] when the next clock ticks; infinite where there is none.
  double next() const;
  /// Ticks that are due at t. `fill` returns the inputs of the System's functions there, and is
  /// called only where a clock ticks; `discrete` (nd) gets its new values. False where none ticks.
  template <class Fill>
  bool tick(double t, const Fill& fill, std::vector<double>& discrete) {
    return advance(t) && (set(t, fill(), discrete), true);
  }
  std::int64_t count() const { return ticks_; }
  /// What the processes report of the run so far, and surfaces that they have changed.
  std::vector<std::string> list_process_notes() const;
  std::vector<std::shared_ptr<const HeightFilm>> list_films() const;

  void archive(Archive& a);
  /// Refuses what has been read where no run can hold it in a step from `from` to `to` [s].
  void check(const Archive& a, double from, double to) const;

 private:
  struct Clock {
    RegularTimes times;
    std::int64_t next = 0;
  };
  /// Which clocks tick at t, as the first values of in_.
  bool advance(double t);
  void set(double t, const double* in, std::vector<double>& discrete);
  void run_processes(double t, const std::vector<double>& discrete);
  void add_draws();

  const System& system_;
  const SystemPrograms& programs_;
  const std::uint64_t seed_;
  Workspace workspace_;
  std::vector<Workspace> process_workspaces_;  // a workspace is cleared for another program
  std::vector<Clock> clocks_;
  std::vector<std::uint64_t> streams_;               // of the system's draws
  std::vector<std::unique_ptr<Process>> processes_;  // by process of the system
  std::vector<double> in_, process_in_, process_ticking_;
  std::int64_t ticks_ = 0;
};

}  // namespace holon
