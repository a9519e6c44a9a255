// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Noise that is estimated. With the innovation r of covariance S and the noise R as it is taken at
// present, the residual after the update is e = R S⁻¹ r, and E[e eᵀ] = R − H P⁺ Hᵀ with H P⁺ Hᵀ =
// R − R S⁻¹ R. So e_i² + (H P⁺ Hᵀ)_ii has the mean R_ii, and each variance follows it by
//   c_i ← c_i + (q_i − c_i)/N,  q_i = (e_i² + (R − R S⁻¹ R)_ii)/R_given,ii,  R = D R_given D,
// D = diag √c: an exponential mean over N readings (A. H. Mohamed, K. P. Schwarz, Adaptive Kalman
// Filtering for INS/GPS, J. Geodesy 73 (1999) 193–203, with residuals). Where it stands still the
// innovations have the covariance that the filter takes them for.
#include "holon/estimate/replay.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "holon/base/errors.h"
#include "holon/base/matrices.h"

namespace holon {

namespace {

/// Some of the numbers that a sensor measures; none of them is part of a quaternion.
class SelectedRows final : public MeasurementModel {
 public:
  SelectedRows(MeasurementModel& sensor, const std::vector<int>& rows)
      : sensor_(sensor), rows_(rows) {
    for (const Manifold::Block& block : sensor.manifold().blocks())
      HOLON_CHECK(block.kind != Manifold::Kind::quaternion,
                  "an orientation is measured as a whole");
    for (const int row : rows) {
      Manifold::Block block;
      block.name = sensor.manifold().name(row);
      for (const Manifold::Block& whole : sensor.manifold().blocks())
        if (row >= whole.offset && row < whole.offset + whole.size) block.kind = whole.kind;
      manifold_.add(std::move(block));
    }
  }
  const std::string& name() const override { return sensor_.name(); }
  const Manifold& manifold() const override { return manifold_; }
  void measure(double t, const Eigen::VectorXd& x, Eigen::VectorXd& z,
               Eigen::MatrixXd* H) override {
    sensor_.measure(t, x, whole_, H ? &whole_H_ : nullptr);
    z = whole_(rows_);
    if (H) *H = whole_H_(rows_, Eigen::all);
  }

