// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/dopri5.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/base/error_scale.h"
#include "holon/expr/graph/scalar.h"

namespace holon::detail {
namespace {

// Butcher's table: c, a, b (= the last row of a), e = b - b̂, and d of the dense output.
constexpr double kC2 = 1.0 / 5, kC3 = 3.0 / 10, kC4 = 4.0 / 5, kC5 = 8.0 / 9;
constexpr double kA21 = 1.0 / 5;
constexpr double kA31 = 3.0 / 40, kA32 = 9.0 / 40;
constexpr double kA41 = 44.0 / 45, kA42 = -56.0 / 15, kA43 = 32.0 / 9;
constexpr double kA51 = 19372.0 / 6561, kA52 = -25360.0 / 2187, kA53 = 64448.0 / 6561,
                 kA54 = -212.0 / 729;
constexpr double kA61 = 9017.0 / 3168, kA62 = -355.0 / 33, kA63 = 46732.0 / 5247, kA64 = 49.0 / 176,
                 kA65 = -5103.0 / 18656;
constexpr double kB1 = 35.0 / 384, kB3 = 500.0 / 1113, kB4 = 125.0 / 192, kB5 = -2187.0 / 6784,
                 kB6 = 11.0 / 84;
constexpr double kE1 = 71.0 / 57600, kE3 = -71.0 / 16695, kE4 = 71.0 / 1920,
                 kE5 = -17253.0 / 339200, kE6 = 22.0 / 525, kE7 = -1.0 / 40;
constexpr double kD1 = -12715105075.0 / 11282082432, kD3 = 87487479700.0 / 32700410799,
                 kD4 = -10690763975.0 / 1880347072, kD5 = 701980252875.0 / 199316789632,
                 kD6 = -1453857185.0 / 822651844, kD7 = 69997945.0 / 29380423;

// Step control: safety, bounds of the step's change, exponents of the error now and before.
constexpr double kDopri5Safety = 0.9, kDopri5Shrink = 0.2;
constexpr double kBeta = 0.04, kAlpha = 0.2 - 0.75 * kBeta;
// A step within 1 % of its limit is stretched to it, so that no tiny step remains.
constexpr double kDopri5Stretch = 1.01;
// Where limits recur, as ticks do, a step is stretched to them by so much: its error, which is near
// 0.45 of the allowed one, then stays below that. Two steps that suffice have the same length.
constexpr double kRecurringStretch = 1.1;
// … nor beyond the longest step allowed, but for the rounding of a sum of steps.
constexpr double kLongestStepRounding = 1 + 1e-9;
// A step shrunk this often in a row (by 5 each time) will not be accepted any more.
constexpr int kDopri5MostRejections = 50;
// Nor is a step that covers so few rounding errors of the time worth taking.
constexpr double kDopri5Shortest = 4 * std::numeric_limits<double>::epsilon();
// Steps that have fallen to this share of their longest are followed by guarded ones:
// kGuardedSteps, and twice as many, up to a limit, each time that the next fall follows at once.
constexpr double kFallen = 0.6;
constexpr int kMostGuardedSteps = 160;
// Where a guarded step fails, some stage stood too near to where the rank falls: another step has
// its stages elsewhere. Shares of the step that failed first, tried before it is shortened.
constexpr std::array<double, 6> kElsewhere{0.72, 1.31, 0.55, 1.6, 0.41, 0.3};
// Bound of the stability region along the negative real axis, and how often it must be met.
constexpr double kStability = 3.25;
// [of what a step may err by] Where stability holds the step, the error is near the tolerance.
constexpr double kHeldError = 1e-4;
constexpr int kStiffSteps = 15, kNonstiffSteps = 6;

}  // namespace

template <int L>
Dopri5<L>::Dopri5(Rhs& rhs, const IntegratorOptions& options)
    : Stepper<L>(rhs, options), groups_(rhs.groups()) {
  for (Array* a : {&y0_, &y1_, &stage_, &k1_, &k2_, &k3_, &k4_, &k5_, &k6_, &k7_})
    *a = this->make_array();
  for (Array* a : {&errors_, &rise_, &bend_, &c4_, &c5_}) *a = this->make_array();
  group_scales_.resize(groups_.size() * L);
}

template <int L>
unsigned Dopri5<L>::attempt(const double* limits, unsigned lanes) {
  lanes = this->find_movable(limits, lanes);
  Row h{}, t_new = this->t_;
  unsigned to_limit = 0;
  for (int l = 0; l < L; ++l) {
    if (!((lanes >> l) & 1u)) continue;
    has_polynomial_[l] = false;
    if (rejected_in_row_[l] == 0) {
      this->copy_lane(this->y_, y0_, l);
      this->copy_lane(this->f_, k1_, l);
    }
    h[l] = h_[l];
    t_new[l] = this->t_[l] + h[l];
    double reach = (limits_recur_[l] ? kRecurringStretch : kDopri5Stretch) * h[l];
    const double longest = this->options().max_step;
    if (longest > 0) reach = std::min(reach, std::max(h[l], kLongestStepRounding * longest));
    if (this->t_[l] + reach >= limits[l]) {
      h[l] = limits[l] - this->t_[l];
      t_new[l] = limits[l];
      to_limit |= 1u << l;
    } else if (limits_recur_[l] && this->t_[l] + 2 * reach >= limits[l]) {
      h[l] = 0.5 * (limits[l] - this->t_[l]);
      t_new[l] = this->t_[l] + h[l];
    }
  }
  lanes = fail_too_short(h, t_new, to_limit, lanes);
  if (lanes == 0) return 0;
  run_stages(h, t_new, lanes);
  Row error = calc_error(h);

  unsigned accepted = 0;
  for (int l = 0; l < L; ++l) {
    if (!((lanes >> l) & 1u)) continue;
    step_[l] = h[l];
    if (!(error[l] <= 1)) error[l] = calc_projected_error(l, h[l], t_new[l], error[l]);
    learn_first_step(this->index(l), h[l], error[l]);
    if (!(error[l] <= 1)) {
      reject(l, h[l], error[l]);
      continue;
    }
    const double now = runtime_pow(error[l], kAlpha);
    const double shrink = now / runtime_pow(error_before_[l], kBeta) / kDopri5Safety;
    double next = h[l] / std::clamp(shrink, 1 / kGrow, 1 / kDopri5Shrink);
    if (rejected_in_row_[l] > 0) next = std::min(next, h[l]);
    // A step that its limit cut short says little about the next one.
    const bool cut = h[l] < h_[l];
    if (cut) next = std::max(next, h_[l]);
    if (!cut) error_before_[l] = std::max(error[l], 1e-4);
    if (this->options().max_step > 0) next = std::min(next, this->options().max_step);
    h_[l] = next;
    rejected_in_row_[l] = 0;
    if ((to_limit >> l) & 1u) limits_recur_[l] = true;
    watch_fall(l, h[l], next);
    watch_stiffness(l, h[l], error[l]);
    accepted |= 1u << l;
  }
  if (accepted != 0) this->accept(accepted, t_new, y1_, k7_, to_limit);
  return accepted;
}

template <int L>
void Dopri5<L>::learn_first_step(std::size_t lane, double h, double error) {
  if (!is_first_[lane]) return;
  is_first_[lane] = false;
  error_before_[lane] = error <= 1 ? std::max(error, 1e-4) : 1;  // nothing else is known of it
  first_steps_[lane].learn(h, h_[lane], before_[lane], error);
}

// Steps that the time's own rounding swallows lead nowhere: their lanes fail, the others are left.
template <int L>
unsigned Dopri5<L>::fail_too_short(const Row& h, const Row& t_new, unsigned to_limit,
                                   unsigned lanes) {
  for (int l = 0; l < L; ++l) {
    if (!(((lanes & ~to_limit) >> l) & 1u)) continue;
    if (h[l] > kDopri5Shortest * std::abs(t_new[l]) && t_new[l] > this->t_[l] &&
        rejected_in_row_[l] <= kDopri5MostRejections)
      continue;
    lanes &= ~(1u << l);
    const double step = step_[l];
    if (rejected_in_row_[l] > 0 && find_not_finite_stage(l, step)) continue;
    this->fail(l, StepFailure::Kind::step_too_small, step, find_worst(l, step), 0);
  }
  return lanes;
}

// Fails the lane with the first value of the last attempt that is not finite.
template <int L>
bool Dopri5<L>::find_not_finite_stage(int l, double step) {
  for (const Array* k : {&k2_, &k3_, &k4_, &k5_, &k6_, &k7_, &y1_}) {
    const int bad = this->find_not_finite(*k, l);
    if (bad < 0) continue;
    const double value = (*k)[static_cast<std::size_t>(bad) * L + this->index(l)];
    this->fail(l, StepFailure::Kind::not_finite, step, bad, value);
    return true;
  }
  return false;
}

template <int L>
int Dopri5<L>::find_worst(int lane, double step) const {
  int worst = 0;
  double largest = -1;
  for (const StateGroup& g : groups_) {
    const double scale = calc_group_scale(g, lane);
    for (int i = g.offset; i < g.offset + g.size; ++i) {
      const double e = calc_component_error(static_cast<std::size_t>(i), lane, step) / scale;
      if (e > largest) largest = e, worst = i;
    }
  }
  return worst;
}

template <int L>
void Dopri5<L>::reject(int l, double h, double error) {
  const double shrink =
      std::isfinite(error) ? std::min(1 / kDopri5Shrink, runtime_pow(error, kAlpha) / kDopri5Safety)
                           : 1 / kDopri5Shrink;
  h_[this->index(l)] = h / shrink;
  ++rejected_in_row_[this->index(l)];
  if (this->rhs_.has_constraints()) {
    std::size_t& tried = tried_elsewhere_[this->index(l)];
    if (guard_for_[this->index(l)] == 0) {
      tried = 0;
    } else if (tried < kElsewhere.size()) {
      if (tried == 0) first_tried_[this->index(l)] = h;
      h_[this->index(l)] = first_tried_[this->index(l)] * kElsewhere[tried++];
      const double longest = this->options().max_step;
      if (longest > 0) h_[this->index(l)] = std::min(h_[this->index(l)], longest);
    }
    guard(l);
  }
  ++this->statistics_of(l).rejections;
}

template <int L>
void Dopri5<L>::guard(int lane) {
  const auto l = this->index(lane);
  if (guard_for_[l] == 0) {
    guard_length_[l] =
        unguarded_[l] < kAtOnce ? std::min(2 * guard_length_[l], kMostGuardedSteps) : kGuardedSteps;
  }
  guard_for_[l] = guard_length_[l];
  unguarded_[l] = 0;
  longest_[l] = 0;
}

template <int L>
void Dopri5<L>::watch_fall(int lane, double h, double next) {
  const auto l = this->index(lane);
  if (!this->rhs_.has_constraints()) return;
  tried_elsewhere_[l] = 0;
  if (guard_for_[l] > 0) {
    --guard_for_[l];
    return;
  }
  ++unguarded_[l];
  longest_[l] = std::max(longest_[l], h);
  if (next < kFallen * longest_[l]) guard(lane);
}

template <int L>
void Dopri5<L>::run_stages(const Row& h, const Row& t_new, unsigned lanes) {
  Row t;
  const auto at = [&](double c) {
    for (int l = 0; l < L; ++l) t[l] = this->t_[l] + c * h[l];
    return t.data();
  };
  const auto fill = [&](Array& out, auto&& slope) {
    const double* y0 = y0_.data();
    double* y = out.data();
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t l = 0; l < L; ++l) {
        const std::size_t j = i * L + l;
        y[j] = y0[j] + h[l] * slope(j);
      }
  };
  const double *k1 = k1_.data(), *k2 = k2_.data(), *k3 = k3_.data(), *k4 = k4_.data(),
               *k5 = k5_.data(), *k6 = k6_.data();
  fill(stage_, [=](std::size_t j) { return kA21 * k1[j]; });
  evaluate_stage(at(kC2), stage_, k2_, lanes);
  fill(stage_, [=](std::size_t j) { return kA31 * k1[j] + kA32 * k2[j]; });
  evaluate_stage(at(kC3), stage_, k3_, lanes);
  fill(stage_, [=](std::size_t j) { return kA41 * k1[j] + kA42 * k2[j] + kA43 * k3[j]; });
  evaluate_stage(at(kC4), stage_, k4_, lanes);
  fill(stage_,
       [=](std::size_t j) { return kA51 * k1[j] + kA52 * k2[j] + kA53 * k3[j] + kA54 * k4[j]; });
  evaluate_stage(at(kC5), stage_, k5_, lanes);
  fill(stage_, [=](std::size_t j) {
    return kA61 * k1[j] + kA62 * k2[j] + kA63 * k3[j] + kA64 * k4[j] + kA65 * k5[j];
  });
  evaluate_stage(t_new.data(), stage_, k6_, lanes);
  fill(y1_, [=](std::size_t j) {
    return kB1 * k1[j] + kB3 * k3[j] + kB4 * k4[j] + kB5 * k5[j] + kB6 * k6[j];
  });
  evaluate_stage(t_new.data(), y1_, k7_, lanes);
}

