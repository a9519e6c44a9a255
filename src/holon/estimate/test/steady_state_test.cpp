// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Gains, poles and observability, against published and independently computed numbers.
#include <gtest/gtest.h>

#include <cmath>

#include "holon/base/errors.h"
#include "holon/base/test/message_of.h"
#include "holon/estimate/discretise.h"
#include "holon/estimate/observability.h"
#include "holon/estimate/pole_placement.h"
#include "holon/estimate/riccati.h"

namespace holon {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector2d;
using Complex = std::complex<double>;
using test::message_of;

// Of some thousand operations on numbers of size 1.
constexpr double kRounding = 1e-12;

MatrixXd matrix(int rows, std::initializer_list<double> values) {
  return Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(
      values.begin(), rows, static_cast<Eigen::Index>(values.size()) / rows);
}

// P = [√3 1; 1 √3].
TEST(SteadyFilter, OfTheContinuousDoubleIntegratorHasTheGainsSqrt3And1) {
  const SteadyFilter f = find_steady_filter(matrix(2, {0, 1, 0, 0}), matrix(1, {1, 0}),
                                            MatrixXd::Identity(2, 2), MatrixXd::Ones(1, 1));
  EXPECT_NEAR(f.K(0, 0), std::sqrt(3), kRounding);
  EXPECT_NEAR(f.K(1, 0), 1, kRounding);
  EXPECT_LT((f.predicted - matrix(2, {std::sqrt(3), 1, 1, std::sqrt(3)})).norm(), kRounding);
}

// h = 0.01, W = h I, V = 1/h: the predictor's gain by a computation in extended precision.
TEST(SteadyFilter, OfTheSampledDoubleIntegratorHasThePublishedPredictorGain) {
  const double h = 0.01;
  const SteadyFilter f =
      find_steady_sampled_filter(matrix(2, {1, h, 0, 1}), matrix(1, {1, 0}),
                                 h * MatrixXd::Identity(2, 2), MatrixXd::Constant(1, 1, 1 / h));
  EXPECT_NEAR(f.L(0, 0), 0.0172705080770414, kRounding);
  EXPECT_NEAR(f.L(1, 0), 0.00991377137943259, kRounding);
}

// R. L. Farrenkopf, J. Guidance and Control 1 (1978) 282: rate and bias of a gyro with a star
// sensor, closed form of the steady state.
TEST(SteadyFilter, OfGyroAndStarSensorIsFarrenkopfs) {
  const double dt = 1, n = 1e-3, v = 1e-4, u = 1e-5;
  const MatrixXd W = matrix(2, {v * v * dt + u * u * dt * dt * dt / 3, -u * u * dt * dt / 2,
                                -u * u * dt * dt / 2, u * u * dt});
  const SteadyFilter f = find_steady_sampled_filter(matrix(2, {1, -dt, 0, 1}), matrix(1, {1, 0}), W,
                                                    MatrixXd::Constant(1, 1, n * n));
  EXPECT_NEAR(std::sqrt(f.predicted(0, 0)), 4.34801992e-4, 1e-12);  // nine digits are published
  EXPECT_NEAR(std::sqrt(f.filtered(0, 0)), 3.98741061e-4, 1e-12);
}

// P. R. Kalata, IEEE Trans. Aerosp. Electron. Syst. 20 (1984) 174: with the tracking index
// Λ = σ_w T²/σ_v the gains satisfy Λ² = β²/(1 − α), β = 2 (2 − α) − 4 sqrt(1 − α).
TEST(SteadyFilter, OfTrackingIndexOneHalfIsKalatasAlphaBeta) {
  const double index = 0.5;
  const Vector2d g(0.5, 1);
  const SteadyFilter f =
      find_steady_sampled_filter(matrix(2, {1, 1, 0, 1}), matrix(1, {1, 0}),
                                 index * index * g * g.transpose(), MatrixXd::Ones(1, 1));
  EXPECT_NEAR(f.K(0, 0), 0.6283734572, 1e-10);  // ten digits are published
  EXPECT_NEAR(f.K(1, 0), 0.3048058984, 1e-10);
  const double alpha = f.K(0, 0), beta = f.K(1, 0);
  EXPECT_NEAR(beta, 2 * (2 - alpha) - 4 * std::sqrt(1 - alpha), kRounding);
  EXPECT_NEAR(beta * beta / (1 - alpha), index * index, kRounding);
}

const MatrixXd kA = matrix(4, {0, 1, 0, 0, 0, -.1, 3, 0, 0, 0, 0, 1, 0, -.5, 30, 0});
const MatrixXd kB = matrix(4, {0, 2, 0, 5});
const MatrixXd kQ = Eigen::Vector4d(1, 2, 3, 4).asDiagonal();
const MatrixXd kR = MatrixXd::Constant(1, 1, 0.1);

// scipy 1.10, solve_continuous_are and solve_discrete_are, K from their solution. They agree to
// about eleven digits with what Newton's method leaves unchanged.
TEST(Riccati, GainsOfACartWithAPendulumAreThoseOfScipy) {
  const RiccatiSolution c = solve_care(kA, kB, kQ, kR);
  const double expected[] = {-std::sqrt(10), -7.1639636073878155, 41.817968664929666,
                             10.526767145955413};
  const RiccatiSolution cross = solve_care(kA, kB, kQ, kR, matrix(4, {.1, 0, .05, 0}));
  const double expected_cross[] = {-std::sqrt(10), -7.027140642023779, 41.25309337769677,
                                   10.434043496801717};
  const SampledWeights s = sample_weights(kA, kB, kQ, kR, 0.02);
  EXPECT_NEAR(s.F(2, 3), 2.0040014002857241e-02, 1e-15);
  EXPECT_NEAR(s.G(3, 0), 0.10000000332095475, 1e-15);
  const RiccatiSolution d = solve_dare(s.F, s.G, kQ, kR);
  const double expected_sampled[] = {-2.1678890154292914, -4.974456395815458, 31.085059260769995,
                                     7.565624304507206};
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(c.K(0, i), expected[i], 1e-10 * std::abs(expected[i]));
    EXPECT_NEAR(cross.K(0, i), expected_cross[i], 1e-10 * std::abs(expected_cross[i]));
    EXPECT_NEAR(d.K(0, i), expected_sampled[i], 1e-10 * std::abs(expected_sampled[i]));
  }
  EXPECT_LT(c.residual, 1e-14);
  EXPECT_LT(d.residual, 1e-14);
  for (const Complex& p : c.poles) EXPECT_LT(p.real(), 0);
  for (const Complex& p : d.poles) EXPECT_LT(std::abs(p), 1);
}

