// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Filters of linear models against batch least squares, of nonlinear ones against each other.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "holon/base/errors.h"
#include "holon/base/matrices.h"
#include "holon/base/test/message_of.h"
#include "holon/base/test/rounding.h"
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
using test::message_of;
using test::options_of;

TEST(GaussianFilter, OfALinearModelIsBatchLeastSquaresByEveryMethodAndTheSmootherToo) {
  constexpr double kAgree = 1e-10;  // of numbers of size 1; sigma points lie 1e-3 apart
  const LinearCase c(25);
  const LinearCase::Batch batch = c.solve_batch();
  for (const FilterOptions& options : kAllFilters) {
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
      const Innovation innovation = filter.update(h, z, c.R);
      EXPECT_TRUE(innovation.accepted);
    }
    steps.push_back({filter.time(), filter.x(), filter.P(), {}});
    const Eigen::Index last = batch.x.size() - 3;
    EXPECT_LT((filter.x() - batch.x.tail(3)).norm(), kAgree);
    EXPECT_LT((filter.P() - batch.P.bottomRightCorner(3, 3)).norm(), kAgree);
    const std::vector<SmoothedStep> smoothed = smooth(filter.manifold(), steps);
    for (Eigen::Index k = 0; 3 * k <= last; ++k) {
      const SmoothedStep& s = smoothed[static_cast<std::size_t>(k)];
      EXPECT_LT((s.x - batch.x.segment(3 * k, 3)).norm(), kAgree) << k;
      EXPECT_LT((s.P - batch.P.block(3 * k, 3 * k, 3, 3)).norm(), kAgree) << k;
    }
  }
}

TEST(GaussianFilter, RejectsByItsGateAndReportsTheLikelihood) {
  LinearMeasurement h("level", MatrixXd::Ones(1, 1));
  GaussianFilter filter(Manifold::euclidean(1));
  filter.reset(0, VectorXd::Zero(1), MatrixXd::Constant(1, 1, 3));
  const MatrixXd R = MatrixXd::Ones(1, 1);
  // S = 4, so that z = 4.1 has NIS 4.2025 > 3.84 (95 %, one degree).
  const double gate = find_gate(0.95, 1);
  EXPECT_NEAR(gate, 3.841458820694124, 1e-12);
  const Innovation out = filter.update(h, VectorXd::Constant(1, 4.1), R, gate);
  EXPECT_FALSE(out.accepted);
  EXPECT_NEAR(out.nis, 4.2025, 1e-14);
  EXPECT_EQ(filter.x()[0], 0);
  const Innovation in = filter.update(h, VectorXd::Constant(1, 2), R, gate);
  EXPECT_TRUE(in.accepted);
  EXPECT_NEAR(in.K(0, 0), 0.75, 1e-15);
  EXPECT_NEAR(filter.x()[0], 1.5, 1e-15);
  EXPECT_NEAR(filter.P()(0, 0), 0.75, 1e-15);
  EXPECT_NEAR(in.log_likelihood, -0.5 * (1 + std::log(4) + std::log(2 * std::numbers::pi)), 1e-15);
}

// A million steps of a model with variances 1e-12 to 1e6 and one almost exact sensor.
TEST(GaussianFilter, CovarianceStaysSymmetricAndPositiveThroughAMillionSteps) {
  const MatrixXd F{{1, 1e-3, 0}, {0, 1, 1e-3}, {0, 0, 1}};
  LinearTransition f(F);
  LinearMeasurement h("position", MatrixXd{{1, 0, 0}});
  ProcessNoise noise;
  noise.per_step = Eigen::Vector3d(0, 1e-12, 1e-10).asDiagonal();
  const MatrixXd R = MatrixXd::Constant(1, 1, 1e-10), P0 = 1e6 * MatrixXd::Identity(3, 3);
  MatrixXd last[2];
  for (int form = 0; form < 2; ++form) {
    GaussianFilter filter(Manifold::euclidean(3),
                          options_of(FilterMethod::ekf, form == 0 ? CovarianceForm::joseph
                                                                  : CovarianceForm::square_root));
    filter.reset(0, VectorXd::Zero(3), P0);
    const VectorXd z = VectorXd::Zero(1);
    for (int k = 0; k < 1000000; ++k) {
      filter.predict(f, 1e-3, noise);
      filter.update(h, z, R);
    }
    last[form] = filter.P();
    EXPECT_EQ((last[form] - last[form].transpose()).norm(), 0);
    EXPECT_GT(calc_symmetric_eigenpairs(last[form]).values[0], 0);
  }
  EXPECT_LT((last[0] - last[1]).norm(), 1e-8 * last[1].norm());
}

