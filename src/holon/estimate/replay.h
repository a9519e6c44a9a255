// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "holon/base/archive.h"
#include "holon/estimate/gaussian_filter.h"
#include "holon/estimate/smoother.h"

namespace holon {

/// A measurement with its time of validity, which may lie before those already processed.
struct SensorReading {
  int sensor = 0;   ///< index among the estimator's sensors
  double time = 0;  ///< [s] at which it is valid
  Eigen::VectorXd z;
  Eigen::MatrixXd R;  ///< (m x m), tangent coordinates of z
  /// The numbers of the sensor that z has, where it has not all of them: satellites in view.
  std::vector<int> rows{};
  double gate = 0;          ///< of its NIS; 0: none
  std::int64_t number = 0;  ///< of its sensor: orders readings of one sensor and time
};

/// What became of a reading.
struct ReadingRecord {
  int sensor = 0;
  double time = 0;
  std::int64_t number = 0;
  bool late = false;  ///< arrived after the filter had passed its time: taken in by replay
  Innovation innovation;
  int numbers = 0;          ///< that it measured
  Eigen::VectorXd noise{};  ///< standard deviations, where they are estimated; else empty
};

/// Counts by sensor, for reports: nothing vanishes silently.
struct ReadingCounts {
  std::int64_t received = 0, accepted = 0, rejected = 0;
  std::int64_t late = 0;     ///< taken in by replay
  std::int64_t dropped = 0;  ///< older than the history
};

/// A Kalman filter with readings in any order of arrival. It keeps the states, inputs and readings
/// of a time `history`; a reading that is late makes it go back to its time of validity and process
/// everything since anew, in the order of time (then of sensor, then of number). So the estimate is
/// the one of in-order processing.
class ReplayEstimator {
 public:
  /// `f` and `sensors` must outlive this. `set_input`, if any, gives f and the sensors the inputs
  /// that hold from a time on. `history` [s]; readings that are older than the filter's first time
  /// are not possible.
  ReplayEstimator(GaussianFilter filter, TransitionModel& f, ProcessNoise noise,
                  std::vector<MeasurementModel*> sensors, double history,
                  std::function<void(const std::vector<double>& input)> set_input = {});

  /// The noise of a sensor is estimated from its residuals, over some `window` of readings: the
  /// covariances R of its readings are then D R D, with factors D that begin at 1. Before the first
  /// reading. See replay.cpp.
  void adapt_noise(int sensor, int window);

  /// Inputs from t on, t not before now().
  void set_input(double t, const std::vector<double>& input);
  /// Predicts to t, which is a step's end in replays, too. Not before now().
  void advance(double t);
  /// Takes in a reading of any time up to now(), or later: then it predicts to it. Returns false,
  /// and counts, if it is older than the history.
  bool receive(SensorReading reading);
  /// The same for readings that arrive together, in this order: the same bits, by one replay
  /// instead of one for each. Returns for each whether it was taken in.
  std::vector<char> receive(std::vector<SensorReading> readings);

  double now() const { return now_; }
  /// Whether the last call of `receive` processed earlier readings anew, so that they may have
  /// other innovations now.
  bool has_replayed() const { return has_replayed_; }
  const GaussianFilter& filter() const { return filter_; }
  GaussianFilter& filter() { return filter_; }
  /// Of the readings within the history, in the order of processing; the latest state of each.
  std::vector<ReadingRecord> recent() const;
  /// The same one by one, without copies.
  template <class Visit>
  void visit_recent(Visit visit) const {
    for (const Event& event : events_)
      if (event.kind == Event::Kind::reading) visit(event.record);
  }
  /// The record of a reading within the history; nullptr if there is none.
  const ReadingRecord* find_recent(int sensor, std::int64_t number) const;
  /// Called with the final record of each reading when it leaves the history, and by `finish`.
  void set_observer(std::function<void(const ReadingRecord&)> observer);
  void finish();
  /// The estimates at the first time and at those of all events, each with all readings of the
  /// history, later ones, too (Rauch, Tung, Striebel).
  std::vector<SmoothedStep> smooth_history();
  const std::vector<ReadingCounts>& counts() const { return counts_; }
  void archive(Archive& a);

 private:
  struct Event {
    enum class Kind : std::uint8_t { input, step, reading } kind = Kind::step;
    double time = 0;
    std::vector<double> input;
    SensorReading reading;
    ReadingRecord record;
    bool is_counted = false;
    /// Of the first event of an instant: the filter when it had been predicted to that.
    bool has_start = false;
    FilterState start{};
  };
  void add(Event event);
  std::size_t insert(Event event);  // its place
  void process_from(std::size_t at, bool is_appended);
  bool insert_reading(SensorReading reading, std::size_t& at);
  double find_instant(double time) const;
  void process(Event& event);
  Innovation update_adapting(MeasurementModel& sensor, const SensorReading& reading,
                             ReadingRecord& record);
  std::size_t restore_before(std::size_t event);
  void restore_inputs(std::size_t event);
  FilterState save() const;
  void replay(std::size_t from);
  void forget();
  static bool is_before(const Event& a, const Event& b);

  GaussianFilter filter_;
  TransitionModel& f_;
  ProcessNoise noise_;
  std::vector<MeasurementModel*> sensors_;
  struct Adaptation {
    int window = 0;         // 0: the noise is as given
    std::size_t first = 0;  // of its squared factors in noise_factors_
  };
  std::vector<Adaptation> adaptations_;  // by sensor
  std::vector<double> noise_factors_;
  double history_, now_ = 0, oldest_ = -1e300;
  bool has_replayed_ = false;
  std::function<void(const std::vector<double>&)> set_input_;
  std::function<void(const ReadingRecord&)> observer_;
  std::deque<Event> events_;
  FilterState before_;  // the filter before events_.front()
  std::vector<double> input_before_;
  std::vector<ReadingCounts> counts_;
};

}  // namespace holon
