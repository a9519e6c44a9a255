// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/discretise.h"

#include <cmath>
#include <vector>

#include "holon/base/matrices.h"

namespace holon {

using Eigen::Index;
using Eigen::MatrixXd;

DiscreteNoise discretise_noise(const MatrixXd& A, const MatrixXd& W, double h) {
  const Index n = A.rows();
  MatrixXd both = MatrixXd::Zero(2 * n, 2 * n);
  both.topLeftCorner(n, n) = -A * h;
  both.topRightCorner(n, n) = W * h;
  both.bottomRightCorner(n, n) = A.transpose() * h;
  const MatrixXd e = calc_exponential(both);
  DiscreteNoise r;
  r.F = e.bottomRightCorner(n, n).transpose();
  const MatrixXd Q = r.F * e.topRightCorner(n, n);
  r.Q = 0.5 * (Q + Q.transpose());
  return r;
}

// ∫₀ʰ Φ(s) W Φ(s)ᵀ ds by Gauss' rule with three points, exact to degree 5, with the series of
// Φ(s) = exp(A s) to s⁴: a sum of squares, so never indefinite, as the series of Q is where noise
// reaches a state through more than two integrations.
void integrate_noise(const MatrixXd& A, const MatrixXd& W, double h, MatrixXd& Q) {
  constexpr int kTerms = 5;
  const double kNodes[] = {0.5 - std::sqrt(0.15), 0.5, 0.5 + std::sqrt(0.15)};
  constexpr double kWeights[] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
  std::vector<Index> noisy;
  for (Index i = 0; i < W.rows(); ++i)
    if (!W.row(i).isZero(0)) noisy.push_back(i);
  Q.setZero(W.rows(), W.cols());
  if (noisy.empty()) return;
  const MatrixXd core = W(noisy, noisy);
  const bool is_diagonal = core.isDiagonal(0);
  struct Entry {
    Index row, column;
    double value;
  };
  std::vector<Entry> entries;  // A is sparse: a state's rate depends on a few others
  for (Index j = 0; j < A.cols(); ++j)
    for (Index i = 0; i < A.rows(); ++i)
      if (A(i, j) != 0) entries.push_back({i, j, A(i, j)});
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Rows power[kTerms];  // columns of (h A)ᵏ/k!
  power[0] = MatrixXd::Identity(W.rows(), W.cols())(Eigen::all, noisy);
  for (int k = 1; k < kTerms; ++k) {
    power[k].setZero(power[0].rows(), power[0].cols());
    for (const Entry& e : entries)
      power[k].row(e.row) += (h / k * e.value) * power[k - 1].row(e.column);
  }
  Rows phi, half;
  for (int i = 0; i < 3; ++i) {
    phi = power[kTerms - 1];
    for (int k = kTerms - 1; k-- > 0;) phi = power[k] + kNodes[i] * phi;
    if (is_diagonal)
      half = phi * (h * kWeights[i] * core.diagonal()).asDiagonal();
    else
      half.noalias() = (h * kWeights[i]) * (phi * core);
    for (Index r = 0; r < Q.rows(); ++r)
      for (Index c = 0; c <= r; ++c) Q(r, c) += half.row(r).dot(phi.row(c));
  }
  Q.triangularView<Eigen::StrictlyUpper>() = Q.transpose();
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