// From 100° off, through half a turn: the errors stay on the manifold. The noise of the process
// lets the filter forget its first updates, whose errors are large.
TEST(GaussianFilter, EstimatesAnAttitudeByTwoDirections) {
  for (const FilterOptions& options : kAllFilters) {
    Attitude f;
    Direction north("magnetometer", {1, 0, 0.5}), up("accelerometer", {0, 0, 1});
    GaussianFilter filter(f.manifold(), options);
    VectorXd truth = f.manifold().retract(Eigen::Vector4d(1, 0, 0, 0), Eigen::Vector3d(1, 1, 1));
    filter.reset(0, Eigen::Vector4d(1, 0, 0, 0), 4 * MatrixXd::Identity(3, 3));
    ProcessNoise noise;
    noise.density = 1e-2 * MatrixXd::Identity(3, 3);
    const MatrixXd R = 1e-4 * MatrixXd::Identity(3, 3);
    VectorXd z, next;
    for (int k = 0; k < 60; ++k) {
      for (Direction* sensor : {&north, &up}) {
        sensor->measure(0, truth, z, nullptr);
        filter.update(*sensor, z, R);
      }
      f.advance(0, 0.1, truth, next, nullptr);
      truth = next;
      filter.predict(f, 0.1, noise);
    }
    EXPECT_LT(f.manifold().local(filter.x(), truth).norm(), 3e-4);  // a twentieth of σ
    EXPECT_NEAR(filter.x().norm(), 1, 4 * test::kEps);
  }
}

TEST(GaussianFilter, ErrorsNameStateSensorStepAndCause) {
  GaussianFilter filter(Manifold::euclidean(2));
  const VectorXd x = VectorXd::Zero(2);
  EXPECT_NE(message_of([&] {
              filter.reset(0, x, MatrixXd{{1, 2}, {2, 1}});
            }).find("the initial covariance is not positive semidefinite at 'x2'"),
            std::string::npos);
  EXPECT_NE(message_of([&] {
              filter.reset(0, x, MatrixXd{{1, 0.5}, {0, 1}});
            }).find("the initial covariance is not symmetric: that of 'x2' and 'x1' is 0 and 0.5"),
            std::string::npos);
  filter.reset(0, x, MatrixXd::Identity(2, 2));
  LinearTransition f(MatrixXd::Identity(2, 2));
  ProcessNoise noise;
  noise.per_step = MatrixXd{{1, 0}, {0, -1}};
  EXPECT_NE(message_of([&] {
              filter.predict(f, 1, noise);
            }).find("the process noise is not positive semidefinite in the prediction at step 0"),
            std::string::npos);
  LinearMeasurement twice("twins", MatrixXd{{1, 0}, {1, 0}});
  const std::string twins =
      message_of([&] { filter.update(twice, VectorXd::Zero(2), MatrixXd::Zero(2, 2)); });
  EXPECT_NE(twins.find("the covariance of the innovation of 'twins' is not positive definite at "
                       "step 0"),
            std::string::npos)
      << twins;
  UnscentedOptions wrong;
  wrong.beta = 0;
  EXPECT_NE(message_of([&] {
              GaussianFilter(Manifold::euclidean(2),
                             {FilterMethod::ukf, CovarianceForm::square_root, wrong});
            }).find("beta = 0 is below alpha²"),
            std::string::npos);
}

// A gate does not hide what is no number.
TEST(GaussianFilter, InnovationsThatAreNotFiniteAreErrors) {
  for (const FilterMethod method : {FilterMethod::ekf, FilterMethod::ukf})
    for (const CovarianceForm form : {CovarianceForm::square_root, CovarianceForm::joseph}) {
      GaussianFilter filter(Manifold::euclidean(1), {method, form, {}});
      filter.reset(0, VectorXd::Zero(1), MatrixXd::Ones(1, 1));
      LinearMeasurement h("level", MatrixXd::Ones(1, 1));
      const double nan = std::nan("");
      EXPECT_NE(
          message_of(
              [&] { filter.update(h, VectorXd::Constant(1, nan), MatrixXd::Ones(1, 1), 3.8); })
              .find("the innovation of 'level' is not finite at step 0: its measured value is "
                    "not"),
          std::string::npos);
    }
}

}  // namespace
}  // namespace holon
