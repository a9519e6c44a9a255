// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/events/root_follower.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holon {
namespace {

// Changes below this share of a root are none that need a reason.
constexpr double kSameRoot = 1e-6;
// How far a root may lie from where its rates lead to, of its change.
constexpr double kStraight = 0.6;
// Below this share of a root its change is that of one root; above, it is evaluated between.
constexpr double kLittleChange = 1e-2;
// How far it may lie from the cubic through both ends there, of its change.
constexpr double kOffCubic = 0.1;
// Rates are differences over this part of an interval.
constexpr double kProbe = 0x1p-10;
// Parts of a step that are tried, and the shortest one.
constexpr int kMostParts = 20'000;
constexpr double kShortest = 0x1p-40;

/// [s] Behind t by a thousandth: the same number for all that are near t, mostly.
double find_next_try(double t) {
  const double grid = std::ldexp(1.0, std::ilogb(t) - 10);
  return (std::floor(t / grid) + 2) * grid;
}

}  // namespace

RootFollower::RootFollower(const System& system, const Program& roots)
    : system_(system),
      roots_(*system.roots),
      program_(roots),
      x_(static_cast<std::size_t>(system.state_count())),
      is_known_(static_cast<std::size_t>(roots_.count()), false),
      is_ended_(is_known_.size(), 0.0) {}

void RootFollower::find(SystemInputs& inputs, double t, const double* x, std::vector<double>& d) {
  path_.clear();
  ends_.clear();
  std::fill(is_ended_.begin(), is_ended_.end(), 0.0);
  inputs.set_discrete(0, d.data());
  std::vector<double> z(is_known_.size());
  program_.run(inputs.fill(&t, x), z.data(), workspace_);
  for (std::size_t k = 0; k < z.size(); ++k) {
    const auto flag = static_cast<std::size_t>(roots_.flags[k]);
    d[flag] = std::isfinite(z[k]) ? 1 : 0;
    if (std::isfinite(z[k])) d[flag + 1] = z[k];
  }
  inputs.set_discrete(0, d.data());
}

std::vector<double> RootFollower::calc(SystemInputs& inputs, Integrator& integrator, double t,
                                       const std::vector<double>& guesses) {
  for (std::size_t k = 0; k < guesses.size(); ++k) {
    const auto flag = static_cast<std::size_t>(roots_.flags[k]);
    d_[flag] = is_known_[k] ? 1 : 0;
    if (is_known_[k]) d_[flag + 1] = guesses[k];
  }
  inputs.set_discrete(0, d_.data());
  integrator.interpolate(t, x_.data());
  std::vector<double> z(guesses.size());
  program_.run(inputs.fill(&t, x_.data()), z.data(), workspace_);
  return z;
}

/// Those that are not where their rates at both ends lead to (trapezoidal rule): another root lies
/// there, or none.
std::vector<int> RootFollower::find_lost(const Interval& i) const {
  std::vector<int> lost;
  for (std::size_t k = 0; k < is_known_.size(); ++k) {
    if (!is_known_[k]) continue;
    const double change = i.to.roots[k] - i.from.roots[k];
    const double first = (i.behind_from[k] - i.from.roots[k]) / kProbe;
    const double last = (i.to.roots[k] - i.before_to[k]) / kProbe;
    const double size = std::max(std::abs(i.from.roots[k]), std::abs(i.to.roots[k]));
    const double most = std::max({std::abs(change), std::abs(first), std::abs(last)});
    if (!(std::abs(change - (first + last) / 2) <= std::max(kStraight * most, kSameRoot * size)))
      lost.push_back(static_cast<int>(k));
  }
  return lost;
}

