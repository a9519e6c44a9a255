// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Linear systems of any rank: against matrices constructed from known singular values, on every
// engine.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <bit>
#include <cmath>
#include <random>

#include "holon/base/test/rounding.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/program/program.h"

namespace holon {
namespace {

using test::kEps;
using Wide = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using WideVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

/// x, then quality and rank, of a system whose entries are inputs.
struct TestSystem {
  int n = 0;
  FunctionRef function;
  std::vector<double> operator()(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) const {
    return function->evaluate(pack(a, b));
  }
  static std::vector<double> pack(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) {
    std::vector<double> in;
    for (int i = 0; i < a.rows(); ++i) {
      for (int j = 0; j < a.cols(); ++j) in.push_back(a(i, j));
    }
    in.insert(in.end(), b.data(), b.data() + b.size());
    return in;
  }
};

TestSystem make_test_system(int n, MatrixKind kind, double tolerance = kRankTolerance) {
  auto graph = std::make_shared<Graph>();
  const std::vector<Expr> a = graph->symbols("a", n * n), b = graph->symbols("b", n);
  SolveReport report;
  const std::vector<Expr> x = solve(a, b, kind, &report, tolerance);
  return {n, Function::make("system", graph, {{"a", a}, {"b", b}},
                            {{"x", x}, {"quality", {report.quality}}, {"rank", {report.rank}}})};
}

Wide make_orthogonal(int n, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  Wide m(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) m(i, j) = normal(random);
  }
  return Wide(m.householderQr().householderQ());
}

/// A = U diag(s) Vᵀ rounded once, with V = U for a symmetric one, and A⁺ of the unrounded matrix.
struct Known {
  Eigen::MatrixXd a;
  Wide inverse;
  double largest = 0.0, least = 0.0;  // singular values
};

Known make_known(int n, int rank, double condition, bool symmetric, std::mt19937_64& random) {
  const Wide u = make_orthogonal(n, random);
  const Wide v = symmetric ? u : make_orthogonal(n, random);
  WideVector s = WideVector::Zero(n), inverse = s;
  for (int k = 0; k < rank; ++k) {
    s[k] = rank > 1 ? std::pow(condition, -static_cast<double>(k) / (rank - 1)) : 1.0;
    inverse[k] = 1.0L / s[k];
  }
  Known known;
  Wide a = u * s.asDiagonal() * v.transpose();
  if (symmetric) a = (0.5L * (a + a.transpose())).eval();
  known.a = a.cast<double>();
  known.inverse = v * inverse.asDiagonal() * u.transpose();
  known.largest = 1.0;
  known.least = rank > 0 ? static_cast<double>(s[rank - 1]) : 1.0;
  return known;
}

class MinimumNorm : public ::testing::TestWithParam<MatrixKind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, MinimumNorm,
                         ::testing::Values(MatrixKind::semidefinite, MatrixKind::minimum_norm),
                         [](const auto& info) {
                           return std::string(info.index ? "general" : "semidefinite");
                         });

TEST_P(MinimumNorm, SolutionsOfEveryRankAreLeastSquaresOfLeastLength) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  for (int n : {1, 2, 3, 6, 13, 30, 60}) {
    const TestSystem system = make_test_system(n, GetParam());
    for (int rank : {0, 1, n / 2, n - 1, n}) {
      if (rank > n || rank < 0) continue;
      for (double condition : {1.0, 1e3}) {
        const Known known =
            make_known(n, rank, condition, GetParam() == MatrixKind::semidefinite, random);
        for (bool consistent : {true, false}) {
          Eigen::VectorXd b(n);
          for (int i = 0; i < n; ++i) b[i] = normal(random);
          if (consistent) b = known.a * b;
          const WideVector expected = known.inverse * b.cast<long double>();
          const std::vector<double> out = system(known.a, b);
          // Wedin's bound: the rounding errors of A and of the decomposition, some n eps |A|,
          // change x by the condition number times |x|, and by its square times the residual, which
          // is at most |b|.
          const double c = known.largest / known.least;
          const double size = static_cast<double>(expected.norm());
          const double tolerance =
              16.0 * n * kEps * c * (size + (consistent ? 1.0 : c) * b.norm() / known.largest);
          for (int i = 0; i < n; ++i) {
            EXPECT_NEAR(out[static_cast<std::size_t>(i)], static_cast<double>(expected[i]),
                        tolerance)
                << n << " unknowns, rank " << rank << ", condition " << condition;
          }
          EXPECT_EQ(out[static_cast<std::size_t>(n) + 1], rank) << n;
        }
      }
    }
  }
}

