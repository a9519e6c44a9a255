// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/event_locator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace holon {
namespace {

constexpr int kParts = SwitchScan::kSamples - 1;
// How often a step is halved whose quarters do not resolve what lies between, and how much they
// may be off the parabola, of their distance from zero.
constexpr int kMostCuts = 8;
constexpr double kOffParabola = 0.1;
// An interval of so many rounding errors of the time is one instant.
constexpr double kInstantRoundingErrors = 2;
// Every third cut halves the interval, so that secants that creep cost three times at most.
constexpr int kHalving = 3;

// Beside time zero, where times have almost no rounding error, a part of a step is one instant.
constexpr double kPartOfStep = 0x1p-20;

}  // namespace

EventLocator::EventLocator(int indicators, int states, SwitchScan scan, std::vector<bool> watched)
    : count_(static_cast<std::size_t>(indicators)),
      scan_(std::move(scan)),
      watched_(std::move(watched)),
      x_(static_cast<std::size_t>(states)) {}

double EventLocator::instant(double a, double b) const {
  const double step = integrator_->time() - integrator_->previous_time();
  return kInstantRoundingErrors * std::numeric_limits<double>::epsilon() *
         std::max({std::abs(a), std::abs(b), kPartOfStep * step});
}

void EventLocator::take(Sample& sample, double t) {
  sample.time = t;
  integrator_->interpolate(t, x_.data());
  const double* values = (*indicators_)(t, x_.data());
  sample.values.assign(values, values + count_);
}

bool EventLocator::is_switched(const Sample& sample) const {
  for (std::size_t k = 0; k < count_; ++k)
    if (is_switched(sample, k)) return true;
  return false;
}

// Of three samples at equal distances, the first two not switched: tries the vertices of parabolas
// that lead to the other side.
bool EventLocator::check_vertices(const Sample* three, Sample& behind) {
  const double middle = three[1].time, h = three[2].time - middle;
  double first = three[2].time;
  bool found = false;
  for (std::size_t k = 0; k < count_; ++k) {
    if (is_switched(three[2], k)) continue;
    const double g0 = three[0].values[k], g1 = three[1].values[k], g2 = three[2].values[k];
    const double bend = g0 - 2 * g1 + g2, rise = (g2 - g0) / 2;
    const double s = -rise / bend;  // of the vertex, in h from the middle
    if (!(std::abs(s) < 1) || (g1 + rise * s / 2 > 0) == (modes_[k] != 0)) continue;
    const double t = middle + s * h;
    if (t >= first || t <= three[0].time) continue;
    Sample at;
    take(at, t);
    if (!is_switched(at)) continue;
    first = t;
    found = true;
    behind = std::move(at);
  }
  return found;
}

// Whether a quarter is farther from the parabola through beginning, middle and end than lets one
// say on which side of zero what lies between them is.
bool EventLocator::is_rough(std::span<const Sample> five) const {
  for (std::size_t k = 0; k < count_; ++k) {
    const auto value = [&](std::size_t j) { return five[j].values[k]; };
    const double g0 = value(0), g2 = value(2), g4 = value(4);
    const double first = (3 * g0 + 6 * g2 - g4) / 8, third = (-g0 + 6 * g2 + 3 * g4) / 8;
    if (std::abs(value(1) - first) > kOffParabola * std::abs(value(1)) ||
        std::abs(value(3) - third) > kOffParabola * std::abs(value(3)))
      return true;
  }
  return false;
}

bool EventLocator::find_bracket(double from, double to, int cuts, Sample& before, Sample& behind) {
  std::array<Sample, kParts + 1> samples;
  for (std::size_t j = 0; j <= kParts; ++j) {
    take(samples[j], j == kParts ? to : from + (to - from) * static_cast<double>(j) / kParts);
    if (cuts == 0 && !scan_.is_empty()) quarters_[j] = x_;
  }
  if (cuts == 0) whole_ = samples;
  if (cuts < kMostCuts && is_rough(samples)) {
    const double middle = samples[kParts / 2].time;
    if (find_bracket(from, middle, cuts + 1, before, behind)) return true;
    return find_bracket(middle, to, cuts + 1, before, behind);
  }
  for (int j = 1; j <= kParts; ++j) {
    const bool found = is_switched(samples[j]);
    if (found) behind = samples[j];
    // Some may have gone there and back already.
    const bool dips = j >= 2 && check_vertices(&samples[j - 2], behind);
    if (!found && !dips) continue;
    before = behind.time > samples[j - 1].time ? samples[j - 1] : samples[j - 2];
    return true;
  }
  return false;
}

bool EventLocator::turns_undefined(const Sample& sample) const {
  for (std::size_t k = 0; k < count_; ++k)
    if (watched_[k] && std::isnan(sample.values[k]) && !std::isnan(whole_[0].values[k]))
      return true;
  return false;
}

