// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/sensitivity/sensitivity_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/simulate/events/random.h"
#include "holon/simulate/simulation.h"

namespace holon {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr int kMostRounds = 50;       // of what happens at one instant
constexpr double kReproduced = 1e-6;  // of the states: an event that is followed
constexpr double kGrazing = 1e-5;     // of the time: an instant that is not known better
constexpr double kTogether = 1e-6;    // of the slopes of two events at one instant
constexpr double kEcho = 1e-9;        // [s] and of the time

}  // namespace

std::vector<double> SensitivitySink::Impl::list_due(double t) const {
  std::vector<double> due;
  for (const SystemClock& clock : system.clocks) {
    const double number = std::round((t - clock.offset) / clock.period);
    const double tick =
        RegularTimes(clock.offset, clock.period).at(static_cast<std::int64_t>(number));
    due.push_back(
        number >= 0 && std::abs(tick - t) <= kSameSensitivityInstant * std::max(1e-3, t) ? 1 : 0);
  }
  return due;
}

/// τ (np): how the instant of what happens at the present state moves with the parameters.
VectorXd SensitivitySink::Impl::find_shift(double t, bool is_tick, std::string& name) {
  VectorXd tau = VectorXd::Zero(np);
  if (system.mode_count() == 0) return tau;
  std::vector<double> indicators(m0.size());
  programs.indicators.run(fill(t, x0, d0, m0), indicators.data(), workspace);
  std::vector<Index> triggers;
  for (std::size_t k = 0; k < m0.size(); ++k)
    if ((indicators[k] > 0) != (m0[k] != 0)) triggers.push_back(static_cast<Index>(k));
  if (triggers.empty()) return tau;
  const std::vector<double> f = run_rates(t, x0, d0, m0);
  const Eigen::Map<const VectorXd> rates(f.data(), nx);
  const MatrixXd J = g_slopes.run(fill(t, x0, d0, m0));
  bool is_first = true;
  for (const Index k : triggers) {
    const std::string& mode = system.modes[static_cast<std::size_t>(k)];
    const double rate = J(k, 0) + J.row(k).segment(1, nx).dot(rates);
    // The error of the states, and what it makes of the instant.
    double error = 0;
    for (const StateBlock& block : system.states)
      for (int i = block.offset; i < block.offset + block.size; ++i)
        error += std::abs(J(k, 1 + i)) *
                 (std::abs(block.nominal) + std::abs(x0[static_cast<std::size_t>(i)]));
    error *= settings.tolerance.value_or(Simulation::kDefaultTolerance);
    const VectorXd slope =
        (J.row(k).segment(1 + nx, np) + J.row(k).segment(1, nx) * S + J.row(k).tail(nd) * D)
            .transpose();
    if (slope.isZero(0)) {  // at a constant time
      if (!is_first && !tau.isZero(0))
        fail(t,
             fmt::format("'{}' switches together with another comparison, at an instant that does "
                         "not depend on the parameters while the other's does: there is no "
                         "derivative",
                         mode),
             "change a value a little, so that they switch one after the other");
      is_first = false;
      continue;
    }
    if (!(error < kGrazing * (t + 1e-3) * std::abs(rate)))
      fail(t,
           fmt::format("'{}' passes its threshold without speed (grazing): the instant has no "
                       "derivative",
                       mode),
           "change a value a little, so that it crosses or stays away");
    const VectorXd shift = -slope / rate;
    if (!is_first &&
        (shift - tau).lpNorm<Eigen::Infinity>() >
            kTogether * (shift.lpNorm<Eigen::Infinity>() + tau.lpNorm<Eigen::Infinity>()))
      fail(t,
           fmt::format("'{}' and '{}' switch at one instant, and their order depends on the "
                       "parameters: there is no derivative",
                       name, mode),
           "change a value a little, so that they switch one after the other");
    tau = shift;
    name = mode;
    is_first = false;
  }
  if (is_tick && !tau.isZero(0))
    fail(t,
         fmt::format("'{}' switches at the instant of a tick, and their order depends on the "
                     "parameters: there is no derivative",
                     name),
         "change a value a little, or give the clock an offset");
  return tau;
}

