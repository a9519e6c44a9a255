// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "problems.h"

namespace holon::test {

/// A right side with its exact Jacobian, entries by columns.
class ExactRhs : public TestRhs {
 public:
  using Entries = std::function<void(double t, const double* x, double* entries)>;
  ExactRhs(int size, Sparsity pattern, Slope slope, Entries entries)
      : TestRhs(size, std::move(slope)),
        pattern_(std::move(pattern)),
        entries_(std::move(entries)) {}
  const Sparsity* jacobian_pattern() override { return &pattern_; }
  void run_jacobian(double t, const double* x, double* entries) override {
    entries_(t, x, entries);
  }
  std::span<const double> branch() const override { return modes; }

  std::vector<double> modes;

 private:
  Sparsity pattern_;
  Entries entries_;
};

inline Sparsity full_pattern(int n) {
  Sparsity p;
  p.rows = p.columns = n;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) p.row.push_back(i);
    p.start.push_back(p.count());
  }
  return p;
}

/// x'' = -x + cos 2t, for which one iteration of Newton's method solves the stages exactly:
/// x = cos t + sin t - cos(2t)/3.
inline ExactRhs make_oscillator() {
  return {2, full_pattern(2),
          [](double t, const double* x, double* dx) {
            dx[0] = x[1];
            dx[1] = std::cos(2 * t) - x[0];
          },
          [](double, const double*, double* J) {
            std::copy_n(std::array{0., -1., 1., 0.}.data(), 4, J);
          }};
}
inline std::array<double, 2> oscillator_solution(double t) {
  return {std::cos(t) + std::sin(t) - std::cos(2 * t) / 3,
          -std::sin(t) + std::cos(t) + 2 * std::sin(2 * t) / 3};
}

}  // namespace holon::test
