// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/rk4.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/base/error_scale.h"

namespace holon::detail {
namespace {

// A limit this close to a grid point, in steps, is that point: 0.1 + 0.2 against 0.3.
constexpr double kSamePoint = 1e-6;

// From this pace on, six steps to a turn, an oscillation errs by a per cent in every radian; from
// the other one on the method is unstable. Both must be met this often, as with dopri5's stiffness.
constexpr double kCoarse = 1, kUnstable = 2.78;
constexpr int kCoarseSteps = 15, kFineSteps = 6;
// Grown so much while every step was too long, nothing of a motion is left.
constexpr double kBlownUp = 1e6;
// Differences of slopes that move the state by less than this are rounding.
constexpr double kSlopeRounding = 1e3 * std::numeric_limits<double>::epsilon();

template <class Array>
double magnitude_of(const StateGroup& g, const Array& values, std::size_t lane, std::size_t lanes) {
  double largest = 0;
  for (int i = g.offset; i < g.offset + g.size; ++i)
    largest = std::max(largest, std::abs(values[static_cast<std::size_t>(i) * lanes + lane]));
  return largest;
}

}  // namespace

template <int L>
Rk4<L>::Rk4(Rhs& rhs, const IntegratorOptions& options)
    : Stepper<L>(rhs, options), groups_(rhs.groups()), before_(groups_.size() * L) {
  for (Array* a : {&y0_, &y1_, &stage_, &k1_, &k2_, &k3_, &k4_}) *a = this->make_array();
}

template <int L>
void Rk4<L>::start(const double* t, const double* x, unsigned used) {
  this->begin(t, x, used);
  origin_ = this->t_;
  index_.fill(0);
  for (auto* count : {&coarse_count_, &fine_count_, &unstable_count_, &stable_count_})
    count->fill(0);
}

template <int L>
void Rk4<L>::restart(const double* t, const double* x, unsigned used) {
  const Row origin = origin_;
  const std::array<std::int64_t, L> index = index_;
  start(t, x, used);
  for (std::size_t l = 0; l < L; ++l) {
    const double step = this->options().step;
    const double point = origin[l] + static_cast<double>(index[l]) * step;
    if (std::abs(point - t[l]) > kSamePoint * step) continue;
    origin_[l] = origin[l];
    index_[l] = index[l];
  }
}

template <int L>
void Rk4<L>::archive(Archive& a) {
  Stepper<L>::archive(a);
  for (double& origin : origin_) a.item("grid_origin", origin);
  for (std::int64_t& index : index_) a.item("grid_index", index);
}

template <int L>
void Rk4<L>::archive_whole(Archive& a) {
  Stepper<L>::archive_whole(a);
  for (Array* values : {&y0_, &y1_, &stage_, &k1_, &k2_, &k3_, &k4_})
    archive_numbers(a, "stage", *values);
  archive_numbers(a, "grid_origin", origin_);
  archive_counts(a, "grid_index", index_);
  for (auto* counts : {&coarse_count_, &fine_count_, &unstable_count_, &stable_count_})
    archive_counts(a, "watched_steps", *counts);
  archive_numbers(a, "unstable_since", unstable_since_);
  archive_numbers(a, "magnitudes", before_);
}

template <int L>
unsigned Rk4<L>::attempt(const double* limits, unsigned lanes) {
  lanes = this->find_movable(limits, lanes);
  if (lanes == 0) return 0;
  const double step = this->options().step;
  Row h{}, t_middle = this->t_, t_new = this->t_;
  unsigned to_grid = 0, to_limit = 0;
  for (int l = 0; l < L; ++l) {
    if (!((lanes >> l) & 1u)) continue;
    const double point = origin_[l] + static_cast<double>(index_[l] + 1) * step;
    if (point <= limits[l] + kSamePoint * step) to_grid |= 1u << l;
    const bool at_limit = point >= limits[l] - kSamePoint * step;
    if (at_limit && !((to_grid >> l) & 1u)) to_limit |= 1u << l;
    t_new[l] = at_limit ? limits[l] : point;
    if (!(t_new[l] > this->t_[l])) {
      this->fail(l, StepFailure::Kind::step_too_small, step, -1, 0);
      lanes &= ~(1u << l);
      t_new[l] = this->t_[l];
    }
    h[l] = t_new[l] - this->t_[l];
    t_middle[l] = this->t_[l] + 0.5 * h[l];
    this->copy_lane(this->y_, y0_, l);
    this->copy_lane(this->f_, k1_, l);
  }
  if (lanes == 0) return 0;
  const auto fill = [&](Array& out, auto&& slope) {
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t l = 0; l < L; ++l) {
        const std::size_t j = i * L + l;
        out[j] = y0_[j] + h[l] * slope(j);
      }
  };
  fill(stage_, [&](std::size_t j) { return 0.5 * k1_[j]; });
  this->evaluate(t_middle.data(), stage_, k2_, lanes);
  fill(stage_, [&](std::size_t j) { return 0.5 * k2_[j]; });
  this->evaluate(t_middle.data(), stage_, k3_, lanes);
  fill(stage_, [&](std::size_t j) { return k3_[j]; });
  this->evaluate(t_new.data(), stage_, k4_, lanes);
  fill(y1_, [&](std::size_t j) { return (1.0 / 6) * ((k1_[j] + k4_[j]) + 2 * (k2_[j] + k3_[j])); });
  this->evaluate(t_new.data(), y1_, stage_, lanes);