TEST_P(MinimumNorm, OfFullRankIsTheOrdinarySolutionToTheBit) {
  const MatrixKind ordinary =
      GetParam() == MatrixKind::semidefinite ? MatrixKind::positive : MatrixKind::general;
  std::mt19937_64 random(12);
  for (int n : {1, 2, 7, 24}) {
    const Known known = make_known(n, n, 100.0, GetParam() == MatrixKind::semidefinite, random);
    const Eigen::VectorXd b = Eigen::VectorXd::Ones(n);
    EXPECT_EQ(make_test_system(n, GetParam())(known.a, b),
              make_test_system(n, ordinary)(known.a, b));
  }
}

TEST_P(MinimumNorm, ColumnsAtTheToleranceDecideTheRank) {
  // diag(1, d) with equal off-diagonal entries, so that the pivots are small: the second column's
  // remainder is d.
  const TestSystem system = make_test_system(2, GetParam(), 1e-9);
  const auto rank = [&](double d) {
    return system(Eigen::Matrix2d{{1.0, 0.0}, {0.0, d}}, Eigen::Vector2d(1.0, d))[3];
  };
  if (GetParam() == MatrixKind::semidefinite) {
    EXPECT_EQ(rank(1e-9 * 0x1p-19), 2.0) << "elimination minds the sizes of unknowns little";
    EXPECT_EQ(rank(1e-9 * 0x1p-21), 1.0) << "but a row that is nothing beside the others is none";
    EXPECT_EQ(rank(0.0), 1.0);
  }
  const auto beside = [&](double d) {
    return system(Eigen::Matrix2d{{1.0, 1.0}, {1.0, 1.0 + d}}, Eigen::Vector2d(1.0, 1.0))[3];
  };
  // The rotation to the first column leaves d / √2 of the second, whose length is √2: d/2.
  EXPECT_EQ(beside(2.1e-9), 2.0);
  EXPECT_EQ(beside(1.9e-9), 1.0);
}

TEST_P(MinimumNorm, SizesOfMatricesMatterLittle) {
  std::mt19937_64 random(13);
  const Known known = make_known(5, 3, 10.0, GetParam() == MatrixKind::semidefinite, random);
  const TestSystem system = make_test_system(5, GetParam());
  const Eigen::VectorXd b = known.a * Eigen::VectorXd::Ones(5);
  const auto x = system(known.a, b);
  for (double scale : {0x1p-1000, 0x1p-600, 0x1p600, 0x1p1000}) {
    const auto y = system(scale * known.a, scale * b);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(x[i], y[i]) << scale;
  }
}

TEST_P(MinimumNorm, MatricesThatAreNotFiniteGiveNaN) {
  const TestSystem system = make_test_system(3, GetParam());
  Eigen::Matrix3d a = Eigen::Matrix3d::Ones();
  for (double wrong : {std::nan(""), double{INFINITY}}) {
    a(2, 1) = wrong;
    const auto out = system(a, Eigen::Vector3d::Ones());
    for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(std::isnan(out[i]));
    EXPECT_EQ(out[3], 0.0);
    EXPECT_EQ(out[4], 0.0);
  }
}

TEST(MinimumNormSaddle, AMotionOfLittleInertiaIsNotTakenForOneOfNone) {
  // [M Jᵀ; J 0] of v = (p, q, w) with the inertia w² and w = b p, q = 0, in coordinates u with v =
  // T u (det T = 1): the least singular value is of the size of b². A force of 1 along w gives v =
  // (1/b, 0, 1), and the multipliers are zero. All entries are exact.
  constexpr double b = 0x1p-22;
  const Eigen::Matrix3d T{{1, 1, 0}, {1, 2, 1}, {0, 1, 2}};
  for (const int redundant : {0, 1}) {
    const int n = 5 + redundant;
    Eigen::MatrixXd J(2 + redundant, 3);
    J.row(0) = b * T.row(0) - T.row(2);
    J.row(1) = T.row(1);
    if (redundant) J.row(2) = J.row(0) + J.row(1);
    Eigen::MatrixXd K = Eigen::MatrixXd::Zero(n, n);
    K.topLeftCorner(3, 3) = T.row(2).transpose() * T.row(2);
    K.topRightCorner(3, J.rows()) = J.transpose();
    K.bottomLeftCorner(J.rows(), 3) = J;
    Eigen::VectorXd f = Eigen::VectorXd::Zero(n);
    f.head(3) = T.row(2).transpose();
    const std::vector<double> out = make_test_system(n, MatrixKind::minimum_norm)(K, f);
    const Eigen::Vector3d expected(3 / b + 1, -2 / b - 1, 1 / b + 1);
    for (int i = 0; i < n; ++i) {
      // The null space of J is accurate to some rounding errors over b.
      const double value = i < 3 ? expected[i] : 0.0;
      EXPECT_NEAR(out[static_cast<std::size_t>(i)], value, 64 * kEps / b * (i < 3 ? 3 / b : 1.0));
    }
    EXPECT_EQ(out[static_cast<std::size_t>(n) + 1], 5);
  }
}

