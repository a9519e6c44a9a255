// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/linear/frequency_response.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <utility>

#include "holon/analyse/linear/poles.h"
#include "holon/base/balance.h"
#include "holon/base/matrices.h"
#include "holon/base/quasirandom.h"

namespace holon {
namespace {

using Complex = std::complex<double>;
using Eigen::MatrixXd;
using std::numbers::pi;
constexpr int kPerDecade = 100, kFewest = 400, kMost = 4000;

/// C (s - A)⁻¹ B + D at s = jω or exp(jωT) for many ω: A is reduced to Hessenberg form once, so
/// that each frequency costs n² (A. J. Laub, IEEE Trans. Automat. Contr. 26 (1981) 407).
class ResponseSolver {
 public:
  explicit ResponseSolver(const StateSpaceMatrices& channel)
      : d_(channel.D(0, 0)), plane_(channel.plane()) {
    const StateSpaceMatrices s = balance(channel, find_balance(channel.A));
    if (s.order() == 0) return;
    const Hessenberg form = calc_hessenberg(s.A);
    H_ = form.H;
    b_ = form.Q.transpose() * s.B;
    c_ = s.C * form.Q;
  }

  Complex calc(double omega) {
    const Eigen::Index n = H_.rows();
    if (n == 0) return d_;
    M_ = -H_.cast<Complex>();
    M_.diagonal().array() += plane_.at_frequency(omega);
    x_ = b_.cast<Complex>();
    // Below the diagonal there is one entry in each column; the larger of two rows is the pivot.
    for (Eigen::Index k = 0; k + 1 < n; ++k) {
      if (std::norm(M_(k + 1, k)) > std::norm(M_(k, k))) {
        M_.row(k).tail(n - k).swap(M_.row(k + 1).tail(n - k));
        std::swap(x_[k], x_[k + 1]);
      }
      if (M_(k + 1, k) == 0.0) continue;
      const Complex factor = M_(k + 1, k) / M_(k, k);
      M_.row(k + 1).tail(n - k) -= factor * M_.row(k).tail(n - k);
      x_[k + 1] -= factor * x_[k];
    }
    M_.triangularView<Eigen::Upper>().solveInPlace(x_);
    return (c_ * x_)(0) + d_;
  }