  unsigned accepted = 0;
  for (int l = 0; l < L; ++l) {
    if (!((lanes >> l) & 1u)) continue;
    accepted |= 1u << l;
    for (const Array* values : {&k2_, &k3_, &k4_, &stage_, &y1_}) {
      const int bad = this->find_not_finite(*values, l);
      if (bad < 0) continue;
      const double value = (*values)[static_cast<std::size_t>(bad) * L + this->index(l)];
      this->fail(l, StepFailure::Kind::not_finite, h[l], bad, value);
      accepted &= ~(1u << l);
      break;
    }
    if (((accepted >> l) & 1u) && !watch_pace(l, h[l])) accepted &= ~(1u << l);
    if (((accepted & to_grid) >> l) & 1u) ++index_[l];
  }
  if (accepted != 0) this->accept(accepted, t_new, y1_, stage_, to_limit);
  return accepted;
}

template <int L>
double Rk4<L>::calc_pace(int lane, double h) const {
  double bend = 0, slope = 0;
  for (const StateGroup& g : groups_) {
    const double scale = std::max(g.nominal, magnitude_of(g, y0_, this->index(lane), L));
    double difference = 0;
    for (int i = g.offset; i < g.offset + g.size; ++i) {
      const std::size_t j = static_cast<std::size_t>(i) * L + this->index(lane);
      difference = std::max(difference, std::abs(k3_[j] - k2_[j]));
    }
    bend = std::max(bend, difference / scale);
    slope = std::max(slope, magnitude_of(g, k1_, this->index(lane), L) / scale);
  }
  return h * bend > kSlopeRounding && slope > 0 ? 2 * std::sqrt(bend / slope) : 0;
}

template <int L>
bool Rk4<L>::watch_pace(int lane, double h) {
  const std::size_t l = this->index(lane);
  const double pace = calc_pace(lane, h);
  const double t = this->t_[l];
  StepStatistics& s = this->statistics_of(lane);
  // True while the steps are too long, as long as not some in a row are short enough.
  const auto go_on = [](bool too_long, int& count, int& others) {
    if (too_long) return others = 0, ++count > 0;
    if (count > 0 && ++others == kFineSteps) count = others = 0;
    return count > 0;
  };
  if (go_on(pace > kCoarse, coarse_count_[l], fine_count_[l]) && s.coarse_since < 0 &&
      coarse_count_[l] == kCoarseSteps) {
    s.coarse_since = t;
    s.coarse_pace = pace;
  }
  const bool was_unstable = unstable_count_[l] > 0;
  if (!go_on(pace > kUnstable, unstable_count_[l], stable_count_[l])) return true;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    double& before = before_[g * L + l];
    if (!was_unstable) before = magnitude_of(groups_[g], y0_, l, L);
    const double now = magnitude_of(groups_[g], y1_, l, L);
    if (now <= kBlownUp * std::max(nominal_size(groups_[g].nominal), before)) continue;
    this->fail_unstable(lane, h, groups_[g].offset, now, pace, unstable_since_[l]);
    return false;
  }
  if (!was_unstable) unstable_since_[l] = t;
  return true;
}

template <int L>
void Rk4<L>::interpolate(int lane, double t, double* x) const {
  if (t >= this->time(lane)) return this->gather(this->y_, lane, x);
  const double t0 = this->previous_time(lane), h = this->time(lane) - t0;
  const double s = (t - t0) / h, s1 = 1 - s;
  for (std::size_t i = 0; i < n_; ++i) {
    const std::size_t j = i * L + this->index(lane);
    const double rise = this->y_[j] - y0_[j];
    x[i] = y0_[j] + s * (rise + s1 * (s1 * (h * k1_[j] - rise) - s * (h * this->f_[j] - rise)));
  }
  this->rhs_.project(t, x);
}

template class Rk4<1>;
template class Rk4<LaneIntegrator::kLanes>;

}  // namespace holon::detail
