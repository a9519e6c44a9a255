// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/sensitivity_run.h"

#include <algorithm>
#include <cmath>

#include "holon/base/matrices.h"

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

// Radau IIA of order 5 (E. Hairer, G. Wanner, II, table IV.5.6).
constexpr double kRoot6 = 2.4494897427831780982;
constexpr double kImplicitC[3] = {(4 - kRoot6) / 10, (4 + kRoot6) / 10, 1};
constexpr double kImplicitA[3][3] = {
    {(88 - 7 * kRoot6) / 360, (296 - 169 * kRoot6) / 1800, (-2 + 3 * kRoot6) / 225},
    {(296 + 169 * kRoot6) / 1800, (88 + 7 * kRoot6) / 360, (-2 - 3 * kRoot6) / 225},
    {(16 - kRoot6) / 36, (16 + kRoot6) / 36, 1.0 / 9}};

}  // namespace

void SensitivitySink::Impl::advance(double t, double h, std::vector<double>& x, MatrixXd& at) {
  is_implicit ? advance_implicitly(t, h, x, at) : advance_explicitly(t, h, x, at);
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

void SensitivitySink::Impl::advance_implicitly(double t, double h, std::vector<double>& x,
                                               MatrixXd& at) {
  constexpr int kMostIterations = 20;
  constexpr double kConverged = 1e-13;
  const Index n = nx;
  const Eigen::Map<const VectorXd> x_start(x.data(), n);
  VectorXd Z = VectorXd::Zero(3 * n);
  MatrixXd M(3 * n, 3 * n), P(3 * n, np);
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    VectorXd F(3 * n);
    for (Index i = 0; i < 3; ++i) {
      const VectorXd X = x_start + Z.segment(i * n, n);
      const std::vector<double> stage(X.begin(), X.end());
      const double time = t + kImplicitC[i] * h;
      const std::vector<double> f = run_rates(time, stage, d0, m0);
      F.segment(i * n, n) = Eigen::Map<const VectorXd>(f.data(), n);
      const MatrixXd& J = f_slopes.run(fill(time, stage, d0, m0));
      for (Index j = 0; j < 3; ++j)
        M.block(j * n, i * n, n, n) = -h * kImplicitA[j][i] * J.middleCols(1, n);
      P.middleRows(i * n, n) = J.middleCols(1 + n, np) + J.rightCols(nd) * D;
    }
    M.diagonal().array() += 1;
    VectorXd residual = Z;
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j < 3; ++j)
        residual.segment(i * n, n) -= h * kImplicitA[i][j] * F.segment(j * n, n);
    const VectorXd change = solve_by_lu(M, MatrixXd(-residual));
    Z += change;
    double largest = 0;
    for (Index i = 0; i < 3 * n; ++i)
      largest = std::max(largest, std::abs(change[i]) / (1e-3 + std::abs(x_start[i % n])));
    if (!(largest > kConverged)) break;
    if (!std::isfinite(largest)) fail(t, "a step of radau5 cannot be repeated", "");
  }
  // (1 - h A ⊗ J) S_i = S + h A P.
  MatrixXd right(3 * n, np);
  for (Index i = 0; i < 3; ++i) {
    right.middleRows(i * n, n) = at;
    for (Index j = 0; j < 3; ++j)
      right.middleRows(i * n, n) += h * kImplicitA[i][j] * P.middleRows(j * n, n);
  }
  at = solve_by_lu(M, right).bottomRows(n);
  for (Index i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] += Z[2 * n + i];
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
