// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holon/simulate/events/chattering_detector.h"
#include "holon/simulate/events/clock_ticks.h"
#include "holon/simulate/events/event_conditions.h"
#include "holon/simulate/events/root_follower.h"
#include "holon/simulate/rhs/system_rhs.h"
#include "holon/solve/event_locator.h"

namespace holon {

/// What a run does between its steps: holds modes and discrete states, finds when something
/// happens, and lets it happen until nothing changes any more.
class EventHandler {
 public:
  /// System and programs must outlive this.
  EventHandler(const System& system, const SystemPrograms& programs,
               const std::vector<double>& parameters, std::uint64_t seed = 0);

  /// Where the system's inputs come from; it must outlive this.
  void set_source(const InputSource* source) { inputs_.set_source(source_ = source); }
  const InputSource* source() const { return source_; }

  /// From now on.
  void set_parameters(const std::vector<double>& values) { inputs_.set_parameters(0, values); }

  /// What came of an instant at which something happened.
  struct Outcome {
    bool changed = false;  ///< modes, discrete states or x: the integrator must begin anew
    int stop = -1;         ///< the event that ends the run
  };
  /// First values of discrete states, and modes.
  void begin(double t, const std::vector<double>& x);
  /// Behind `begin`: other values of some discrete states, by their index in d.
  void set_discrete(double t, const std::vector<double>& x,
                    const std::vector<std::pair<int, double>>& values);
  /// Behind `begin` what happens at the start, and ticks that are due. `rhs` gets modes and
  /// discrete states, here and below. Throws RunError where an event says that the run fails.
  Outcome start(double t, std::vector<double>& x, SystemRhs& rhs);
  /// [s] when the next clock ticks; infinite where there is none.
  double next_tick() const { return ticks_.next(); }
  /// When a mode first switches within the integrator's last step; `state()` holds x then.
  std::optional<double> find(Integrator& integrator);
  const std::vector<double>& state() const { return locator_.state(); }
  /// Lets happen what happens at t and x: modes, the events that they cause, ticks that are due.
  /// Throws RunError for failures, and where it comes to no end.
  Outcome handle(double t, std::vector<double>& x, SystemRhs& rhs);

  /// Behind a step. Throws RunError where ideal elements of circuits contradict each other.
  void check_solvable(double t, const double* x);

  /// Behind a step, up to `to`: the roots of Newton's method along it. Rows of the step show them;
  /// `hold_roots` makes the last ones the guesses of what comes.
  void follow_roots(Integrator& integrator, double to);
  void hold_roots(double t, SystemRhs& rhs);
  /// A root that ended in that step, described; empty where there is none.
  std::string describe_lost_root() const;
  /// The discrete states at t, of the last step.
  const double* discrete_at(double t) const;

  /// What it holds, for a checkpoint. Where it is read, `rhs` gets it.
  void archive(Archive& a, SystemRhs& rhs);
  /// Refuses what has been read where no run can hold it in a step from `from` to `to` [s].
  void check(const Archive& a, double from, double to);
  /// A comparison that could not be searched within steps; empty where there is none.
  std::string name_unsearched() const;

  const double* discrete() const { return discrete_.data(); }
  const double* modes() const { return modes_.data(); }
  /// Instants at which something happened, and ticks.
  std::int64_t event_count() const { return events_; }
  std::int64_t tick_count() const { return ticks_.count(); }
  /// What the processes report of the run so far, and surfaces that they have changed.
  std::vector<std::string> list_process_notes() const { return ticks_.list_process_notes(); }
  std::vector<std::shared_ptr<const HeightFilm>> list_films() const { return ticks_.list_films(); }

 private:
  void find_modes(double t, const std::vector<double>& x, bool from_before);
  [[noreturn]] void fail_modes(double t);
  bool reset(const std::vector<int>& fired, double t, std::vector<double>& x, SystemRhs& rhs);
  void check_agreement(const std::vector<int>& fired, double t, const std::vector<double>& x);
  bool tick(double t, const std::vector<double>& x);
  Outcome settle(double t, std::vector<double>& x, SystemRhs& rhs, bool at_start);
  void apply_modes(SystemRhs& rhs) const;

  const System& system_;
  const SystemPrograms& programs_;
  SystemInputs inputs_;
  const InputSource* source_ = nullptr;
  Workspace workspace_;
  EventLocator locator_;
  ChatteringDetector chattering_;
  EventConditions conditions_;
  ClockTicks ticks_;
  std::vector<double> discrete_, modes_, indicators_, in_, out_;
  std::vector<double> before_;  // all inputs just before what happens
  std::optional<RootFollower> roots_;
  bool is_following_ = false;       // the last step's roots are not held yet
  mutable std::vector<double> at_;  // discrete states of a row
  std::vector<int> last_fired_;
  std::int64_t events_ = 0;
};

}  // namespace holon
