// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/first_step.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace holon::detail {

double choose_first_step(const FirstStepProblem& p, const Evaluate& evaluate) {
  constexpr double kUnknownStep = 1e-6, kProbe = 0.01, kMostGrowth = 100;
  constexpr int kMostProbes = 8;
  const std::size_t n = p.state.size();
  const auto norm = [&](auto&& value) {
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i)
      largest = std::max(largest, std::abs(value(i)) * p.weights[i]);
    return largest;
  };
  const double size = norm([&](std::size_t i) { return p.state[i]; });
  const double slope = norm([&](std::size_t i) { return p.slope[i]; });
  double h = size >= 1 && slope > 0 ? kProbe * size / slope : kUnknownStep;
  if (p.max_step > 0) h = std::min(h, p.max_step);
  const double longest = kMostGrowth * h;
  std::vector<double> trial(n), probe(n);
  for (int k = 0; k < kMostProbes; ++k) {
    for (std::size_t i = 0; i < n; ++i) trial[i] = p.state[i] + h * p.slope[i];
    double next = kProbe * h;  // where the right side has left its range
    if (evaluate(p.time + h, trial.data(), probe.data())) {
      const double change = norm([&](std::size_t i) { return probe[i] - p.slope[i]; }) / h;
      next = change > 0 ? std::min(longest, std::sqrt(0.5 / change)) : longest;
    }
    const bool is_near = next > 0.1 * h;
    h = next;
    if (is_near) break;
  }
  return p.max_step > 0 ? std::min(h, p.max_step) : h;
}

}  // namespace holon::detail
