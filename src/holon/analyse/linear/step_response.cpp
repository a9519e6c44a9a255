// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/linear/step_response.h"

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

/// y(t) = C x + D of x' = A x + B, step by step; within steps of a continuous channel by halving
/// them, with the exponentials of the halves. A sequence is undefined between its instants: what
/// happens within a step happens at its end.
class StepMotion {
 public:
  StepMotion(const StateSpaceMatrices& channel, double h)
      : s_(balance(channel, find_balance(channel.A))), n_(s_.order()), h_(h) {
    E_ = MatrixXd::Zero(n_ + 1, n_ + 1);
    E_.topLeftCorner(n_, n_) = s_.A;
    E_.topRightCorner(n_, 1) = s_.B;
    if (s_.plane().is_sampled()) {
      step_ = E_;
      step_(n_, n_) = 1;
    } else {
      step_ = calc_exponential(MatrixXd(h * E_));
    }
  }

  VectorXd start() const { return VectorXd::Unit(n_ + 1, n_); }
  void move(VectorXd& x) const { x = step_ * x; }
  double value(const VectorXd& x) const { return (s_.C * x.head(n_))(0) + s_.D(0, 0) * x[n_]; }
  double rate(const VectorXd& x) const { return (s_.C * (E_ * x).head(n_))(0); }

  /// The time from x, within one step behind it, at which f, which is negative there and not at the
  /// step's end, ceases to be so; and y then.
  template <class F>
  std::pair<double, double> find(VectorXd x, const F& f) const {
    if (s_.plane().is_sampled()) {
      move(x);
      return {h_, value(x)};
    }
    double t = 0, part = h_;
    for (std::size_t k = 0; k < kHalvings; ++k) {
      part /= 2;
      if (halves_.size() == k) halves_.push_back(calc_exponential(MatrixXd(part * E_)));
      const VectorXd next = halves_[k] * x;
      if (f(next) < 0) x = next, t += part;
    }
    return {t + part / 2, value(x)};
  }

 private:
  static constexpr std::size_t kHalvings = 40;

  StateSpaceMatrices s_;
  Index n_;
  double h_;
  MatrixXd E_, step_;
  mutable std::vector<MatrixXd> halves_;
};

/// What a response is called, from its states at the steps (columns) until it has settled.
class StepFigures {
 public:
  StepFigures(StepResponse& r, const StepMotion& motion, const MatrixXd& states, RootPlane plane)
      : r_(r), motion_(motion), states_(states), plane_(plane), h_(r.time[1] - r.time[0]) {}

  void find_rise() {
    const auto part = [&](std::size_t k) { return r_.values[k] / *r_.end; };
    const auto meet = [&](std::size_t k, double level) {
      if (part(k) >= level) return r_.time[k];
      return r_.time[k] +
             motion_
                 .find(at(k), [&](const VectorXd& x) { return motion_.value(x) / *r_.end - level; })
                 .first;
    };
    std::optional<double> low;
    for (std::size_t k = 0; k + 1 < r_.values.size() && !r_.rise_time; ++k) {
      if (!low && part(k + 1) >= 0.1) low = meet(k, 0.1);
      if (low && part(k + 1) >= 0.9) r_.rise_time = meet(k, 0.9) - *low;
    }
  }

  /// On from the last step that is recorded until a whole duration remains within the band: a slow
  /// mode that begins far above the final value needs longer than its time constant says.
  void find_settling() {
    const double width = kSettled * std::abs(*r_.end);
    const auto beyond = [&](const VectorXd& x) {
      return std::abs(motion_.value(x) - *r_.end) - width;
    };
    constexpr double kMostOperations = 4e8;
    const auto points = static_cast<std::size_t>(states_.cols());
    const auto most = static_cast<std::size_t>(
        kMostOperations / static_cast<double>(states_.rows() * states_.rows()));
    VectorXd x = states_.col(0), outside;
    std::size_t last = 0, k = 0;  // the step at which it was outside
    bool is_outside = false;
    for (;; ++k) {
      if (beyond(x) > 0) is_outside = true, last = k, outside = x;
      if (k + 1 >= points && (!is_outside || k - last + 1 >= points || k >= most)) break;
      motion_.move(x);
    }
    if (!is_outside) {
      r_.settling_time = 0;
      return;
    }
    if (last == k || (k >= most && k - last < points / 2)) return;  // not yet
    r_.settling_time = h_ * static_cast<double>(last) +
                       motion_.find(outside, [&](const VectorXd& y) { return -beyond(y); }).first;
  }

  void find_overshoot() {
    std::size_t top = 0;
    for (std::size_t k = 1; k < r_.values.size(); ++k)
      if (r_.values[k] / *r_.end > r_.values[top] / *r_.end) top = k;
    const auto [time, value] = find_top(top, *r_.end);
    const double over = value / *r_.end - 1;
    constexpr double kRounding = 1e-9;
    r_.overshoot = over > kRounding ? over : 0;
    if (*r_.overshoot > 0) r_.peak_time = time;
  }

  void find_peak(std::size_t top) {
    const auto [time, value] = find_top(top, r_.values[top]);
    r_.peak = value;
    r_.peak_time = time;
  }

 private:
  VectorXd at(std::size_t k) const { return states_.col(static_cast<Index>(k)); }

  /// Where the rate changes its sign, beside the largest of the values at steps.
  std::pair<double, double> find_top(std::size_t top, double sign) const {
    if (plane_.is_sampled() || top == 0 || top + 1 == r_.values.size())
      return {r_.time[top], r_.values[top]};
    const double direction = sign < 0 ? -1 : 1;
    const auto falls = [&](const VectorXd& x) { return -direction * motion_.rate(x); };
    const std::size_t from = falls(at(top)) >= 0 ? top - 1 : top;
    if (!(falls(at(from)) < 0 && falls(at(from + 1)) >= 0)) return {r_.time[top], r_.values[top]};
    const auto [way, value] = motion_.find(at(from), falls);
    return {r_.time[from] + way, value};
  }

  StepResponse& r_;
  const StepMotion& motion_;
  const MatrixXd& states_;
  const RootPlane plane_;
  const double h_;
};

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
                                const ResponseFunction& G, double duration, int points) {
  StepResponse r;
  double h = duration / points;
  if (channel.plane().is_sampled()) {
    constexpr double kFewest = 20;
    h = channel.period;
    points = static_cast<int>(std::clamp(std::ceil(duration / h), kFewest, double(points)));
  }
  const StepMotion motion(channel, h);
  MatrixXd states(channel.order() + 1, points + 1);
  VectorXd x = motion.start();
  for (int k = 0; k <= points; ++k) {
    r.time.push_back(h * k);
    r.values.push_back(motion.value(x));
    states.col(k) = x;
    motion.move(x);
  }
  const bool settles =
      std::all_of(g.poles.begin(), g.poles.end(), [&](Complex p) { return g.plane.growth(p) < 0; });
  if (!settles || g.gain == 0) return r;
  r.end = G(0).real();
  const auto top = std::max_element(r.values.begin(), r.values.end(),
                                    [](double a, double b) { return std::abs(a) < std::abs(b); });
  const double largest = std::abs(*top);
  StepFigures figures(r, motion, states, g.plane);
  if (std::abs(*r.end) <= 1e-9 * largest) r.end = 0;  // it returns
  if (std::abs(*r.end) <= kNearNothing * largest) {
    figures.find_peak(static_cast<std::size_t>(top - r.values.begin()));
    if (*r.end != 0) figures.find_settling();
    return r;
  }
  figures.find_rise();
  figures.find_settling();
  figures.find_overshoot();
  return r;
}

}  // namespace holon