 private:
  MeasurementModel& sensor_;
  const std::vector<int>& rows_;
  Manifold manifold_;
  Eigen::VectorXd whole_;
  Eigen::MatrixXd whole_H_;
};

void archive_state(Archive& a, FilterState& state) {
  a.item("noise", state.noise);
  a.item("time", state.time);
  a.item("predictions", state.predictions);
  std::vector<double> x(state.x.begin(), state.x.end());
  std::vector<double> P(state.covariance.reshaped().begin(), state.covariance.reshaped().end());
  a.item("state", x);
  a.item("covariance", P);
  if (!a.is_reading()) return;
  const auto n = static_cast<Eigen::Index>(std::sqrt(static_cast<double>(P.size())) + 0.5);
  if (n * n != static_cast<Eigen::Index>(P.size()))
    a.refuse("holds a covariance that is no square");
  state.x = Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
  state.covariance = Eigen::Map<const Eigen::MatrixXd>(P.data(), n, n);
}

}  // namespace

ReplayEstimator::ReplayEstimator(GaussianFilter filter, TransitionModel& f, ProcessNoise noise,
                                 std::vector<MeasurementModel*> sensors, double history,
                                 std::function<void(const std::vector<double>&)> set_input)
    : filter_(std::move(filter)),
      f_(f),
      noise_(std::move(noise)),
      sensors_(std::move(sensors)),
      history_(history),
      now_(filter_.time()),
      set_input_(std::move(set_input)),
      counts_(sensors_.size()) {
  adaptations_.resize(sensors_.size());
  if (!(history_ >= 0)) throw InputError({}, "the history of a filter is not negative");
  oldest_ = now_;
  before_ = filter_.save();
}

void ReplayEstimator::adapt_noise(int sensor, int window) {
  const auto k = static_cast<std::size_t>(sensor);
  HOLON_CHECK(events_.empty() && k < sensors_.size() && window > 0,
              "noise is estimated from the first reading on, over at least one");
  if (adaptations_[k].window == 0) {
    adaptations_[k].first = noise_factors_.size();
    noise_factors_.resize(
        noise_factors_.size() + static_cast<std::size_t>(sensors_[k]->manifold().tangent_size()),
        1.0);
  }
  adaptations_[k].window = window;
  before_.noise = noise_factors_;
}

Innovation ReplayEstimator::update_adapting(MeasurementModel& sensor, const SensorReading& r,
                                            ReadingRecord& record) {
  const Adaptation& adaptation = adaptations_[static_cast<std::size_t>(r.sensor)];
  if (adaptation.window == 0) return filter_.update(sensor, r.z, r.R, r.gate);
  const Eigen::Index m = r.R.rows();
  const auto factor = [&](Eigen::Index i) -> double& {
    const auto row =
        static_cast<std::size_t>(r.rows.empty() ? i : r.rows[static_cast<std::size_t>(i)]);
    return noise_factors_[adaptation.first + row];
  };
  Eigen::VectorXd root(m);
  for (Eigen::Index i = 0; i < m; ++i) root[i] = std::sqrt(factor(i));
  const Eigen::MatrixXd R = root.asDiagonal() * r.R * root.asDiagonal();
  const Innovation innovation = filter_.update(sensor, r.z, R, r.gate);
  if (innovation.accepted) {
    const Ldlt S(innovation.S);
    const Eigen::VectorXd e = R * S.solve(innovation.residual);
    const Eigen::MatrixXd reduced = R - R * S.solve(R);
    for (Eigen::Index i = 0; i < m; ++i) {
      if (!(r.R(i, i) > 0)) continue;
      const double q = (e[i] * e[i] + std::max(reduced(i, i), 0.0)) / r.R(i, i);
      factor(i) += (q - factor(i)) / adaptation.window;
    }
  }
  record.noise.resize(m);
  for (Eigen::Index i = 0; i < m; ++i) record.noise[i] = std::sqrt(factor(i) * r.R(i, i));
  return innovation;
}

void ReplayEstimator::set_observer(std::function<void(const ReadingRecord&)> observer) {
  observer_ = std::move(observer);
}

// At one time: readings by sensor and number, then steps, then inputs, which hold from there on.
bool ReplayEstimator::is_before(const Event& a, const Event& b) {
  const auto rank = [](const Event& e) {
    return e.kind == Event::Kind::reading ? 0 : e.kind == Event::Kind::step ? 1 : 2;
  };
  return std::make_tuple(a.time, rank(a), a.reading.sensor, a.reading.number) <
         std::make_tuple(b.time, rank(b), b.reading.sensor, b.reading.number);
}

FilterState ReplayEstimator::save() const {
  FilterState state = filter_.save();
  state.noise = noise_factors_;
  return state;
}

void ReplayEstimator::process(Event& event) {
  if (event.time != filter_.time()) {
    filter_.predict_to(f_, event.time, noise_);
    event.has_start = true;
    event.start = save();
  }
  switch (event.kind) {
    case Event::Kind::step: break;
    case Event::Kind::input:
      if (set_input_) set_input_(event.input);
      break;
    case Event::Kind::reading: {
      const SensorReading& r = event.reading;
      ReadingCounts& count = counts_[static_cast<std::size_t>(r.sensor)];
      if (event.is_counted) has_replayed_ = true;
      if (event.is_counted) --(event.record.innovation.accepted ? count.accepted : count.rejected);
      MeasurementModel& sensor = *sensors_[static_cast<std::size_t>(r.sensor)];
      if (r.rows.empty()) {
        event.record.innovation = update_adapting(sensor, r, event.record);
      } else {
        SelectedRows selected(sensor, r.rows);
        event.record.innovation = update_adapting(selected, r, event.record);
      }
      if (event.record.innovation.accepted) filter_.constrain(f_);
      ++(event.record.innovation.accepted ? count.accepted : count.rejected);
      event.is_counted = true;
      break;
    }
  }
}

/// The last state that was kept at or before an event: returns the event from which to go on.
std::size_t ReplayEstimator::restore_before(std::size_t event) {
  while (event > 0 && !events_[event].has_start) --event;
  const FilterState& state = events_[event].has_start ? events_[event].start : before_;
  filter_.restore(state);
  noise_factors_ = state.noise;
  restore_inputs(event);
  return event;
}

void ReplayEstimator::restore_inputs(std::size_t event) {
  if (!set_input_) return;
  // Before all of them hold those of the start, which stand behind the readings of its instant.
  const std::vector<double>* input = &input_before_;
  for (std::size_t k = event; k < events_.size() && input->empty(); ++k)
    if (events_[k].kind == Event::Kind::input) input = &events_[k].input;
  for (std::size_t k = event; k-- > 0;) {
    if (events_[k].kind != Event::Kind::input) continue;
    input = &events_[k].input;
    break;
  }
  if (!input->empty()) set_input_(*input);
}

void ReplayEstimator::replay(std::size_t from) {
  for (std::size_t k = restore_before(from); k < events_.size(); ++k) process(events_[k]);
}

std::vector<SmoothedStep> ReplayEstimator::smooth_history() {
  filter_.restore(before_);
  noise_factors_ = before_.noise;
  restore_inputs(0);
  std::vector<FilteredStep> steps{{filter_.time(), filter_.x(), filter_.P(), {}}};
  for (Event& event : events_) {
    if (event.time > filter_.time()) {
      filter_.predict_to(f_, event.time, noise_, &steps.back().prediction);
      steps.emplace_back();
    }
    process(event);  // without a prediction, so that the states that are kept stay
    steps.back().time = filter_.time();
    steps.back().x = filter_.x();
    steps.back().P = filter_.P();
  }
  return smooth(filter_.manifold(), steps);
}

std::size_t ReplayEstimator::insert(Event event) {
  const auto place = std::upper_bound(events_.begin(), events_.end(), event, is_before);
  const auto at = static_cast<std::size_t>(place - events_.begin());
  now_ = std::max(now_, event.time);
  // What was the first event of this instant is no more: the prediction to it is the same.
  if (place != events_.end() && place->has_start && place->time == event.time) {
    event.start = std::move(place->start);
    event.has_start = true;
    place->has_start = false;
  }
  events_.insert(place, std::move(event));
  return at;
}

/// `is_appended`: no event from there on has been processed yet.
void ReplayEstimator::process_from(std::size_t at, bool is_appended) {
  if (is_appended)
    for (std::size_t k = at; k < events_.size(); ++k) process(events_[k]);
  else
    replay(at);
  forget();
}

void ReplayEstimator::add(Event event) {
  const std::size_t at = insert(std::move(event));
  process_from(at, at + 1 == events_.size());
}

void ReplayEstimator::set_input(double t, const std::vector<double>& input) {
  HOLON_CHECK(t >= now_, "inputs come in order");
  Event event;
  event.kind = Event::Kind::input;
  event.time = t;
  event.input = input;
  add(std::move(event));
}

void ReplayEstimator::advance(double t) {
  HOLON_CHECK(t >= now_, "steps come in order");
  Event event;
  event.time = t;
  add(std::move(event));
}

/// A time that is one of an event but for the rounding errors of a difference (an arrival less its
/// delay) is that one: else the filter would predict by such an error, and back in replays.
double ReplayEstimator::find_instant(double time) const {
  const double slack = 8 * std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(now_));
  if (std::abs(time - oldest_) <= slack) return oldest_;
  const auto event =
      std::lower_bound(events_.begin(), events_.end(), time - slack,
                       [](const Event& e, double earliest) { return e.time < earliest; });
  return event != events_.end() && event->time <= time + slack ? event->time : time;
}