void SensitivitySink::Impl::jump(double t, const std::vector<double>& x1,
                                 const std::vector<double>& d1, const std::vector<double>& m1,
                                 bool at_start) {
  const std::vector<double> due = list_due(t);
  const bool is_tick = std::any_of(due.begin(), due.end(), [](double k) { return k != 0; });
  std::string name;
  const VectorXd tau = at_start ? VectorXd(VectorXd::Zero(np)) : find_shift(t, is_tick, name);
  // Not that a comparison switches back where a reset took its cause away.
  const bool is_echo = !events.empty() && events.back().name == name &&
                       t - events.back().time <= kEcho * std::max(1.0, t) &&
                       (events.back().slope - tau).norm() <= kTogether * (1 + tau.norm());
  if (!name.empty() && !is_echo) events.push_back({t, name, tau});
  const std::vector<double> f = run_rates(t, x0, d0, m0);
  MatrixXd X = S + Eigen::Map<const VectorXd>(f.data(), nx) * tau.transpose(), E = D;
  std::vector<double> x = x0, d = d0, m = m0, conditions(system.events.size(), 0.0);
  if (!system.events.empty() && !at_start)
    programs.conditions.run(fill(t, x, d, m), conditions.data(), workspace);
  const auto apply = [&](InputSlopes& slopes_of, const double* point, Index rows) {
    const MatrixXd& J = slopes_of.run(point);
    return MatrixXd((J.col(0) * tau.transpose() + J.middleCols(1, nx) * X +
                     J.middleCols(1 + nx, np) + J.rightCols(nd) * E)
                        .topRows(rows));
  };
  bool has_ticked = false, is_done = false;
  for (int round = 0; round < kMostRounds && !is_done; ++round) {
    free_inputs.set_discrete(0, d.data());
    free_inputs.fill(&t, x.data());
    free_inputs.find_modes();
    m.assign(free_inputs.modes(), free_inputs.modes() + system.mode_count());
    std::vector<double> fired(system.events.size(), 0.0);
    bool resets = false;
    if (!system.events.empty()) {
      std::vector<double> now(conditions.size());
      programs.conditions.run(fill(t, x, d, m), now.data(), workspace);
      for (std::size_t k = 0; k < now.size(); ++k) {
        const SystemEvent& event = system.events[k];
        const bool first = at_start && round == 0;
        const bool was = conditions[k] != 0 && !first && !event.repeats;
        const bool counts =
            event.start != (first ? SystemEvent::Start::ignored : SystemEvent::Start::only_there);
        if (now[k] == 0 || was || !counts) continue;
        fired[k] = 1;
        resets = resets || event.kind == SystemEvent::Kind::reset;
      }
      conditions = now;
    }
    if (resets) {
      fill(t, x, d, m);
      in.insert(in.end(), fired.begin(), fired.end());
      const std::vector<double> point = in;
      std::vector<double> out(x.size() + d.size());
      programs.resets.run(point.data(), out.data(), workspace);
      const MatrixXd after = apply(r_slopes, point.data(), nx + nd);
      X = after.topRows(nx), E = after.bottomRows(nd);
      x.assign(out.begin(), out.begin() + nx);
      d.assign(out.begin() + nx, out.end());
      if (system.constraints) {
        project(t, x, d, m, X, E, tau);
        projection.inputs().set_discrete(0, d.data());
        projection.inputs().set_modes(0, m.data());
        projection.project(t, x.data());
      }
      continue;
    }
    if (is_tick && !has_ticked) {
      has_ticked = true;
      fill(t, x, d, m);
      in.insert(in.end(), due.begin(), due.end());
      for (std::size_t k = 0; k < draws.size(); ++k) {
        const SystemDraw& draw = system.draws[k];
        const SystemClock& clock = system.clocks[static_cast<std::size_t>(draw.clock)];
        const double number = std::floor((t - clock.offset) / clock.period + 1e-9) + 1;
        in.push_back(draw_number(draw.distribution, static_cast<std::uint64_t>(settings.seed),
                                 draws[k], static_cast<std::uint64_t>(std::max(0.0, number))));
      }
      const std::vector<double> point = in;
      std::vector<double> out(d.size());
      programs.ticks.run(point.data(), out.data(), workspace);
      E = apply(t_slopes, point.data(), nd);
      d = out;
      continue;
    }
    is_done = true;
  }
  // The same as the run has made of it, or the derivative would be that of something else.
  std::string different;
  for (std::size_t k = 0; k < x.size() && different.empty(); ++k)
    if (!(std::abs(x[k] - x1[k]) <= kReproduced * (1 + std::abs(x1[k]))))
      different = system.state_name(static_cast<int>(k));
  for (const DiscreteBlock& block : system.discrete)
    for (int k = block.offset; k < block.offset + block.size && !block.is_guess; ++k) {
      const auto at = static_cast<std::size_t>(k);
      const bool is_root_flag =
          system.roots && std::find(system.roots->flags.begin(), system.roots->flags.end(), k) !=
                              system.roots->flags.end();
      if (!is_root_flag && different.empty() &&
          !(std::abs(d[at] - d1[at]) <= kReproduced * (1 + std::abs(d1[at]))))
        different = system.discrete_name(k);
    }
  for (std::size_t k = 0; k < m.size() && different.empty(); ++k)
    if (m[k] != m1[k]) different = system.modes[k];
  if (!different.empty())
    fail(t,
         "the event at this instant cannot be differentiated: it changes '" + different +
             "' neither by a reset nor at a tick",
         "end the run before it: --until");
  const std::vector<double> f1 = run_rates(t, x1, d1, m1);
  S = X - Eigen::Map<const VectorXd>(f1.data(), nx) * tau.transpose();
  D = E;
  x0 = x1, d0 = d1, m0 = m1, t0 = t;
}

}  // namespace holon