// At states of very different units: kilometres and microradians.
TEST(Riccati, GainsDoNotDependOnUnits) {
  const Eigen::Vector4d unit(1e-3, 1e3, 1e6, 1e-6);
  const MatrixXd inverse = unit.cwiseInverse().asDiagonal();
  const MatrixXd A = unit.asDiagonal() * kA * inverse, B = unit.asDiagonal() * kB;
  const RiccatiSolution c = solve_care(A, B, inverse * kQ * inverse, kR);
  const RiccatiSolution plain = solve_care(kA, kB, kQ, kR);
  for (int i = 0; i < 4; ++i)
    EXPECT_NEAR(c.K(0, i) * unit[i], plain.K(0, i), 1e-10 * std::abs(plain.K(0, i)));
}

// x[k+1] = 0.5 x + u with q = r = 1 and a shift register behind it: F is singular.
TEST(Riccati, SampledModelsWithDelaysHaveASingularTransition) {
  const MatrixXd F = matrix(2, {0.5, 1, 0, 0}), G = matrix(2, {0, 1});
  const RiccatiSolution d = solve_dare(F, G, matrix(2, {1, 0, 0, 0}), MatrixXd::Ones(1, 1));
  // Input u[k] acts at k + 1 on x[k+1] = 0.5 x[k] + u[k−1]: the gain is that of the system without
  // delay on the predicted state, K = k [0.5, 1], with p = 1 + 0.25 p/(1 + p), k = 0.5 p/(1 + p).
  const double p = (0.25 + std::sqrt(0.0625 + 4)) / 2, k = 0.5 * p / (1 + p);
  EXPECT_NEAR(d.K(0, 0), 0.5 * k, kRounding);
  EXPECT_NEAR(d.K(0, 1), k, kRounding);
}