bool ReplayEstimator::insert_reading(SensorReading reading, std::size_t& at) {
  HOLON_CHECK(reading.sensor >= 0 && static_cast<std::size_t>(reading.sensor) < sensors_.size(),
              "a reading is one of the sensors'");
  ReadingCounts& count = counts_[static_cast<std::size_t>(reading.sensor)];
  ++count.received;
  reading.time = find_instant(reading.time);
  if (reading.time < oldest_) {
    ++count.dropped;
    return false;
  }
  Event event;
  event.kind = Event::Kind::reading;
  event.time = reading.time;
  event.record.sensor = reading.sensor;
  event.record.time = reading.time;
  event.record.number = reading.number;
  event.record.numbers = static_cast<int>(reading.R.rows());
  event.record.late = reading.time < now_;
  if (event.record.late) ++count.late;
  event.reading = std::move(reading);
  at = insert(std::move(event));
  return true;
}

bool ReplayEstimator::receive(SensorReading reading) {
  has_replayed_ = false;
  std::size_t at = 0;
  if (!insert_reading(std::move(reading), at)) return false;
  process_from(at, at + 1 == events_.size());
  return true;
}

std::vector<char> ReplayEstimator::receive(std::vector<SensorReading> readings) {
  has_replayed_ = false;
  const std::size_t processed = events_.size();
  std::size_t first = processed;
  std::vector<char> taken;
  for (SensorReading& reading : readings) {
    std::size_t at = 0;
    const bool is_taken = insert_reading(std::move(reading), at);
    taken.push_back(is_taken ? 1 : 0);
    if (is_taken) first = std::min(first, at);
  }
  if (events_.size() > processed) process_from(first, first == processed);
  return taken;
}

