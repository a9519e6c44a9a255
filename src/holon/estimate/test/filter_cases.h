// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Models for tests of filters and smoothers.

#include <Eigen/LU>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "holon/base/matrices.h"
#include "holon/estimate/gaussian_filter.h"

namespace holon::test {

/// A linear model with three states and two measurements, and a record of them.
struct LinearCase {
  Eigen::MatrixXd F{{1, 0.1, 0.005}, {0, 1, 0.1}, {0, 0, 0.95}};
  Eigen::MatrixXd H{{1, 0, 0}, {0.3, 0, 1}};
  Eigen::MatrixXd Q = Eigen::Vector3d(1e-4, 2e-3, 1e-2).asDiagonal();
  Eigen::MatrixXd R{{0.04, 0.01}, {0.01, 0.09}};
  Eigen::MatrixXd P0{{1, 0.2, 0}, {0.2, 2, 0.1}, {0, 0.1, 0.5}};
  Eigen::VectorXd x0 = Eigen::Vector3d(0.5, -1, 0.2);
  std::vector<Eigen::VectorXd> z;

  /// `kept` of the third state remains after a step.
  explicit LinearCase(int count, double kept = 0.95) {
    F(2, 2) = kept;
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    Eigen::VectorXd x = Eigen::Vector3d(1, 0, 0);
    for (int k = 0; k < count; ++k) {
      x = F * x;
      for (int i = 0; i < 3; ++i) x[i] += std::sqrt(Q(i, i)) * normal(random);
      Eigen::VectorXd measured = H * x;
      for (int i = 0; i < 2; ++i) measured[i] += 0.2 * normal(random);
      z.push_back(measured);
    }
  }
  /// All states by one least-squares problem in x₀ … x_N, by its normal equations.
  struct Batch {
    Eigen::VectorXd x;
    Eigen::MatrixXd P;
  };
  Batch solve_batch() const {
    const auto N = static_cast<Eigen::Index>(z.size());
    Eigen::MatrixXd information = Eigen::MatrixXd::Zero(3 * (N + 1), 3 * (N + 1));
    Eigen::VectorXd side = Eigen::VectorXd::Zero(3 * (N + 1));
    const Eigen::MatrixXd Qi = Q.inverse(), Ri = R.inverse(), P0i = P0.inverse();
    information.topLeftCorner(3, 3) += P0i;
    side.head(3) += P0i * x0;
    for (Eigen::Index k = 0; k < N; ++k) {
      const Eigen::Index a = 3 * k, b = a + 3;
      information.block(a, a, 3, 3) += F.transpose() * Qi * F;
      information.block(a, b, 3, 3) -= F.transpose() * Qi;
      information.block(b, a, 3, 3) -= Qi * F;
      information.block(b, b, 3, 3) += Qi + H.transpose() * Ri * H;
      side.segment(b, 3) += H.transpose() * Ri * z[static_cast<std::size_t>(k)];
    }
    return {solve_by_lu(information, side), information.inverse()};
  }
};

inline FilterOptions options_of(FilterMethod method, CovarianceForm form) {
  FilterOptions options;
  options.method = method;
  options.form = form;
  return options;
}

inline const FilterOptions kAllFilters[] = {
    options_of(FilterMethod::ekf, CovarianceForm::joseph),
    options_of(FilterMethod::ekf, CovarianceForm::square_root),
    options_of(FilterMethod::ukf, CovarianceForm::joseph),
    options_of(FilterMethod::ukf, CovarianceForm::square_root)};

/// Attitude by a constant rate, and the direction of a vector in body axes.
class Attitude final : public TransitionModel {
 public:
  Attitude() { manifold_.add({"q", {"w", "x", "y", "z"}, Manifold::Kind::quaternion, 0, 0, 4}); }
  const Manifold& manifold() const override { return manifold_; }
  void advance(double, double h, const Eigen::VectorXd& x, Eigen::VectorXd& next,
               Eigen::MatrixXd* F) override {
    const Eigen::VectorXd turn = h * Eigen::Vector3d(0.3, -0.2, 0.5);
    next = manifold_.retract(x, turn);
    if (!F) return;
    // exp(−[turn]×)
    Eigen::MatrixXd cross{{0, -turn[2], turn[1]}, {turn[2], 0, -turn[0]}, {-turn[1], turn[0], 0}};
    *F = calc_exponential(-cross);
  }

 private:
  Manifold manifold_;
};

/// R_WB.
inline Eigen::MatrixXd rotation_of(const Eigen::VectorXd& q) {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  return Eigen::MatrixXd{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                         {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                         {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
}

class Direction final : public MeasurementModel {
 public:
  Direction(std::string name, Eigen::Vector3d direction)
      : name_(std::move(name)), d_(direction), manifold_(Manifold::euclidean(3)) {}
  const std::string& name() const override { return name_; }
  const Manifold& manifold() const override { return manifold_; }
  void measure(double, const Eigen::VectorXd& x, Eigen::VectorXd& z, Eigen::MatrixXd* H) override {
    z = rotation_of(x).transpose() * d_;
    // ∂(exp(−[δ]×) z)/∂δ = [z]×
    if (H) *H = Eigen::MatrixXd{{0, -z[2], z[1]}, {z[2], 0, -z[0]}, {-z[1], z[0], 0}};
  }

 private:
  std::string name_;
  Eigen::Vector3d d_;
  Manifold manifold_;
};

}  // namespace holon::test
