// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/sensitivity/sensitivity_run.h"

#include <algorithm>
#include <cmath>

#include "holon/base/matrices.h"
#include "holon/simulate/simulation.h"

namespace holon {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// dopri5 (E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, table
// II.5.2), its solution of order 5.
constexpr int kExplicitStages = 6;
constexpr double kExplicitC[kExplicitStages] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1};
constexpr double kExplicitA[kExplicitStages][kExplicitStages] = {
    {},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656}};
constexpr double kExplicitB[kExplicitStages] = {35.0 / 384,     0,        500.0 / 1113, 125.0 / 192,
                                                -2187.0 / 6784, 11.0 / 84};

}  // namespace

void SensitivitySink::Impl::advance(double t, double h, std::vector<double>& x, MatrixXd& at) {
  tableau ? advance_implicitly(t, h, x, at) : advance_explicitly(t, h, x, at);
  // Unit quaternions: the derivative of q/|q|.
  for (const StateBlock& block : system.states) {
    if (block.kind != StateBlock::Kind::quaternion) continue;
    Eigen::Vector4d q;
    for (int k = 0; k < 4; ++k) q[k] = x[static_cast<std::size_t>(block.offset + k)];
    const double size = q.norm();
    q /= size;
    const MatrixXd rows = at.middleRows(block.offset, 4);
    at.middleRows(block.offset, 4) = (rows - q * (q.transpose() * rows)) / size;
    for (int k = 0; k < 4; ++k) x[static_cast<std::size_t>(block.offset + k)] = q[k];
  }
}

void SensitivitySink::Impl::advance_explicitly(double t, double h, std::vector<double>& x,
                                               MatrixXd& at) {
  std::array<std::vector<double>, kExplicitStages> k;
  std::array<MatrixXd, kExplicitStages> K;
  std::vector<double> X;
  for (std::size_t i = 0; i < kExplicitStages; ++i) {
    X = x;
    MatrixXd stage = at;
    for (std::size_t j = 0; j < i; ++j) {
      if (kExplicitA[i][j] == 0) continue;
      for (std::size_t n = 0; n < X.size(); ++n) X[n] += h * kExplicitA[i][j] * k[j][n];
      stage += h * kExplicitA[i][j] * K[j];
    }
    const double time = t + kExplicitC[i] * h;
    k[i] = run_rates(time, X, d0, m0);
    K[i] = calc_rate_slopes(time, X, stage);
  }
  for (std::size_t i = 0; i < kExplicitStages; ++i) {
    if (kExplicitB[i] == 0) continue;
    for (std::size_t n = 0; n < x.size(); ++n) x[n] += h * kExplicitB[i] * k[i][n];
    at += h * kExplicitB[i] * K[i];
  }
}

// Radau IIA by the inverse of its matrix (radau_tableau.h): with increments Z_i of the stages
//   Σ_j (A⁻¹)_ij Z_j = h f_i,   Σ_j (A⁻¹)_ij ΔS_j - h J_i ΔS_i = h (J_i S + P_i),
//   S_end = S + ΔS_s.
void SensitivitySink::Impl::advance_implicitly(double t, double h, std::vector<double>& x,
                                               MatrixXd& at) {
  constexpr int kMostIterations = 20;
  constexpr double kConverged = 1e-13;
  const Index n = nx, s = tableau->stages;
  MatrixXd inverse(s, s);
  for (Index i = 0; i < s; ++i) {
    const auto weights = tableau->calc_slope_weights(tableau->c[static_cast<std::size_t>(i)]);
    for (Index j = 0; j < s; ++j) inverse(i, j) = weights[static_cast<std::size_t>(j)];
  }
  const Eigen::Map<const VectorXd> x_start(x.data(), n);
  VectorXd Z = VectorXd::Zero(s * n), residual(s * n);
  MatrixXd M(s * n, s * n), right(s * n, np);
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    M.setZero();
    residual.setZero();
    for (Index i = 0; i < s; ++i) {
      const VectorXd X = x_start + Z.segment(i * n, n);
      const std::vector<double> stage(X.begin(), X.end());
      const double time = t + tableau->c[static_cast<std::size_t>(i)] * h;
      const std::vector<double> f = run_rates(time, stage, d0, m0);
      const MatrixXd& J = f_slopes.run(fill(time, stage, d0, m0));
      residual.segment(i * n, n) = h * Eigen::Map<const VectorXd>(f.data(), n);
      for (Index j = 0; j < s; ++j) {
        residual.segment(i * n, n) -= inverse(i, j) * Z.segment(j * n, n);
        M.block(i * n, j * n, n, n).diagonal().setConstant(inverse(i, j));
      }
      M.block(i * n, i * n, n, n) -= h * J.middleCols(1, n);
      right.middleRows(i * n, n) =
          h * (J.middleCols(1, n) * at + J.middleCols(1 + n, np) + J.rightCols(nd) * D);
    }
    const VectorXd change = solve_by_lu(M, MatrixXd(residual));
    Z += change;
    double largest = 0;
    for (Index i = 0; i < s * n; ++i)
      largest = std::max(largest, std::abs(change[i]) / (1e-3 + std::abs(x_start[i % n])));
    if (!(largest > kConverged)) break;
    if (!std::isfinite(largest)) fail(t, "a step of an implicit method cannot be repeated", "");
  }
  at += solve_by_lu(M, right).bottomRows(n);
  for (Index i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] += Z[(s - 1) * n + i];
}

// The end of the step to x1 in `x`, its derivatives in `at`. A run by radau does not say which of
// its two orders a step had: it is the one that ends where the run did. What the other one ends at
// differs by its error.
double SensitivitySink::Impl::repeat_step(double t1, const std::vector<double>& x1,
                                          std::vector<double>& x, MatrixXd& at) {
  const auto repeat = [&](std::vector<double>& end, MatrixXd& end_slopes) {
    advance(t0, t1 - t0, end, end_slopes);
    double largest = 0;
    for (std::size_t k = 0; k < end.size(); ++k)
      largest = std::max(largest, std::abs(end[k] - x1[k]) / (1 + std::abs(x1[k])));
    return largest;
  };
  constexpr double kReproduced = 0.03;  // as far as radau's iteration goes
  const double tolerance = settings.tolerance.value_or(Simulation::kDefaultTolerance);
  const double first = repeat(x, at);
  if (settings.solver != SolverMethod::radau || first <= kReproduced * tolerance) return first;
  const detail::RadauTableau* const tried = tableau;
  tableau = &detail::radau_tableau(tried->stages == 3 ? 5 : 3);
  std::vector<double> other = x0;
  MatrixXd other_slopes = S;
  const double second = repeat(other, other_slopes);
  if (!(second < first)) {
    tableau = tried;
    return first;
  }
  x = std::move(other);
  at = std::move(other_slopes);
  return second;
}

// The derivative of the projection onto positions, then speeds; tau: of the instant itself.
void SensitivitySink::Impl::project(double t, const std::vector<double>& x,
                                    const std::vector<double>& d, const std::vector<double>& m,
                                    MatrixXd& at, const MatrixXd& d_slopes, const VectorXd& tau) {
  if (!system.constraints) return;
  for (InputSlopes* step : {&place_slopes, &speed_slopes}) {
    const MatrixXd& J = step->run(fill(t, x, d, m));
    at += J.col(0) * tau.transpose() + J.middleCols(1, nx) * at + J.middleCols(1 + nx, np) +
          J.rightCols(nd) * d_slopes;
  }
}

}  // namespace holon
