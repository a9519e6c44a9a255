// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Noise of the process over a step against closed forms and SciPy.
#include <gtest/gtest.h>

#include <cmath>

#include "holon/estimate/discretise.h"

namespace holon {
namespace {

using Eigen::MatrixXd;

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

}  // namespace
}  // namespace holon
