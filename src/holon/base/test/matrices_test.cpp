// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/matrices.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace holon {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Some operations on numbers of size 1 to 10.
constexpr double kRounding = 256 * std::numeric_limits<double>::epsilon();

void expect_near(const MatrixXd& a, const MatrixXd& b) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.cols(), b.cols());
  EXPECT_LE((a - b).cwiseAbs().maxCoeff(), kRounding);
}

TEST(Matrices, SingularValuesOfAShear) {
  // [1 1; 0 1]: the golden ratio and its inverse.
  const double golden = (1 + std::sqrt(5.0)) / 2;
  const MatrixXd A{{1, 1}, {0, 1}};
  expect_near(calc_singular_values(A), VectorXd{{golden, 1 / golden}});
  expect_near(calc_singular_values(Eigen::MatrixXcd(std::complex<double>(0, 1) * A)),
              VectorXd{{golden, 1 / golden}});
  const LeftSingular left = calc_left_singular(MatrixXd{{3, 0}, {0, 0}, {0, 4}});
  expect_near(left.values, VectorXd{{4, 3}});
  expect_near(left.vectors.cwiseAbs(), MatrixXd{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}});
}

TEST(Matrices, PivotsTellTheRankAndWhatMakesIt) {
  // The third column is the sum of the others, and the longest.
  const PivotedQr qr(MatrixXd{{1, 0, 1}, {0, 2, 2}, {0, 0, 0}, {0, 0, 0}});
  EXPECT_EQ(qr.rank(1e-12), 2);
  EXPECT_EQ(qr.columns()[0], 2);
  EXPECT_NEAR(qr.largest_pivot(), std::sqrt(5.0), kRounding);
  expect_near(qr.Q() * qr.Q().transpose(), MatrixXd::Identity(4, 4));
  expect_near(qr.Q().rightCols(2).topRows(2), MatrixXd::Zero(2, 2));
  EXPECT_EQ(PivotedQr(MatrixXd::Zero(2, 3)).rank(1e-12), 0);
}

TEST(Matrices, AComplexFactorHasTheSameRankAndOrthonormalColumns) {
  // The third column is i times the first plus the second.
  const std::complex<double> i(0, 1);
  Eigen::MatrixXcd A(4, 3);
  A << 1, 0, i, i, 2, 1, 0, i, i, i, 2, 1;
  const ComplexQr qr = calc_pivoted_qr(A);
  expect_near((qr.Q.adjoint() * qr.Q).cwiseAbs(), MatrixXd::Identity(4, 4));
  EXPECT_LE(qr.pivots[2], kRounding);
  EXPECT_NEAR(qr.pivots[0], 3, kRounding);
  // What is orthogonal to the range: Qᴴ A has zeros below the rank.
  expect_near((qr.Q.adjoint() * A).bottomRows(2).cwiseAbs(), MatrixXd::Zero(2, 3));
  // Without any entry, and of one column alone.
  expect_near(calc_pivoted_qr(Eigen::MatrixXcd::Zero(2, 2)).Q.cwiseAbs(), MatrixXd::Identity(2, 2));
}

TEST(Matrices, FactorsSolveForSeveralRightSides) {
  const MatrixXd A{{0, 2}, {1, 3}}, S{{4, 2}, {2, 3}};
  const Lu lu(A);
  expect_near(lu.solve(VectorXd{{4, 7}}), VectorXd{{1, 2}});
  expect_near(A * lu.solve(MatrixXd::Identity(2, 2).eval()), MatrixXd::Identity(2, 2));
  EXPECT_NEAR(lu.rcond(), 0.1, kRounding);  // 1/(5 * 2) in the sum norm
  expect_near(S * Ldlt(S).solve(VectorXd{{1, 2}}), VectorXd{{1, 2}});
  expect_near(Ldlt(S).solve(S), MatrixXd::Identity(2, 2));
}

