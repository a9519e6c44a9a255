// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
// The method of Dormand and Prince at a start and after a jump: the length of the first step.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "holon/base/error_scale.h"
#include "holon/expr/graph/scalar.h"
#include "holon/solve/dopri5.h"

namespace holon::detail {

template <int L>
void Dopri5<L>::start(const double* t, const double* x, unsigned used) {
  longest_probe_.fill(0);
  for (FirstSteps& first : first_steps_) first.forget();
  limits_recur_.fill(false);
  knows_slopes_ = false;
  begin_steps(t, x, used);
  is_first_.fill(false);
}

template <int L>
void Dopri5<L>::restart(const double* t, const double* x, unsigned used) {
  longest_probe_ = step_;
  before_ = h_;
  const bool is_known = n_ > 0 && !(this->options().initial_step > 0) &&
                        std::all_of(first_steps_.begin(), first_steps_.end(),
                                    [](const FirstSteps& first) { return first.is_known(); });
  begin_steps(t, x, used, is_known);
  for (std::size_t l = 0; l < L; ++l) {
    const FirstSteps& first = first_steps_[l];
    h_[l] = is_known ? first.find_known(before_[l]) : first.stretch(h_[l], before_[l]);
  }
  is_first_.fill(true);
}

template <int L>
bool Dopri5<L>::is_unchanged(double t, const double* x) {
  const auto has_bits = [this](const double* a, const double* b) {
    return std::memcmp(a, b, n_ * L * sizeof(double)) == 0;
  };
  knows_slopes_ = false;
  if (std::memcmp(&t, this->t_.data(), sizeof t) != 0 || !has_bits(x, this->states())) return false;
  this->evaluate(&t, this->y_, k2_, 1u);
  const bool is_same = has_bits(k2_.data(), this->f_.data());
  knows_slopes_ = !is_same;  // else the steps go on, and write over k2_
  return is_same;
}

template <int L>
void Dopri5<L>::begin_steps(const double* t, const double* x, unsigned used, bool is_known) {
  used = this->begin(t, x, used, knows_slopes_ ? &k2_ : nullptr);
  knows_slopes_ = false;
  step_.fill(0);
  error_before_.fill(1e-4);
  rejected_in_row_.fill(0);
  guard_for_.fill(0);
  guard_length_.fill(kGuardedSteps);
  unguarded_.fill(kAtOnce);
  longest_.fill(0);
  tried_elsewhere_.fill(0);
  stiff_count_.fill(0);
  nonstiff_count_.fill(0);
  h_.fill(this->options().initial_step);
  if (this->options().initial_step > 0 || is_known) return;
  choose_first_step(used);
  // Without states no step errs: after an event it goes on as after a step that its limit cut.
  if (n_ > 0) return;
  const double longest = this->options().max_step;
  for (int l = 0; l < L; ++l) {
    h_[l] = std::max(h_[l], kGrow * longest_probe_[l]);
    if (longest > 0) h_[l] = std::min(h_[l], longest);
  }
}

// As HNW I, II.4, a short Euler step gives the second derivative; but rates are compared with
// rates, so that a problem in other units of time gets the same first step. A motion of amplitude a
// (in allowed errors) and rate r has an error of about a (r h)^5; the step aims at 1 % of the
// allowed one.
template <int L>
void Dopri5<L>::choose_first_step(unsigned used) {
  constexpr double kUnknownStep = 1e-6, kAim = 0.01;
  // Of the time: behind a tiny step the second derivative would consist of rounding errors.
  constexpr double kLeastProbe = 1e4 * std::numeric_limits<double>::epsilon();
  const double longest = this->options().max_step;
  // What counts absolutely has its nominal as the amplitude of its motions.
  const auto norm = [&](int lane, bool is_amplitude, auto&& value) {
    double worst = 0;
    for (const StateGroup& g : groups_) {
      double magnitude = 0, largest = 0;
      for (int i = g.offset; i < g.offset + g.size; ++i) {
        const std::size_t at = static_cast<std::size_t>(i) * L + this->index(lane);
        magnitude = std::max(magnitude, std::abs(this->y_[at]));
        largest = std::max(largest, std::abs(value(at)));
      }
      if (is_amplitude && is_absolute_nominal(g.nominal))
        largest = std::min(largest, nominal_size(g.nominal));
      const double tolerance = this->options().tolerance;
      worst = std::max(worst, largest / (tolerance * error_scale(g.nominal, magnitude, tolerance)));
    }
    return worst;
  };

  Row h{}, size{}, slope{}, t_probe{};
  for (int l = 0; l < L; ++l) {
    size[l] = norm(l, true, [&](std::size_t at) { return this->y_[at]; });
    if (size[l] < 1) size[l] = 0;  // what is less than its allowed error is no amplitude
    slope[l] = norm(l, false, [&](std::size_t at) { return this->f_[at]; });
    h[l] = size[l] > 0 && slope[l] > 0 ? kAim * size[l] / slope[l] : kUnknownStep;
    if (longest_probe_[l] > 0) h[l] = std::min(h[l], longest_probe_[l]);
    if (longest > 0) h[l] = std::min(h[l], longest);
    h[l] = std::max(h[l], kLeastProbe * std::abs(this->t_[l]));
    t_probe[l] = this->t_[l] + h[l];
    for (std::size_t i = this->index(l); i < n_ * L; i += L)
      stage_[i] = this->y_[i] + h[l] * this->f_[i];
  }
  this->evaluate(t_probe.data(), stage_, k2_, used);
  for (int l = 0; l < L; ++l) {
    const double bend =
        norm(l, false, [&](std::size_t at) { return k2_[at] - this->f_[at]; }) / h[l];
    double next = h[l];
    if (slope[l] > 0) {
      const double rate = std::max(bend / slope[l], size[l] > 0 ? slope[l] / size[l] : 0.0);
      const double amplitude = std::max(size[l], slope[l] / rate);
      if (rate > 0) next = runtime_pow(kAim / amplitude, 0.2) / rate;
      // Where a motion only begins, its slope is nothing (a rounding, perhaps) beside its bend.
      const double begin = std::sqrt(2 * kAim / bend);
      if (bend > 0 && slope[l] * begin < kAim) next = std::max(next, begin);
    } else if (bend > 0) {
      next = std::sqrt(2 * kAim / bend);
    }
    h_[l] = std::isfinite(next) ? std::min(100 * h[l], next) : h[l];
    if (longest > 0) h_[l] = std::min(h_[l], longest);
  }
}

template void Dopri5<1>::start(const double*, const double*, unsigned);
template void Dopri5<1>::restart(const double*, const double*, unsigned);
template bool Dopri5<1>::is_unchanged(double, const double*);
template void Dopri5<1>::begin_steps(const double*, const double*, unsigned, bool);
template void Dopri5<1>::choose_first_step(unsigned);
template void Dopri5<LaneIntegrator::kLanes>::start(const double*, const double*, unsigned);
template void Dopri5<LaneIntegrator::kLanes>::restart(const double*, const double*, unsigned);
template bool Dopri5<LaneIntegrator::kLanes>::is_unchanged(double, const double*);
template void Dopri5<LaneIntegrator::kLanes>::begin_steps(const double*, const double*, unsigned,
                                                          bool);
template void Dopri5<LaneIntegrator::kLanes>::choose_first_step(unsigned);

}  // namespace holon::detail
