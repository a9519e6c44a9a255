// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/step_response.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "holon/base/matrices.h"

namespace holon {
namespace {

using Complex = std::complex<double>;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kPi = std::numbers::pi;
constexpr double kSettled = 0.02;  // of the end

/// Where the line through two points has a value.
double between(double t, double h, double a, double b, double level) {
  return t + h * (b == a ? 0 : (level - a) / (b - a));
}

void find_rise(StepResponse& r, double h) {
  const double end = *r.end;
  std::optional<double> low;
  for (std::size_t k = 1; k < r.values.size() && !r.rise_time; ++k) {
    const double a = r.values[k - 1] / end, b = r.values[k] / end, t = r.time[k - 1];
    if (!low && b >= 0.1) low = a >= 0.1 ? t : between(t, h, a, b, 0.1);
    if (low && b >= 0.9) r.rise_time = (a >= 0.9 ? t : between(t, h, a, b, 0.9)) - *low;
  }
}

void find_settling(StepResponse& r, double h) {
  const double end = *r.end, width = kSettled * std::abs(end);
  std::size_t last = r.values.size();
  while (last > 0 && std::abs(r.values[last - 1] - end) <= width) --last;
  if (last == r.values.size()) return;  // not yet
  if (last == 0) {
    r.settling_time = 0;
    return;
  }
  const double level = end + (r.values[last - 1] > end ? width : -width);
  r.settling_time = between(r.time[last - 1], h, r.values[last - 1], r.values[last], level);
}

void find_overshoot(StepResponse& r, double h) {
  const double end = *r.end;
  std::size_t top = 0;
  for (std::size_t k = 1; k < r.values.size(); ++k)
    if (r.values[k] / end > r.values[top] / end) top = k;
  const double over = r.values[top] / end - 1;
  constexpr double kRounding = 1e-9;
  r.overshoot = over > kRounding ? over : 0;
  if (*r.overshoot == 0 || top == 0 || top + 1 == r.values.size()) return;
  // The top of the parabola through three points.
  const double a = r.values[top - 1], b = r.values[top], c = r.values[top + 1];
  const double way = 0.5 * (a - c) / (a - 2 * b + c);
  r.peak_time = r.time[top] + h * way;
  r.overshoot = (b - 0.25 * (a - c) * way) / end - 1;
}

}  // namespace

double choose_duration(const std::vector<Complex>& poles) {
  double longest = 0;
  bool grows = false;
  double fastest_growth = 0;
  for (const Complex p : poles) {
    if (p.real() > 0) grows = true, fastest_growth = std::max(fastest_growth, p.real());
  }
  if (grows) return 5 / fastest_growth;
  double fastest = 0;
  for (const Complex p : poles) {
    fastest = std::max(fastest, std::abs(p));
    if (p.real() < 0) longest = std::max(longest, -6 / p.real());
    if (p.real() == 0 && p.imag() > 0) longest = std::max(longest, 5 * 2 * kPi / p.imag());
  }
  return longest > 0 ? longest : fastest > 0 ? 10 / fastest : 10;
}

StepResponse calc_step_response(const StateSpaceMatrices& channel, const ZeroPoleGain& g,
                                double duration, int points) {
  StepResponse r;
  const Index n = channel.order();
  const double h = duration / points;
  const StateSpaceMatrices s = balance(channel, find_balance(channel.A));
  MatrixXd both = MatrixXd::Zero(n + 1, n + 1);
  both.topLeftCorner(n, n) = s.A * h;
  both.topRightCorner(n, 1) = s.B * h;
  const MatrixXd e = calc_exponential(both);
  VectorXd x = VectorXd::Zero(n + 1);
  x[n] = 1;
  for (int k = 0; k <= points; ++k) {
    r.time.push_back(h * k);
    r.values.push_back((s.C * x.head(n))(0) + s.D(0, 0));
    x = e * x;
  }
  const bool settles =
      std::all_of(g.poles.begin(), g.poles.end(), [](Complex p) { return p.real() < 0; });
  if (!settles || g.gain == 0) return r;
  r.end = g.at(0).real();
  const double largest =
      *std::max_element(r.values.begin(), r.values.end(),
                        [](double a, double b) { return std::abs(a) < std::abs(b); });
  if (std::abs(*r.end) <= 1e-9 * std::abs(largest)) {
    r.end = 0;  // it comes back
    return r;
  }
  find_rise(r, h);
  find_settling(r, h);
  find_overshoot(r, h);
  return r;
}

}  // namespace holon
