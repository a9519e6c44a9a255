// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/step_response.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "holon/base/balance.h"
#include "holon/base/matrices.h"

namespace holon {
namespace {

using Complex = std::complex<double>;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

using std::numbers::pi;
constexpr double kSettled = 0.02;  // of the final value
// Relative to the largest value: a final value below it is negligible, and no scale of the
// response.
constexpr double kNearNothing = 0.01;

/// The extremum of the parabola through a value and its neighbours: its offset in steps, and its
/// value.
std::pair<double, double> find_top(double before, double value, double behind) {
  const double curvature = before - 2 * value + behind;
  if (curvature == 0) return {0, value};
  const double way = 0.5 * (before - behind) / curvature;
  return {way, value - 0.25 * (before - behind) * way};
}

/// The point at which the line through two points has a value.
double between(double t, double h, double a, double b, double level) {
  return t + h * (b == a ? 0 : (level - a) / (b - a));
}

/// A sequence is undefined between its instants: the later one is used.
double meet(double t, double h, double a, double b, double level, RootPlane plane) {
  return plane.is_sampled() ? t + h : between(t, h, a, b, level);
}

void find_rise(StepResponse& r, double h, RootPlane plane) {
  const double end = *r.end;
  std::optional<double> low;
  for (std::size_t k = 1; k < r.values.size() && !r.rise_time; ++k) {
    const double a = r.values[k - 1] / end, b = r.values[k] / end, t = r.time[k - 1];
    if (!low && b >= 0.1) low = a >= 0.1 ? t : meet(t, h, a, b, 0.1, plane);
    if (low && b >= 0.9) r.rise_time = (a >= 0.9 ? t : meet(t, h, a, b, 0.9, plane)) - *low;
  }
}

void find_settling(StepResponse& r, double h, RootPlane plane) {
  const double end = *r.end, width = kSettled * std::abs(end);
  std::size_t last = r.values.size();
  while (last > 0 && std::abs(r.values[last - 1] - end) <= width) --last;
  if (last == r.values.size()) return;  // not yet
  if (last == 0) {
    r.settling_time = 0;
    return;
  }
  const double level = end + (r.values[last - 1] > end ? width : -width);
  r.settling_time = meet(r.time[last - 1], h, r.values[last - 1], r.values[last], level, plane);
}

void find_overshoot(StepResponse& r, double h, RootPlane plane) {
  const double end = *r.end;
  std::size_t top = 0;
  for (std::size_t k = 1; k < r.values.size(); ++k)
    if (r.values[k] / end > r.values[top] / end) top = k;
  const double over = r.values[top] / end - 1;
  constexpr double kRounding = 1e-9;
  r.overshoot = over > kRounding ? over : 0;
  if (*r.overshoot > 0 && plane.is_sampled()) r.peak_time = r.time[top];
  if (plane.is_sampled() || *r.overshoot == 0 || top == 0 || top + 1 == r.values.size()) return;
  const auto [way, value] = find_top(r.values[top - 1], r.values[top], r.values[top + 1]);
  r.peak_time = r.time[top] + h * way;
  r.overshoot = value / end - 1;
}

void find_peak(StepResponse& r, double h, std::size_t top, RootPlane plane) {
  r.peak = r.values[top];
  r.peak_time = r.time[top];
  if (plane.is_sampled() || top == 0 || top + 1 == r.values.size()) return;
  const auto [way, value] = find_top(r.values[top - 1], r.values[top], r.values[top + 1]);
  r.peak_time = r.time[top] + h * way;
  r.peak = value;
}

}  // namespace

double choose_duration(const std::vector<Complex>& roots, RootPlane plane) {
  std::vector<Complex> poles;
  for (const Complex root : roots)
    if (!(plane.is_sampled() && root == 0.0)) poles.push_back(plane.to_continuous(root));
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
    if (p.real() == 0 && p.imag() > 0) longest = std::max(longest, 5 * 2 * pi / p.imag());
  }
  return longest > 0 ? longest : fastest > 0 ? 10 / fastest : 10;
}

StepResponse calc_step_response(const StateSpaceMatrices& channel, const ZeroPoleGain& g,
                                double duration, int points) {
  StepResponse r;
  const Index n = channel.order();
  const StateSpaceMatrices s = balance(channel, find_balance(channel.A));
  MatrixXd e = MatrixXd::Zero(n + 1, n + 1);
  double h = duration / points;
  if (channel.plane().is_sampled()) {
    constexpr double kFewest = 20;
    h = channel.period;
    points = static_cast<int>(std::clamp(std::ceil(duration / h), kFewest, double(points)));
    e.topLeftCorner(n, n) = s.A;
    e.topRightCorner(n, 1) = s.B;
    e(n, n) = 1;
  } else {
    e.topLeftCorner(n, n) = s.A * h;
    e.topRightCorner(n, 1) = s.B * h;
    e = calc_exponential(e);
  }
  VectorXd x = VectorXd::Zero(n + 1);
  x[n] = 1;
  for (int k = 0; k <= points; ++k) {
    r.time.push_back(h * k);
    r.values.push_back((s.C * x.head(n))(0) + s.D(0, 0));
    x = e * x;
  }
  const bool settles =
      std::all_of(g.poles.begin(), g.poles.end(), [&](Complex p) { return g.plane.growth(p) < 0; });
  if (!settles || g.gain == 0) return r;
  r.end = g.at_frequency(0).real();
  const auto top = std::max_element(r.values.begin(), r.values.end(),
                                    [](double a, double b) { return std::abs(a) < std::abs(b); });
  const double largest = std::abs(*top);
  if (std::abs(*r.end) <= 1e-9 * largest) r.end = 0;  // it returns
  if (std::abs(*r.end) <= kNearNothing * largest) {
    find_peak(r, h, static_cast<std::size_t>(top - r.values.begin()), g.plane);
    if (*r.end != 0) find_settling(r, h, g.plane);
    return r;
  }
  find_rise(r, h, g.plane);
  find_settling(r, h, g.plane);
  find_overshoot(r, h, g.plane);
  return r;
}

}  // namespace holon
