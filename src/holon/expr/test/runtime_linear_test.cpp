// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The linear solvers of the runtime: backward errors on random, badly scaled, ill-conditioned and
// permuted systems, and their reports of singular ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "holon/expr/graph/elimination.h"

namespace {
#define HOLON_LANES 1
#include "holon/expr/runtime/lanes.h"
//
#include "holon/expr/runtime/linear.h"
//
#include "holon/expr/runtime/sparse.h"

constexpr double kEps = 0x1p-53;

/// A square matrix by columns with all its entries, or some.
struct Matrix {
  int n = 0;
  std::vector<int> start{0}, row;
  std::vector<double> values;

  double at(int i, int j) const {
    for (int e = start[j]; e < start[j + 1]; ++e) {
      if (row[e] == i) return values[e];
    }
    return 0.0;
  }
};

template <typename F>
Matrix make_matrix(int n, F entry) {
  Matrix a;
  a.n = n;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const double v = entry(i, j);
      if (v == 0.0) continue;
      a.row.push_back(i);
      a.values.push_back(v);
    }
    a.start.push_back(static_cast<int>(a.row.size()));
  }
  return a;
}

Matrix make_symmetric(const Matrix& a, const std::vector<double>& weight) {  // Aᵀ W A
  std::vector<std::vector<double>> dense(a.n, std::vector<double>(a.n));
  for (int j = 0; j < a.n; ++j) {
    for (int e = a.start[j]; e < a.start[j + 1]; ++e) dense[a.row[e]][j] = a.values[e];
  }
  return make_matrix(a.n, [&](int i, int j) {
    if (i < j) std::swap(i, j);  // both triangles with the same bits
    double sum = 0.0;
    for (int k = 0; k < a.n; ++k) sum += dense[k][i] * weight[k] * dense[k][j];
    return sum;
  });
}

struct Solution {
  std::vector<double> x;
  int status = 0;
  double quality = 0.0;
};

/// Solves the lane `lane` of `stride` and checks that the others are unchanged.
Solution solve(int kind, const Matrix& a, const std::vector<double>& b, int stride = 1,
               int lane = 0) {
  const int n = a.n;
  std::vector<double> values(a.values.size() * stride, NAN), right(n * stride, NAN),
      x(n * stride, 7.0);
  for (std::size_t e = 0; e < a.values.size(); ++e) values[e * stride + lane] = a.values[e];
  for (int i = 0; i < n; ++i) right[i * stride + lane] = b[i];
  std::vector<double> work(HOLON_DENSE_WORK(n));
  std::vector<int> pivot(n);
  Solution s;
  s.status = h_solve_dense(kind, n, a.start.data(), a.row.data(), values.data() + lane,
                           right.data() + lane, x.data() + lane, stride, work.data(), pivot.data(),
                           &s.quality);
  for (int i = 0; i < n; ++i) {
    s.x.push_back(x[i * stride + lane]);
    for (int l = 0; l < stride; ++l) {
      if (l != lane) {
        EXPECT_EQ(x[i * stride + l], 7.0);
      }
    }
  }
  return s;
}

Solution solve_sparse(const Matrix& a, const std::vector<double>& b) {
  const holon::detail::GeneralPlan p = holon::detail::plan_general(a.start, a.row);
  const h_sparse_general plan{p.n,          p.start.data(), p.row.data(), p.order.data(),
                              p.lower_room, p.upper_room};
  std::vector<double> work(HOLON_SPARSE_GENERAL_WORK(p.n, p.lower_room, p.upper_room));
  std::vector<int> ints(HOLON_SPARSE_GENERAL_INTS(p.n, p.lower_room, p.upper_room));
  Solution s;
  s.x = b;
  s.status = h_solve_sparse_general(&plan, a.values.data(), s.x.data(), s.x.data(), 1, work.data(),
                                    ints.data(), &s.quality);
  return s;
}

Solution solve_sparse_positive(const Matrix& a, const std::vector<double>& b) {
  const holon::detail::PositivePlan p = holon::detail::plan_positive(a.start, a.row);
  const h_sparse_positive plan{
      p.n,          p.order.data(), p.diagonal.data(), p.start.data(),
      p.row.data(), p.from.data(),  p.parent.data(),   p.lower_start.data()};
  std::vector<double> work(HOLON_SPARSE_POSITIVE_WORK(p.n, p.lower_count()));
  std::vector<int> ints(HOLON_SPARSE_POSITIVE_INTS(p.n, p.lower_count()));
  Solution s;
  s.x = b;
  s.status = h_solve_sparse_positive(&plan, a.values.data(), s.x.data(), s.x.data(), 1, work.data(),
                                     ints.data(), &s.quality);
  return s;
}

