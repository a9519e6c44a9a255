// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/linearise/linear_ticks.h"

#include <algorithm>

#include "holon/system/tangent.h"

namespace holon::detail {

using Eigen::Index;
using Eigen::MatrixXd;

TickSlopes::TickSlopes(const System& system, const std::vector<double>& in,
                       const std::vector<int>& others, Index first_discrete)
    : system_(system),
      in_(in),
      first_discrete_(first_discrete),
      slopes_(make_tangent_jacobian(system, *system.ticks, others)) {}

// Random numbers are replaced by their means; processes keep their outputs.
MatrixXd TickSlopes::calc_all(const std::vector<bool>& clocks) const {
  InputsWithNeighbours inputs = find_neighbours(system_, in_);
  const auto extend = [&](std::vector<double>& in) {
    for (const bool ticks : clocks) in.push_back(ticks ? 1 : 0);
    for (const SystemDraw& draw : system_.draws)
      in.push_back(draw.distribution == SystemDraw::Distribution::uniform ? 0.5 : 0);
    const int discrete_at =
        1 + system_.state_count() + system_.input_count() + system_.parameter_count();
    for (const SystemProcess& process : system_.processes)
      for (const int output : process.outputs)
        in.push_back(in[static_cast<std::size_t>(discrete_at + output)]);
  };
  extend(inputs.in);
  for (std::vector<double>& beside : inputs.neighbours) extend(beside);
  return evaluate(slopes_, inputs);
}

MatrixXd TickSlopes::calc(const std::vector<bool>& clocks, const std::vector<int>& discrete) const {
  return calc_all(clocks)(discrete, Eigen::all);
}

std::optional<LinearTicks> TickSlopes::find(const MatrixXd& f, const MatrixXd& g) const {
  const std::size_t clocks = system_.clocks.size();
  const int nd = system_.discrete_count();
  const auto column = [&](int d) { return first_discrete_ + d; };
  std::vector<MatrixXd> alone;
  std::vector<std::vector<bool>> sets(clocks, std::vector<bool>(static_cast<std::size_t>(nd)));
  std::vector<bool> is_set(static_cast<std::size_t>(nd), false);
  std::vector<bool> is_held(static_cast<std::size_t>(nd), false);
  for (const SystemProcess& process : system_.processes)
    for (const int output : process.outputs) is_held[static_cast<std::size_t>(output)] = true;
  for (std::size_t k = 0; k < clocks; ++k) {
    std::vector<bool> only(clocks, false);
    only[k] = true;
    alone.push_back(calc_all(only));
    for (int i = 0; i < nd; ++i) {
      Eigen::RowVectorXd change = alone.back().row(i);
      change[column(i)] -= 1;
      const bool is_changed = !change.isZero(0) && !is_held[static_cast<std::size_t>(i)];
      sets[k][static_cast<std::size_t>(i)] = is_changed;
      if (is_changed) is_set[static_cast<std::size_t>(i)] = true;
    }
  }
  // Those that ticks set and on which rates, outputs or other such states depend.
  std::vector<bool> counts(static_cast<std::size_t>(nd), false);
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (int j = 0; j < nd; ++j) {
      const auto at = static_cast<std::size_t>(j);
      if (counts[at] || !is_set[at]) continue;
      bool is_seen = !f.col(column(j)).isZero(0) || !g.col(column(j)).isZero(0);
      for (int i = 0; i < nd && !is_seen; ++i)
        for (const MatrixXd& T : alone)
          is_seen = is_seen || (counts[static_cast<std::size_t>(i)] && T(i, column(j)) != 0);
      if (is_seen) counts[at] = is_new = true;
    }
  }
  LinearTicks ticks;
  for (int i = 0; i < nd; ++i)
    if (counts[static_cast<std::size_t>(i)]) ticks.discrete.push_back(i);
  if (ticks.discrete.empty()) return std::nullopt;
  std::vector<bool> chosen(clocks, false);
  for (std::size_t k = 0; k < clocks; ++k)
    for (const int i : ticks.discrete)
      if (sets[k][static_cast<std::size_t>(i)]) chosen[k] = true;
  ticks.schedule = make_tick_schedule(system_, chosen);
  for (const TickInstant& instant : ticks.schedule.instants) {
    auto& all = ticks.combinations;
    const auto same = std::find(all.begin(), all.end(), instant.clock_ticks);
    ticks.combination_at.push_back(static_cast<std::size_t>(same - all.begin()));
    if (same == all.end()) all.push_back(instant.clock_ticks);
  }
  return ticks;
}

}  // namespace holon::detail
