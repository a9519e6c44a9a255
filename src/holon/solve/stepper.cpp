// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/stepper.h"

#include <cmath>

namespace holon::detail {

template <int L>
Stepper<L>::Stepper(Rhs& rhs, const IntegratorOptions& options)
    : rhs_(rhs),
      options_(options),
      n_(static_cast<std::size_t>(rhs.size())),
      y_(make_array()),
      f_(make_array()),
      scratch_(n_),
      renewed_(make_array()) {}

template <int L>
void Stepper<L>::gather(const Array& from, int lane, double* x) const {
  for (std::size_t i = 0; i < n_; ++i) x[i] = from[i * L + index(lane)];
}

template <int L>
void Stepper<L>::copy_lane(const Array& from, Array& to, int lane) const {
  for (std::size_t i = index(lane); i < n_ * L; i += L) to[i] = from[i];
}

template <int L>
void Stepper<L>::evaluate(const double* t, const Array& x, Array& dx, unsigned lanes) {
  rhs_.run(t, x.data(), dx.data());
  for (int l = 0; l < L; ++l) statistics_[index(l)].evaluations += (lanes >> l) & 1u;
}

template <int L>
int Stepper<L>::find_not_finite(const Array& values, int lane) const {
  for (std::size_t i = 0; i < n_; ++i)
    if (!std::isfinite(values[i * L + index(lane)])) return static_cast<int>(i);
  return -1;
}

template <int L>
void Stepper<L>::fail(int lane, StepFailure::Kind kind, double step, int component, double value) {
  failure_[index(lane)] = {kind, t_[index(lane)], step, component, value, 0, 0};
}

template <int L>
void Stepper<L>::fail_unstable(int lane, double step, int component, double value, double pace,
                               double since) {
  fail(lane, StepFailure::Kind::unstable, step, component, value);
  failure_[index(lane)].pace = pace;
  failure_[index(lane)].since = since;
}

template <int L>
unsigned Stepper<L>::begin(const double* t, const double* x, unsigned used, const Array* slopes) {
  failure_ = {};
  statistics_ = {};
  std::copy(t, t + L, t_.begin());
  t_previous_ = t_;
  std::copy(x, x + n_ * L, y_.begin());
  if (slopes) {
    f_ = *slopes;
  } else {
    evaluate(t_.data(), y_, f_, used);
  }
  for (int l = 0; l < L; ++l) {
    if (!((used >> l) & 1u)) continue;
    for (const Array* values : {&y_, &f_}) {
      const int bad = find_not_finite(*values, l);
      if (bad < 0) continue;
      fail(l, StepFailure::Kind::not_finite, 0, bad,
           (*values)[static_cast<std::size_t>(bad) * L + index(l)]);
      used &= ~(1u << l);
      break;
    }
  }
  return used;
}

template <int L>
void Stepper<L>::accept(unsigned lanes, const Row& t_new, const Array& raw, const Array& derivative,
                        unsigned ended_by_limit) {
  unsigned moved = 0;
  for (int l = 0; l < L; ++l) {
    if (!((lanes >> l) & 1u)) continue;
    gather(raw, l, scratch_.data());
    const double drift = rhs_.project(t_new[index(l)], scratch_.data());
    if (drift != 0) moved |= 1u << l;
    for (std::size_t i = 0; i < n_; ++i) y_[i * L + index(l)] = scratch_[i];
    copy_lane(derivative, f_, l);

    const double step = t_new[index(l)] - t_[index(l)];
    t_previous_[index(l)] = t_[index(l)];
    t_[index(l)] = t_new[index(l)];
    StepStatistics& s = statistics_[index(l)];
    if (!((ended_by_limit >> l) & 1u) && (s.smallest_step == 0 || step < s.smallest_step))
      s.smallest_step = step;
    s.largest_step = std::max(s.largest_step, step);
    s.largest_drift = std::max(s.largest_drift, drift);
    ++s.steps;
  }
  if (moved == 0) return;
  evaluate(t_.data(), y_, renewed_, moved);
  for (int l = 0; l < L; ++l)
    if ((moved >> l) & 1u) copy_lane(renewed_, f_, l);
}

template <int L>
void Stepper<L>::add_statistics(int lane, const StepStatistics& before) {
  StepStatistics& s = statistics_[index(lane)];
  const StepStatistics added = s;
  s = before;
  s.evaluations += added.evaluations;
}

template <int L>
void Stepper<L>::archive(Archive& a) {
  for (StepStatistics& s : statistics_) s.archive(a);
}

template <int L>
void Stepper<L>::archive_whole(Archive& a) {
  Stepper<L>::archive(a);
  archive_numbers(a, "time", t_);
  archive_numbers(a, "previous_time", t_previous_);
  archive_numbers(a, "state", y_);
  archive_numbers(a, "derivative", f_);
  if (!a.is_reading()) return;
  failure_ = {};
  for (std::size_t l = 0; l < L; ++l)
    if (!(t_previous_[l] <= t_[l])) a.refuse("holds a step that ends before it begins");
  // A state and a derivative of different origin. Roots that iteration finds may differ a little.
  constexpr double kSame = 1e-6, kSmall = 1e-9;
  rhs_.run(t_.data(), y_.data(), renewed_.data());
  double largest = 0;
  for (const double f : f_) largest = std::max(largest, std::abs(f));
  for (std::size_t i = 0; i < f_.size(); ++i) {
    const double magnitude = std::max(std::abs(f_[i]), std::abs(renewed_[i]));
    if (!(std::abs(renewed_[i] - f_[i]) <= kSame * magnitude + kSmall * largest))
      a.refuse("holds a derivative that is not that of its state");
  }
}

template <int L>
unsigned Stepper<L>::find_movable(const double* limits, unsigned lanes) const {
  for (int l = 0; l < L; ++l)
    if (failure_[index(l)].kind != StepFailure::Kind::none || !(limits[l] > t_[index(l)]))
      lanes &= ~(1u << l);
  return lanes & ((1u << L) - 1u);
}

template class Stepper<1>;
template class Stepper<LaneIntegrator::kLanes>;

}  // namespace holon::detail