/// Largest |b - A x| by rows, over |A| |x| + |b| (Oettli and Prager: the relative change of the
/// entries of A and b that makes x exact), in units of n rounding errors.
double backward_error(const Matrix& a, const std::vector<double>& x, const std::vector<double>& b) {
  std::vector<long double> rest(b.begin(), b.end()), size(a.n);
  for (int i = 0; i < a.n; ++i) size[i] = std::abs(b[i]);
  for (int j = 0; j < a.n; ++j) {
    for (int e = a.start[j]; e < a.start[j + 1]; ++e) {
      const long double t = static_cast<long double>(a.values[e]) * x[j];
      rest[a.row[e]] -= t;
      size[a.row[e]] += std::abs(t);
    }
  }
  long double worst = 0.0;
  for (int i = 0; i < a.n; ++i) {
    if (!(size[i] == 0.0 && rest[i] == 0.0)) worst = std::max(worst, std::abs(rest[i]) / size[i]);
  }
  return static_cast<double>(worst) / (kEps * a.n);
}

/// The same over the norm of A and x: elimination is stable in this sense only.
double normwise_backward_error(const Matrix& a, const std::vector<double>& x,
                               const std::vector<double>& b) {
  std::vector<long double> rest(b.begin(), b.end()), rows(a.n);
  long double size_x = 0.0, size_b = 0.0, worst = 0.0, size_a = 0.0;
  for (int j = 0; j < a.n; ++j) {
    size_x = std::max<long double>(size_x, std::abs(x[j]));
    size_b = std::max<long double>(size_b, std::abs(b[j]));
    for (int e = a.start[j]; e < a.start[j + 1]; ++e) {
      rest[a.row[e]] -= static_cast<long double>(a.values[e]) * x[j];
      rows[a.row[e]] += std::abs(a.values[e]);
    }
  }
  for (int i = 0; i < a.n; ++i) {
    worst = std::max(worst, std::abs(rest[i]));
    size_a = std::max(size_a, rows[i]);
  }
  return static_cast<double>(worst / (size_a * size_x + size_b)) / (kEps * a.n);
}

// Elimination with growth factor g has a backward error of about 3 n g rounding errors at worst
// (Higham, Accuracy and Stability, theorem 9.5); g stays below 10 for the random matrices here, and
// errors partly cancel.
constexpr double kStable = 10.0;

std::vector<double> random_vector(int n, std::mt19937_64& random) {
  std::uniform_real_distribution<double> u(-1, 1);
  std::vector<double> b(n);
  for (double& v : b) v = u(random);
  return b;
}

Matrix random_matrix(int n, double density, std::mt19937_64& random) {
  std::uniform_real_distribution<double> u(-1, 1);
  return make_matrix(n, [&](int, int) { return std::abs(u(random)) < density ? u(random) : 0.0; });
}

TEST(DenseSolve, GeneralSystemsHaveSmallBackwardErrors) {
  std::mt19937_64 random(1);
  for (int n : {1, 2, 3, 4, 5, 7, 10, 20, 50, 120, 300}) {
    const Matrix a = random_matrix(n, 1.0, random);
    const std::vector<double> b = random_vector(n, random);
    const Solution s = solve(HOLON_GENERAL, a, b);
    ASSERT_EQ(s.status, 0) << n;
    EXPECT_GT(s.quality, 0.0);
    EXPECT_LE(s.quality, 1.0);
    EXPECT_LE(normwise_backward_error(a, s.x, b), kStable) << n;
  }
}

TEST(DenseSolve, SymmetricSystemsHaveSmallBackwardErrors) {
  std::mt19937_64 random(2);
  for (int n : {1, 2, 3, 4, 5, 7, 10, 20, 50, 120}) {
    std::vector<double> weight(n);
    for (int k = 0; k < n; ++k) weight[k] = k % 2 ? -1.0 - k : 1.0;
    const Matrix a = make_symmetric(random_matrix(n, 1.0, random), weight);
    const std::vector<double> b = random_vector(n, random);
    const Solution s = solve(HOLON_SYMMETRIC, a, b);
    ASSERT_EQ(s.status, 0) << n;
    EXPECT_LE(normwise_backward_error(a, s.x, b), kStable) << n;
  }
}