TEST(Riccati, ErrorsNameTheReason) {
  const MatrixXd I = MatrixXd::Identity(2, 2), one = MatrixXd::Ones(1, 1);
  EXPECT_NE(message_of<ModelError>([&] {
              solve_care(matrix(2, {1, 0, 0, -1}), matrix(2, {0, 1}), I, one);
            }).find("the pole 1 is not stable and not controllable"),
            std::string::npos);
  EXPECT_NE(message_of<ModelError>([&] {
              solve_care(matrix(2, {0, 1, 0, 0}), matrix(2, {0, 1}), MatrixXd::Zero(2, 2), one);
            }).find("the pole 0 on the stability boundary is not observable through the weights"),
            std::string::npos);
  EXPECT_NE(message_of<ModelError>([&] {
              solve_care(I, I, I, MatrixXd::Zero(2, 2));
            }).find("the weight of the inputs is not positive definite"),
            std::string::npos);
  EXPECT_NE(message_of<ModelError>([&] {
              solve_care(I, I, matrix(2, {1, 2, 0, 1}), I);
            }).find("the weight of the states is not symmetric"),
            std::string::npos);
}

// Ackermann's formula gives the only gain of a single input.
TEST(PolePlacement, OfASingleInputIsUnique) {
  const MatrixXd A = matrix(2, {0, 1, -2, -3}), B = matrix(2, {0, 1});
  const PlacedPoles p = place_poles(A, B, {Complex(-4, 3), Complex(-4, -3)});
  // s² + (3 + k2) s + 2 + k1 = s² + 8 s + 25
  EXPECT_NEAR(p.K(0, 0), 23, 1e-11);
  EXPECT_NEAR(p.K(0, 1), 5, 1e-11);
}

// J. Kautsky, N. K. Nichols, P. Van Dooren (1985), example 1: a chemical reactor. scipy 1.10,
// signal.place_poles, reaches the conditions 4.279 (KNV0) and 4.513 (YT) of the eigenvectors.
TEST(PolePlacement, OfTheChemicalReactorIsBetterConditionedThanScipys) {
  const MatrixXd A = matrix(4, {1.38, -0.2077, 6.715, -5.676, -0.5814, -4.29, 0, 0.675, 1.067,
                                4.273, -6.654, 5.893, 0.048, 4.273, 1.343, -2.104});
  const MatrixXd B = matrix(4, {0, 0, 5.679, 0, 1.136, -3.146, 1.136, 0});
  const std::vector<Complex> poles{-0.2, -0.5, -5.0566, -8.6659};
  const PlacedPoles p = place_poles(A, B, poles);
  for (const Complex& wanted : poles) {
    double nearest = 1;
    for (const Complex& s : p.poles) nearest = std::min(nearest, std::abs(s - wanted));
    EXPECT_LT(nearest, 1e-11);
  }
  EXPECT_LT(p.condition, 4);
}

TEST(PolePlacement, PlacesPairsBySeveralInputsAndAllStatesByAsMany) {
  const MatrixXd B = matrix(4, {0, 0, 2, 0, 0, 1, 5, 0});
  for (const std::vector<Complex>& poles :
       {std::vector<Complex>{Complex(-1, 2), Complex(-1, -2), Complex(-3, 1), Complex(-3, -1)},
        std::vector<Complex>{-1, -1, Complex(-3, 1), Complex(-3, -1)}}) {
    const PlacedPoles p = place_poles(kA, B, poles);
    // The characteristic polynomial: coefficients are exact where double roots are not.
    for (const Complex& z : {Complex(0, 0), Complex(1, 1), Complex(-2, 0), Complex(0, -5)}) {
      Complex expected = 1, reached = 1;
      for (const Complex& s : poles) expected *= z - s;
      for (const Complex& s : p.poles) reached *= z - s;
      EXPECT_LT(std::abs(reached - expected), 1e-8 * std::abs(expected));
    }
  }
  const PlacedPoles all = place_poles(kA, MatrixXd::Identity(4, 4), {-1, -2, -3, -4});
  EXPECT_NEAR(all.condition, 1, 1e-9);
}

