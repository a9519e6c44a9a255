// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/inverse_dynamics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "holon/base/errors.h"
#include "holon/base/interrupt.h"
#include "holon/base/matrices.h"
#include "holon/base/names.h"
#include "holon/expr/derive/dependence.h"
#include "holon/expr/derive/jacobian.h"
#include "holon/simulate/rhs/system_rhs.h"
#include "holon/simulate/start/start.h"
#include "holon/system/counted_revolutions.h"
#include "holon/system/fresh_inputs.h"

namespace holon {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kClosed = 1e-12;  // [m, rad] of closed loops
constexpr int kMostClosingSteps = 50;
constexpr double kEffortRank = 1e-10;
constexpr int kMostEffortSteps = 20;
constexpr double kEffortChange = 1e-6;                      // of efforts, for slopes
constexpr double kLeastAcceleration = 1e-300;               // [SI unit], for machines at rest
constexpr double kMadeMotion = 1e-9, kMissedMotion = 1e-6;  // of the accelerations' size

/// Weights of the first and second derivative at x0 from values at the points x (Fornberg).
void calc_weights(double x0, const double* x, int n, double* first, double* second) {
  std::vector<std::array<double, 3>> c(static_cast<std::size_t>(n), {0, 0, 0});
  double c1 = 1, c4 = x[0] - x0;
  c[0][0] = 1;
  for (int i = 1; i < n; ++i) {
    const int most = std::min(i, 2);
    double c2 = 1;
    const double c5 = c4;
    c4 = x[i] - x0;
    for (int j = 0; j < i; ++j) {
      const double c3 = x[i] - x[j];
      c2 *= c3;
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      if (j == i - 1) {
        for (int k = most; k > 0; --k) {
          const auto m = static_cast<std::size_t>(k);
          c[a][m] = c1 * (k * c[a - 1][m - 1] - c5 * c[a - 1][m]) / c2;
        }
        c[a][0] = -c1 * c5 * c[a - 1][0] / c2;
      }
      for (int k = most; k > 0; --k) {
        const auto m = static_cast<std::size_t>(k);
        c[b][m] = (c4 * c[b][m] - k * c[b][m - 1]) / c3;
      }
      c[b][0] = c4 * c[b][0] / c3;
    }
    c1 = c2;
  }
  for (int i = 0; i < n; ++i)
    first[i] = c[static_cast<std::size_t>(i)][1], second[i] = c[static_cast<std::size_t>(i)][2];
}

/// Whether a state only counts the revolutions of an angle that positions give.
bool is_follower(const System& system, const StateBlock& block) {
  return block.role == StateBlock::Role::other && block.dimension == dimensions::kAngle &&
         system.constraints && detail::has_output_beyond_itself(system, block);
}

/// Refuses states besides positions and speeds that change with time and on which these rates
/// depend: only an integration along the motion would know them.
void refuse_free_states(const System& system, const std::vector<int>& rates) {
  const std::vector<Expr>& slopes = system.derivative->output_scalars();
  std::vector<Expr> accelerations, states;
  std::vector<int> places;
  for (const int k : rates) accelerations.push_back(slopes[static_cast<std::size_t>(k)]);
  for (const StateBlock& block : system.states)
    for (int k = block.offset; k < block.offset + block.size; ++k) {
      if (block.role != StateBlock::Role::other || is_follower(system, block)) continue;
      if (slopes[static_cast<std::size_t>(k)].is_constant(0.0)) continue;
      states.push_back(system.derivative->input_scalars()[static_cast<std::size_t>(1 + k)]);
      places.push_back(k);
    }
  const Sparsity pattern = find_dependence(accelerations, states);
  for (std::size_t j = 0; j < states.size(); ++j)
    if (pattern.start[j + 1] > pattern.start[j])
      throw ModelError("the efforts depend on the state '" + system.state_name(places[j]) +
                           "', which changes with time and is not given by the motion",
                       "hold it, or let a run find the effort: 'motion' of the joint");
}

}  // namespace

void differentiate_rows(CoordinateMotion& motion) {
  constexpr Index kPoints = 7;
  const Index rows = motion.q.rows(), points = std::min(kPoints, rows);
  motion.v = motion.a = MatrixXd::Zero(rows, motion.q.cols());
  if (points < 2) return;
  for (Index r = 0; r < rows; ++r) {
    const Index from = std::clamp(r - points / 2, Index(0), rows - points);
    double first[kPoints], second[kPoints];
    calc_weights(motion.time[static_cast<std::size_t>(r)],
                 motion.time.data() + static_cast<std::ptrdiff_t>(from), static_cast<int>(points),
                 first, second);
    for (Index k = 0; k < points; ++k) {
      motion.v.row(r) += first[k] * motion.q.row(from + k);
      motion.a.row(r) += second[k] * motion.q.row(from + k);
    }
  }
}

