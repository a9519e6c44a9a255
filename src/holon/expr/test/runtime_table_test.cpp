// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Table interpolation of the runtime: through the data, monotone, once differentiable, derivatives
// against differences, both kinds of extrapolation.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace {
#define HOLON_LANES 1
#include "holon/expr/runtime/lanes.h"
//
#include "holon/expr/runtime/table.h"

constexpr double kEps = 0x1p-53;
constexpr int kLinear = 0, kCubic = 1, kHold = 0, kContinue = 1;

struct Curve {
  std::vector<double> x, v, slope;
  Curve(std::vector<double> x_, std::vector<double> v_)
      : x(std::move(x_)), v(std::move(v_)), slope(x.size()) {
    h_table_slopes(x.data(), v.data(), static_cast<int>(x.size()), 1, slope.data());
  }
  double operator()(double at, int kind, int extrapolation = kHold, int derivative = 0) const {
    return h_table_1d(x.data(), v.data(), slope.data(), static_cast<int>(x.size()), kind,
                      extrapolation, derivative, at);
  }
};

Curve random_curve(int n, std::uint64_t seed, bool rising) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> u(0, 1);
  std::vector<double> x(n), v(n);
  for (int i = 0; i < n; ++i) {
    x[i] = (i ? x[i - 1] : -3.0) + 0.05 + u(random) * u(random);
    const double step = std::exp(6 * u(random) - 3);
    v[i] = rising ? (i ? v[i - 1] : -1.0) + (u(random) < 0.2 ? 0.0 : step) : step - 1.0;
  }
  return Curve(x, v);
}

struct Surface {
  std::vector<double> x, y, v, slope_x, slope_y;
  template <typename F>
  Surface(std::vector<double> x_, std::vector<double> y_, F f)
      : x(std::move(x_)), y(std::move(y_)) {
    const int nx = static_cast<int>(x.size()), ny = static_cast<int>(y.size());
    for (double p : x) {
      for (double q : y) v.push_back(f(p, q));
    }
    slope_x.resize(v.size());
    slope_y.resize(v.size());
    for (int j = 0; j < ny; ++j) h_table_slopes(x.data(), v.data() + j, nx, ny, slope_x.data() + j);
    for (int i = 0; i < nx; ++i) {
      h_table_slopes(y.data(), v.data() + i * ny, ny, 1, slope_y.data() + i * ny);
    }
  }
  double operator()(double p, double q, int kind, int extrapolation = kHold,
                    int derivative = 0) const {
    return h_table_2d(x.data(), static_cast<int>(x.size()), y.data(), static_cast<int>(y.size()),
                      v.data(), slope_x.data(), slope_y.data(), kind, extrapolation, derivative, p,
                      q);
  }
};

TEST(Table, PassesExactlyThroughTheData) {
  for (int n : {2, 3, 4, 30}) {
    const Curve c = random_curve(n, n, false);
    for (int kind : {kLinear, kCubic}) {
      for (int i = 0; i < n; ++i) EXPECT_EQ(c(c.x[i], kind), c.v[i]) << kind << ' ' << i;
    }
  }
  const Surface s({0, 1, 3}, {-1, 2, 4, 5},
                  [](double p, double q) { return std::sin(3 * p + q * q); });
  for (int kind : {kLinear, kCubic}) {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 4; ++j) EXPECT_EQ(s(s.x[i], s.y[j], kind), s.v[4 * i + j]);
    }
  }
}

