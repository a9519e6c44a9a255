// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/sensitivity/sensitivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "holon/analyse/sensitivity/sensitivity_run.h"
#include "holon/base/error_scale.h"
#include "holon/base/errors.h"
#include "holon/base/matrices.h"
#include "holon/base/names.h"
#include "holon/simulate/events/random.h"
#include "holon/simulate/simulation.h"
#include "holon/simulate/start/equilibrium.h"
#include "holon/simulate/start/start.h"

namespace holon {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

SensitivitySink::Impl::Impl(const System& a_system, const SimulateSettings& a_settings,
                            const std::vector<double>& a_parameters,
                            const std::vector<int>& a_which,
                            const std::vector<std::string>& output_names)
    : system(a_system),
      settings(a_settings),
      parameters(a_parameters),
      which(a_which),
      nx(system.state_count()),
      nd(system.discrete_count()),
      np(static_cast<Index>(which.size())),
      programs(system),
      free_inputs(system, programs.indicators, 1),
      projection(system, programs) {
  switch (settings.solver) {
    case SolverMethod::radau5:
    case SolverMethod::radau:
    case SolverMethod::cvode:
    case SolverMethod::ida: tableau = &detail::radau_tableau(3); break;
    case SolverMethod::cvode_adams: tableau = &detail::radau_tableau(5); break;
    default: break;
  }
  if (system.input_count() > 0)
    throw ModelError(
        "derivatives through time delays are not available yet ('" + system.inputs.front() + "')",
        "replace the delay by a filter, or give it by ticks");
  if (settings.start == RunStart::equilibrium) {
    for (const DiscreteBlock& block : system.discrete)
      if (!block.is_guess)
        throw ModelError("derivatives of a start at an equilibrium with discrete states ('" +
                             block.name + "') are not available yet",
                         "begin at initial values: --set simulate.start=initial");
  }
  free_inputs.set_parameters(0, parameters);
  projection.inputs().set_parameters(0, parameters);
  outputs = system.select_outputs(output_names);
  output_program = Program(*outputs, {.engine = Engine::jit});
  // Columns: t, x, p, d.
  std::vector<int> columns;
  for (int k = 0; k <= system.state_count(); ++k) columns.push_back(k);
  for (const int k : which) columns.push_back(1 + system.state_count() + k);
  for (int k = 0; k < system.discrete_count(); ++k)
    columns.push_back(1 + system.state_count() + system.parameter_count() + k);
  refuse_quantisers(*system.derivative, columns, [&](int k) { return system.state_name(k); });
  refuse_quantisers(*outputs, columns, [&](int k) {
    for (const Variable& group : outputs->outputs())
      if ((k -= static_cast<int>(group.elements.size())) < 0) return group.name;
    return std::string();
  });
  if (system.ticks)
    refuse_quantisers(*system.ticks, columns, [&](int k) { return system.discrete_name(k); });
  f_slopes = InputSlopes(*system.derivative, columns);
  h_slopes = InputSlopes(*outputs, columns);
  if (system.mode_count() > 0) g_slopes = InputSlopes(*system.indicators, columns);
  if (system.resets) r_slopes = InputSlopes(*system.resets, columns);
  if (system.ticks) t_slopes = InputSlopes(*system.ticks, columns);
  if (system.constraints) {
    const auto steps = [&](const Function& f) {
      return InputSlopes(f, columns, f.output_count() - system.state_count(), system.state_count());
    };
    place_slopes = steps(*system.constraints->position_step);
    speed_slopes = steps(*system.constraints->velocity_step);
  }
  for (const SystemDraw& draw : system.draws) draws.push_back(random_stream(draw.name));
  if (settings.interval) row_times.emplace(0, *settings.interval);
}

void SensitivitySink::Impl::fail(double t, const std::string& cause,
                                 const std::string& advice) const {
  RunError::Data data;
  data.time = t;
  data.cause = cause;
  data.advice = advice;
  throw RunError(std::move(data));
}

const double* SensitivitySink::Impl::fill(double t, const std::vector<double>& x,
                                          const std::vector<double>& d,
                                          const std::vector<double>& m) {
  in.clear();
  in.push_back(t);
  for (const auto* part : {&x, &parameters, &d, &m})
    in.insert(in.end(), part->begin(), part->end());
  return in.data();
}

std::vector<double> SensitivitySink::Impl::run_rates(double t, const std::vector<double>& x,
                                                     const std::vector<double>& d,
                                                     const std::vector<double>& m) {
  std::vector<double> dx(x.size());
  programs.derivative.run(fill(t, x, d, m), dx.data(), workspace);
  return dx;
}

/// f_x S + f_d D + f_p.
MatrixXd SensitivitySink::Impl::calc_rate_slopes(double t, const std::vector<double>& x,
                                                 const MatrixXd& at) {
  const MatrixXd& J = f_slopes.run(fill(t, x, d0, m0));
  return J.middleCols(1, nx) * at + J.middleCols(1 + nx, np) + J.rightCols(nd) * D;
}

// With f(x, p) = 0 and g(x, p) = 0 at all p: f_x S + f_p = 0 and g_x S + g_p = 0. States on which
// nothing depends (the angle of a shaft) have their written start, and their rates may be any.
void SensitivitySink::Impl::start_at_equilibrium(const std::vector<double>& modes) {
  const MatrixXd& J = f_slopes.run(fill(t0, x0, d0, modes));
  MatrixXd A = J.middleCols(1, nx), B = J.middleCols(1 + nx, np);
  const auto add_rows = [&](const MatrixXd& a, const MatrixXd& b) {
    A.conservativeResize(A.rows() + a.rows(), Eigen::NoChange);
    B.conservativeResize(B.rows() + b.rows(), Eigen::NoChange);
    A.bottomRows(a.rows()) = a;
    B.bottomRows(b.rows()) = b;
  };
  if (system.constraints) {
    std::vector<int> all;
    for (int k = 1; k <= system.state_count(); ++k) all.push_back(k);
    for (const int k : which) all.push_back(1 + system.state_count() + k);
    InputSlopes conditions(*system.constraints->residual, all);
    const MatrixXd G = conditions.run(fill(t0, x0, d0, modes));
    add_rows(G.leftCols(nx), G.rightCols(np));
  }
  std::vector<double> sizes(static_cast<std::size_t>(nx));
  for (const StateBlock& block : system.states) {
    for (int k = block.offset; k < block.offset + block.size; ++k)
      sizes[static_cast<std::size_t>(k)] =
          state_scale(block.nominal, std::abs(x0[static_cast<std::size_t>(k)]));
    if (block.kind != StateBlock::Kind::quaternion) continue;
    MatrixXd norm = MatrixXd::Zero(1, nx);
    for (int k = block.offset; k < block.offset + 4; ++k)
      norm(0, k) = x0[static_cast<std::size_t>(k)];
    add_rows(norm, MatrixXd::Zero(1, np));
  }
  std::vector<bool> is_open(static_cast<std::size_t>(nx), true);
  for (bool is_done = false; !is_done;) {
    is_done = true;
    for (Index k = 0; k < nx; ++k) {
      if (!is_open[static_cast<std::size_t>(k)] || !A.col(k).isZero(0)) continue;
      is_open[static_cast<std::size_t>(k)] = is_done = false;
      A.row(k).setZero();
      B.row(k).setZero();
    }
  }
  std::vector<Index> open;
  for (Index k = 0; k < nx; ++k)
    if (is_open[static_cast<std::size_t>(k)]) open.push_back(k);
  MatrixXd scaled = A(Eigen::all, open);
  for (std::size_t k = 0; k < open.size(); ++k)
    scaled.col(static_cast<Index>(k)) *= sizes[static_cast<std::size_t>(open[k])];
  for (Index i = 0; i < scaled.rows(); ++i) {
    const double size = open.empty() ? 0.0 : scaled.row(i).cwiseAbs().maxCoeff();
    if (!(size > 0)) continue;
    scaled.row(i) /= size;
    B.row(i) /= size;
  }
  constexpr double kRankOfStart = 1e-9;
  if (PivotedQr(scaled).rank(kRankOfStart) < static_cast<Index>(open.size()))
    throw ModelError(
        "the equilibrium is one of a family, of which the search takes the one nearest "
        "to the start: its derivative is not known",
        "begin at initial values: --set simulate.start=initial");
  for (Index c = 0; c < np; ++c) {
    const VectorXd change = solve_least_squares(scaled, -B.col(c), kRankOfStart);
    for (std::size_t k = 0; k < open.size(); ++k)
      S(open[k], c) = change[static_cast<Index>(k)] * sizes[static_cast<std::size_t>(open[k])];
  }
}

// Initial values, and what happens at the start.
void SensitivitySink::Impl::start(const double* row) {
  t0 = row[0];
  const std::vector<double> x1(row + 1, row + 1 + nx);
  const std::vector<double> d1(row + 1 + nx, row + 1 + nx + nd);
  const std::vector<double> m1(row + 1 + nx + nd,
                               row + 1 + nx + nd + static_cast<Index>(system.mode_count()));
  if (t0 != 0) fail(t0, "derivatives need the run from its start on", "leave out what resumes it");
  // Of the written start: inputs t, p.
  std::vector<int> columns;
  for (const int k : which) columns.push_back(1 + k);
  InputSlopes start_slopes(*system.start, columns);
  std::vector<double> start_in{t0};
  start_in.insert(start_in.end(), parameters.begin(), parameters.end());
  const std::vector<double> written = system.start->evaluate(start_in);
  S = start_slopes.run(start_in.data());
  const bool is_at_rest = settings.start == RunStart::equilibrium;
  x0 = is_at_rest ? find_equilibrium(system, parameters).x : find_start(system, t0, parameters).x;
  D = MatrixXd::Zero(nd, np);
  d0.assign(static_cast<std::size_t>(nd), 0.0);
  if (is_at_rest) {
    d0 = d1;
    start_at_equilibrium(m1);
  } else if (system.constraints) {
    // Held components stay; the others follow, if the conditions determine them.
    const Function& residual = *system.constraints->residual;
    std::vector<int> all;
    for (int k = 1; k <= system.state_count(); ++k) all.push_back(k);
    for (const int k : which) all.push_back(1 + system.state_count() + k);
    InputSlopes conditions(residual, all);
    MatrixXd G = conditions.run(fill(t0, x0, d0, m1));
    if (system.constraints->start_residual) {
      InputSlopes more(*system.constraints->start_residual, all);
      const MatrixXd E = more.run(fill(t0, x0, d0, m1));
      G.conservativeResize(G.rows() + E.rows(), Eigen::NoChange);
      G.bottomRows(E.rows()) = E;
    }
    std::vector<Index> open;
    for (const StateBlock& block : system.states)
      for (int k = 0; k < block.size; ++k)
        if (block.role != StateBlock::Role::other &&
            (block.held.empty() || !block.held[static_cast<std::size_t>(k)]))
          open.push_back(block.offset + k);
    // A quaternion has its norm as a condition of its own.
    for (const StateBlock& block : system.states) {
      if (block.kind != StateBlock::Kind::quaternion) continue;
      G.conservativeResize(G.rows() + 1, Eigen::NoChange);
      G.bottomRows(1).setZero();
      for (int k = 0; k < 4; ++k)
        G(G.rows() - 1, block.offset + k) = x0[static_cast<std::size_t>(block.offset + k)];
    }
    const MatrixXd rest = G.leftCols(nx) * S + G.rightCols(np);
    if (rest.size() > 0 && rest.cwiseAbs().maxCoeff() > 1e-12 * (1 + G.cwiseAbs().maxCoeff())) {
      const MatrixXd G_open = G(Eigen::all, open);
      const bool is_determined = PivotedQr(G_open).rank(1e-9) == static_cast<Index>(open.size());
      if (!is_determined)
        throw ModelError(
            "the start of the closed loops is not determined by the values in 'initial' alone, so "
            "its derivative is not either",
            "give 'initial' for as many coordinates and speeds as the machine has degrees of "
            "freedom");
      for (Index c = 0; c < np; ++c) {
        const VectorXd change = solve_least_squares(G_open, -rest.col(c), 1e-12);
        for (std::size_t k = 0; k < open.size(); ++k)
          S(open[k], c) += change[static_cast<Index>(k)];
      }
    }
  }
  // Discrete states and modes depend on each other.
  std::vector<double> modes = m1;
  if (nd > 0) {
    free_inputs.fill(&t0, x0.data());
    for (int round = 0; round < 2; ++round) {
      free_inputs.set_discrete(0, d0.data());
      const double* point = free_inputs.fill(&t0, x0.data());
      free_inputs.find_modes();
      d0 = system.discrete_start->evaluate({point, point + system.function_input_count()});
    }
    std::vector<int> all;
    for (int k = 0; k < system.function_input_count() - system.mode_count(); ++k) all.push_back(k);
    InputSlopes discrete(*system.discrete_start, all);
    const MatrixXd J = discrete.run(free_inputs.data());
    D = J.middleCols(1, nx) * S;
    for (Index c = 0; c < np; ++c) D.col(c) += J.col(1 + nx + which[static_cast<std::size_t>(c)]);
  }
  free_inputs.set_discrete(0, d0.data());
  free_inputs.fill(&t0, x0.data());
  free_inputs.find_modes();
  m0.assign(free_inputs.modes(), free_inputs.modes() + system.mode_count());
  jump(t0, x1, d1, m1, true);
}

void SensitivitySink::Impl::step(double t1) {
  // Rows that belong to this step, its beginning included.
  while (row_times && row_times->at(next_row) < t1 * (1 - kSameSensitivityInstant)) {
    const double time = row_times->at(next_row++);
    if (time <= t0 * (1 + kSameSensitivityInstant)) {
      add_row(t0, x0, S);
      continue;
    }
    std::vector<double> x = x0;
    MatrixXd at = S;
    advance(t0, time - t0, x, at);
    project(time, x, d0, m0, at, D, VectorXd::Zero(np));
    add_row(time, x, at);
  }
}

void SensitivitySink::Impl::add_row(double t, const std::vector<double>& x, const MatrixXd& at) {
  const double* point = fill(t, x, d0, m0);
  VectorXd y(outputs->output_count());
  output_program.run(point, y.data(), workspace);
  const MatrixXd& J = h_slopes.run(point);
  times.push_back(t);
  values.push_back(y);
  slopes.emplace_back(J.middleCols(1, nx) * at + J.middleCols(1 + nx, np) + J.rightCols(nd) * D);
}

SensitivitySink::SensitivitySink(const System& system, const SimulateSettings& settings,
                                 const std::vector<double>& parameters,
                                 const std::vector<int>& which,
                                 const std::vector<std::string>& outputs)
    : impl_(std::make_unique<Impl>(system, settings, parameters, which, outputs)) {}
SensitivitySink::~SensitivitySink() = default;

void SensitivitySink::begin(const std::vector<Column>&) {}

void SensitivitySink::row(const double* values) {
  Impl& s = *impl_;
  if (!s.has_begun) {
    s.start(values);
    s.has_begun = true;
    if (!s.row_times) s.add_row(s.t0, s.x0, s.S);
    return;
  }
  const double t1 = values[0];
  const double* x = values + 1;
  const std::vector<double> x1(x, x + s.nx), d1(x + s.nx, x + s.nx + s.nd),
      m1(x + s.nx + s.nd, x + s.nx + s.nd + s.system.mode_count());
  if (t1 <= s.t0) {
    const bool changes = x1 != s.x0 || d1 != s.d0 || m1 != s.m0;
    if (!changes) return;
    s.jump(t1, x1, d1, m1, false);
    if (!s.row_times) s.add_row(s.t0, s.x0, s.S);
    return;
  }
  std::vector<double> repeated = s.x0;
  MatrixXd at = s.S;
  s.deviation = std::max(s.deviation, s.repeat_step(t1, x1, repeated, at));
  s.step(t1);
  s.S = std::move(at);
  s.t0 = t1;
  s.x0 = x1;
  s.project(t1, s.x0, s.d0, s.m0, s.S, s.D, VectorXd::Zero(s.np));
  // Discrete states and modes change at events alone, but for the guesses of Newton's method.
  for (const DiscreteBlock& block : s.system.discrete)
    if (block.is_guess)
      for (int k = block.offset; k < block.offset + block.size; ++k)
        s.d0[static_cast<std::size_t>(k)] = d1[static_cast<std::size_t>(k)];
  if (s.system.roots)
    for (const int flag : s.system.roots->flags)
      s.d0[static_cast<std::size_t>(flag)] = d1[static_cast<std::size_t>(flag)];
  if (d1 != s.d0 || m1 != s.m0) s.jump(t1, x1, d1, m1, false);
  if (!s.row_times) s.add_row(s.t0, s.x0, s.S);
}

void SensitivitySink::end() {
  Impl& s = *impl_;
  if (!s.has_begun || !s.row_times) return;
  if (s.times.empty() || s.times.back() < s.t0 * (1 - kSameSensitivityInstant))
    s.add_row(s.t0, s.x0, s.S);
}

void SensitivitySink::conclude_stop() {
  Impl& s = *impl_;
  if (!s.events.empty() && s.events.back().time == s.t0) return;
  std::string name;
  const VectorXd tau = s.find_shift(s.t0, false, name);
  if (!name.empty()) s.events.push_back({s.t0, name, tau});
}

const std::vector<double>& SensitivitySink::times() const { return impl_->times; }
const std::vector<VectorXd>& SensitivitySink::values() const { return impl_->values; }
const std::vector<MatrixXd>& SensitivitySink::slopes() const { return impl_->slopes; }
const std::vector<EventSlope>& SensitivitySink::events() const { return impl_->events; }
double SensitivitySink::largest_deviation() const { return impl_->deviation; }

}  // namespace holon