TEST(DenseSolve, PositiveSystemsHaveSmallBackwardErrors) {
  std::mt19937_64 random(3);
  for (int n : {1, 2, 3, 4, 5, 7, 10, 20, 50, 120}) {
    const Matrix a = make_symmetric(random_matrix(n, 1.0, random), std::vector<double>(n, 2.0));
    const std::vector<double> b = random_vector(n, random);
    const Solution s = solve(HOLON_POSITIVE, a, b);
    ASSERT_EQ(s.status, 0) << n;
    EXPECT_LE(normwise_backward_error(a, s.x, b), kStable) << n;
  }
}

TEST(DenseSolve, OnlyTheLowerTriangleOfSymmetricMatricesIsRead) {
  std::mt19937_64 random(4);
  const int n = 9;
  for (int kind : {HOLON_SYMMETRIC, HOLON_POSITIVE}) {
    const Matrix whole = make_symmetric(random_matrix(n, 1.0, random), std::vector<double>(n, 1.0));
    const Matrix lower =
        make_matrix(n, [&](int i, int j) { return i >= j ? whole.at(i, j) : 0.0; });
    const Matrix spoiled =
        make_matrix(n, [&](int i, int j) { return i >= j ? whole.at(i, j) : 1e9; });
    const std::vector<double> b = random_vector(n, random);
    const Solution s = solve(kind, whole, b);
    EXPECT_EQ(solve(kind, lower, b).x, s.x);
    EXPECT_EQ(solve(kind, spoiled, b).x, s.x);
  }
}

TEST(DenseSolve, LanesAreIndependentAndAlike) {
  std::mt19937_64 random(5);
  const Matrix a = make_symmetric(random_matrix(6, 1.0, random), std::vector<double>(6, 1.0));
  const std::vector<double> b = random_vector(6, random);
  for (int kind : {HOLON_GENERAL, HOLON_SYMMETRIC, HOLON_POSITIVE}) {
    const Solution one = solve(kind, a, b);
    for (int lane = 0; lane < 8; ++lane) EXPECT_EQ(solve(kind, a, b, 8, lane).x, one.x);
  }
}

// The exact solution of H x = (1, 0, 0, …) is the first column of the inverse, whole numbers:
// element i (from 0) is (-1)^i (i + 1) C(n + i, n - 1) C(n, n - i - 1) (Choi, Amer. Math. Monthly
// 90 (1983) 301).
double inverse_hilbert_column(int n, int i) {
  const auto choose = [](int top, int bottom) {
    double c = 1.0;
    for (int k = 1; k <= bottom; ++k) c = c * (top - bottom + k) / k;
    return std::rint(c);
  };
  return (i % 2 ? -1.0 : 1.0) * (i + 1) * choose(n + i, n - 1) * choose(n, n - i - 1);
}

TEST(DenseSolve, HilbertMatricesAreSolvedAsWellAsTheirConditionAllows) {
  const double condition[] = {1,      1,      19.3,   524,     1.55e4,
                              4.77e5, 1.50e7, 4.75e8, 1.53e10, 4.93e11};  // 2-norm
  for (int n = 2; n <= 9; ++n) {
    const Matrix a = make_matrix(n, [](int i, int j) { return 1.0 / (i + j + 1); });
    std::vector<double> b(n, 0.0);
    b[0] = 1.0;
    for (int kind : {HOLON_GENERAL, HOLON_SYMMETRIC, HOLON_POSITIVE}) {
      const Solution s = solve(kind, a, b);
      ASSERT_EQ(s.status, 0) << n;
      EXPECT_LE(normwise_backward_error(a, s.x, b), kStable) << n;
      double error = 0.0, size = 0.0;
      for (int i = 0; i < n; ++i) {
        error = std::max(error, std::abs(s.x[i] - inverse_hilbert_column(n, i)));
        size = std::max(size, std::abs(inverse_hilbert_column(n, i)));
      }
      // Rounding the entries 1/k alone changes the solution by the condition number times eps; so
      // does every rounding error of the elimination.
      EXPECT_LE(error / size, n * condition[n] * 2 * kEps) << n << " kind " << kind;
    }
  }
}

