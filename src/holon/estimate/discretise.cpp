// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/discretise.h"

#include <algorithm>
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

/// The entries of A that are not zero, by column: a state's rate depends on a few others.
struct SparseColumns {
  std::vector<int> begin, row;
  std::vector<double> value;
  explicit SparseColumns(const MatrixXd& A) {
    for (Index j = 0; j < A.cols(); ++j) {
      begin.push_back(static_cast<int>(row.size()));
      for (Index i = 0; i < A.rows(); ++i)
        if (A(i, j) != 0) row.push_back(static_cast<int>(i)), value.push_back(A(i, j));
    }
    begin.push_back(static_cast<int>(row.size()));
  }
};

/// Adds what the noise of density w in the state j brings: Φ e_j has few entries that are not zero.
class NoiseColumn {
 public:
  explicit NoiseColumn(Index n) : is_reached_(static_cast<std::size_t>(n), 0) {
    for (std::vector<double>& p : power_) p.assign(static_cast<std::size_t>(n), 0.0);
  }
  void add(const SparseColumns& A, Index j, double w, double h, MatrixXd& Q) {
    reach(static_cast<int>(j));
    power_[0][static_cast<std::size_t>(j)] = 1;
    for (int k = 1; k < kNoiseTerms; ++k) {  // (h A)ᵏ e_j/k!
      const std::size_t reached = rows_.size();
      for (std::size_t r = 0; r < reached; ++r) {
        const auto c = static_cast<std::size_t>(rows_[r]);
        const double from = h / k * power_[k - 1][c];
        if (from == 0) continue;
        for (int e = A.begin[c]; e < A.begin[c + 1]; ++e) {
          const auto at = static_cast<std::size_t>(e);
          reach(A.row[at]);
          power_[k][static_cast<std::size_t>(A.row[at])] += from * A.value[at];
        }
      }
    }
    std::sort(rows_.begin(), rows_.end());
    const std::size_t count = rows_.size();
    values_.resize(3 * count);
    for (std::size_t r = 0; r < count; ++r) {
      const auto at = static_cast<std::size_t>(rows_[r]);
      for (int i = 0; i < 3; ++i) {
        double sum = power_[kNoiseTerms - 1][at];
        for (int k = kNoiseTerms - 1; k-- > 0;) sum = power_[k][at] + kNoiseNodes[i] * sum;
        values_[3 * r + static_cast<std::size_t>(i)] = sum;
      }
    }
    for (std::size_t c = 0; c < count; ++c) {
      const double* const of = values_.data() + 3 * c;
      const double a = h * kNoiseWeights[0] * w * of[0], b = h * kNoiseWeights[1] * w * of[1],
                   d = h * kNoiseWeights[2] * w * of[2];
      double* const column = &Q(0, rows_[c]);
      for (std::size_t r = c; r < count; ++r) {
        const double* const by = values_.data() + 3 * r;
        column[rows_[r]] += a * by[0] + b * by[1] + d * by[2];
      }
    }
    for (const int r : rows_) {
      is_reached_[static_cast<std::size_t>(r)] = 0;
      for (std::vector<double>& p : power_) p[static_cast<std::size_t>(r)] = 0;
    }
    rows_.clear();
  }

 private:
  void reach(int row) {
    char& is_reached = is_reached_[static_cast<std::size_t>(row)];
    if (!is_reached) rows_.push_back(row);
    is_reached = 1;
  }
  std::vector<char> is_reached_;
  std::vector<int> rows_;
  std::vector<double> power_[kNoiseTerms], values_;
};

}  // namespace

void integrate_noise(const MatrixXd& A, const MatrixXd& W, double step, MatrixXd& Q) {
  const int halvings = count_halvings(A, step, 1.0);
  const double h = std::ldexp(step, -halvings);
  Q.setZero(W.rows(), W.cols());
  if (W.isDiagonal(0)) {
    const SparseColumns columns(A);
    NoiseColumn noise(W.rows());
    for (Index j = 0; j < W.rows(); ++j)
      if (W(j, j) != 0) noise.add(columns, j, W(j, j), h, Q);
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
