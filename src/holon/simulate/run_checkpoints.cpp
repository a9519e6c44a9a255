// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/run_checkpoints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "holon/base/errors.h"

namespace holon::detail {

CheckpointKeeper::Spent RunCheckpoints::spent() const {
  const StepStatistics& s = run_.integrator->statistics();
  // Of a multistep method only; to know what the Jacobian of f costs it is derived, and others may
  // have one of their own.
  const bool is_multistep = !run_.integrator->has_whole_state();
  double operations = static_cast<double>(s.evaluations) * run_.rhs->operation_count();
  if (is_multistep && s.jacobians > 0)
    operations += static_cast<double>(s.jacobians) * run_.rhs->jacobian_operation_count();
  return {s.steps, operations, is_multistep};
}

void RunCheckpoints::keep_resumed() {
  if (resumed_ && !run_.summary.resumed_at) keeper_.begin_with(*resumed_);
}

void RunCheckpoints::pass_step() {
  if (keeper_.is_due(run_.integrator->time(), spent()))
    make();
  else
    keep_now_and_then();
}

// The integrator begins anew, whether or not anything is kept: so a run that goes on from here has
// the same bits as this one.
void RunCheckpoints::make() {
  const double time = run_.integrator->time();
  run_.take_state();
  keeper_.pass(spent());
  if (keeper_.is_time_to_keep(true, run_.integrator->has_whole_state())) keep(Moment::restart);
  run_.restart(time);
}

// Between restarts, which leaves no trace in the run.
void RunCheckpoints::keep_now_and_then() {
  if (!run_.integrator->has_whole_state() || !keeper_.is_time_to_keep(false, true)) return;
  run_.take_state();
  keep(Moment::after_step);
}

// Where an interrupt ends the run, of methods whose state can be archived: so nothing is lost.
void RunCheckpoints::keep_whole(Moment moment) {
  if (!keeper_.is_on()) return;
  if (moment == Moment::after_step) run_.take_state();
  if (!run_.integrator->has_whole_state()) {
    // It continues from restarts only: perhaps one is due.
    if (moment != Moment::after_step || !keeper_.is_due(run_.integrator->time(), spent())) return;
    keeper_.pass(spent());
    moment = Moment::restart;
  }
  keeper_.keep_last(archive_at(run_.cut.value_or(run_.integrator->time()), moment));
}

// In memory, and now and then in the file; with x_event at the end of the step. To archive flushes
// the tables, which may fail the run.
void RunCheckpoints::keep(Moment moment) {
  const bool to_file = keeper_.keep([&] { return archive_at(run_.integrator->time(), moment); });
  try {
    if (to_file) keeper_.write();
  } catch (const std::runtime_error& e) {
    run_.notes.warn(std::string(e.what()) + "; this run continues without checkpoints");
    keeper_.set_options({});
  }
}

Checkpoint RunCheckpoints::archive_at(double time, Moment moment) {
  Archive a;
  a.item("moment", moment);
  archive(a, moment);
  return {time, list_facts_of_run(), a.take(), {}};
}

std::vector<RunFact> RunCheckpoints::list_facts_of_run() const {
  std::vector<RunFact> facts =
      list_facts(run_.system, run_.settings, run_.parameters, run_.summary.model_digest);
  const std::vector<RunFact>& more = keeper_.options().facts;
  facts.insert(facts.end(), more.begin(), more.end());
  return facts;
}

// Everything that the rest of the run depends on: at a restart without what that leaves of the
// integrator, at an interrupt with it.
void RunCheckpoints::archive(Archive& a, Moment moment) {
  double wall = run_.wall_seconds();
  a.item("wall_seconds", wall);
  if (a.is_reading()) run_.wall_before = wall;
  archived_time_ = run_.integrator->time();
  a.item("time", archived_time_);
  a.fixed("states", run_.x_event);
  run_.history->archive(a);
  if (moment == Moment::restart) run_.integrator->archive(a);
  run_.rhs->archive(a);
  run_.events->archive(a, *run_.rhs);
  if (a.is_reading()) run_.history->go_on(run_.events->discrete(), run_.events->modes());
  archive_slopes(a);
  if (moment != Moment::restart)
    run_.integrator->archive_whole(a);  // with the right side as it was
  if (moment == Moment::within_rows) archive_rows_of_step(a);
  run_.notes.archive(a);
  a.item("undetermined", run_.summary.undetermined);
  keeper_.archive(a);
  run_.streams.archive(a, archived_time_, run_.x_event.data());
}

// The right side at the states, which depends on all that it reads: what has been read fits
// together where it comes out again. Roots that iteration finds may differ a little.
void RunCheckpoints::archive_slopes(Archive& a) {
  constexpr double kSame = 1e-6, kSmall = 1e-9;
  std::vector<double> now(run_.x_event.size());
  run_.rhs->run(&archived_time_, run_.x_event.data(), now.data());
  std::vector<double> then = now;
  a.fixed("slopes", then);
  double largest = 0;
  for (const double slope : now) largest = std::max(largest, std::abs(slope));
  for (std::size_t i = 0; i < now.size(); ++i) {
    const double magnitude = std::max(std::abs(now[i]), std::abs(then[i]));
    if (std::isnan(now[i]) && std::isnan(then[i])) continue;  // an event just outside of its range
    if (!(std::abs(now[i] - then[i]) <= kSame * magnitude + kSmall * largest))
      a.refuse(fmt::format("holds states from which '{}' changes by {:g} per s, and says {:g}",
                           run_.system.state_name(static_cast<int>(i)), now[i], then[i]));
  }
}

// Of a step whose rows are not all there: where it ended.
void RunCheckpoints::archive_rows_of_step(Archive& a) {
  bool has_event = run_.event.has_value();
  double event_time = run_.event.value_or(0), until = run_.settings.until;
  a.item("has_event", has_event);
  a.item("event_time", event_time);
  a.item("until", until);
  // By the step's polynomial, of which the rows to come are made.
  const double last = a.is_reading() ? resumed_->time : *run_.cut;
  std::vector<double> now(run_.x_event.size());
  run_.integrator->interpolate(last, now.data());
  std::vector<double> then = now;
  a.fixed("states_of_last_row", then);
  if (!a.is_reading()) return;
  if (now != then) a.refuse("holds a step that does not end at its last row");
  if (has_event) run_.event = event_time;
  run_.is_within_rows = true;
  const double from = run_.integrator->previous_time(), to = run_.integrator->time();
  if (!(from < to && to <= until) || (has_event && !(event_time >= from)))
    a.refuse("holds an event outside of its step");
  if (to < until || run_.settings.until == until) return;
  throw InputError({},
                   fmt::format("the run was interrupted in its last step, which ends at {:g} s, "
                               "and this one ends at {:g} s",
                               until, run_.settings.until),
                   fmt::format("finish it first, with --until {}", until));
}

void RunCheckpoints::go_on() {
  Archive a(resumed_->state, resumed_->path);
  run_.x_event.resize(static_cast<std::size_t>(run_.system.state_count()));
  Moment moment = Moment::restart;
  a.item("moment", moment);
  if (moment < Moment::restart || moment > Moment::within_rows)
    a.refuse("names no instant of a run");
  archive(a, moment);
  if (!a.is_at_end()) a.refuse("holds data that this version does not know");
  a.check_finite("states", run_.x_event);
  if (moment == Moment::restart) run_.restart(resumed_->time);
  check_archived(a, moment);
  run_.summary.resumed_at = resumed_->time;
  keeper_.begin_with(*resumed_);
}

// What every part has read fits together. (A checksum only finds damage.)
void RunCheckpoints::check_archived(const Archive& a, Moment moment) {
  const double time = run_.integrator->time();
  const double until = run_.settings.until;
  const bool is_whole =
      moment == Moment::within_rows
          ? resumed_->time >= run_.integrator->previous_time() && resumed_->time <= time
          : resumed_->time == time;
  if (!(time >= 0 && time <= until) || !is_whole || archived_time_ != time)
    a.refuse(
        fmt::format("holds a state of {} s, and says that it is of {} s", time, resumed_->time));
  const double* x = run_.integrator->state();
  if (moment == Moment::after_step && !std::equal(run_.x_event.begin(), run_.x_event.end(), x))
    a.refuse("holds two states of one time");
  check_invariants(a, {x, x + run_.system.state_count()});
  const double from = moment == Moment::within_rows ? run_.integrator->previous_time() : time;
  keeper_.check(a, from, spent());
  run_.events->check(a, from, time);
  run_.history->check(a, from);
  run_.streams.check(a, from, time);
}

// Projection leaves some rounding error.
void RunCheckpoints::check_invariants(const Archive& a, std::vector<double> x) {
  constexpr double kOff = 1e-6;
  bool is_off = run_.rhs->project_trial(run_.integrator->time(), x.data()) > kOff;
  for (const StateBlock& block : run_.system.states) {
    if (block.kind != StateBlock::Kind::quaternion || !run_.rhs->has_invariants()) continue;
    double square = 0;
    for (int i = block.offset; i < block.offset + block.size; ++i)
      square += run_.integrator->state()[i] * run_.integrator->state()[i];
    is_off |= !(std::abs(square - 1) <= kOff);
  }
  if (is_off) a.refuse("holds states that do not keep the model's constraints");
}

// Behind a run that has ended before its end.
void RunCheckpoints::write() {
  try {
    keeper_.write();
  } catch (const std::runtime_error& e) {
    run_.notes.warn(e.what());
  }
  run_.summary.checkpoint = keeper_.written();
}

}  // namespace holon::detail