TEST(MinimumNormSparse, SemidefiniteSystemsAreEliminatedWhereTheyCanBe) {
  // A ring of 40 springs: singular, its null space all ones; held at one node by `hold` it is not.
  constexpr int n = 40;
  auto graph = std::make_shared<Graph>();
  const Expr hold = graph->symbol("hold");
  std::vector<Expr> a(n * n, 0.0), b;
  for (int i = 0; i < n; ++i) {
    const int j = (i + 1) % n;
    a[static_cast<std::size_t>(i * n + i)] += 2.0;
    a[static_cast<std::size_t>(i * n + j)] = a[static_cast<std::size_t>(j * n + i)] = -1.0;
    b.push_back(i == 0 ? 1.0 : (i == n / 2 ? -1.0 : 0.0));
  }
  a[0] += hold;
  SolveReport report;
  const auto x = solve(a, b, MatrixKind::semidefinite, &report);
  std::vector<Expr> all = x;
  all.push_back(report.rank);
  const FunctionRef f = Function::make("ring", graph, {{"hold", {hold}}}, {{"x", all}});
  const auto free = f->evaluate(std::array{0.0}), held = f->evaluate(std::array{1.0});
  EXPECT_EQ(free[n], n - 1.0);
  EXPECT_EQ(held[n], n);
  // Two chains of 20 springs share the unit force: ±5, decreasing by 1/2 per spring; held at node 0
  // (without reaction, as the forces balance) everything moves by -5.
  for (int i = 0; i < n; ++i) {
    const double expected = 5.0 - 0.5 * std::min(i, n - i);
    const auto k = static_cast<std::size_t>(i);
    // The condition of the ring is about (2n/π)² = 650, held 4 times that.
    EXPECT_NEAR(free[k], expected, 700 * 5 * kEps);
    EXPECT_NEAR(held[k], expected - 5.0, 2800 * 5 * kEps);
  }
}

/// A(t) = a aᵀ or a cᵀ of two or three entries, b(t); everything depends on t.
TEST_P(MinimumNorm, DerivativesAtConstantRankAreThoseOfTheFormula) {
  const bool symmetric = GetParam() == MatrixKind::semidefinite;
  auto graph = std::make_shared<Graph>();
  const Expr t = graph->symbol("t");
  const std::vector<Expr> a{1.0 + t, sin(t), 2.0 - t * t};
  const std::vector<Expr> c = symmetric ? a : std::vector<Expr>{cos(t), 1.0, t};
  const std::vector<Expr> b{t, 1.0, exp(t)};  // not in the range
  std::vector<Expr> matrix;
  Expr aa = 0.0, cc = 0.0, ab = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) matrix.push_back(a[i] * c[j]);
    aa += a[i] * a[i];
    cc += c[i] * c[i];
    ab += a[i] * b[i];
  }
  const std::vector<Expr> x = solve(matrix, b, GetParam());
  std::vector<Expr> out;
  for (std::size_t i = 0; i < 3; ++i) {
    const Expr exact = c[i] * ab / (aa * cc);  // (a cᵀ)⁺ = c aᵀ / (|a|² |c|²)
    for (auto e : {x[i], exact}) out.push_back(e);
    for (auto e : {x[i], exact}) out.push_back(derivative(e, t));
    for (auto e : {x[i], exact}) out.push_back(derivative(derivative(e, t), t));
  }
  const FunctionRef f = Function::make("f", graph, {{"t", {t}}}, {{"y", out}});
  for (double at : {-0.7, 0.3, 1.1}) {
    const auto y = f->evaluate(std::array{at});
    for (std::size_t k = 0; k < y.size(); k += 2) {
      // Rank one: no condition number; some hundred operations on numbers of order one.
      EXPECT_NEAR(y[k], y[k + 1], 200 * kEps * (1 + std::abs(y[k + 1]))) << k << " at " << at;
    }
  }
}

}  // namespace
}  // namespace holon
