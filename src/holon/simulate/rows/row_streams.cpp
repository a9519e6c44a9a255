// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/rows/row_streams.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "holon/base/errors.h"
#include "holon/base/profile.h"

namespace holon {
namespace {

// Rows nearer to the end than this part of their interval are the end.
constexpr double kSameRow = 1e-9;

using Kind = RowSchedule::Kind;

[[noreturn]] void refuse_streams() {
  throw InputError({}, "the recorded outputs differ from those before the checkpoint",
                   "give -o, --plot and --report as in the interrupted run");
}

}  // namespace

RowStream::RowStream(RowSink& sink, RowSelection selection, const RowSchedule& schedule)
    : sink_(sink),
      selection_(std::move(selection)),
      schedule_(schedule),
      times_(0, schedule.length) {}

// The spacing of moments in a step. A fraction of a step is fine enough.
void RowStream::set_spacing(double from, double now) {
  constexpr double kPerStep = 4, kRounding = 1e-9;
  const double length = schedule_.length;
  const double most = now * (1 - kRounding) / schedule_.count;
  const double least = std::max(most, std::min(length, (now - from) / kPerStep));
  if (spacing_ == 0) {
    spacing_ = length;
    while (spacing_ / 2 >= least && spacing_ / 2 > 0) spacing_ /= 2;
  }
  while (spacing_ < least) spacing_ *= 2;
}

// A multiple of the spacing; the same bits as that of a longer one.
double RowStream::moment(double index) const {
  return times_.at(static_cast<std::int64_t>(index)) * (spacing_ / schedule_.length);
}

// Of rows at equal distances: not the end of the run, which has a row of its own.
bool RowStream::is_before(double t, double until) const {
  return t < until - kSameRow * (schedule_.kind == Kind::moments ? spacing_ : schedule_.length);
}

const std::vector<Column>& RowStreams::add(RowSink& sink, RowSelection selection,
                                           const RowSchedule& schedule) {
  streams_.push_back(std::make_unique<RowStream>(sink, std::move(selection), schedule));
  return streams_.back()->selection_.columns;
}

std::int64_t RowStreams::row_count() const {
  return empty() ? 0 : streams_.front()->writer_->row_count();
}

void RowStreams::compile(const System& system, const SystemPrograms& programs,
                         const EventHandler& events, const std::vector<double>& parameters,
                         double until) {
  events_ = &events;
  until_ = until;
  between_.resize(static_cast<std::size_t>(system.state_count()));
  inputs_.resize(static_cast<std::size_t>(system.input_count()));
  for (auto& stream : streams_) {
    stream->writer_ = std::make_unique<RowWriter>(system, programs.indicators, stream->selection_,
                                                  programs.options, stream->sink_);
    stream->writer_->set_parameters(parameters);
  }
}

void RowStreams::set_parameters(const std::vector<double>& parameters) {
  for (auto& stream : streams_) {
    stream->writer_->flush();
    stream->writer_->set_parameters(parameters);
  }
}

void RowStreams::begin() {
  for (auto& stream : streams_) stream->writer_->begin();
}

void RowStreams::write(RowStream& stream, double t, const double* x, double shown) {
  stream.last_ = shown;
  if (events_->source()) events_->source()->read(t, inputs_.data());
  stream.writer_->row(t, shown, x, inputs_.data(), events_->discrete_at(t), events_->modes());
}

void RowStreams::write_start(double t, const double* x) {
  for (auto& stream : streams_) write(*stream, t, x);
}

bool RowStreams::write_step(Integrator& integrator, double now, double shown, bool is_event,
                            const std::function<bool(double t)>& stop) {
  for (; done_ < streams_.size(); ++done_) {
    RowStream& stream = *streams_[done_];
    const double behind = is_within_step_ ? stream.last_ : integrator.previous_time();
    is_within_step_ = !write_step(stream, integrator, now, shown, is_event, stop, behind);
    if (is_within_step_) return false;
  }
  done_ = 0;
  return true;
}

// The rows behind the time `behind`.
bool RowStreams::write_step(RowStream& stream, Integrator& integrator, double now, double shown,
                            bool is_event, const std::function<bool(double t)>& stop,
                            double behind) {
  const double from = integrator.previous_time(), length = stream.schedule_.length;
  const auto row_between = [&](double t) {
    integrator.interpolate(t, between_.data());
    write(stream, t, between_.data());
  };
  const auto falls_into = [&](double t) {
    return (is_event ? t < now : t <= now) && stream.is_before(t, until_);
  };
  if (stream.schedule_.kind == Kind::interval) {
    for (double t = stream.times_.at(stream.next_); falls_into(t);
         t = stream.times_.at(stream.next_)) {
      row_between(t);
      ++stream.next_;
      if (stop(t)) return false;
    }
    return true;
  }
  if (stream.schedule_.kind == Kind::moments) {
    stream.set_spacing(from, now);
    double index = std::floor(behind / stream.spacing_);
    while (stream.moment(index) <= behind) ++index;
    for (double t = stream.moment(index); falls_into(t); t = stream.moment(++index)) {
      row_between(t);
      if (stop(t)) return false;
    }
    return true;
  }
  if (stream.schedule_.kind == Kind::fine) {
    const double parts = std::ceil((now - from) / length);
    for (double k = 1; k < parts; ++k) {
      const double t = from + k * (now - from) / parts;
      if (t <= behind) continue;
      row_between(t);
      if (stop(t)) return false;
    }
  }
  if (now != integrator.time()) {
    row_between(now);
  } else if (now < until_ || is_event) {
    write(stream, now, integrator.state(), shown);
  }
  return true;
}

void RowStreams::write_event(double t, const double* x) {
  for (auto& one : streams_) {
    RowStream& stream = *one;
    if (stream.schedule_.kind == Kind::moments) {
      const double spacing = stream.spacing_;
      const bool is_moment = spacing > 0 && stream.moment(std::round(t / spacing)) == t;
      if (is_moment && stream.is_before(t, until_)) write(stream, t, x);
    } else if (stream.schedule_.kind != Kind::interval) {
      write(stream, t, x);
    } else if (stream.times_.at(stream.next_) == t && stream.is_before(t, until_)) {
      write(stream, t, x);
      ++stream.next_;
    }
  }
}

// A run that is ended early ends where it stands, where there is no row of that instant yet.
void RowStreams::write_end(double t, const double* x) {
  for (auto& stream : streams_) {
    const Kind kind = stream->schedule_.kind;
    const double spacing = kind == Kind::moments ? stream->spacing_ : stream->schedule_.length;
    const bool has_row = kind == Kind::interval || kind == Kind::moments
                             ? t < until_ && t - stream->last_ < kSameRow * spacing
                             : stream->last_ == t;
    if (!has_row) write(*stream, t, x);
  }
}

// Schedules of curves and poses follow from the end of the run: a run that goes on beyond its first
// end keeps those that it had.
void RowStream::archive(Archive& a, double t, const double* x, const double* u,
                        const EventHandler& events) {
  std::string columns;
  for (const Column& column : selection_.columns) columns += column.name + "\n";
  const std::string now = columns;
  const Kind kind = schedule_.kind;
  a.item("columns", columns);
  a.item("schedule", schedule_.kind);
  if (columns != now || schedule_.kind != kind) refuse_streams();
  const double length = schedule_.length;
  a.item("length", schedule_.length);
  a.item("count", schedule_.count);
  if (kind == Kind::interval && schedule_.length != length) refuse_streams();
  a.item("next_row", next_);
  a.item("last_row", last_);
  a.item("spacing", spacing_);
  if (a.is_reading()) times_ = RegularTimes(0, schedule_.length);
  writer_->archive(a, t, x, u, events.discrete(), events.modes());
}

void RowStream::check(const Archive& a, double from, double to, double until) const {
  constexpr double kNear = 1e-12;
  const double near = kNear * to;
  const Kind kind = schedule_.kind;
  bool fits = last_ >= 0 && last_ <= to + near && spacing_ >= 0 && std::isfinite(spacing_);
  if (kind == Kind::interval) {
    const double next = times_.at(next_);
    fits &= next_ >= 1 && last_ == times_.at(next_ - 1) &&
            (next >= from - near || !is_before(next, until));
  } else if (kind == Kind::moments) {
    fits &= schedule_.length > 0 && schedule_.count >= 1;
  } else {
    fits &= last_ >= from - near;
  }
  if (kind != Kind::steps) fits &= schedule_.length > 0 && std::isfinite(schedule_.length);
  if (!fits) a.refuse("holds rows of other times than its states");
  const std::optional<TableEnd> end = writer_->sink().find_end();
  if (end && kind != Kind::moments && (end->rows != writer_->row_count() || !(end->time == last_)))
    a.refuse("does not match the table, which ends with another row");
}

void RowStreams::check(const Archive& a, double from, double to) const {
  for (const auto& stream : streams_) stream->check(a, from, to, until_);
}

void RowStreams::archive(Archive& a, double t, const double* x) {
  std::size_t count = streams_.size();
  a.count("streams", count);
  if (count != streams_.size()) refuse_streams();
  a.item("streams_done", done_);
  a.item("is_within_step", is_within_step_);
  if (is_within_step_ ? done_ >= count : done_ != 0) a.refuse("holds rows of no stream");
  if (events_->source()) events_->source()->read(t, inputs_.data());
  for (auto& stream : streams_) stream->archive(a, t, x, inputs_.data(), *events_);
}

void RowStreams::flush() {
  const WorkScope work(Work::writing);
  for (auto& stream : streams_) stream->writer_->flush();
}

void RowStreams::end() {
  std::exception_ptr first;
  for (auto& stream : streams_) {
    try {
      if (stream->writer_) stream->writer_->end();
    } catch (...) {
      if (!first) first = std::current_exception();
    }
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace holon