TEST(DenseSolve, PermutedIdentitiesAreSolvedExactly) {
  std::mt19937_64 random(6);
  for (int n : {2, 5, 30}) {
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    const Matrix a = make_matrix(n, [&](int i, int j) { return order[j] == i ? 2.0 : 0.0; });
    const std::vector<double> b = random_vector(n, random);
    for (const Solution& s : {solve(HOLON_GENERAL, a, b), solve_sparse(a, b)}) {
      ASSERT_EQ(s.status, 0);
      EXPECT_EQ(s.quality, 1.0);
      for (int j = 0; j < n; ++j) EXPECT_EQ(s.x[j], b[order[j]] / 2);
    }
  }
}

TEST(DenseSolve, ZeroDiagonalsAndConstraintsArePivoted) {
  // [M Jᵀ; J 0] with masses and lever arms of very different size.
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> u(-1, 1);
  const int bodies = 12, constraints = 5, n = bodies + constraints;
  std::vector<double> mass(bodies);
  for (double& m : mass) m = std::pow(10.0, 5.0 * u(random));
  std::vector<std::vector<double>> j(constraints, std::vector<double>(bodies));
  for (auto& r : j) {
    const double unit = std::pow(10.0, 3.0 * u(random));
    for (double& v : r) v = unit * u(random);
  }
  const Matrix a = make_matrix(n, [&](int i, int k) {
    if (i < bodies && k < bodies) return i == k ? mass[i] : 0.0;
    if (i >= bodies && k >= bodies) return 0.0;
    return i >= bodies ? j[i - bodies][k] : j[k - bodies][i];
  });
  const std::vector<double> b = random_vector(n, random);
  for (const Solution& s :
       {solve(HOLON_GENERAL, a, b), solve(HOLON_SYMMETRIC, a, b), solve_sparse(a, b)}) {
    ASSERT_EQ(s.status, 0);
    EXPECT_LE(backward_error(a, s.x, b), 100.0);  // by rows, so that units do not hide anything
    // The constraints hold in their own units.
    for (int r = 0; r < constraints; ++r) {
      double value = -b[bodies + r], size = std::abs(value);
      for (int k = 0; k < bodies; ++k) {
        value += j[r][k] * s.x[k];
        size += std::abs(j[r][k] * s.x[k]);
      }
      EXPECT_LE(std::abs(value), 100 * n * kEps * size);
    }
  }
}

TEST(DenseSolve, ScalingByPowersOfTwoChangesNothing) {
  std::mt19937_64 random(8);
  std::uniform_int_distribution<int> exponent(-60, 60);
  const int n = 8;
  const Matrix a = random_matrix(n, 1.0, random);
  const std::vector<double> b = random_vector(n, random);
  std::vector<double> row(n), column(n), scaled_b(n);
  for (int i = 0; i < n; ++i) {
    row[i] = std::ldexp(1.0, exponent(random));
    column[i] = std::ldexp(1.0, exponent(random));
    scaled_b[i] = b[i] * row[i];
  }
  const Matrix rows = make_matrix(n, [&](int i, int j) { return a.at(i, j) * row[i]; });
  const Matrix columns = make_matrix(n, [&](int i, int j) { return a.at(i, j) * column[j]; });
  const Solution plain = solve(HOLON_GENERAL, a, b);
  EXPECT_EQ(solve(HOLON_GENERAL, rows, scaled_b).x, plain.x);
  const Solution s = solve(HOLON_GENERAL, columns, b);
  ASSERT_EQ(s.status, 0);
  EXPECT_LE(normwise_backward_error(
                a,
                [&] {
                  std::vector<double> x = s.x;
                  for (int i = 0; i < n; ++i) x[i] *= column[i];
                  return x;
                }(),
                b),
            kStable);
}

