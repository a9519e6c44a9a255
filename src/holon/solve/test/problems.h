// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "holon/solve/rhs.h"

namespace holon::test {

using Slope = std::function<void(double t, const double* x, double* dx)>;

/// A right side written by hand, for one lane or several (each evaluated by the same code).
class TestRhs : public Rhs {
 public:
  TestRhs(int size, Slope slope, int lanes = 1)
      : size_(size), lanes_(lanes), slope_(std::move(slope)) {}

  int size() const override { return size_; }
  int lanes() const override { return lanes_; }
  void run(const double* t, const double* x, double* dx) override {
    std::vector<double> in(static_cast<std::size_t>(size_)), out(in);
    for (int l = 0; l < lanes_; ++l) {
      for (int i = 0; i < size_; ++i) in[i] = x[i * lanes_ + l];
      slope_(t[l], in.data(), out.data());
      for (int i = 0; i < size_; ++i) dx[i * lanes_ + l] = out[i];
    }
  }

  double project(double t, double* x) override { return projection ? projection(t, x) : 0; }
  std::vector<StateGroup> groups() const override {
    return chosen_groups.empty() ? Rhs::groups() : chosen_groups;
  }
  std::string state_name(int i) const override {
    return names.empty() ? Rhs::state_name(i) : names[static_cast<std::size_t>(i)];
  }

  std::function<double(double, double*)> projection;
  std::vector<StateGroup> chosen_groups;
  std::vector<std::string> names;

 private:
  int size_, lanes_;
  Slope slope_;
};

/// Kepler's problem in the plane, unit gravity and semi-major axis: x, y, vx, vy.
inline void kepler(double, const double* x, double* dx) {
  const double r2 = x[0] * x[0] + x[1] * x[1], r3 = r2 * std::sqrt(r2);
  dx[0] = x[2];
  dx[1] = x[3];
  dx[2] = -x[0] / r3;
  dx[3] = -x[1] / r3;
}
inline std::array<double, 4> kepler_start(double e) {
  return {1 - e, 0, 0, std::sqrt((1 + e) / (1 - e))};
}
/// The exact solution, by Newton's iteration on Kepler's equation E - e sin E = t.
inline std::array<double, 4> kepler_solution(double e, double t) {
  double anomaly = t;
  for (int i = 0; i < 50; ++i)
    anomaly -= (anomaly - e * std::sin(anomaly) - t) / (1 - e * std::cos(anomaly));
  const double b = std::sqrt(1 - e * e), rate = 1 / (1 - e * std::cos(anomaly));
  return {std::cos(anomaly) - e, b * std::sin(anomaly), -std::sin(anomaly) * rate,
          b * std::cos(anomaly) * rate};
}

/// x' = x cos t, y' = -2 t y²: x = exp(sin t), y = 1 / (1 + t²) from (1, 1).
inline void smooth_pair(double t, const double* x, double* dx) {
  dx[0] = x[0] * std::cos(t);
  dx[1] = -2 * t * x[1] * x[1];
}
inline std::array<double, 2> smooth_pair_solution(double t) {
  return {std::exp(std::sin(t)), 1 / (1 + t * t)};
}

/// The restricted three-body problem whose orbit closes (HNW I, II.0): y1, y2, y1', y2'.
inline void arenstorf(double, const double* y, double* dy) {
  constexpr double mu = 0.012277471, nu = 1 - mu;
  const auto cube = [](double a, double b) { return std::pow(a * a + b * b, 1.5); };
  const double d1 = cube(y[0] + mu, y[1]), d2 = cube(y[0] - nu, y[1]);
  dy[0] = y[2];
  dy[1] = y[3];
  dy[2] = y[0] + 2 * y[3] - nu * (y[0] + mu) / d1 - mu * (y[0] - nu) / d2;
  dy[3] = y[1] - 2 * y[2] - nu * y[1] / d1 - mu * y[1] / d2;
}
inline constexpr std::array<double, 4> kArenstorfStart{0.994, 0, 0, -2.00158510637908252};
inline constexpr double kArenstorfPeriod = 17.0652165601579625589;

/// q' = ½ q ∘ (0, ω) with ω = (sin t, 1, cos 2t): w, x, y, z.
inline void attitude(double t, const double* q, double* dq) {
  const double a = std::sin(t), b = 1, c = std::cos(2 * t);
  dq[0] = 0.5 * (-q[1] * a - q[2] * b - q[3] * c);
  dq[1] = 0.5 * (q[0] * a + q[2] * c - q[3] * b);
  dq[2] = 0.5 * (q[0] * b + q[3] * a - q[1] * c);
  dq[3] = 0.5 * (q[0] * c + q[1] * b - q[2] * a);
}
inline double normalise(double, double* q) {
  const double n = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (n == 1) return 0;
  for (int i = 0; i < 4; ++i) q[i] /= n;
  return std::abs(n - 1);
}

}  // namespace holon::test