template <int L>
void Dopri5<L>::evaluate_stage(const double* t, const Array& x, Array& dx, unsigned lanes) {
  unsigned guarded = 0;
  for (int l = 0; l < L; ++l) guarded |= guard_for_[l] > 0 ? 1u << l : 0u;
  guarded &= lanes;
  if (guarded == 0) return this->evaluate(t, x, dx, lanes);
  guarded_stage_ = x;
  std::vector<double>& state = trial_[0];
  state.resize(n_);
  for (int l = 0; l < L; ++l) {
    if (!((guarded >> l) & 1u)) continue;
    this->gather(x, l, state.data());
    if (this->rhs_.project_trial(t[l], state.data()) == 0) continue;
    for (std::size_t i = 0; i < n_; ++i) guarded_stage_[i * L + this->index(l)] = state[i];
  }
  this->evaluate(t, guarded_stage_, dx, lanes);
}

template <int L>
double Dopri5<L>::calc_component_error(std::size_t i, int lane, double h) const {
  const std::size_t j = i * L + this->index(lane);
  return std::abs(h * (kE1 * k1_[j] + kE3 * k3_[j] + kE4 * k4_[j] + kE5 * k5_[j] + kE6 * k6_[j] +
                       kE7 * k7_[j]));
}

template <int L>
double Dopri5<L>::calc_group_scale(const StateGroup& group, int lane) const {
  double magnitude = 0;
  for (int i = group.offset; i < group.offset + group.size; ++i) {
    const std::size_t j = static_cast<std::size_t>(i) * L + this->index(lane);
    magnitude = std::max({magnitude, std::abs(y0_[j]), std::abs(y1_[j])});
  }
  const double tolerance = this->options().tolerance;
  return tolerance * error_scale(group.nominal, magnitude, tolerance);
}