TEST(Table, LinearInterpolationIsExactOnStraightLinesAndBilinearSurfaces) {
  const Curve line({-1, 0, 0.5, 4}, {-3, -1, 0, 7});  // 2 x - 1
  for (double at = -2; at <= 6; at += 0.1) {
    const double held = 2 * std::clamp(at, -1.0, 4.0) - 1;
    EXPECT_NEAR(line(at, kLinear), held, 8 * kEps * 8);
    EXPECT_NEAR(line(at, kLinear, kContinue), 2 * at - 1, 8 * kEps * 12);
    EXPECT_NEAR(line(at, kCubic, kContinue), 2 * at - 1, 8 * kEps * 12);
    EXPECT_NEAR(line(at, kCubic, kContinue, 1), 2.0, 16 * kEps);
  }
  const auto f = [](double p, double q) { return 1 + 2 * p - q + 0.5 * p * q; };
  const Surface s({0, 1, 3}, {-1, 2, 4}, f);
  for (double p = 0; p <= 3; p += 0.25) {
    for (double q = -1; q <= 4; q += 0.25) {
      EXPECT_NEAR(s(p, q, kLinear), f(p, q), 16 * kEps * 15);
      EXPECT_NEAR(s(p, q, kLinear, kHold, 1), 2 + 0.5 * q, 32 * kEps * 15);
      EXPECT_NEAR(s(p, q, kLinear, kHold, 2), -1 + 0.5 * p, 32 * kEps * 15);
    }
  }
}

TEST(Table, CubicsReproduceParabolasAwayFromTheirVertex) {
  // Steffen's slopes are those of the parabola through three points while they are not too steep.
  std::vector<double> x, v;
  for (int i = 0; i <= 20; ++i) {
    x.push_back(1 + 0.1 * i + 0.01 * std::sin(7.0 * i));
    v.push_back(x.back() * x.back());
  }
  const Curve c(x, v);
  for (double at = x.front(); at <= x.back(); at += 0.013) {
    EXPECT_NEAR(c(at, kCubic), at * at, 64 * kEps * 9) << at;
    EXPECT_NEAR(c(at, kCubic, kHold, 1), 2 * at, 64 * kEps * 9 / 0.08) << at;
  }
}

TEST(Table, CubicsOfSmoothDataConvergeInThirdOrder) {
  // A. Steffen's slopes are second-order accurate, so the values are third-order (fourth where the
  // grid is even).
  const auto worst = [](int n) {
    std::vector<double> x, v;
    for (int i = 0; i <= n; ++i) {
      x.push_back(2.0 * i / n + (i % 2 && i < n ? 0.3 / n : 0.0));
      v.push_back(std::exp(x.back()));
    }
    const Curve c(x, v);
    double error = 0.0;
    for (int k = 0; k <= 20 * n; ++k) {
      const double at = 2.0 * k / (20 * n);
      error = std::max(error, std::abs(c(at, kCubic) - std::exp(at)));
    }
    return error;
  };
  EXPECT_NEAR(std::log2(worst(40) / worst(80)), 3.0, 0.3);
}

TEST(Table, CubicsAreMonotoneBetweenTheData) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (bool rising : {true, false}) {
      const Curve c = random_curve(25, seed, rising);
      for (std::size_t i = 0; i + 1 < c.x.size(); ++i) {
        const double low = std::min(c.v[i], c.v[i + 1]), high = std::max(c.v[i], c.v[i + 1]);
        const double direction = c.v[i + 1] >= c.v[i] ? 1.0 : -1.0;
        const double size = std::max(std::abs(low), std::abs(high));
        double last = c.v[i];
        for (int k = 1; k <= 50; ++k) {
          const double at = c.x[i] + (c.x[i + 1] - c.x[i]) * k / 50;
          const double value = c(at, kCubic);
          EXPECT_GE((value - last) * direction, -8 * kEps * size);
          EXPECT_GE(value, low - 8 * kEps * size);
          EXPECT_LE(value, high + 8 * kEps * size);
          last = value;
        }
      }
    }
  }
}

