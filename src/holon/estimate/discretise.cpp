// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/discretise.h"

#include <cmath>
#include <vector>

#include "holon/base/matrices.h"

namespace holon {

using Eigen::Index;
using Eigen::MatrixXd;

namespace {

/// How often a step is halved until |A| h <= `most`, in coordinates in which rows and columns of A
/// weigh alike (powers of two: units do not matter).
int count_halvings(const MatrixXd& A, double h, double most) {
  const auto norm = [&](const MatrixXd& a) { return h * a.cwiseAbs().colwise().sum().maxCoeff(); };
  if (A.size() == 0 || norm(A) <= most) return 0;
  MatrixXd a = A;
  constexpr int kSweeps = 3;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (Index k = 0; k < a.rows(); ++k) {
      const double own = std::abs(a(k, k));
      const double down = a.col(k).cwiseAbs().sum() - own, along = a.row(k).cwiseAbs().sum() - own;
      if (!(down > 0) || !(along > 0)) continue;
      const double scale = std::ldexp(1.0, std::ilogb(std::sqrt(along / down)));
      a.col(k) *= scale;
      a.row(k) /= scale;
    }
  }
  constexpr int kMost = 60;
  const double size = norm(a) / most;
  return size > 1 ? std::min(kMost, static_cast<int>(std::ceil(std::log2(size)))) : 0;
}

/// Over a step of twice the length: Q + F Q Fᵀ, F F.
void double_step(MatrixXd& F, MatrixXd& Q) {
  Q += F * Q * F.transpose();
  F = F * F;
}

}  // namespace

// exp([−A W; 0 Aᵀ] h) has e^(−λ h) beside e^(λ h): over a long step of a stiff model nothing would
// be left of Q but rounding error.
DiscreteNoise discretise_noise(const MatrixXd& A, const MatrixXd& W, double step) {
  const Index n = A.rows();
  const int halvings = count_halvings(A, step, 1.0);
  const double h = std::ldexp(step, -halvings);
  MatrixXd both = MatrixXd::Zero(2 * n, 2 * n);
  both.topLeftCorner(n, n) = -A * h;
  both.topRightCorner(n, n) = W * h;
  both.bottomRightCorner(n, n) = A.transpose() * h;
  const MatrixXd e = calc_exponential(both);
  DiscreteNoise r;
  r.F = e.bottomRightCorner(n, n).transpose();
  const MatrixXd Q = r.F * e.topRightCorner(n, n);
  r.Q = 0.5 * (Q + Q.transpose());
  for (int k = 0; k < halvings; ++k) double_step(r.F, r.Q);
  if (halvings > 0) r.Q = 0.5 * (r.Q + r.Q.transpose()).eval();
  return r;
}

namespace {

// ∫₀ʰ Φ(s) W Φ(s)ᵀ ds by Gauss' rule with three points, exact to degree 5, with the series of
// Φ(s) = exp(A s) to s⁴: a sum of squares, so never indefinite, as the series of Q is where noise
// reaches a state through more than two integrations.
constexpr int kNoiseTerms = 5;
const double kNoiseNodes[] = {0.5 - std::sqrt(0.15), 0.5, 0.5 + std::sqrt(0.15)};
constexpr double kNoiseWeights[] = {5.0 / 18, 8.0 / 18, 5.0 / 18};

/// For a diagonal density: Q = B Bᵀ, with the columns √(h w_i W_jj) Φ(s_i) e_j of B for each noisy
/// state j and node s_i. A is sparse: a state's rate depends on a few others.
void integrate_diagonal_noise(const MatrixXd& A, const MatrixXd& W, double h, MatrixXd& Q) {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Index n = W.rows();
  std::vector<Index> noisy;
  for (Index j = 0; j < n; ++j)
    if (W(j, j) != 0) noisy.push_back(j);
  const auto r = static_cast<Index>(noisy.size());
  Rows power = Rows::Zero(kNoiseTerms * n, r);  // (h A)ᵏ e_j/k!, one below the other
  for (Index j = 0; j < r; ++j) power(noisy[static_cast<std::size_t>(j)], j) = 1;
  struct Entry {
    Index row, column;
    double value;
  };
  std::vector<Entry> entries;
  entries.reserve(static_cast<std::size_t>(4 * n));
  for (Index column = 0; column < n; ++column)
    for (Index row = 0; row < n; ++row)
      if (A(row, column) != 0) entries.push_back({row, column, h * A(row, column)});
  for (int k = 1; k < kNoiseTerms; ++k)
    for (const Entry& e : entries)
      power.row(k * n + e.row) += e.value / k * power.row((k - 1) * n + e.column);
  Rows phi, B(n, 3 * r);
  const Eigen::RowVectorXd sizes = W.diagonal()(noisy).cwiseSqrt().transpose();
  for (int i = 0; i < 3; ++i) {
    phi = power.bottomRows(n);
    for (int k = kNoiseTerms - 1; k-- > 0;) phi = power.middleRows(k * n, n) + kNoiseNodes[i] * phi;
    B.middleCols(i * r, r) = phi * (std::sqrt(h * kNoiseWeights[i]) * sizes).asDiagonal();
  }
  Q.selfadjointView<Eigen::Lower>().rankUpdate(B);
}

}  // namespace

void integrate_noise(const MatrixXd& A, const MatrixXd& W, double step, MatrixXd& Q) {
  const int halvings = count_halvings(A, step, 1.0);
  const double h = std::ldexp(step, -halvings);
  Q.setZero(W.rows(), W.cols());
  const bool is_plain = W.isDiagonal(0) && (W.diagonal().array() >= 0).all();
  if (is_plain) {
    integrate_diagonal_noise(A, W, h, Q);
  } else {
    MatrixXd power[kNoiseTerms];
    power[0].setIdentity(W.rows(), W.cols());
    for (int k = 1; k < kNoiseTerms; ++k) power[k] = h / k * A * power[k - 1];
    for (int i = 0; i < 3; ++i) {
      MatrixXd phi = power[kNoiseTerms - 1];
      for (int k = kNoiseTerms - 1; k-- > 0;) phi = (power[k] + kNoiseNodes[i] * phi).eval();
      Q += h * kNoiseWeights[i] * phi * W * phi.transpose();
    }
  }
  Q.triangularView<Eigen::StrictlyUpper>() = Q.transpose();
  if (halvings == 0) return;
  MatrixXd F = calc_exponential(h * A);
  for (int k = 0; k < halvings; ++k) double_step(F, Q);
  Q = 0.5 * (Q + Q.transpose()).eval();
}

SampledWeights sample_weights(const MatrixXd& A, const MatrixXd& B, const MatrixXd& Q,
                              const MatrixXd& R, double h) {
  const Index n = A.rows(), m = B.cols();
  MatrixXd a = MatrixXd::Zero(n + m, n + m), w = MatrixXd::Zero(n + m, n + m);
  a.topLeftCorner(n, n) = A;
  a.topRightCorner(n, m) = B;
  w.topLeftCorner(n, n) = Q;
  w.bottomRightCorner(m, m) = R;
  // ∫ exp(aᵀ s) w exp(a s) ds
  const DiscreteNoise d = discretise_noise(a.transpose(), w, h);
  SampledWeights r;
  r.F = d.F.transpose().topLeftCorner(n, n);
  r.G = d.F.transpose().topRightCorner(n, m);
  r.Q = d.Q.topLeftCorner(n, n);
  r.N = d.Q.topRightCorner(n, m);
  r.R = d.Q.bottomRightCorner(m, m);
  return r;
}

}  // namespace holon