 private:
  Eigen::MatrixXd H_;
  Eigen::VectorXd b_;
  Eigen::RowVectorXd c_;
  double d_;
  RootPlane plane_;
  Eigen::MatrixXcd M_;
  Eigen::VectorXcd x_;
};

/// Where f changes its sign between a and b, by bisection on the logarithm.
template <class F>
double find_crossing(double a, double b, const F& f) {
  const bool is_rising = f(a) < 0;
  for (int k = 0; k < 80 && b / a - 1 > 1e-15; ++k) {
    const double middle = std::sqrt(a * b);
    (f(middle) < 0) == is_rising ? a = middle : b = middle;
  }
  return std::sqrt(a * b);
}

/// arg G as the sum over zeros and poles, each with its own initial phase: 0 for one in the left
/// half plane (left of z = 1) and for a pair, π for a real one in the right half plane.
double angle_by_roots(const ZeroPoleGain& g, double omega) {
  double angle = g.gain < 0 ? -pi : 0;
  const Complex at = g.plane.at_frequency(omega), start = g.plane.at_frequency(0);
  const auto turn = [&](Complex root) {
    const Complex d = at - root;
    if (root.real() <= start.real()) return std::atan2(d.imag(), d.real());
    return (root.imag() == 0 ? pi : 0) - std::atan2(d.imag(), -d.real());
  };
  for (const Complex z : g.zeros) angle += turn(z);
  for (const Complex p : g.poles) angle -= turn(p);
  return angle;
}

}  // namespace

FrequencyRange choose_frequencies(const std::vector<Complex>& poles,
                                  const std::vector<Complex>& zeros, RootPlane plane) {
  if (plane.is_sampled()) {
    constexpr double kWidest = 1e8;
    const double high = plane.nyquist();
    double low = high / 10;
    for (const auto* roots : {&poles, &zeros})
      for (const Complex root : *roots) {
        const double size = std::abs(plane.to_continuous(root));
        if (size > high / kWidest) low = std::min(low, size);
      }
    return {std::pow(10.0, std::floor(std::log10(low / 10) + 0.5)), high};
  }
  double low = std::numeric_limits<double>::infinity(), high = 0;
  for (const auto* roots : {&poles, &zeros})
    for (const Complex root : *roots) {
      const double size = std::abs(root);
      if (size < 1e-9) continue;
      low = std::min(low, size), high = std::max(high, size);
    }
  if (high == 0) return {0.1, 10};
  constexpr double kWidest = 1e8;
  low = std::max(low, high / kWidest);
  // At integer powers of ten if that extends the range by less than half a decade.
  const auto tidy = [](double value, double way) {
    return std::pow(10.0, way * std::floor(way * std::log10(value) + 0.5));
  };
  return {std::min(tidy(low / 10, 1), low / 5), std::max(tidy(high * 10, 1), high * 5)};
}

std::vector<double> FrequencyResponse::phase() const {
  std::vector<double> phase;
  for (const Complex v : values) {
    double angle = std::arg(v);
    const double last = phase.empty() ? start_phase : phase.back();
    if (std::isfinite(angle)) angle += 2 * pi * std::round((last - angle) / (2 * pi));
    phase.push_back(angle);
  }
  return phase;
}

FrequencyResponse calc_frequency_response(const StateSpaceMatrices& channel, const ZeroPoleGain& g,
                                          const FrequencyRange& range) {
  FrequencyResponse response;
  const double decades = std::log10(range.to / range.from);
  const int count = std::clamp(static_cast<int>(kPerDecade * decades), kFewest, kMost);
  std::vector<double>& omega = response.omega;
  for (int k = 0; k <= count; ++k)
    omega.push_back(range.from * std::pow(range.to / range.from, static_cast<double>(k) / count));
  for (const auto* roots : {&g.poles, &g.zeros})
    for (const Complex of_channel : *roots) {
      const Complex root = g.plane.to_continuous(of_channel);
      const double at = root.imag(), width = std::abs(root.real());
      if (!(at > 0) || width > 0.3 * at) continue;
      // The peak itself, and points about it that are evenly spaced on the circle of the Nyquist
      // plot.
      const double top = std::sqrt(std::max(at * at - width * width, 0.0));
      omega.push_back(top);
      constexpr int kOnCircle = 60;
      for (int k = 1; k < kOnCircle; ++k) {
        const double d = std::max(width, 1e-6 * at) * std::tan(0.5 * pi * k / kOnCircle);
        for (const double side : {-d, d})
          if (d < 0.5 * at) omega.push_back(top + side);
      }
    }
  const double last = std::min(range.to, g.plane.nyquist());
  std::erase_if(omega, [&](double w) { return w < range.from || w > last; });
  std::sort(omega.begin(), omega.end());
  omega.erase(std::unique(omega.begin(), omega.end()), omega.end());
  ResponseSolver solver(channel);
  for (const double w : omega) response.values.push_back(solver.calc(w));
  if (g.gain != 0) response.start_phase = angle_by_roots(g, range.from);
  return response;
}

ResponseFunction make_response(const StateSpaceMatrices& channel) {
  return [solver = std::make_shared<ResponseSolver>(channel)](double omega) {
    return solver->calc(omega);
  };
}

double find_contradiction(const StateSpaceMatrices& channel, const ZeroPoleGain& g,
                          const FrequencyRange& range) {
  constexpr int kCount = 24;
  constexpr double kRounding = 64 * std::numeric_limits<double>::epsilon(), kCertain = 1e-4;
  StateSpaceMatrices perturbed = channel;
  int number = 0;
  for (MatrixXd* M : {&perturbed.A, &perturbed.B, &perturbed.C, &perturbed.D})
    for (double& entry : M->reshaped()) entry = perturb(entry, kRounding, ++number);
  ResponseSolver solver(channel), other(perturbed);
  double largest = 0, second = 0;
  const double end = std::min(range.to, channel.plane().nyquist());
  for (int k = 0; k < kCount; ++k) {
    const double omega = range.from * std::pow(end / range.from, (k + 0.37) / kCount);
    const Complex exact = solver.calc(omega);
    if (!(std::abs(other.calc(omega) - exact) < kCertain * std::abs(exact))) continue;
    const double deviation = std::abs(g.at_frequency(omega) - exact) / std::abs(exact);
    if (deviation > largest)
      second = std::exchange(largest, deviation);
    else
      second = std::max(second, deviation);
  }
  return second;
}

ResponseFigures find_figures(const ZeroPoleGain& g, const ResponseFunction& G,
                             const FrequencyResponse& response) {
  ResponseFigures figures;
  const Complex rest = g.plane.at_frequency(0);
  constexpr double kSame = 1e-12;
  if (std::none_of(g.poles.begin(), g.poles.end(),
                   [&](Complex p) { return std::abs(p - rest) <= kSame * std::abs(rest); }))
    figures.dc_gain = G(0).real();
  const auto size = [&](double omega) { return std::abs(G(omega)); };
  const std::vector<double>& omega = response.omega;
  const std::size_t n = omega.size();
  for (std::size_t k = 1; k + 1 < n; ++k) {
    const double here = size(omega[k]);
    if (!(here >= size(omega[k - 1]) && here > size(omega[k + 1]))) continue;
    if (figures.peak && here <= figures.peak->value) continue;
    double a = omega[k - 1], b = omega[k + 1];
    const double kGolden = 0.61803398874989485;
    for (int i = 0; i < 90; ++i) {
      const double c = b - kGolden * (b - a), d = a + kGolden * (b - a);
      size(c) > size(d) ? b = d : a = c;
    }
    figures.peak = {0.5 * (a + b), size(0.5 * (a + b))};
  }
  if (figures.dc_gain && *figures.dc_gain != 0) {
    const double least = std::abs(*figures.dc_gain) / std::sqrt(2.0);
    for (std::size_t k = 1; k < n && !figures.bandwidth; ++k)
      if (size(omega[k]) < least && size(omega[k - 1]) >= least)
        figures.bandwidth =
            find_crossing(omega[k - 1], omega[k], [&](double w) { return size(w) - least; });
    if (figures.peak && figures.peak->value <= std::abs(*figures.dc_gain)) figures.peak.reset();
  }
  return figures;
}

Margins find_margins(const StateSpaceMatrices& loop, const ResponseFunction& L,
                     const FrequencyResponse& response) {
  Margins margins;
  const RootPlane plane = loop.plane();
  margins.distance.value = std::numeric_limits<double>::infinity();
  const std::vector<double>& omega = response.omega;
  const auto size = [&](double w) { return std::abs(L(w)) - 1; };
  const auto imaginary = [&](double w) { return L(w).imag(); };
  for (std::size_t k = 0; k < omega.size(); ++k) {
    const double distance = std::abs(1.0 + L(omega[k]));
    if (distance < margins.distance.value) margins.distance = {omega[k], distance};
    if (k == 0) continue;
    const double a = omega[k - 1], b = omega[k];
    if (size(a) * size(b) < 0) {
      const double w = find_crossing(a, b, size);
      double angle = pi + std::arg(L(w));
      if (angle > pi) angle -= 2 * pi;
      margins.phase.push_back({w, angle});
    }
    if (imaginary(a) * imaginary(b) < 0 && L(a).real() < 0 && L(b).real() < 0) {
      const double w = find_crossing(a, b, imaginary);
      margins.gain.push_back({w, 1 / std::abs(L(w))});
    }
  }
  // At Nyquist's frequency L is real.
  if (plane.is_sampled() && !omega.empty() && omega.back() >= (1 - 1e-9) * plane.nyquist())
    if (const double end = L(plane.nyquist()).real(); end < 0)
      margins.gain.push_back({plane.nyquist(), -1 / end});
  std::sort(margins.gain.begin(), margins.gain.end(), [](const auto& a, const auto& b) {
    return std::abs(std::log(a.value)) < std::abs(std::log(b.value));
  });
  std::sort(margins.phase.begin(), margins.phase.end(),
            [](const auto& a, const auto& b) { return std::abs(a.value) < std::abs(b.value); });
  for (const Margins::Crossing& c : margins.phase) {
    const double late = (c.value > 0 ? c.value : c.value + 2 * pi) / c.omega;
    if (!margins.delay || late < *margins.delay) margins.delay = late;
  }
  const double feedback = 1 + loop.D(0, 0);
  if (feedback == 0) return margins;
  const std::vector<Pole> closed = find_poles(loop.A - loop.B * loop.C / feedback, loop.plane());
  margins.is_closed_loop_stable =
      std::all_of(closed.begin(), closed.end(), [](const Pole& p) { return p.growth() < 0; });
  return margins;
}

}  // namespace holon