TEST(PolePlacement, ErrorsNameTheReason) {
  const MatrixXd A = matrix(2, {1, 0, 0, -1}), B = matrix(2, {0, 1});
  EXPECT_NE(message_of<InputError>([&] {
              place_poles(A, B, {Complex(-1, 1), -2});
            }).find("the pole -1 + 1j lacks its complex conjugate"),
            std::string::npos);
  EXPECT_NE(message_of<InputError>([&] {
              place_poles(A, B, {-2, -2});
            }).find("the pole -2 is requested 2 times, but 1 inputs"),
            std::string::npos);
  EXPECT_NE(message_of<ModelError>([&] {
              place_poles(A, B, {-2, 1});
            }).find("the inputs do not affect the mode at 1"),
            std::string::npos);
}

LinearModel make_model(const MatrixXd& A, const MatrixXd& C) {
  LinearModel model;
  model.A = A;
  model.C = C;
  model.B = MatrixXd::Zero(A.rows(), 0);
  model.D = MatrixXd::Zero(C.rows(), 0);
  for (int i = 0; i < A.rows(); ++i) model.x.push_back({"s" + std::to_string(i + 1), {}, 0});
  return model;
}

// Position, velocity and the bias of the velocity's rate; only the sum of two levels is measured.
TEST(Observability, NamesTheDirectionThatIsNotObserved) {
  MatrixXd A = MatrixXd::Zero(3, 3);
  A(0, 1) = 1;
  const ObservabilityAnalysis a = analyse_observability(make_model(A, matrix(1, {1, 0, 1})));
  EXPECT_EQ(a.rank, 2);
  ASSERT_EQ(a.directions.size(), 3U);
  EXPECT_EQ(a.directions[0].singular_value, 0);
  ASSERT_EQ(a.directions[0].shares.size(), 2U);
  EXPECT_NEAR(a.directions[0].shares[0].share, std::sqrt(0.5), 1e-9);
  EXPECT_NEAR(a.directions[0].shares[1].share, -std::sqrt(0.5), 1e-9);
}

// A weak coupling: full rank, but the second state is seen only through 1e-6 of it.
TEST(Observability, NamesADirectionThatIsWeak) {
  const ObservabilityAnalysis a =
      analyse_observability(make_model(matrix(2, {-1, 1e-6, 0, -2}), matrix(1, {1, 0})));
  EXPECT_EQ(a.rank, 2);
  EXPECT_EQ(a.weak_count, 1);
  EXPECT_EQ(a.directions[0].shares[0].name, "s2");
}

// A vehicle that stands still does not observe its heading by positions; one that drives does.
TEST(Observability, DependsOnTheTrajectory) {
  for (const double speed : {0.0, 1.0}) {
    TrajectoryObservability o(Manifold::euclidean(3), {1, 1, 1});  // x, y, heading
    MatrixXd F = MatrixXd::Identity(3, 3), H = MatrixXd::Zero(2, 3);
    F(1, 2) = speed * 0.1;
    H(0, 0) = H(1, 1) = 1;
    for (int k = 0; k < 100; ++k) {
      o.add(H, Vector2d(0.01, 0.01));
      o.advance(F, 0.1);
    }
    const ObservabilityAnalysis a = o.analyse();
    EXPECT_EQ(a.rank, speed > 0 ? 3 : 2);
    EXPECT_NEAR(a.horizon, 10, 1e-12);
    if (speed == 0) EXPECT_EQ(a.directions[0].shares[0].name, "x3");
    // Σ 1/σ² = 100/1e-4 about the position x alone.
    EXPECT_NEAR(a.directions[speed > 0 ? 1 : 2].singular_value, 1000, speed > 0 ? 1000 : 1e-9);
  }
}

}  // namespace
}  // namespace holon