TEST(DenseSolve, SingularMatricesGiveNanAndTheFirstPivotThatVanished) {
  const auto expect_singular = [](const Solution& s, int status, const char* what) {
    EXPECT_EQ(s.status, status) << what;
    EXPECT_EQ(s.quality, 0.0) << what;
    for (double v : s.x) EXPECT_TRUE(std::isnan(v)) << what;
  };
  const std::vector<double> b{1, 2, 3};
  const Matrix zero_column =
      make_matrix(3, [](int i, int j) { return j == 1 ? 0.0 : 1.0 + i + i * j; });
  const Matrix dependent =
      make_matrix(3, [](int i, int j) { return 1.0 / 3 + i / 7.0 + j / 11.0; });
  const Matrix zero = make_matrix(3, [](int, int) { return 0.0; });
  const Matrix indefinite =
      make_matrix(3, [](int i, int j) { return i == j ? (i == 1 ? -1.0 : 2.0) : 0.0; });
  const Matrix unknown = make_matrix(3, [](int i, int j) {
    return i == 2 && j == 2 ? NAN : i == j ? 1.0 : 0.5;
  });
  expect_singular(solve(HOLON_GENERAL, zero_column, b), 2, "a zero column");
  expect_singular(solve_sparse(zero, b), 1, "sparse zeros");
  for (int kind : {HOLON_GENERAL, HOLON_SYMMETRIC, HOLON_POSITIVE}) {
    expect_singular(solve(kind, zero, b), 1, "zeros");
    EXPECT_NE(solve(kind, unknown, b).status, 0);
    EXPECT_TRUE(std::isnan(solve(kind, unknown, b).x[0]));
  }
  // Rank 2, except for rounding errors.
  expect_singular(solve(HOLON_GENERAL, dependent, b), 3, "rank 2");
  expect_singular(solve_sparse(dependent, b), 3, "rank 2");
  expect_singular(solve(HOLON_POSITIVE, indefinite, b), 2, "a negative pivot");
}

TEST(DenseSolve, MatricesThatAreSingularButForRoundingShowItInTheQuality) {
  // The last pivot is rounding error, amplified by the condition number of the part eliminated
  // before it, which for these seeds is below 1e4, and 1e8 for Aᵀ W A.
  constexpr double kGeneral = 1e4 * 2 * kEps * 32, kSquare = 1e8 * 2 * kEps * 32;
  std::mt19937_64 random(9);
  int found = 0;
  const auto check = [&found](const Solution& s, double bound) {
    EXPECT_LE(s.quality, bound);
    found += s.status != 0;
  };
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 2 + trial % 30;
    std::vector<std::vector<double>> rows(n);
    for (auto& r : rows) r = random_vector(n, random);
    const std::vector<double> weight = random_vector(n, random);
    for (int j = 0; j < n; ++j) {  // the last row depends on the others
      rows[n - 1][j] = 0.0;
      for (int i = 0; i + 1 < n; ++i) rows[n - 1][j] += weight[i] * rows[i][j];
    }
    const Matrix a = make_matrix(n, [&](int i, int j) { return rows[i][j]; });
    const std::vector<double> b = random_vector(n, random);
    check(solve(HOLON_GENERAL, a, b), kGeneral);
    check(solve_sparse(a, b), kGeneral);
    std::vector<double> plus(n, 1.0), mixed(n, 1.0);
    plus[0] = mixed[0] = 0.0;
    for (int i = 2; i < n; i += 2) mixed[i] = -1.0;
    const Matrix full = random_matrix(n, 1.0, random);
    check(solve(HOLON_POSITIVE, make_symmetric(full, plus), b), kSquare);
    check(solve(HOLON_SYMMETRIC, make_symmetric(full, mixed), b), kSquare);
  }
  EXPECT_GT(found, 600);  // of 800: most are found outright
}

// ---- sparse -----------------------------------------------------------------------------------

/// A chain of three-fold blocks with a few far couplings: like bodies and joints.
Matrix random_structure(int n, bool symmetric, std::mt19937_64& random) {
  std::uniform_real_distribution<double> u(-1, 1);
  std::uniform_int_distribution<int> any(0, n - 1);
  std::set<std::pair<int, int>> places;
  const auto add = [&](int i, int j) {
    places.insert({i, j});
    if (symmetric) places.insert({j, i});
  };
  for (int i = 0; i < n; ++i) {
    add(i, i);
    for (int k = 1; k < 4 && i + k < n; ++k) {
      add(i + k, i);
      if (!symmetric && k == 1) add(i, i + k);
    }
  }
  for (int k = 0; k < n / 20; ++k) add(any(random), any(random));
  std::vector<std::vector<double>> dense(n, std::vector<double>(n));
  for (auto [i, j] : places) dense[i][j] = symmetric && i < j ? 0.0 : u(random);
  return make_matrix(n, [&](int i, int j) {
    if (symmetric && i < j) return dense[j][i];
    return dense[i][j];
  });
}