template <int L>
typename Dopri5<L>::Row Dopri5<L>::calc_error(const Row& h) {
  Row worst{};
  for (int l = 0; l < L; ++l) {
    double poison = 0;  // 0 while everything is finite, else NaN
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      const StateGroup& g = groups_[group];
      double largest = 0;
      for (int i = g.offset; i < g.offset + g.size; ++i) {
        const std::size_t j = static_cast<std::size_t>(i) * L + this->index(l);
        const double e = calc_component_error(static_cast<std::size_t>(i), l, h[l]);
        errors_[j] = e;
        poison += (e - e) + (y1_[j] - y1_[j]) + (k2_[j] - k2_[j]);
        largest = std::max(largest, e);
      }
      const double scale = calc_group_scale(g, l);
      group_scales_[group * L + this->index(l)] = scale;
      worst[l] = std::max(worst[l], largest / scale);
    }
    worst[l] += poison;
  }
  return worst;
}

template <int L>
double Dopri5<L>::calc_projected_error(int l, double h, double t_new, double error) {
  // Farther than this share of the states' magnitudes projection might lead elsewhere.
  constexpr double kNear = 1e-3;
  if (!(error * this->options().tolerance < kNear)) return error;
  for (std::vector<double>& x : trial_) x.resize(n_);
  for (std::size_t i = 0; i < n_; ++i) {
    const std::size_t j = i * L + this->index(l);
    trial_[0][i] = y1_[j];
    trial_[1][i] = y1_[j] - h * (kE1 * k1_[j] + kE3 * k3_[j] + kE4 * k4_[j] + kE5 * k5_[j] +
                                 kE6 * k6_[j] + kE7 * k7_[j]);
  }
  if (this->rhs_.project_trial(t_new, trial_[0].data()) == 0) return error;
  this->rhs_.project_trial(t_new, trial_[1].data());
  double worst = 0;
  for (const StateGroup& g : groups_) {
    double largest = 0;
    for (int i = g.offset; i < g.offset + g.size; ++i) {
      const double e = std::abs(trial_[0][this->index(i)] - trial_[1][this->index(i)]);
      if (!std::isfinite(e)) return error;
      largest = std::max(largest, e);
    }
    worst = std::max(worst, largest / calc_group_scale(g, l));
  }
  return std::min(worst, error);
}

