// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/discretise.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "holon/base/balance.h"
#include "holon/base/matrices.h"
#include "holon/estimate/row_kernels.h"

namespace holon {

using Eigen::Index;
using Eigen::MatrixXd;

namespace {

/// How often a step is halved until |A| h <= `most`, in balanced coordinates (units do not matter).
int count_halvings(const MatrixXd& A, double h, double most) {
  const auto norm = [&](const MatrixXd& a) { return h * a.cwiseAbs().colwise().sum().maxCoeff(); };
  if (A.size() == 0 || norm(A) <= most) return 0;
  const Eigen::VectorXd scale = find_balance(A);
  constexpr int kMost = 60;
  const double size = norm(scale.cwiseInverse().asDiagonal() * A * scale.asDiagonal()) / most;
  return size > 1 ? std::min(kMost, static_cast<int>(std::ceil(std::log2(size)))) : 0;
}

/// Over a step of twice the length: Q + F Q Fᵀ, F F.
void double_step(MatrixXd& F, MatrixXd& Q) {
  Q += calc_congruence(F, Q);
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
constexpr std::size_t kNoiseTerms = 5;
const double kNoiseNodes[] = {0.5 - std::sqrt(0.15), 0.5, 0.5 + std::sqrt(0.15)};
constexpr double kNoiseWeights[] = {5.0 / 18, 8.0 / 18, 5.0 / 18};

/// For a diagonal density: Q = B Bᵀ, with the columns √(h w_i W_jj) Φ(s_i) e_j of B for each noisy
/// state j and node s_i. A is sparse: a state's rate depends on a few others. Rows of whole quads:
/// the matrices are small, and this is done at every step. Only the lower triangle of Q.
void integrate_diagonal_noise(const MatrixXd& A, const MatrixXd& W, double h, MatrixXd& Q) {
  const detail::RowKernels& kernels = detail::row_kernels();
  const Index n = W.rows();
  Index noisy = 0;
  for (Index j = 0; j < n; ++j) noisy += W(j, j) != 0 ? 1 : 0;
  const Index width = detail::row_width(noisy), all = n * width;
  constexpr int kTerms = static_cast<int>(kNoiseTerms);
  thread_local std::vector<double> work;
  thread_local std::vector<detail::NoiseEntry> entries;
  work.resize(static_cast<std::size_t>((kTerms + 3) * all));
  std::fill_n(work.begin(), kTerms * all, 0.0);
  double* const power = work.data();  // (h A)ᵏ √W_jj e_j/k!, one below the other
  double* const B = power + kTerms * all;
  for (Index j = 0, at = 0; j < n; ++j)
    if (W(j, j) != 0) power[j * width + at++] = std::sqrt(W(j, j));
  entries.clear();
  for (Index column = 0; column < n; ++column)
    for (Index row = 0; row < n; ++row)
      if (const double a = A.data()[column * n + row]; a != 0)
        entries.push_back({row, column, h * a});
  kernels.make_noise_powers(entries.data(), entries.size(), power, kTerms, all, width);
  for (int i = 0; i < 3; ++i)
    kernels.add_noise_node(power, kTerms, all, static_cast<int>(n), width, kNoiseNodes[i],
                           std::sqrt(h * kNoiseWeights[i]), B + i * width, 3 * width);
  // By rows the entries right of the diagonal are those of columns below it.
  kernels.dot_all(B, static_cast<int>(n), B, static_cast<int>(n), 3 * width, true, Q.data(), n);
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
    for (std::size_t k = 1; k < kNoiseTerms; ++k)
      power[k] = h / static_cast<double>(k) * A * power[k - 1];
    for (int i = 0; i < 3; ++i) {
      MatrixXd phi = power[kNoiseTerms - 1];
      for (std::size_t k = kNoiseTerms - 1; k-- > 0;)
        phi = (power[k] + kNoiseNodes[i] * phi).eval();
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
