// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/root_follower.h"

#include <algorithm>
#include <cmath>

namespace holon {
namespace {

// Changes below this share of a root are none that need a reason.
constexpr double kSameRoot = 1e-6;
// How far a root may lie from where its rates lead to, of its change.
constexpr double kStraight = 0.6;
// Rates are differences over this part of an interval.
constexpr double kProbe = 0x1p-10;
// Parts of a step that are tried, and the shortest one.
constexpr int kMostParts = 20'000;
constexpr double kShortest = 0x1p-40;

}  // namespace

RootFollower::RootFollower(const System& system, const Program& roots)
    : system_(system),
      roots_(*system.roots),
      program_(roots),
      x_(static_cast<std::size_t>(system.state_count())),
      is_known_(static_cast<std::size_t>(roots_.count()), false) {}

void RootFollower::find(SystemInputs& inputs, double t, const double* x, std::vector<double>& d) {
  path_.clear();
  ends_.clear();
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

void RootFollower::follow(SystemInputs& inputs, Integrator& integrator, double to,
                          const std::vector<double>& d) {
  const double from = integrator.previous_time();
  ends_.clear();
  d_ = d;
  Point at{from, std::vector<double>(is_known_.size())};
  for (std::size_t k = 0; k < is_known_.size(); ++k) {
    const auto flag = static_cast<std::size_t>(roots_.flags[k]);
    is_known_[k] = d[flag] != 0;
    at.roots[k] = d[flag + 1];
  }
  path_ = {at};
  double next = to;
  for (int part = 0; at.time < to; ++part) {
    const double middle = at.time + (next - at.time) / 2;
    const double probe = kProbe * (next - at.time);
    Interval interval{at, {next, calc(inputs, integrator, next, at.roots)}, {}, {}};
    interval.behind_from = calc(inputs, integrator, at.time + probe, at.roots);
    interval.before_to = calc(inputs, integrator, next - probe, interval.to.roots);
    const std::vector<int> lost = find_lost(interval);
    Point there = std::move(interval.to);
    const bool is_short = next - at.time <= kShortest * (to - from) || !(middle > at.time);
    if (!lost.empty() && !is_short && part < kMostParts) {
      next = middle;
      continue;
    }
    if (!lost.empty()) ends_.push_back({at.time, next, lost});
    for (const int k : lost) is_known_[static_cast<std::size_t>(k)] = false;
    // Found anew, from the model's guess, it counts from the next step on.
    for (std::size_t k = 0; next == to && lost.empty() && k < is_known_.size(); ++k)
      if (std::isfinite(there.roots[k])) is_known_[k] = true;
    const double length = next - at.time;
    at = std::move(there);
    path_.push_back(at);
    next = std::min(to, at.time + 2 * length);
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
    if (is_end) d[flag] = is_known_[k] ? 1 : 0;
    const double z = share == 1 ? b.roots[k] : a.roots[k] + share * (b.roots[k] - a.roots[k]);
    if (std::isfinite(z)) d[flag + 1] = z;
  }
}

}  // namespace holon