// HNW II, IV.2: the last two stages stand at the same time; the quotient of their slopes' and
// states' difference estimates the dominant eigenvalue. Each state counts by its error in what it
// may err by, since that is the largest of the one whose stability sets the step; others may have
// far larger differences. Where the error is easily met at the edge of the stability region for
// long, the problem is stiff. A step whose error is far below the tolerance (behind an event,
// before a limit) is held by nothing, and its quotient may be one of rounding errors.
template <int L>
void Dopri5<L>::watch_stiffness(int lane, double h, double error) {
  StepStatistics& s = this->statistics_of(lane);
  double slopes = 0, states = 0;
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    const StateGroup& g = groups_[group];
    const double scale = group_scales_[group * L + this->index(lane)];
    for (int i = g.offset; i < g.offset + g.size; ++i) {
      const std::size_t j = static_cast<std::size_t>(i) * L + this->index(lane);
      const double weight = errors_[j] / (scale * scale);
      const double slope = weight * (k7_[j] - k6_[j]), state = weight * (y1_[j] - stage_[j]);
      slopes += slope * slope;
      states += state * state;
    }
  }
  int& stiff = stiff_count_[this->index(lane)];
  int& nonstiff = nonstiff_count_[this->index(lane)];
  const bool is_held = error > kHeldError && states > 0;
  s.stability_use = is_held ? h * std::sqrt(slopes / states) / kStability : 0;
  if (s.stability_use > 1) {
    nonstiff = 0;
    if (++stiff == kStiffSteps && s.stiff_since < 0) s.stiff_since = this->t_[this->index(lane)];
  } else if (++nonstiff == kNonstiffSteps) {
    stiff = 0;
  }
}

