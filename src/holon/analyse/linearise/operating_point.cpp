// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/linearise/operating_point.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "holon/base/errors.h"
#include "holon/expr/program/program.h"
#include "holon/simulate/simulation.h"
#include "holon/simulate/start/first_instant.h"
#include "holon/system/delays.h"

namespace holon {
namespace {

/// t, x, u, p, d, m concatenated, with zero delayed signals u.
std::vector<double> join(const System& system, double t, const double* x,
                         const std::vector<double>& parameters, const double* d, const double* m) {
  std::vector<double> in{t};
  in.insert(in.end(), x, x + system.state_count());
  in.resize(in.size() + static_cast<std::size_t>(system.input_count()), 0.0);
  in.insert(in.end(), parameters.begin(), parameters.end());
  in.insert(in.end(), d, d + system.discrete_count());
  in.insert(in.end(), m, m + system.mode_count());
  return in;
}

}  // namespace

// As many iterations as there are delays propagate a value through all of them.
void settle_delays(const System& system, std::vector<double>& in) {
  if (system.input_count() == 0) return;
  const Program program(*make_delayed_signals(system));
  Workspace workspace;
  std::vector<double> out(static_cast<std::size_t>(program.output_count()));
  const std::ptrdiff_t u = 1 + system.state_count();
  for (int round = 0; round <= system.input_count(); ++round) {
    program.run(in.data(), out.data(), workspace);
    std::copy_n(out.begin(), system.input_count(), in.begin() + u);
  }
}

OperatingPoint find_start_point(const System& system, const std::vector<double>& parameters) {
  const FirstInstant first = find_first_instant(system, parameters);
  OperatingPoint point;
  point.in = join(system, 0, first.x.data(), parameters, first.discrete.data(), first.modes.data());
  settle_delays(system, point.in);
  return point;
}

OperatingPoint find_point_at(const System& system, const SimulateSettings& settings,
                             const std::vector<double>& parameters, double time) {
  if (!(time > 0)) return find_start_point(system, parameters);
  SimulateSettings until = settings;
  until.until = time;
  Simulation simulation(system, until);
  simulation.set_parameters(parameters);
  Results states;
  simulation.record_states(states, {RowSchedule::Kind::interval, time});
  const RunSummary& summary = simulation.run();
  std::vector<double> last;
  for (std::size_t k = 0; k < states.columns().size(); ++k) last.push_back(states.values(k).back());
  OperatingPoint point;
  point.kind = OperatingPoint::Kind::instant;
  point.time = last[0];
  const double *x = last.data() + 1, *d = x + system.state_count();
  point.in = join(system, last[0], x, parameters, d, d + system.discrete_count());
  if (!summary.stopped_by.empty())
    point.notes.push_back(
        fmt::format("the run ends at {:.6g} s by '{}', before {:.6g} s: that is the point", last[0],
                    summary.stopped_by, time));
  settle_delays(system, point.in);
  if (system.input_count() > 0)
    point.notes.emplace_back("delayed signals are taken at their present values");
  return point;
}

OperatingPoint find_equilibrium_point(const System& system, const std::vector<double>& parameters) {
  Equilibrium found = find_equilibrium(system, parameters, true);
  OperatingPoint point;
  point.kind = OperatingPoint::Kind::equilibrium;
  point.in = join(system, 0, found.x.data(), parameters, found.discrete.data(), found.modes.data());
  point.free = std::move(found.free);
  point.notes = std::move(found.notes);
  settle_delays(system, point.in);
  return point;
}

}  // namespace holon