/// Whether the roots lie near the cubics through both ends at quarters of an interval, where they
/// change by more than a little: over a long one rates fit another root by chance.
bool RootFollower::keeps_between(SystemInputs& inputs, Integrator& integrator, const Interval& i) {
  std::vector<std::size_t> changing;
  for (std::size_t k = 0; k < is_known_.size(); ++k) {
    const double size = std::max(std::abs(i.from.roots[k]), std::abs(i.to.roots[k]));
    if (is_known_[k] && std::abs(i.to.roots[k] - i.from.roots[k]) > kLittleChange * size)
      changing.push_back(k);
  }
  if (changing.empty()) return true;
  std::vector<double> z = i.from.roots;
  for (const double s : {0.25, 0.5, 0.75}) {
    z = calc(inputs, integrator, i.from.time + s * (i.to.time - i.from.time), z);
    for (const std::size_t k : changing) {
      const double a = i.from.roots[k], change = i.to.roots[k] - a;
      const double first = (i.behind_from[k] - a) / kProbe - change;
      const double last = (i.to.roots[k] - i.before_to[k]) / kProbe - change;
      const double cubic = a + s * change + s * (1 - s) * ((1 - s) * first - s * last);
      const double most = std::max({std::abs(change), std::abs(first), std::abs(last)});
      if (!(std::abs(z[k] - cubic) <= kOffCubic * most)) return false;
    }
  }
  return true;
}

void RootFollower::follow(SystemInputs& inputs, Integrator& integrator, double to,
                          const std::vector<double>& d) {
  const double from = integrator.previous_time();
  ends_.clear();
  d_ = d;
  Point at{from, std::vector<double>(is_known_.size()), {}};
  for (std::size_t k = 0; k < is_known_.size(); ++k) {
    const auto flag = static_cast<std::size_t>(roots_.flags[k]);
    is_known_[k] = d[flag] != 0;
    at.roots[k] = d[flag + 1];
  }
  at.is_known = is_known_;
  path_ = {at};
  double next = to;
  std::vector<int> sought;  // again, at
  double again = std::numeric_limits<double>::infinity();
  for (int part = 0; at.time < to; ++part) {
    const double middle = at.time + (next - at.time) / 2;
    const double probe = kProbe * (next - at.time);
    Interval interval{at, {next, calc(inputs, integrator, next, at.roots), {}}, {}, {}};
    interval.behind_from = calc(inputs, integrator, at.time + probe, at.roots);
    interval.before_to = calc(inputs, integrator, next - probe, interval.to.roots);
    const std::vector<int> lost = find_lost(interval);
    const bool is_short = next - at.time <= kShortest * (to - from) || !(middle > at.time);
    const bool may_halve = !is_short && part < kMostParts;
    if (may_halve && (!lost.empty() || !keeps_between(inputs, integrator, interval))) {
      next = middle;
      continue;
    }
    Point there = std::move(interval.to);
    if (next == again) {
      for (const int k : sought) {
        const auto root = static_cast<std::size_t>(k);
        is_known_[root] = std::isfinite(there.roots[root]);
        is_ended_[root] = is_known_[root] ? 0 : 1;
      }
      sought.clear();
      again = std::numeric_limits<double>::infinity();
    }
    for (const int k : lost) is_known_[static_cast<std::size_t>(k)] = false;
    if (!lost.empty()) {
      ends_.push_back({at.time, next, lost});
      sought.insert(sought.end(), lost.begin(), lost.end());
      again = std::min(to, find_next_try(next));
    }
    // Found for the first time, it counts from the next step on.
    for (std::size_t k = 0; next == to && lost.empty() && k < is_known_.size(); ++k)
      if (std::isfinite(there.roots[k]) && is_ended_[k] == 0) is_known_[k] = true;
    const double length = next - at.time;
    at = std::move(there);
    at.is_known = is_known_;
    path_.push_back(at);
    next = std::min({to, again, at.time + 2 * length});
  }
  inputs.set_discrete(0, d.data());
}

void RootFollower::put_in_guesses(double t, std::vector<double>& d) const {
  if (path_.size() < 2) return;
  auto behind = std::lower_bound(path_.begin() + 1, path_.end() - 1, t,
                                 [](const Point& p, double time) { return p.time < time; });
  const Point &a = *std::prev(behind), &b = *behind;
  const double share = std::clamp((t - a.time) / (b.time - a.time), 0.0, 1.0);
  const bool is_end = t >= path_.back().time;
  for (std::size_t k = 0; k < is_known_.size(); ++k) {
    const auto flag = static_cast<std::size_t>(roots_.flags[k]);
    const bool is_known = b.is_known[k] && (is_end || a.is_known[k]);
    d[flag] = is_known ? 1 : 0;
    const double z = share == 1 ? b.roots[k] : a.roots[k] + share * (b.roots[k] - a.roots[k]);
    if (std::isfinite(z)) d[flag + 1] = z;
  }
}

}  // namespace holon