// What is older than the history has its final record. Instants are forgotten as a whole: replays
// begin at one, from the prediction to it.
void ReplayEstimator::forget() {
  for (;;) {
    std::size_t next = 1;
    while (next < events_.size() && !events_[next].has_start) ++next;
    if (next >= events_.size() || !(events_[next].time < now_ - history_)) return;
    for (std::size_t k = 0; k < next; ++k) {
      Event& event = events_.front();
      if (event.kind == Event::Kind::reading && observer_) observer_(event.record);
      if (event.kind == Event::Kind::input) input_before_ = std::move(event.input);
      events_.pop_front();
    }
    before_ = events_.front().start;
    oldest_ = events_.front().time;
  }
}

std::vector<ReadingRecord> ReplayEstimator::recent() const {
  std::vector<ReadingRecord> records;
  for (const Event& event : events_)
    if (event.kind == Event::Kind::reading) records.push_back(event.record);
  return records;
}

// The newest first: what is asked for has just arrived.
const ReadingRecord* ReplayEstimator::find_recent(int sensor, std::int64_t number) const {
  for (auto event = events_.rbegin(); event != events_.rend(); ++event)
    if (event->kind == Event::Kind::reading && event->record.sensor == sensor &&
        event->record.number == number)
      return &event->record;
  return nullptr;
}

void ReplayEstimator::finish() {
  for (const Event& event : events_)
    if (event.kind == Event::Kind::reading && observer_) observer_(event.record);
  for (const Event& event : events_)
    if (event.kind == Event::Kind::input) input_before_ = event.input;
  if (!events_.empty()) before_ = save();
  events_.clear();
  oldest_ = now_;
}

void ReplayEstimator::archive(Archive& a) {
  filter_.archive(a);
  a.item("now", now_);
  a.item("oldest", oldest_);
  a.item("noise", noise_factors_);
  archive_state(a, before_);
  a.item("input before", input_before_);
  for (ReadingCounts& c : counts_)
    for (std::int64_t* number : {&c.received, &c.accepted, &c.rejected, &c.late, &c.dropped})
      a.item("count", *number);
  std::size_t size = events_.size();
  a.count("events", size);
  events_.resize(size);
  for (Event& e : events_) {
    a.item("kind", e.kind);
    a.item("time", e.time);
    a.item("input", e.input);
    a.item("sensor", e.reading.sensor);
    a.item("number", e.reading.number);
    a.item("gate", e.reading.gate);
    a.item("rows", e.reading.rows);
    std::vector<double> z(e.reading.z.begin(), e.reading.z.end());
    std::vector<double> R(e.reading.R.reshaped().begin(), e.reading.R.reshaped().end());
    a.item("z", z);
    a.item("R", R);
    a.item("late", e.record.late);
    a.item("accepted", e.record.innovation.accepted);
    a.item("numbers", e.record.numbers);
    a.item("nis", e.record.innovation.nis);
    a.item("log_likelihood", e.record.innovation.log_likelihood);
    a.item("counted", e.is_counted);
    a.item("has start", e.has_start);
    if (e.has_start) archive_state(a, e.start);
    if (!a.is_reading()) continue;
    if (e.kind == Event::Kind::reading &&
        (e.reading.sensor < 0 || static_cast<std::size_t>(e.reading.sensor) >= sensors_.size()))
      a.refuse("holds a reading of a sensor that the filter does not have");
    e.reading.time = e.record.time = e.time;
    e.record.innovation.gate = e.reading.gate;
    e.record.sensor = e.reading.sensor, e.record.number = e.reading.number;
    e.reading.z = Eigen::Map<const Eigen::VectorXd>(z.data(), static_cast<Eigen::Index>(z.size()));
    const auto m = static_cast<Eigen::Index>(std::sqrt(static_cast<double>(R.size())) + 0.5);
    if (m * m != static_cast<Eigen::Index>(R.size()))
      a.refuse("holds a covariance that is no square");
    e.reading.R = Eigen::Map<const Eigen::MatrixXd>(R.data(), m, m);
  }
  if (a.is_reading() && set_input_) {
    const std::vector<double>* input = &input_before_;
    for (const Event& e : events_)
      if (e.kind == Event::Kind::input) input = &e.input;
    if (!input->empty()) set_input_(*input);
  }
}

}  // namespace holon