TEST(Table, CubicsHaveContinuousFirstDerivatives) {
  const Curve c = random_curve(25, 99, false);
  for (std::size_t i = 0; i < c.x.size(); ++i) {
    const double step = 1e-7;
    const double before = c(c.x[i] - step, kCubic, kContinue, 1),
                 after = c(c.x[i] + step, kCubic, kContinue, 1);
    // Second derivatives are at most 12 (|v| + slope h)/h² with h >= 0.05 and |v| < 20.
    EXPECT_NEAR(before, after, 2 * step * 12 * 40 / (0.05 * 0.05)) << i;
    EXPECT_NEAR(c(c.x[i], kCubic, kContinue, 1), c.slope[i],
                64 * kEps * std::abs(c.slope[i]) + 1e-300);
  }
  const Surface s({0, 1, 3, 4}, {-1, 2, 4, 5},
                  [](double p, double q) { return std::sin(2 * p + q * q); });
  for (int derivative : {0, 1, 2}) {
    for (double q = -1.5; q <= 5.5; q += 0.1) {
      for (double edge : s.x) {  // across x = edge, outside too
        const double t = 1e-8;
        EXPECT_NEAR(s(edge - t, q, kCubic, kContinue, derivative),
                    s(edge + t, q, kCubic, kContinue, derivative), 1e-6);
      }
      for (double edge : s.y) {
        const double t = 1e-8, p = q + 1;
        EXPECT_NEAR(s(p, edge - t, kCubic, kContinue, derivative),
                    s(p, edge + t, kCubic, kContinue, derivative), 1e-6);
      }
    }
  }
}

TEST(Table, DerivativesAgreeWithDifferences) {
  const Curve c = random_curve(12, 5, false);
  const Surface s({0, 1, 3, 4}, {-1, 2, 4, 5},
                  [](double p, double q) { return std::sin(2 * p + q * q); });
  const double t = 1e-5;
  for (int kind : {kLinear, kCubic}) {
    for (int extrapolation : {kHold, kContinue}) {
      for (double at = -4.0123; at < 6; at += 0.1) {
        if (std::any_of(c.x.begin(), c.x.end(), [&](double e) { return std::abs(at - e) < 2 * t; }))
          continue;  // the curvature jumps
        const double difference =
            (c(at + t, kind, extrapolation) - c(at - t, kind, extrapolation)) / (2 * t);
        // Third derivatives are below 12·40/0.05³.
        EXPECT_NEAR(c(at, kind, extrapolation, 1), difference, 4e6 * t * t / 6 + 1e-9) << at;
        const double p = at + 0.00077, q = 2.5 - at + 0.0003;
        const auto off = [&](const std::vector<double>& grid, double w) {
          return std::none_of(grid.begin(), grid.end(),
                              [&](double e) { return std::abs(w - e) < 2 * t; });
        };
        if (!off(s.x, p) || !off(s.y, q)) continue;
        EXPECT_NEAR(s(p, q, kind, extrapolation, 1),
                    (s(p + t, q, kind, extrapolation) - s(p - t, q, kind, extrapolation)) / (2 * t),
                    1e-7);
        EXPECT_NEAR(s(p, q, kind, extrapolation, 2),
                    (s(p, q + t, kind, extrapolation) - s(p, q - t, kind, extrapolation)) / (2 * t),
                    1e-7);
      }
    }
  }
}

TEST(Table, OutsideTheValueIsHeldOrTheBorderSlopeContinued) {
  const Curve c({0, 1, 2, 4}, {1, 3, 4, 4.5});
  EXPECT_EQ(c(-10, kCubic), 1.0);
  EXPECT_EQ(c(100, kCubic), 4.5);
  EXPECT_EQ(c(-10, kCubic, kHold, 1), 0.0);
  EXPECT_EQ(c(-10, kLinear), 1.0);
  EXPECT_EQ(c(100, kLinear, kHold, 1), 0.0);
  EXPECT_EQ(c(-1, kLinear, kContinue), -1.0);
  EXPECT_EQ(c(6, kLinear, kContinue), 5.0);
  EXPECT_EQ(c(-2, kCubic, kContinue), 1.0 - 2 * c.slope[0]);
  EXPECT_EQ(c(6, kCubic, kContinue), 4.5 + 2 * c.slope[3]);
  EXPECT_EQ(c(6, kCubic, kContinue, 1), c.slope[3]);
  EXPECT_TRUE(std::isnan(c(NAN, kCubic)));
  EXPECT_TRUE(std::isnan(c(NAN, kLinear, kContinue)));
}

}  // namespace