template <int L>
void Dopri5<L>::calc_polynomial(int lane) const {
  const double h = step_[this->index(lane)];
  for (std::size_t j = this->index(lane); j < n_ * L; j += L) {
    const double rise = y1_[j] - y0_[j];
    rise_[j] = rise;
    bend_[j] = h * k1_[j] - rise;
    c4_[j] = rise - h * k7_[j] - bend_[j];
    c5_[j] = h * (kD1 * k1_[j] + kD3 * k3_[j] + kD4 * k4_[j] + kD5 * k5_[j] + kD6 * k6_[j] +
                  kD7 * k7_[j]);
  }
  has_polynomial_[this->index(lane)] = true;
}

template <int L>
void Dopri5<L>::interpolate(int lane, double t, double* x) const {
  if (t >= this->time(lane)) return this->gather(this->y_, lane, x);
  if (!has_polynomial_[this->index(lane)]) calc_polynomial(lane);
  const double s = (t - this->previous_time(lane)) / step_[this->index(lane)];
  const double s1 = 1 - s;
  for (std::size_t i = 0; i < n_; ++i) {
    const std::size_t j = i * L + this->index(lane);
    x[i] = y0_[j] + s * (rise_[j] + s1 * (bend_[j] + s * (c4_[j] + s1 * c5_[j])));
  }
  this->rhs_.project(t, x);
}

template class Dopri5<1>;
template class Dopri5<LaneIntegrator::kLanes>;

}  // namespace holon::detail