TEST(Matrices, KernelsAndPseudoInverses) {
  const MatrixXd A{{1, 1, 0}, {0, 0, 2}};
  const MatrixXd N = calc_kernel(A);
  ASSERT_EQ(N.cols(), 1);
  expect_near(A * N, MatrixXd::Zero(2, 1));
  EXPECT_NEAR(N.norm(), 1, kRounding);
  EXPECT_EQ(calc_kernel(MatrixXd::Identity(2, 2)).cols(), 0);
  expect_near(calc_pseudo_inverse(A), MatrixXd{{0.5, 0}, {0.5, 0}, {0, 0.5}});
  const MatrixXd Q = calc_orthogonal_factor(MatrixXd{{3}, {4}});
  EXPECT_NEAR(std::abs(Q(0, 0)), 0.6, kRounding);
  EXPECT_NEAR(std::abs(Q(1, 1)), 0.6, kRounding);
  const Eigen::Matrix3d D = Eigen::Vector3d(3, 1, 2).asDiagonal();
  expect_near(calc_symmetric_eigenvalues3(D), VectorXd{{1, 2, 3}});
  expect_near(calc_symmetric_eigenpairs3(D).vectors.cwiseAbs(),
              MatrixXd{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}});
}

TEST(Matrices, SolvesWhatIsRegularAndTheShortestOfTheRest) {
  const MatrixXd A{{0, 2}, {1, 3}};  // the first pivot is 0
  const VectorXd b{{4, 7}}, x{{1, 2}};
  expect_near(solve_by_qr(A, b), x);
  EXPECT_EQ(solve_by_qr(A, MatrixXd(2, 0)).rows(), 2);
  expect_near(solve_by_lu(A, b), x);
  const Inverse inverse = calc_inverse(A.cast<std::complex<double>>());
  expect_near(inverse.matrix.real(), MatrixXd{{-1.5, 1}, {0.5, 0}});
  EXPECT_GT(inverse.rcond, 0.05);  // 1/(5·2.5) in the sum norm
  // x + y should be 2, 2 and 5: their mean, evenly divided.
  expect_near(solve_least_squares(MatrixXd{{1, 1}, {1, 1}, {1, 1}}, VectorXd{{2, 2, 5}}, 1e-12),
              VectorXd{{1.5, 1.5}});
}

TEST(Matrices, EigenvaluesOfARotationAndOfAStretch) {
  const auto [values, vectors] = calc_eigenpairs(MatrixXd{{0, -2}, {2, 0}});
  EXPECT_NEAR(std::abs(values[0].imag()), 2, kRounding);
  EXPECT_NEAR(values[0].real(), 0, kRounding);
  EXPECT_NEAR(vectors.col(0).norm(), 1, kRounding);
  const auto [stretch, axes] = calc_symmetric_eigenpairs(MatrixXd{{2, 1}, {1, 2}});
  expect_near(stretch, VectorXd{{1, 3}});
  EXPECT_NEAR(axes(0, 1) * axes(1, 1), 0.5, kRounding);
}

TEST(Matrices, HessenbergsFormIsTurnedBackToTheMatrix) {
  const MatrixXd A{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 1, 2, 3}, {4, 5, 6, 7}};
  const Hessenberg form = calc_hessenberg(A);
  expect_near(form.Q * form.H * form.Q.transpose(), A);
  EXPECT_EQ(form.H(3, 0), 0);
  EXPECT_EQ(form.H(3, 1), 0);
}

// A spool [m], a pressure [Pa], a piston's speed and position: mpmath with 60 digits.
TEST(Matrices, TheExponentialDoesNotDependOnUnits) {
  const MatrixXd A{{-200, 0, 0, 0}, {3e12, -25, -3e9, 0}, {0, 4e-6, -0.6, 0}, {0, 0, 1, 0}};
  const MatrixXd expected{{0.67032004603563929, 0, 0, 0},
                          {4773241065.7417296, 0.92811695660185401, -5802252.323104064, 0},
                          {20.642151602052847, 7.7363364308054192e-9, 0.97530860882976707, 0},
                          {0.014297060744353077, 7.8338545836411544e-12, 0.0019830456988491119, 1}};
  const MatrixXd e = calc_exponential(A * 2e-3);
  // Of some hundred operations.
  for (Eigen::Index k = 0; k < e.size(); ++k)
    EXPECT_NEAR(e.reshaped()[k], expected.reshaped()[k], 1e-13 * std::abs(expected.reshaped()[k]));
}

TEST(Matrices, TheExponentialOfATurnIsARotation) {
  expect_near(calc_exponential(MatrixXd{{0, -0.7}, {0.7, 0}}),
              MatrixXd{{std::cos(0.7), -std::sin(0.7)}, {std::sin(0.7), std::cos(0.7)}});
}

}  // namespace
}  // namespace holon
