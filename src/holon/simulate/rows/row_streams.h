// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "holon/simulate/events/event_handler.h"
#include "holon/simulate/events/regular_times.h"
#include "holon/simulate/rows/row_schedule.h"
#include "holon/simulate/rows/row_writer.h"

namespace holon {

/// What goes to one sink, and when.
class RowStream {
 public:
  RowStream(RowSink& sink, RowSelection selection, const RowSchedule& schedule);

 private:
  friend class RowStreams;
  void set_spacing(double from, double now);
  double moment(double index) const;
  bool is_before(double t, double until) const;
  void archive(Archive& a, double t, const double* x, const double* u, const EventHandler& events);
  void check(const Archive& a, double from, double to, double until) const;

  RowSink& sink_;
  const RowSelection selection_;
  RowSchedule schedule_;
  RegularTimes times_;
  std::int64_t next_ = 1;  // row at equal intervals
  double last_ = 0;        // [s] of the last row
  double spacing_ = 0;     // [s] of moments, now
  std::unique_ptr<RowWriter> writer_;
};

/// The streams of a run: which rows each step and each event brings.
class RowStreams {
 public:
  const std::vector<Column>& add(RowSink& sink, RowSelection selection,
                                 const RowSchedule& schedule);
  bool empty() const { return streams_.empty(); }
  /// Of the first stream.
  std::int64_t row_count() const;

  /// Once all streams have been added. Rows show the discrete states and modes that `events` holds,
  /// which must outlive this; `until` [s] is the end of the run.
  void compile(const System& system, const SystemPrograms& programs, const EventHandler& events,
               const std::vector<double>& parameters, double until);
  /// Of the rows from now on: those that wait are handed over.
  void set_parameters(const std::vector<double>& parameters);
  /// The sinks begin.
  void begin();
  /// A row of the start in each stream.
  void write_start(double t, const double* x);
  /// The rows that fall into the integrator's last step up to `now`; those that show the effect of
  /// an event at `now` are left to `write_event`, the end of the run to `write_end`. After each row
  /// between it calls `stop`; false where that ended it, and then the next call, also of a run that
  /// goes on from there, writes the rows of the step that are still missing.
  /// The row of `now` has the time `shown` in the table: behind a jump of the right side, before
  /// which the step has ended, the row before it and that after it have one time.
  bool write_step(Integrator& integrator, double now, double shown, bool is_event,
                  const std::function<bool(double t)>& stop);
  /// Something jumped at t, to x: streams with a row for every step get one of the instant after.
  void write_event(double t, const double* x);
  /// The run has ended at t: a row of that instant, where there is none.
  void write_end(double t, const double* x);
  void flush();
  /// Where all streams and their sinks stand, for a checkpoint of t and x (nx); read behind
  /// `begin`. Throws InputError where other streams were recorded then.
  void archive(Archive& a, double t, const double* x);
  /// Refuses what has been read where no run can hold it whose last step goes from `from`, up to
  /// which all rows have come, to `to` [s], or where a table does not end as it says.
  void check(const Archive& a, double from, double to) const;
  /// Ends all sinks; throws what the first of them throws.
  void end();

 private:
  bool write_step(RowStream& stream, Integrator& integrator, double now, double shown,
                  bool is_event, const std::function<bool(double t)>& stop, double behind);
  void write(RowStream& stream, double t, const double* x, double shown);
  void write(RowStream& stream, double t, const double* x) { write(stream, t, x, t); }

  std::vector<std::unique_ptr<RowStream>> streams_;
  const EventHandler* events_ = nullptr;
  std::size_t done_ = 0;         // streams that have all rows of a step …
  bool is_within_step_ = false;  // … in whose rows a run was ended
  double until_ = 0;
  std::vector<double> between_;  // the state within a step
  std::vector<double> inputs_;   // of a row
};

}  // namespace holon
