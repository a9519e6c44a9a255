// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What a filter with 15 error states costs beside the same one written by hand in Eigen with fixed
// sizes: predictions, and updates by six measured numbers.
#include <fmt/format.h>

#include <Eigen/Dense>
#include <chrono>
#include <functional>

#include "holon/estimate/gaussian_filter.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using holon::CovarianceForm;
using holon::FilterMethod;

constexpr int kStates = 15, kMeasured = 6;

/// Microseconds of a call: the best of some rounds.
double time(const std::function<void()>& f) {
  constexpr int kCalls = 50, kRounds = 400;  // short, so that some rounds are undisturbed
  double best = 1e9;
  for (int r = 0; r < kRounds; ++r) {
    const auto began = std::chrono::steady_clock::now();
    for (int k = 0; k < kCalls; ++k) f();
    best = std::min(
        best,
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() / kCalls);
  }
  return best * 1e6;
}

}  // namespace

int main() {
  // Position, velocity, attitude errors, and two biases, as inertial navigation has them.
  MatrixXd F = MatrixXd::Identity(kStates, kStates), H = MatrixXd::Zero(kMeasured, kStates);
  for (int i = 0; i < 3; ++i) {
    F(i, 3 + i) = 0.01;
    F(3 + i, 6 + (i + 1) % 3) = 0.098;
    F(3 + i, 9 + i) = F(6 + i, 12 + i) = -0.01;
    H(i, i) = H(3 + i, 3 + i) = 1;
  }
  const MatrixXd Q = 1e-6 * MatrixXd::Identity(kStates, kStates),
                 R = 1e-2 * MatrixXd::Identity(kMeasured, kMeasured),
                 P0 = MatrixXd::Identity(kStates, kStates);
  const VectorXd z = VectorXd::Zero(kMeasured), x0 = VectorXd::Zero(kStates);
  holon::LinearTransition f(F);
  holon::LinearMeasurement h("six", H);
  holon::ProcessNoise noise;
  noise.per_step = Q;
  fmt::print("{} error states, {} measured numbers; microseconds\n", kStates, kMeasured);
  fmt::print("{:<22} {:>9} {:>9}\n", "", "predict", "update");

  using Matrix = Eigen::Matrix<double, kStates, kStates>;
  using Vector = Eigen::Matrix<double, kStates, 1>;
  using Rows = Eigen::Matrix<double, kMeasured, kStates>;
  Matrix P = P0;
  Vector x = x0;
  const Matrix f_fixed = F, q_fixed = Q;
  const Rows h_fixed = H;
  const Eigen::Matrix<double, kMeasured, kMeasured> r_fixed = R;
  const double hand_predict = time([&] {
    x = f_fixed * x;
    P = f_fixed * P * f_fixed.transpose() + q_fixed;
  });
  P = P0;
  const double hand_update = time([&] {
    const Eigen::Matrix<double, kMeasured, kMeasured> S =
        h_fixed * P * h_fixed.transpose() + r_fixed;
    const Eigen::Matrix<double, kStates, kMeasured> K = S.ldlt().solve(h_fixed * P).transpose();
    x += K * (z - h_fixed * x);
    const Matrix M = Matrix::Identity() - K * h_fixed;
    P = M * P * M.transpose() + K * r_fixed * K.transpose();
    P += q_fixed;  // or it vanishes
  });
  fmt::print("{:<22} {:>9.2f} {:>9.2f}\n", "by hand in Eigen", hand_predict, hand_update);
  for (const FilterMethod method : {FilterMethod::ekf, FilterMethod::ukf})
    for (const CovarianceForm form : {CovarianceForm::joseph, CovarianceForm::square_root}) {
      holon::GaussianFilter filter(holon::Manifold::euclidean(kStates), {method, form, {}});
      filter.reset(0, x0, P0);
      const double predict = time([&] { filter.predict(f, 0.01, noise); });
      filter.reset(0, x0, P0);
      const double update = time([&] { filter.update(h, z, R); });
      fmt::print("{:<22} {:>9.2f} {:>9.2f}\n",
                 fmt::format("{}, {}", method == FilterMethod::ekf ? "EKF" : "UKF",
                             form == CovarianceForm::joseph ? "Joseph" : "square root"),
                 predict, update);
    }
}
