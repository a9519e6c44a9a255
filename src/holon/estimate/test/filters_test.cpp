// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Filters of linear models against batch least squares, of nonlinear ones against each other, and
// what happens to measurements that are late.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>
#include <random>

#include "holon/base/errors.h"
#include "holon/base/matrices.h"
#include "holon/base/test/rounding.h"
#include "holon/estimate/consistency.h"
#include "holon/estimate/discretise.h"
#include "holon/estimate/gaussian_filter.h"
#include "holon/estimate/replay.h"
#include "holon/estimate/row_kernels.h"
#include "holon/estimate/smoother.h"
#include "holon/estimate/triangular.h"

namespace holon {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kPi = std::numbers::pi;

/// A linear model with three states and two measurements, and a record of them.
struct LinearCase {
  MatrixXd F{{1, 0.1, 0.005}, {0, 1, 0.1}, {0, 0, 0.95}};
  MatrixXd H{{1, 0, 0}, {0.3, 0, 1}};
  MatrixXd Q = Eigen::Vector3d(1e-4, 2e-3, 1e-2).asDiagonal();
  MatrixXd R{{0.04, 0.01}, {0.01, 0.09}};
  MatrixXd P0{{1, 0.2, 0}, {0.2, 2, 0.1}, {0, 0.1, 0.5}};
  VectorXd x0 = Eigen::Vector3d(0.5, -1, 0.2);
  std::vector<VectorXd> z;