int find_rate_of(const System& system, int coordinate) {
  const Expr rate = system.derivative->output_scalars()[static_cast<std::size_t>(coordinate)];
  const std::vector<Expr>& inputs = system.derivative->input_scalars();
  for (int k = 0; k < system.state_count(); ++k)
    if (inputs[static_cast<std::size_t>(1 + k)] == rate) return k;
  return -1;
}

InverseDynamics find_efforts(const System& system, const std::vector<double>& parameters,
                             const std::vector<int>& coordinates, const std::vector<int>& efforts,
                             const CoordinateMotion& motion) {
  if (system.discrete_count() > (system.roots ? 2 * system.roots->count() : 0))
    throw ModelError("the efforts depend on discrete states ('" + system.discrete_name(0) +
                         "'), which inverse dynamics does not know",
                     "leave out dry friction, joint limits and sampled parts");
  if (system.input_count() > 0)
    throw ModelError("the efforts depend on delayed signals ('" + system.inputs[0] + "')");
  std::vector<int> rates;
  for (const int q : coordinates) {
    rates.push_back(find_rate_of(system, q));
    if (rates.back() < 0)
      throw ModelError("'" + system.state_name(q) + "' has no speed among the states");
  }
  refuse_free_states(system, rates);
  const auto count = static_cast<Index>(coordinates.size());
  const auto is_given = [&](int k) {
    return std::find(coordinates.begin(), coordinates.end(), k) != coordinates.end() ||
           std::find(rates.begin(), rates.end(), k) != rates.end();
  };
  std::vector<int> open_places, open_speeds;
  for (const StateBlock& block : system.states)
    for (int k = block.offset; k < block.offset + block.size; ++k) {
      if (is_given(k)) continue;
      if (block.role == StateBlock::Role::coordinate) open_places.push_back(k);
      if (block.role == StateBlock::Role::rate) open_speeds.push_back(k);
    }
  const FunctionRef residual = system.constraints && !system.constraints->names.empty()
                                   ? system.constraints->residual
                                   : nullptr;
  const auto list_open = [&] {
    std::vector<std::string> names;
    for (const int k : open_places) names.push_back(system.state_name(k));
    return quote_list(names, "and", 6);
  };
  if (!residual && !open_places.empty())
    throw ModelError("the motion of " + list_open() + " is not given",
                     "give it by --motion, or hold it, such as NAME=0");
  Program residual_program, slope_program;
  Sparsity pattern;
  if (residual) {
    detail::FreshInputs fresh(*residual);
    std::vector<Expr> x(fresh.all.begin() + 1, fresh.all.begin() + 1 + system.state_count());
    Jacobian J = jacobian(residual->substitute(fresh.all), x);
    pattern = J.pattern;
    residual_program = Program(*residual, {.engine = Engine::jit});
    slope_program = Program(*Function::make("slopes", fresh.graph, std::move(fresh.groups),
                                            {{"J", std::move(J.entries)}}),
                            {.engine = Engine::jit});
  }
  const SystemPrograms programs(system);
  SystemInputs inputs(system, programs.indicators, 1);
  Workspace workspace;
  inputs.set_parameters(0, parameters);
  std::vector<double> x = find_start(system, 0, parameters).x;
  if (system.discrete_count() > 0) {
    const std::vector<double> zero(static_cast<std::size_t>(system.discrete_count()), 0.0);
    inputs.set_discrete(0, zero.data());
  }

  std::vector<std::string> followers;
  std::vector<std::size_t> follower_places;
  for (const StateBlock& block : system.states)
    if (is_follower(system, block)) {
      followers.push_back(block.name);
      follower_places.push_back(static_cast<std::size_t>(block.offset));
    }
  Program follow;
  if (!followers.empty())
    follow = Program(*system.select_outputs(followers), {.engine = Engine::jit});
  const auto count_revolutions = [&](double t) {
    if (followers.empty()) return;
    std::vector<double> angles(followers.size());
    inputs.fill(&t, x.data());
    inputs.find_modes();
    follow.run(inputs.data(), angles.data(), workspace);
    for (std::size_t k = 0; k < angles.size(); ++k) x[follower_places[k]] = angles[k];
  };

  // Positions, then speeds, of coordinates that follow.
  const auto close = [&](double t, bool speeds) {
    const std::vector<int>& open = speeds ? open_speeds : open_places;
    if (!residual || open.empty()) return;
    const auto rows = static_cast<Index>(system.constraints->names.size());
    const Index first = speeds ? rows : 0;
    double gap = 0;
    for (int step = 0; step < kMostClosingSteps; ++step) {
      const double* in = inputs.fill(&t, x.data());
      std::vector<double> g(static_cast<std::size_t>(residual_program.output_count()));
      std::vector<double> entries(static_cast<std::size_t>(pattern.count()));
      residual_program.run(in, g.data(), workspace);
      slope_program.run(in, entries.data(), workspace);
      MatrixXd G = MatrixXd::Zero(pattern.rows, pattern.columns);
      for (int j = 0; j < pattern.columns; ++j)
        for (int k = pattern.start[std::size_t(j)]; k < pattern.start[std::size_t(j + 1)]; ++k)
          G(pattern.row[std::size_t(k)], j) = entries[std::size_t(k)];
      const VectorXd r = Eigen::Map<const VectorXd>(g.data(), Index(g.size())).segment(first, rows);
      gap = r.size() > 0 ? r.lpNorm<Eigen::Infinity>() : 0;
      const MatrixXd part = G.middleRows(first, rows)(Eigen::all, open);
      if (step == 0 && PivotedQr(part).rank(1e-9) < static_cast<Index>(open.size()))
        throw ModelError(
            fmt::format("the motion of {} is not given, and the closed loops do not determine it "
                        "at {:.6g} s",
                        list_open(), t),
            "give one more coordinate by --motion");
      if (gap < kClosed) return;
      const VectorXd change = solve_least_squares(part, -r, 1e-12);
      for (std::size_t k = 0; k < open.size(); ++k)
        x[static_cast<std::size_t>(open[k])] += change[static_cast<Index>(k)];
    }
    if (gap > 1e3 * kClosed * (1 + (speeds ? 1e3 : 0)))
      throw ModelError(fmt::format(
          "the closed loops cannot follow the motion at {:.6g} s: a gap of {:.3g} remains", t,
          gap));
  };

  InverseDynamics result;
  result.efforts.resize(motion.q.rows(), count);
  std::vector<double> values = parameters, dx(x.size());
  for (Index row = 0; row < motion.q.rows(); ++row) {
    throw_if_interrupted();
    const double t = motion.time[static_cast<std::size_t>(row)];
    for (Index k = 0; k < count; ++k) {
      x[static_cast<std::size_t>(coordinates[std::size_t(k)])] = motion.q(row, k);
      x[static_cast<std::size_t>(rates[std::size_t(k)])] = motion.v(row, k);
    }
    close(t, false);
    close(t, true);
    count_revolutions(t);
    const auto accelerate = [&](const VectorXd& u) {
      for (Index k = 0; k < count; ++k)
        values[static_cast<std::size_t>(efforts[std::size_t(k)])] = u[k];
      inputs.set_parameters(0, values);
      inputs.fill(&t, x.data());
      inputs.find_modes();
      programs.derivative.run(inputs.data(), dx.data(), workspace);
      VectorXd a(count);
      for (Index k = 0; k < count; ++k) a[k] = dx[static_cast<std::size_t>(rates[std::size_t(k)])];
      return a;
    };
    const auto name_efforts = [&] {
      std::vector<std::string> names;
      for (const int k : efforts) names.push_back(system.parameters[std::size_t(k)].name);
      return quote_list(names, "and", 6);
    };
    // ∂a/∂u about u, by differences.
    const auto find_slopes = [&](const VectorXd& u, const VectorXd& a, double change) {
      MatrixXd B(count, count);
      for (Index k = 0; k < count; ++k)
        B.col(k) = (accelerate(u + change * VectorXd::Unit(count, k)) - a) / change;
      if (!B.allFinite() || !a.allFinite())
        throw ModelError(fmt::format("the accelerations are not finite at {:.6g} s", t));
      if (PivotedQr(B).rank(kEffortRank) < count)
        throw ModelError(fmt::format("{} cannot make this motion at {:.6g} s: the accelerations do "
                                     "not depend on them independently",
                                     name_efforts(), t),
                         "choose others by --effort");
      return B;
    };
    // Accelerations are affine in efforts as a rule: a step, and one for what rounding errors of
    // large efforts leave. Else, where the model limits them, by Newton's method.
    const VectorXd wanted = motion.a.row(row).transpose();
    VectorXd u = VectorXd::Zero(count), a = accelerate(u);
    const double ordinary = wanted.lpNorm<Eigen::Infinity>() + a.lpNorm<Eigen::Infinity>();
    MatrixXd B = find_slopes(u, a, 1.0);
    double missed = 0;
    for (int step = 0; step < kMostEffortSteps; ++step) {
      if (step >= 2) B = find_slopes(u, a, kEffortChange * (1 + u.lpNorm<Eigen::Infinity>()));
      u += solve_by_qr(B, MatrixXd(wanted - a));
      a = accelerate(u);
      const double size = ordinary + (B.cwiseAbs() * u.cwiseAbs()).maxCoeff();
      missed = (wanted - a).lpNorm<Eigen::Infinity>() / std::max(size, kLeastAcceleration);
      if (step >= 1 && missed < kMadeMotion) break;
    }
    if (!(missed < kMissedMotion))
      throw ModelError(fmt::format("{} cannot make this motion at {:.6g} s: with the efforts that "
                                   "come nearest the accelerations are off by {:.3g} of their size",
                                   name_efforts(), t, missed),
                       "a limit or a jump of the model stands between");
    result.efforts.row(row) = u.transpose();
    result.in.emplace_back(inputs.data(), inputs.data() + system.function_input_count());
  }
  return result;
}

}  // namespace holon