TEST(SparseSolve, GeneralSystemsHaveSmallBackwardErrors) {
  std::mt19937_64 random(10);
  for (int n : {1, 2, 3, 10, 50, 200, 600}) {
    for (bool symmetric : {false, true}) {
      const Matrix a = random_structure(n, symmetric, random);
      const std::vector<double> b = random_vector(n, random);
      const Solution s = solve_sparse(a, b);
      ASSERT_EQ(s.status, 0) << n;
      // With threshold pivoting (0.1) the elements grow at worst tenfold per step; here little.
      EXPECT_LE(normwise_backward_error(a, s.x, b), 10 * kStable) << n;
    }
  }
}

TEST(SparseSolve, AgreesWithDenseElimination) {
  std::mt19937_64 random(11);
  for (int n : {5, 40, 100}) {
    const Matrix a = random_matrix(n, 0.15, random);
    const std::vector<double> b = random_vector(n, random);
    const Solution sparse = solve_sparse(a, b), dense = solve(HOLON_GENERAL, a, b);
    ASSERT_EQ(sparse.status == 0, dense.status == 0);
    if (dense.status) continue;
    double size = 0.0, difference = 0.0;
    for (int i = 0; i < n; ++i) {
      size = std::max(size, std::abs(dense.x[i]));
      difference = std::max(difference, std::abs(sparse.x[i] - dense.x[i]));
    }
    // Both have small backward errors; the least pivot bounds their amplification by the condition
    // number within a factor of about n.
    EXPECT_LE(difference, size * n * n * kStable * kEps / std::min(sparse.quality, dense.quality));
  }
}

TEST(SparseSolve, RoomSufficesWhateverThePivots) {
  std::mt19937_64 random(12);
  for (int trial = 0; trial < 300; ++trial) {
    const int n = 3 + trial % 40;
    const Matrix a = random_matrix(n, 0.05 + 0.002 * trial, random);
    EXPECT_NE(solve_sparse(a, random_vector(n, random)).status, -1) << trial;
  }
}

TEST(SparseSolve, PositiveSystemsHaveSmallBackwardErrors) {
  std::mt19937_64 random(13);
  for (int n : {1, 2, 3, 10, 50, 200, 600}) {
    Matrix a = random_structure(n, true, random);
    for (int j = 0; j < n; ++j) {  // dominant diagonal
      for (int e = a.start[j]; e < a.start[j + 1]; ++e) {
        if (a.row[e] == j) a.values[e] = 12.0;
      }
    }
    const std::vector<double> b = random_vector(n, random);
    const Solution s = solve_sparse_positive(a, b);
    ASSERT_EQ(s.status, 0) << n;
    EXPECT_LE(normwise_backward_error(a, s.x, b), kStable) << n;
  }
}

TEST(SparseSolve, AnArrowMatrixDoesNotFillIn) {
  const int n = 500;
  const Matrix a = make_matrix(n, [](int i, int j) {
    return i == j ? 4.0 * (i + 1) : (i == 0 || j == 0) ? 1.0 : 0.0;
  });
  const holon::detail::PositivePlan plan = holon::detail::plan_positive(a.start, a.row);
  EXPECT_EQ(plan.lower_count(), n - 1);
  std::vector<double> b(n, 1.0);
  b[0] = 1000.0;
  const Solution s = solve_sparse_positive(a, b);
  ASSERT_EQ(s.status, 0);
  EXPECT_LE(normwise_backward_error(a, s.x, b), kStable);
}

TEST(SparseSolve, AMatrixThatIsNotPositiveIsRefused) {
  const Matrix a =
      make_matrix(4, [](int i, int j) { return i == j ? 1.0 : (i + j == 3 ? 2.0 : 0.0); });
  const Solution s = solve_sparse_positive(a, {1, 2, 3, 4});
  EXPECT_GT(s.status, 0);
  for (double v : s.x) EXPECT_TRUE(std::isnan(v));
  const Matrix hollow = make_matrix(3, [](int i, int j) { return i == j && i == 1 ? 0.0 : 1.0; });
  EXPECT_THROW(holon::detail::plan_positive(hollow.start, hollow.row), std::logic_error);
}

}  // namespace