  /// `kept` of the third state remains after a step.
  explicit LinearCase(int count, double kept = 0.95) {
    F(2, 2) = kept;
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    VectorXd x = Eigen::Vector3d(1, 0, 0);
    for (int k = 0; k < count; ++k) {
      x = F * x;
      for (int i = 0; i < 3; ++i) x[i] += std::sqrt(Q(i, i)) * normal(random);
      VectorXd measured = H * x;
      for (int i = 0; i < 2; ++i) measured[i] += 0.2 * normal(random);
      z.push_back(measured);
    }
  }
  /// All states by one least-squares problem in x₀ … x_N, by its normal equations.
  struct Batch {
    VectorXd x;
    MatrixXd P;
  };
  Batch solve_batch() const {
    const auto N = static_cast<Eigen::Index>(z.size());
    MatrixXd information = MatrixXd::Zero(3 * (N + 1), 3 * (N + 1));
    VectorXd side = VectorXd::Zero(3 * (N + 1));
    const MatrixXd Qi = Q.inverse(), Ri = R.inverse(), P0i = P0.inverse();
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

FilterOptions options_of(FilterMethod method, CovarianceForm form) {
  FilterOptions options;
  options.method = method;
  options.form = form;
  return options;
}

const FilterOptions kAll[] = {options_of(FilterMethod::ekf, CovarianceForm::joseph),
                              options_of(FilterMethod::ekf, CovarianceForm::square_root),
                              options_of(FilterMethod::ukf, CovarianceForm::joseph),
                              options_of(FilterMethod::ukf, CovarianceForm::square_root)};

TEST(GaussianFilter, OfALinearModelIsBatchLeastSquaresByEveryMethodAndTheSmootherToo) {
  constexpr double kAgree = 1e-10;  // of numbers of size 1; sigma points lie 1e-3 apart
  const LinearCase c(25);
  const LinearCase::Batch batch = c.solve_batch();
  for (const FilterOptions& options : kAll) {
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

// Of a lag within the step the transition has no inverse that could be used: e^-18 to e^-60 remain.
TEST(Smoother, OfAStateThatDecaysWithinAStepIsBatchLeastSquares) {
  constexpr double kAgree = 1e-10;  // of numbers of size 1
  for (const double kept : {1e-3, 1e-8, 1e-11, 1e-26}) {
    const LinearCase c(25, kept);
    const LinearCase::Batch batch = c.solve_batch();
    for (const FilterOptions& options : kAll) {
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
  EXPECT_NEAR(in.log_likelihood, -0.5 * (1 + std::log(4) + std::log(2 * kPi)), 1e-15);
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

/// Attitude by a constant rate, and the direction of a vector in body axes.
class Attitude final : public TransitionModel {
 public:
  Attitude() { manifold_.add({"q", {"w", "x", "y", "z"}, Manifold::Kind::quaternion, 0, 0, 4}); }
  const Manifold& manifold() const override { return manifold_; }
  void advance(double, double h, const VectorXd& x, VectorXd& next, MatrixXd* F) override {
    const VectorXd turn = h * Eigen::Vector3d(0.3, -0.2, 0.5);
    next = manifold_.retract(x, turn);
    if (!F) return;
    // exp(−[turn]×)
    MatrixXd cross{{0, -turn[2], turn[1]}, {turn[2], 0, -turn[0]}, {-turn[1], turn[0], 0}};
    *F = calc_exponential(-cross);
  }

 private:
  Manifold manifold_;
};

MatrixXd rotation_of(const VectorXd& q) {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  return MatrixXd{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                  {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                  {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
}

class Direction final : public MeasurementModel {
 public:
  Direction(std::string name, Eigen::Vector3d direction)
      : name_(std::move(name)), d_(direction), manifold_(Manifold::euclidean(3)) {}
  const std::string& name() const override { return name_; }
  const Manifold& manifold() const override { return manifold_; }
  void measure(double, const VectorXd& x, VectorXd& z, MatrixXd* H) override {
    z = rotation_of(x).transpose() * d_;
    // ∂(exp(−[δ]×) z)/∂δ = [z]×
    if (H) *H = MatrixXd{{0, -z[2], z[1]}, {z[2], 0, -z[0]}, {-z[1], z[0], 0}};
  }

 private:
  std::string name_;
  Eigen::Vector3d d_;
  Manifold manifold_;
};

// From 100° off, through half a turn: the errors stay on the manifold. The noise of the process
// lets the filter forget its first updates, whose errors are large.
TEST(GaussianFilter, EstimatesAnAttitudeByTwoDirections) {
  for (const FilterOptions& options : kAll) {
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

TEST(Manifold, RetractAndLocalAreInverseAndTheJacobiansAreTheirDerivatives) {
  Manifold m;
  m.add({"p", {"x", "y"}, Manifold::Kind::euclidean, 0, 0, 2});
  m.add({"q", {"w", "x", "y", "z"}, Manifold::Kind::quaternion, 0, 0, 4});
  m.add({"a", {}, Manifold::Kind::angle, 0, 0, 1});
  EXPECT_EQ(m.size(), 7);
  EXPECT_EQ(m.tangent_size(), 6);
  EXPECT_EQ(m.tangent_name(3), "q.y");
  EXPECT_EQ(m.find("q"), std::make_pair(2, 3));
  EXPECT_EQ(m.find_tangent("p.y"), 1);
  EXPECT_EQ(m.find_tangent("q.w"), -1);
  const VectorXd x{{1, 2, 0.5, -0.5, 0.5, 0.5, 3.1}};
  const VectorXd delta{{0.3, -1, 1.2, -0.7, 2.1, 0.5}};
  const VectorXd y = m.retract(x, delta);
  EXPECT_LT((m.local(x, y) - delta).norm(), 1e-14);
  EXPECT_LT((m.local(x, m.retract(x, 1e-9 * delta)) - 1e-9 * delta).norm(), 1e-23 + 4e-16);
  EXPECT_NEAR(m.local(x, VectorXd{{1, 2, -0.5, 0.5, -0.5, -0.5, -3.1}})[5], 2 * kPi - 6.2, 1e-14);
  EXPECT_EQ(m.local(x, VectorXd{{1, 2, -0.5, 0.5, -0.5, -0.5, 3.1}}).norm(), 0);  // −q is q
  MatrixXd J;
  EXPECT_EQ(m.reset_jacobian(delta, J), 1);
  constexpr double kStep = 1e-6;
  for (int k = 0; k < 6; ++k) {
    const VectorXd e = kStep * VectorXd::Unit(6, k);
    const VectorXd slope =
        (m.local(y, m.retract(x, delta + e)) - m.local(y, m.retract(x, delta - e))) / (2 * kStep);
    EXPECT_LT((slope - J.col(k)).norm(), 1e-9) << k;
    const VectorXd tangent = (m.retract(x, e) - m.retract(x, -e)) / (2 * kStep);
    EXPECT_LT((tangent - m.retract_jacobian(x.data()).col(k)).norm(), 1e-9) << k;
  }
  EXPECT_LT(
      (m.local_jacobian(x.data()) * m.retract_jacobian(x.data()) - MatrixXd::Identity(6, 6)).norm(),
      1e-15);
}

// Van Loan's exponential, the series, and the closed form of a double integrator with the density
// w of its acceleration: w [h³/3 h²/2; h²/2 h].
TEST(Discretise, NoiseOfADoubleIntegratorIsItsClosedForm) {
  const double h = 0.7, w = 2.5;
  const MatrixXd A{{0, 1}, {0, 0}}, W{{0, 0}, {0, w}};
  const MatrixXd expected = w * MatrixXd{{h * h * h / 3, h * h / 2}, {h * h / 2, h}};
  const DiscreteNoise d = discretise_noise(A, W, h);
  EXPECT_LT((d.Q - expected).norm(), 1e-15);
  EXPECT_LT((d.F - MatrixXd{{1, h}, {0, 1}}).norm(), 1e-15);
  MatrixXd Q;
  integrate_noise(A, W, h, Q);
  EXPECT_LT((Q - expected).norm(), 1e-15);
  // A stable one: w/(2a) (1 − exp(−2 a h)), of which the series has terms to h⁴.
  const double a = 0.3;
  const MatrixXd one = MatrixXd::Constant(1, 1, -a), density = MatrixXd::Constant(1, 1, w);
  const double closed = w / (2 * a) * (1 - std::exp(-2 * a * h));
  EXPECT_NEAR(discretise_noise(one, density, h).Q(0, 0), closed, 1e-15);
  integrate_noise(one, density, h, Q);
  EXPECT_NEAR(Q(0, 0), closed, w * h * std::pow(2 * a * h, 5) / 120);
}

// Noise that is integrated three times, w ∫ g gᵀ ds with g = (s²/2, s, 1), as that of a motor's
// current in its angle; without the term h⁵/20 it would be indefinite.
TEST(Discretise, NoiseOfATripleIntegratorIsItsClosedForm) {
  const double h = 0.7, w = 2.5, h2 = h * h, h3 = h2 * h;
  const MatrixXd A{{0, 1, 0}, {0, 0, 1}, {0, 0, 0}}, W{{0, 0, 0}, {0, 0, 0}, {0, 0, w}};
  const MatrixXd expected = w * MatrixXd{{h2 * h3 / 20, h2 * h2 / 8, h3 / 6},
                                         {h2 * h2 / 8, h3 / 3, h2 / 2},
                                         {h3 / 6, h2 / 2, h}};
  MatrixXd Q;
  integrate_noise(A, W, h, Q);
  EXPECT_LT((Q - expected).norm(), 1e-15);
}

// scipy 1.10, stats.chi2.ppf; NEES bounds of 50 runs.
TEST(Consistency, QuantilesAreThoseOfScipyAndBoundsThoseOfTheTextbooks) {
  EXPECT_NEAR(find_chi_square(0.999, 3), 16.26623619623813, 1e-11);
  EXPECT_NEAR(find_chi_square(0.025, 300), 253.91232260248975, 1e-10);
  EXPECT_NEAR(find_chi_square(0.975, 300), 349.87446882991526, 1e-10);
  EXPECT_NEAR(find_chi_square(0.5, 15), 14.338859510956645, 1e-11);
  // One value in each of 50 runs: 6 in 5.078 … 6.997, 15 in 13.52 … 16.56.
  const ConsistencyTest six = test_consistency(std::vector<std::vector<double>>(50, {6.0}), 6);
  EXPECT_NEAR(six.lower, 5.078, 5e-4);
  EXPECT_NEAR(six.upper, 6.997, 5e-4);
  EXPECT_EQ(six.verdict, ConsistencyTest::Verdict::consistent);
  const ConsistencyTest fifteen =
      test_consistency(std::vector<std::vector<double>>(50, {17.0}), 15);
  EXPECT_NEAR(fifteen.lower, 13.52, 5e-3);
  EXPECT_NEAR(fifteen.upper, 16.56, 5e-3);
  EXPECT_EQ(fifteen.verdict, ConsistencyTest::Verdict::too_sure);
  EXPECT_EQ(fifteen.describe(), "mean 17 in [13.52, 16.56]: too sure");
}

// A first-order process with ρ(k) = a^k is worth n (1 − a)/(1 + a) values.
TEST(Consistency, CorrelatedValuesCountForLess) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  const double a = 0.9;
  std::vector<double> white, correlated;
  double x = 0;
  for (int k = 0; k < 20000; ++k) {
    white.push_back(normal(random));
    correlated.push_back(x = a * x + white.back());
  }
  // The estimate's own scatter over 20000 values is some 5 %.
  EXPECT_NEAR(find_effective_count(white), 20000, 2000);
  EXPECT_NEAR(find_effective_count(correlated), 20000 * (1 - a) / (1 + a), 200);
}

// Values with a part that stays for a run: x = a + w with variances 1 each have the variance 2, a
// mean over a run the variance 1 + 1/n. About its own mean a run would count for n values.
TEST(Consistency, WhatStaysThroughARunMakesItsValuesOne) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  constexpr int kRuns = 400, kValues = 200;
  std::vector<std::vector<double>> runs;
  for (int r = 0; r < kRuns; ++r) {
    const double stays = normal(random);
    std::vector<double> run;
    for (int k = 0; k < kValues; ++k) run.push_back(stays + normal(random));
    runs.push_back(std::move(run));
  }
  // The variance of 400 numbers is known to a σ of 7 %. The sum over lags weighs lag k by 1 − k/n.
  EXPECT_NEAR(find_effective_count(runs) / kRuns, 2 / (1 + 1.0 / kValues), 0.4);
  EXPECT_GT(find_effective_count(runs[0]), kValues / 4);
}

struct ReplayCase {
  LinearTransition f{MatrixXd{{1, 0}, {0, 1}}};
  LinearMeasurement slow{"slow", MatrixXd{{1, 0}}}, fast{"fast", MatrixXd{{0, 1}}};
  double u = 0;

  /// Position and velocity with exact steps of any length.
  class Motion final : public TransitionModel {
   public:
    explicit Motion(const double& force) : force_(force) {}
    const Manifold& manifold() const override { return manifold_; }
    void advance(double, double h, const VectorXd& x, VectorXd& next, MatrixXd* F) override {
      const double a = force_ - std::sin(x[0]);
      next = VectorXd{{x[0] + h * x[1] + h * h / 2 * a, x[1] + h * a}};
      const double c = -std::cos(x[0]);
      if (F) *F = MatrixXd{{1 + h * h / 2 * c, h}, {h * c, 1}};
    }

   private:
    const double& force_;
    Manifold manifold_ = Manifold::euclidean(2);
  };
  Motion motion{u};

  ReplayEstimator make(double history) {
    GaussianFilter filter(Manifold::euclidean(2));
    filter.reset(0, VectorXd::Zero(2), MatrixXd::Identity(2, 2));
    ProcessNoise noise;
    noise.density = Eigen::Vector2d(1e-4, 1e-2).asDiagonal();
    return {std::move(filter), motion,  noise,
            {&slow, &fast},    history, [this](const std::vector<double>& v) { u = v[0]; }};
  }
  static SensorReading reading(int sensor, int number, double time) {
    SensorReading r;
    r.sensor = sensor;
    r.time = time;
    r.number = number;
    r.z = VectorXd::Constant(1, std::sin(time + sensor));
    r.R = MatrixXd::Constant(1, 1, 0.01);
    return r;
  }
};

// The sensor `slow` is 73 ms late, and every second reading of `fast` arrives after its successor.
TEST(ReplayEstimator, LateReadingsGiveTheEstimateOfInOrderProcessing) {
  const auto run = [](bool is_late, ReplayCase& c) {
    struct Arrival {
      double at;
      SensorReading reading;
    };
    std::vector<Arrival> arrivals;
    for (int k = 1; k < 60; ++k) {
      const double t = 0.033 * k;
      arrivals.push_back({t + (is_late ? 0.073 : 0), ReplayCase::reading(0, k, t)});
    }
    for (int k = 1; k < 130; ++k) {
      const double t = 0.0151 * k;
      arrivals.push_back({t + (is_late && k % 2 == 0 ? 0.021 : 0), ReplayCase::reading(1, k, t)});
    }
    std::stable_sort(arrivals.begin(), arrivals.end(),
                     [](const Arrival& a, const Arrival& b) { return a.at < b.at; });
    ReplayEstimator estimator = c.make(0.2);
    estimator.adapt_noise(1, 20);
    std::size_t next = 0;
    for (int k = 1; k <= 210; ++k) {
      const double t = 0.01 * k;
      for (; next < arrivals.size() && arrivals[next].at <= t; ++next)
        estimator.receive(arrivals[next].reading);
      estimator.advance(t);
      estimator.set_input(t, {std::cos(3 * t)});
    }
    EXPECT_EQ(next, arrivals.size());
    return estimator;
  };
  ReplayCase in_order, late;
  const ReplayEstimator a = run(false, in_order), b = run(true, late);
  EXPECT_LT((a.filter().x() - b.filter().x()).norm(), 1e-12);
  EXPECT_LT((a.filter().P() - b.filter().P()).norm(), 1e-12);
  EXPECT_EQ(a.counts()[0].late, 0);
  EXPECT_EQ(b.counts()[0].late, 59);
  EXPECT_GT(b.counts()[1].late, 60);
  for (int s = 0; s < 2; ++s) {
    const ReadingCounts& count = b.counts()[static_cast<std::size_t>(s)];
    EXPECT_EQ(count.accepted + count.rejected, count.received);
    EXPECT_EQ(count.dropped, 0);
  }
}

// What two sensors measured arrives late and together: one replay has the bits of two.
TEST(ReplayEstimator, ReadingsThatArriveTogetherGiveTheBitsOfOneAfterTheOther) {
  ReplayCase first, second;
  ReplayEstimator one = first.make(0.2), both = second.make(0.2);
  for (int k = 1; k <= 60; ++k) {
    const double t = 0.01 * k;
    for (ReplayEstimator* e : {&one, &both}) {
      e->advance(t);
      e->set_input(t, {std::cos(3 * t)});
    }
    if (k % 5 != 0) continue;
    // The third is older than the history; the last one is of this instant.
    std::vector<SensorReading> readings{
        ReplayCase::reading(1, 3 * k, t - 0.043), ReplayCase::reading(0, k, t - 0.07),
        ReplayCase::reading(0, k + 1, t - 0.5), ReplayCase::reading(1, 3 * k + 1, t)};
    std::vector<char> taken;
    for (const SensorReading& r : readings) taken.push_back(one.receive(r) ? 1 : 0);
    EXPECT_EQ(both.receive(readings), taken);
    EXPECT_EQ(one.filter().x(), both.filter().x());
    EXPECT_EQ(one.filter().P(), both.filter().P());
  }
  EXPECT_GT(one.counts()[0].dropped, 0);
  for (int s = 0; s < 2; ++s) {
    const ReadingCounts &a = one.counts()[static_cast<std::size_t>(s)],
                        &b = both.counts()[static_cast<std::size_t>(s)];
    EXPECT_EQ(a.received, b.received);
    EXPECT_EQ(a.accepted, b.accepted);
    EXPECT_EQ(a.late, b.late);
    EXPECT_EQ(a.dropped, b.dropped);
  }
  ASSERT_NE(both.find_recent(1, 181), nullptr);
  EXPECT_EQ(both.find_recent(1, 181)->innovation.nis, one.find_recent(1, 181)->innovation.nis);
}

TEST(ReplayEstimator, DropsAndCountsWhatIsOlderThanItsHistory) {
  ReplayCase c;
  ReplayEstimator e = c.make(0.05);
  for (int k = 1; k <= 20; ++k) e.advance(0.01 * k);
  EXPECT_FALSE(e.receive(ReplayCase::reading(0, 1, 0.1)));
  EXPECT_TRUE(e.receive(ReplayCase::reading(0, 2, 0.16)));
  EXPECT_EQ(e.counts()[0].dropped, 1);
  EXPECT_EQ(e.counts()[0].late, 1);
  EXPECT_EQ(e.counts()[0].received, 2);
}

TEST(ReplayEstimator, GoesOnFromItsArchiveWithTheSameBits) {
  ReplayCase c;
  ReplayEstimator e = c.make(0.05);
  e.adapt_noise(1, 20);
  for (int k = 1; k <= 20; ++k) {
    e.advance(0.01 * k);
    e.set_input(0.01 * k, {0.1 * k});
    e.receive(ReplayCase::reading(k % 2, k, 0.01 * k - 0.003));
  }
  Archive out;
  e.archive(out);
  ReplayCase other;
  ReplayEstimator copy = other.make(0.05);
  copy.adapt_noise(1, 20);
  Archive in(out.take(), "test");
  copy.archive(in);
  EXPECT_TRUE(in.is_at_end());
  const auto likelihood = [](const ReplayEstimator& each) {
    double sum = 0;
    each.visit_recent(
        [&](const ReadingRecord& record) { sum += record.innovation.log_likelihood; });
    return sum;
  };
  EXPECT_EQ(likelihood(e), likelihood(copy));
  EXPECT_NE(likelihood(e), 0);
  for (ReplayEstimator* each : {&e, &copy}) {
    each->advance(0.21);
    each->receive(ReplayCase::reading(0, 30, 0.171));
  }
  EXPECT_EQ(e.filter().x(), copy.filter().x());
  EXPECT_EQ(e.filter().P(), copy.filter().P());
}

template <class F>
std::string error_of(F f) {
  try {
    f();
  } catch (const std::exception& e) {
    return e.what();
  }
  return "no error";
}

TEST(GaussianFilter, ErrorsNameStateSensorStepAndCause) {
  GaussianFilter filter(Manifold::euclidean(2));
  const VectorXd x = VectorXd::Zero(2);
  EXPECT_NE(error_of([&] {
              filter.reset(0, x, MatrixXd{{1, 2}, {2, 1}});
            }).find("the initial covariance is not positive semidefinite at 'x2'"),
            std::string::npos);
  EXPECT_NE(error_of([&] {
              filter.reset(0, x, MatrixXd{{1, 0.5}, {0, 1}});
            }).find("the initial covariance is not symmetric: that of 'x2' and 'x1' is 0 and 0.5"),
            std::string::npos);
  filter.reset(0, x, MatrixXd::Identity(2, 2));
  LinearTransition f(MatrixXd::Identity(2, 2));
  ProcessNoise noise;
  noise.per_step = MatrixXd{{1, 0}, {0, -1}};
  EXPECT_NE(error_of([&] {
              filter.predict(f, 1, noise);
            }).find("the process noise is not positive semidefinite in the prediction at step 0"),
            std::string::npos);
  LinearMeasurement twice("twins", MatrixXd{{1, 0}, {1, 0}});
  const std::string twins =
      error_of([&] { filter.update(twice, VectorXd::Zero(2), MatrixXd::Zero(2, 2)); });
  EXPECT_NE(twins.find("the covariance of the innovation of 'twins' is not positive definite at "
                       "step 0"),
            std::string::npos)
      << twins;
  UnscentedOptions wrong;
  wrong.beta = 0;
  EXPECT_NE(error_of([&] {
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
          error_of([&] { filter.update(h, VectorXd::Constant(1, nan), MatrixXd::Ones(1, 1), 3.8); })
              .find("the innovation of 'level' is not finite at step 0: what it measured is "
                    "not"),
          std::string::npos);
    }
}

// Times of validity are differences, 0.07 − 0.02, with rounding errors: they are instants of the
// filter all the same.
TEST(ReplayEstimator, TimesWithRoundingErrorsAreThoseOfTheFilter) {
  ReplayCase first, second;
  ReplayEstimator exact = first.make(0.2), rounded = second.make(0.2);
  int different = 0;
  for (int k = 1; k <= 40; ++k) {
    const double t = 0.01 * k;
    for (ReplayEstimator* e : {&exact, &rounded}) {
      e->advance(t);
      e->set_input(t, {std::cos(3 * t)});
    }
    if (k % 5 != 2) continue;
    const double valid = 0.01 * (k - 2);
    different += t - 0.02 != valid ? 1 : 0;
    EXPECT_TRUE(exact.receive(ReplayCase::reading(0, k, valid)));
    SensorReading late = ReplayCase::reading(0, k, valid);
    late.time = t - 0.02;
    EXPECT_TRUE(rounded.receive(late));
  }
  EXPECT_GE(different, 3);
  EXPECT_EQ(exact.filter().x(), rounded.filter().x());
  EXPECT_EQ(exact.filter().P(), rounded.filter().P());
  EXPECT_EQ(exact.filter().predictions(), rounded.filter().predictions());
  EXPECT_EQ(rounded.filter().predictions(), 40);
}

// Rows of any number, by each level of the instruction set: the same bits, and QR's law.
TEST(RowKernels, AllLevelsGiveTheSameBits) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (const int n : {1, 3, 4, 9, 15, 22, 33, 70}) {
    const Eigen::Index width = detail::row_width(n), rows = 2 * n;
    std::vector<double> A(static_cast<std::size_t>(rows * width), 0.0);
    for (Eigen::Index i = 0; i < rows; ++i)
      for (int j = 0; j < n; ++j)
        if (i < n || j >= i - n) A[static_cast<std::size_t>(i * width + j)] = normal(random);
    const auto as_matrix = [&](const std::vector<double>& data, Eigen::Index count) {
      MatrixXd M(count, n);
      for (Eigen::Index i = 0; i < count; ++i)
        for (int j = 0; j < n; ++j) M(i, j) = data[static_cast<std::size_t>(i * width + j)];
      return M;
    };
    const MatrixXd given = as_matrix(A, rows), square = given.transpose() * given;
    std::vector<double> first, first_factor;
    for (const detail::RowKernels* kernels : detail::list_row_kernels()) {
      std::vector<double> R = A, v(static_cast<std::size_t>(rows)), U(A.size() / 2, 0.0),
                          variances(static_cast<std::size_t>(n));
      kernels->triangularise(R.data(), static_cast<int>(rows), n, width, n, v.data());
      const MatrixXd upper = as_matrix(R, n);
      EXPECT_LT((upper.transpose() * upper - square).norm(), 1e-14 * n * square.norm()) << n;
      EXPECT_TRUE(upper.isUpperTriangular(0)) << n;
      EXPECT_GE(upper.diagonal().minCoeff(), 0) << n;
      for (int i = 0; i < n; ++i) {
        variances[static_cast<std::size_t>(i)] = square(i, i);
        for (int j = i; j < n; ++j) U[static_cast<std::size_t>(i * width + j)] = square(i, j);
      }
      ASSERT_EQ(kernels->factor(U.data(), n, width, variances.data()), -1);
      const MatrixXd factor = as_matrix(U, n);
      EXPECT_LT((factor.transpose() * factor - square).norm(), 1e-14 * n * square.norm()) << n;
      if (first.empty()) first = R, first_factor = U;
      EXPECT_EQ(R, first) << n;
      EXPECT_EQ(U, first_factor) << n;
    }
  }
}

// A decay at the rate a: (1 − e^(−2 a h))/(2 a) however long the step.
TEST(DiscreteNoise, OfAStiffModelIsThatOfItsDecay) {
  const MatrixXd W{{1.0}};
  for (const double a : {30.0, 300.0, 1e3, 1e4, 1e6}) {
    const double h = 0.01, exact = -std::expm1(-2 * a * h) / (2 * a);
    const MatrixXd A{{-a}};
    MatrixXd Q;
    integrate_noise(A, W, h, Q);
    // Of the halved step, |A| h <= 1: the series lacks (a h)⁵/5!, Gauss' rule less.
    EXPECT_NEAR(Q(0, 0), exact, 1e-2 * exact) << a;
    EXPECT_NEAR(discretise_noise(A, W, h).Q(0, 0), exact, 1e-12 * exact) << a;
  }
}

// A DC motor (J = 1e-4, b = 1e-5, k = 0.05, R = 1, L = 0.22e-3), sampled at 10 ms: R/L h = 45. The
// references are Gauss' rule with eight points on 400 pieces of exp(aᵀ s) w exp(a s), by SciPy's
// expm.
TEST(DiscreteNoise, OfAStiffMotorHasItsDigits) {
  const MatrixXd A{{0, 1, 0}, {0, -0.1, 500}, {0, -0.05 / 0.22e-3, -1 / 0.22e-3}};
  const MatrixXd B{{0}, {0}, {1 / 0.22e-3}};
  const MatrixXd Q = Eigen::Vector3d(100, 0.1, 0).asDiagonal(), R{{1.0}};
  const SampledWeights s = sample_weights(A, B, Q, R, 0.01);
  const auto near = [](double value, double reference) {
    EXPECT_NEAR(value, reference, 1e-11 * std::abs(reference));  // 6 doublings of rounding errors
  };
  near(s.Q(0, 1), 4.629140096264446e-03);
  near(s.Q(1, 1), 8.217763535450193e-04);
  near(s.Q(2, 2), 9.625884136977040e-06);
  near(s.N(0, 0), 7.385702785378907e-03);
  near(s.N(1, 0), 1.939254153652019e-03);
  near(s.R(0, 0), 1.667299831674054e-02);
  near(s.F(1, 1), 7.812822387257433e-01);
  near(s.G(1, 0), 4.356583208983213);
}

// Eigenvalues -0.21 and 1.21; -0.118, 1 and 2.118; 0 and 2.
TEST(Triangular, RefusesWhatDependsOnAStateWithoutVariance) {
  MatrixXd L;
  EXPECT_EQ(detail::factor_semidefinite(MatrixXd{{0, 0.5}, {0.5, 1}}, L), 0);
  EXPECT_EQ(detail::factor_semidefinite(MatrixXd{{1, 1, 0.5}, {1, 1, 0}, {0.5, 0, 1}}, L), 1);
  ASSERT_EQ(detail::factor_semidefinite(MatrixXd{{1, 1}, {1, 1}}, L), -1);
  EXPECT_EQ(L * L.transpose(), (MatrixXd{{1, 1}, {1, 1}}));
}

}  // namespace
}  // namespace holon