// The first one, up to `behind` if there is that.
const EventLocator::Sample* EventLocator::find_undefined_sample(const Sample* behind) const {
  for (const Sample& sample : whole_) {
    if (behind && sample.time >= behind->time) break;
    if (turns_undefined(sample)) return &sample;
  }
  return behind && turns_undefined(*behind) ? behind : nullptr;
}

// Between two instants at which something is: the arc cosine of 1 + ε is so by a rounding, for no
// time. At the end of a step nobody knows how long.
bool EventLocator::stays_undefined(double from, double to) {
  constexpr double kLeastPart = 1e-6;  // of the step
  constexpr int kMore = 6;
  const double end = whole_.back().time;
  if (to < end && to - from < kLeastPart * (end - whole_.front().time)) return false;
  Sample sample;
  for (int j = 1; j < kMore; ++j) {
    take(sample, from + (to - from) * j / kMore);
    if (!turns_undefined(sample)) return false;
  }
  return true;
}

// `behind`: a sample that is undefined. Both end at the instant from which on it is.
void EventLocator::find_undefined(Sample& before, Sample& behind) {
  before = whole_.front();
  Sample middle;
  while (behind.time - before.time > instant(before.time, behind.time)) {
    const double t = before.time + (behind.time - before.time) / 2;
    if (!(t > before.time && t < behind.time)) break;
    take(middle, t);
    std::swap(turns_undefined(middle) ? behind : before, middle);
  }
}

// Finds what switches before `until`.
bool EventLocator::scan(double until, const double* inputs, Sample& before, Sample& behind) {
  if (scan_.is_empty()) return false;
  SwitchScan::Step step;
  step.from = integrator_->previous_time();
  step.to = integrator_->time();
  for (std::size_t j = 0; j < quarters_.size(); ++j) step.states[j] = quarters_[j].data();
  step.inputs = inputs;
  step.modes = modes_;
  Sample sample;
  const auto place = scan_.find(step, until, [&](double t) {
    take(sample, t);
    return is_switched(sample);
  });
  if (!place) return false;
  behind = std::move(sample);
  // What the scan calls not switched may be so by less than rounding errors: from there back to
  // what has not switched at all.
  take(before, place->before);
  double back = instant(step.from, step.to);
  while (before.time > step.from && is_switched(before)) {
    std::swap(before, behind);
    take(before, std::max(step.from, behind.time - back));
    back *= 2;
  }
  return true;
}

// Where the first of the secants of what has switched meets zero, and a little farther on the side
// that has stood still.
double EventLocator::propose(const Sample& before, const Sample& behind,
                             bool last_was_before) const {
  const double length = behind.time - before.time;
  double share = 1;
  for (std::size_t k = 0; k < count_; ++k) {
    if (!is_switched(behind, k)) continue;
    const double a = before.values[k], b = behind.values[k];
    const double zero = a / (a - b);
    if (zero >= 0 && zero < share) share = zero;
  }
  const double t = before.time + share * length;
  const double pad = std::max(instant(before.time, behind.time), 1e-3 * share * length);
  return last_was_before ? t + pad : t - pad;
}

std::optional<double> EventLocator::find(Integrator& integrator, const double* modes,
                                         const double* inputs, const Indicators& indicators) {
  integrator_ = &integrator;
  indicators_ = &indicators;
  modes_ = modes;
  if (count_ == 0) return std::nullopt;
  Sample before, behind, middle;
  const double to = integrator.time();
  bool is_found = find_bracket(integrator.previous_time(), to, 0, before, behind);
  if (scan(is_found ? behind.time : to, inputs, before, behind)) is_found = true;
  if (const Sample* sample = find_undefined_sample(is_found ? &behind : nullptr)) {
    Sample defined, undefined = *sample;
    const double known_to = sample->time;
    find_undefined(defined, undefined);
    if (stays_undefined(undefined.time, known_to)) {
      const double from = whole_.front().time;
      is_found = defined.time > from && find_bracket(from, defined.time, 1, before, behind);
      if (!is_found) {
        take(middle, undefined.time);
        return undefined.time;
      }
    }
  }
  if (!is_found) return std::nullopt;
  bool last_was_before = false;
  for (int cut = 1; behind.time - before.time > instant(before.time, behind.time); ++cut) {
    double t = cut % kHalving == 0 ? 0 : propose(before, behind, last_was_before);
    if (!(t > before.time && t < behind.time)) t = before.time + (behind.time - before.time) / 2;
    if (!(t > before.time && t < behind.time)) break;
    take(middle, t);
    last_was_before = !is_switched(middle);
    std::swap(last_was_before ? before : behind, middle);
  }
  take(middle, behind.time);
  return behind.time;
}

}  // namespace holon
