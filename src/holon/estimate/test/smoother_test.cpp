// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Smoothed states against batch least squares and against the exact attitude.
#include <gtest/gtest.h>

#include <cmath>

#include "holon/base/matrices.h"
#include "holon/estimate/gaussian_filter.h"
#include "holon/estimate/smoother.h"
#include "holon/estimate/test/filter_cases.h"

namespace holon {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::Attitude;
using test::Direction;
using test::kAllFilters;
using test::LinearCase;
using test::options_of;

// Of a lag within the step the transition has no inverse that could be used: e^-18 to e^-60 remain.
TEST(Smoother, OfAStateThatDecaysWithinAStepIsBatchLeastSquares) {
  constexpr double kAgree = 1e-10;  // of numbers of size 1
  for (const double kept : {1e-3, 1e-8, 1e-11, 1e-26}) {
    const LinearCase c(25, kept);
    const LinearCase::Batch batch = c.solve_batch();
    for (const FilterOptions& options : kAllFilters) {
      if (options.method == FilterMethod::ukf) continue;  // it has no transition matrix
      LinearTransition f(c.F);
      LinearMeasurement h("pair", c.H);
      GaussianFilter filter(Manifold::euclidean(3), options);
      filter.reset(0, c.x0, c.P0);
      ProcessNoise noise;
      noise.per_step = c.Q;
      std::vector<FilteredStep> steps;
      for (const VectorXd& z : c.z) {
        steps.push_back({filter.time(), filter.x(), filter.P(), {}});
        filter.predict(f, 0.1, noise, &steps.back().prediction);
        filter.update(h, z, c.R);
      }
      steps.push_back({filter.time(), filter.x(), filter.P(), {}});
      const std::vector<SmoothedStep> smoothed = smooth(filter.manifold(), steps);
      for (std::size_t k = 0; k < smoothed.size(); ++k) {
        const auto at = static_cast<Eigen::Index>(3 * k);
        EXPECT_LT((smoothed[k].x - batch.x.segment(at, 3)).norm(), kAgree) << kept << " " << k;
        EXPECT_LT((smoothed[k].P - batch.P.block(at, at, 3, 3)).norm(), kAgree) << kept << " " << k;
      }
    }
  }
}

// Without noise all attitudes follow from the last one, whose estimate has all measurements:
// x_k|N = x_N turned back, and P_k|N = F⁻¹ … P_N … F⁻ᵀ in the axes of each.
TEST(Smoother, OfATurnWithoutNoiseIsTheLastEstimateTurnedBack) {
  constexpr double kAgree = 1e-11;  // of numbers of size 1, over 40 steps
  constexpr int kSteps = 40;
  for (const CovarianceForm form : {CovarianceForm::joseph, CovarianceForm::square_root}) {
    Attitude f;
    Direction north("magnetometer", {1, 0, 0.5});
    GaussianFilter filter(f.manifold(), options_of(FilterMethod::ekf, form));
    VectorXd truth =
        f.manifold().retract(Eigen::Vector4d(1, 0, 0, 0), Eigen::Vector3d(0.2, -0.3, 0.4));
    filter.reset(0, Eigen::Vector4d(1, 0, 0, 0), 0.1 * MatrixXd::Identity(3, 3));
    std::vector<FilteredStep> steps;
    VectorXd z, next;
    for (int k = 0; k < kSteps; ++k) {
      north.measure(0, truth, z, nullptr);
      filter.update(north, z, 1e-3 * MatrixXd::Identity(3, 3));
      steps.push_back({filter.time(), filter.x(), filter.P(), {}});
      if (k + 1 == kSteps) break;
      f.advance(0, 0.1, truth, next, nullptr);
      truth = next;
      filter.predict(f, 0.1, {}, &steps.back().prediction);
    }
    const std::vector<SmoothedStep> smoothed = smooth(f.manifold(), steps);
    for (int k = 0; k + 1 < kSteps; ++k) {
      const SmoothedStep& a = smoothed[static_cast<std::size_t>(k)];
      const SmoothedStep& b = smoothed[static_cast<std::size_t>(k) + 1];
      MatrixXd F;
      f.advance(0, 0.1, a.x, next, &F);
      EXPECT_LT(f.manifold().local(b.x, next).norm(), kAgree) << k;
      EXPECT_LT((F * a.P * F.transpose() - b.P).norm(), kAgree) << k;
    }
  }
}

}  // namespace
}  // namespace holon
