// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// With the integral θ_k = T Σ y (k = 0 … M, θ_0 = 0) the overlapping estimate at τ = m T is
//
//   σ²(τ) = 1/(2 τ² (M + 1 − 2 m)) Σ_k (θ_k+2m − 2 θ_k+m + θ_k)²
//
// (NIST SP 1065, eq. 11). The fit is weighted least squares on the variances, with the standard
// deviation √(2/ν) σ² of each, ν its degrees of freedom; coefficients c² ≥ 0 by trying all subsets
// of terms. Only times an octave apart take part: estimates in between are nearly determined by
// these. The weights are those of the fitted variance, iterated. A term is kept if without it the
// sum of squares grows by more than kSignificance.
//
// A Gauss–Markov process has two parameters: σ² takes part like the c², its correlation time is
// tried on a grid and then refined; it is kept if the sum of squares grows by twice kSignificance
// without it. Its intervals are those of a fit linearised in σ² and in the time.
#include "holon/analyse/statistics/allan.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "holon/analyse/statistics/chi_square.h"
#include "holon/base/errors.h"
#include "holon/base/matrices.h"

namespace holon {
namespace {

constexpr std::size_t kLeastSamples = 9;
/// Of a chi-square variable with one degree of freedom: exceeded by chance once in 400 times.
constexpr double kSignificance = 9;

/// NIST SP 1065, table 5, for M + 1 points of the integral; never fewer than one.
double calc_freedoms(AllanNoise noise, double points, double m) {
  const double N = points;
  double freedoms = 1;
  switch (noise) {
    case AllanNoise::quantisation:  // white phase noise
      freedoms = (N + 1) * (N - 2 * m) / (2 * (N - m));
      break;
    case AllanNoise::white:
      freedoms = (3 * (N - 1) / (2 * m) - 2 * (N - 2) / N) * 4 * m * m / (4 * m * m + 5);
      break;
    case AllanNoise::bias_instability:
      freedoms =
          m == 1 ? 2 * (N - 2) * (N - 2) / (2.3 * N - 4.9) : 5 * N * N / (4 * m * (N + 3 * m));
      break;
    case AllanNoise::random_walk:
    case AllanNoise::ramp:
      freedoms =
          (N - 2) / m * ((N - 1) * (N - 1) - 3 * m * (N - 1) + 4 * m * m) / ((N - 3) * (N - 3));
      break;
  }
  return std::max(freedoms, 1.0);
}

constexpr int kMarkov = kAllanNoises;  // its index among the terms

struct AllanFit {
  std::array<double, kAllanNoises + 1> squares{};  ///< c², σ² of a Gauss–Markov process
  std::vector<int> terms;                          ///< those that take part
  Eigen::MatrixXd gain;                            ///< their squares by the weighted variances
  double cost = 0;
  double markov_time = 0;  ///< [s]
  bool has_markov() const { return !terms.empty() && terms.back() == kMarkov; }
};

/// The variance of a term with c = 1.
double calc_term(int term, double markov_time, double time) {
  return term == kMarkov ? calc_markov_allan_variance(1, markov_time, time)
                         : calc_allan_term(static_cast<AllanNoise>(term), time);
}

/// Weighted least squares with some of the terms; nothing if a square is negative.
bool solve_subset(const std::vector<AllanPoint>& points, const std::vector<double>& weights,
                  unsigned subset, double markov_time, AllanFit& fit) {
  fit = {};
  fit.markov_time = markov_time;
  for (int j = 0; j <= kMarkov; ++j)
    if (subset & (1u << j)) fit.terms.push_back(j);
  const auto n = static_cast<Eigen::Index>(fit.terms.size());
  const auto rows = static_cast<Eigen::Index>(points.size());
  Eigen::MatrixXd A(rows, n);
  Eigen::VectorXd b(rows);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const AllanPoint& p = points[static_cast<std::size_t>(i)];
    const double w = weights[static_cast<std::size_t>(i)];
    b[i] = w * p.deviation * p.deviation;
    for (Eigen::Index j = 0; j < n; ++j)
      A(i, j) = w * calc_term(fit.terms[static_cast<std::size_t>(j)], markov_time, p.time);
  }
  // Columns of one length: the terms differ by many orders of magnitude.
  Eigen::VectorXd length(n);
  for (Eigen::Index j = 0; j < n; ++j) {
    length[j] = A.col(j).norm();
    A.col(j) /= length[j];
  }
  const Ldlt factors(A.transpose() * A);
  const Eigen::VectorXd x = factors.solve(Eigen::VectorXd(A.transpose() * b));
  if (n > 0 && x.minCoeff() < 0) return false;
  fit.cost = (A * x - b).squaredNorm();
  fit.gain = factors.solve(Eigen::MatrixXd(A.transpose()));
  for (Eigen::Index j = 0; j < n; ++j) {
    fit.squares[static_cast<std::size_t>(fit.terms[static_cast<std::size_t>(j)])] =
        x[j] / length[j];
    fit.gain.row(j) /= length[j];
  }
  return true;
}

double variance_of(const AllanFit& fit, double time) {
  double sum = 0;
  for (const int j : fit.terms)
    sum += fit.squares[static_cast<std::size_t>(j)] * calc_term(j, fit.markov_time, time);
  return sum;
}

double cost_of(const AllanFit& fit) {
  return fit.cost +
         kSignificance * static_cast<double>(fit.terms.size() + (fit.has_markov() ? 1 : 0));
}

/// The correlation time near that of a fit at which its terms explain the data best.
AllanFit refine_markov(const std::vector<AllanPoint>& points, const std::vector<double>& weights,
                       const AllanFit& start, double ratio) {
  unsigned subset = 0;
  for (const int j : start.terms) subset |= 1u << j;
  constexpr double kGolden = 0.6180339887498949, kAccuracy = 1e-4;
  double low = std::log(start.markov_time / ratio), high = std::log(start.markov_time * ratio);
  AllanFit best = start;
  const auto cost_at = [&](double logarithm) {
    AllanFit fit;
    if (!solve_subset(points, weights, subset, std::exp(logarithm), fit))
      return std::numeric_limits<double>::infinity();
    if (fit.cost < best.cost) best = fit;
    return fit.cost;
  };
  double a = high - kGolden * (high - low), b = low + kGolden * (high - low);
  double at_a = cost_at(a), at_b = cost_at(b);
  while (high - low > kAccuracy) {
    if (at_a <= at_b) {
      high = b, b = a, at_b = at_a;
      a = high - kGolden * (high - low);
      at_a = cost_at(a);
    } else {
      low = a, a = b, at_a = at_b;
      b = low + kGolden * (high - low);
      at_b = cost_at(b);
    }
  }
  return best;
}

/// The fewest terms that explain the data: a further one must lower the cost by kSignificance.
AllanFit find_fit(const std::vector<AllanPoint>& points, const std::vector<double>& weights) {
  AllanFit best;
  bool is_first = true;
  const auto take = [&](unsigned subset, double markov_time) {
    AllanFit fit;
    if (!solve_subset(points, weights, subset, markov_time, fit)) return;
    if (!is_first && cost_of(fit) >= cost_of(best)) return;
    is_first = false;
    best = fit;
  };
  for (unsigned subset = 1; subset < 1u << kAllanNoises; ++subset) take(subset, 0);
  // The hump, at 1.9 correlation times, is within the record.
  constexpr double kRatio = 1.5, kShortest = 2, kLongest = 0.25;
  const double last = kLongest * points.back().time;
  for (double time = kShortest * points.front().time; time <= last; time *= kRatio)
    for (unsigned subset = 0; subset < 1u << kAllanNoises; ++subset)
      take(subset | 1u << kMarkov, time);
  return best.has_markov() ? refine_markov(points, weights, best, kRatio) : best;
}

/// The kind of noise that a Gauss–Markov process is like at an averaging time.
AllanNoise find_likeness(double time, double markov_time) {
  return time < 0.5 * markov_time ? AllanNoise::random_walk
         : time < 4 * markov_time ? AllanNoise::bias_instability
                                  : AllanNoise::white;
}

AllanNoise find_prevailing(const AllanFit& fit, double time) {
  int prevailing = static_cast<int>(AllanNoise::white);
  double largest = -1;
  for (const int j : fit.terms) {
    const double share =
        fit.squares[static_cast<std::size_t>(j)] * calc_term(j, fit.markov_time, time);
    if (share > largest) {
      largest = share;
      prevailing = j;
    }
  }
  return prevailing == kMarkov ? find_likeness(time, fit.markov_time)
                               : static_cast<AllanNoise>(prevailing);
}

/// The correlation of two estimates that are some octaves apart: of simulated noise (4000 records
/// of 500 samples), those of flicker noise between the others.
double calc_correlation(AllanNoise a, AllanNoise b, Eigen::Index octaves) {
  static constexpr std::array<double, 6> kWhite{1, 0.5, 0.16, 0.05, 0, 0},
      kFlicker{1, 0.7, 0.4, 0.2, 0.1, 0.05}, kWalk{1, 0.88, 0.65, 0.46, 0.31, 0.2};
  if (octaves >= static_cast<Eigen::Index>(kWhite.size())) return 0;
  const auto of = [&](AllanNoise noise) {
    const auto& table = noise == AllanNoise::bias_instability                           ? kFlicker
                        : noise == AllanNoise::random_walk || noise == AllanNoise::ramp ? kWalk
                                                                                        : kWhite;
    return table[static_cast<std::size_t>(octaves)];
  };
  return std::sqrt(of(a) * of(b));
}

/// The covariance of the squares: that of the estimates, which are of unit variance by their
/// weights, through the gain.
Eigen::MatrixXd calc_covariance(const AllanFit& fit, const std::vector<AllanPoint>& points) {
  const auto rows = static_cast<Eigen::Index>(points.size());
  Eigen::MatrixXd C(rows, rows);
  for (Eigen::Index i = 0; i < rows; ++i)
    for (Eigen::Index j = 0; j < rows; ++j)
      C(i, j) = calc_correlation(find_prevailing(fit, points[static_cast<std::size_t>(i)].time),
                                 find_prevailing(fit, points[static_cast<std::size_t>(j)].time),
                                 std::abs(i - j));
  return calc_congruence(fit.gain, C);
}

/// The gain of a fit with a Gauss–Markov process, with the logarithm of its correlation time as a
/// last parameter.
void add_markov_time(const std::vector<AllanPoint>& points, const std::vector<double>& weights,
                     AllanFit& fit) {
  const auto n = static_cast<Eigen::Index>(fit.terms.size());
  const auto rows = static_cast<Eigen::Index>(points.size());
  constexpr double kStep = 1e-4;  // of the logarithm
  const double square = fit.squares[kMarkov];
  Eigen::MatrixXd A(rows, n + 1);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const double time = points[static_cast<std::size_t>(i)].time;
    const double w = weights[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 0; j < n; ++j)
      A(i, j) = w * calc_term(fit.terms[static_cast<std::size_t>(j)], fit.markov_time, time);
    A(i, n) = w * square / (2 * kStep) *
              (calc_term(kMarkov, fit.markov_time * std::exp(kStep), time) -
               calc_term(kMarkov, fit.markov_time * std::exp(-kStep), time));
  }
  Eigen::VectorXd length(n + 1);
  for (Eigen::Index j = 0; j <= n; ++j) {
    length[j] = A.col(j).norm();
    A.col(j) /= length[j];
  }
  fit.gain = Ldlt(A.transpose() * A).solve(Eigen::MatrixXd(A.transpose()));
  for (Eigen::Index j = 0; j <= n; ++j) fit.gain.row(j) /= length[j];
}

std::vector<AllanPoint> pick_octaves(const std::vector<AllanPoint>& points) {
  std::vector<AllanPoint> picked;
  for (const AllanPoint& p : points)
    if (picked.empty() || p.count >= 2 * picked.back().count) picked.push_back(p);
  return picked;
}

}  // namespace

const char* name_of(AllanNoise noise) {
  static const char* const names[] = {"quantisation", "white", "bias_instability", "random_walk",
                                      "ramp"};
  return names[static_cast<int>(noise)];
}

double calc_allan_term(AllanNoise noise, double time) {
  switch (noise) {
    case AllanNoise::quantisation: return 3 / (time * time);
    case AllanNoise::white: return 1 / time;
    case AllanNoise::bias_instability: return 1;
    case AllanNoise::random_walk: return time / 3;
    case AllanNoise::ramp: return time * time / 2;
  }
  return 0;
}

double calc_markov_allan_variance(double sigma, double correlation_time, double time) {
  const double u = time / correlation_time;
  // There the terms of the closed form cancel; its series is Σ (−1)^(k+1) (2^k − 4)/k! u^(k−2).
  if (u < 0.5) {
    double sum = 0, factor = u / 6;  // u^(k−2)/k!
    for (int k = 3; k < 24; ++k) {
      sum += (k % 2 ? 1 : -1) * (std::ldexp(1.0, k) - 4) * factor;
      factor *= u / (k + 1);
    }
    return sigma * sigma * sum;
  }
  return 2 * sigma * sigma / u * (1 - (3 - 4 * std::exp(-u) + std::exp(-2 * u)) / (2 * u));
}

double AllanAnalysis::fitted(double time) const {
  double sum = 0;
  for (const AllanTerm& term : terms)
    if (term.is_found)
      sum += term.coefficient * term.coefficient * calc_allan_term(term.noise, time);
  if (markov.is_found) sum += calc_markov_allan_variance(markov.sigma, markov.time_constant, time);
  return std::sqrt(sum);
}

AllanAnalysis calc_allan(std::span<const double> y, double period, double confidence,
                         int per_decade) {
  const std::size_t M = y.size();
  if (M < kLeastSamples) {
    throw InputError({}, "an Allan deviation needs at least " + std::to_string(kLeastSamples) +
                             " samples, not " + std::to_string(M));
  }
  AllanAnalysis out;
  out.period = period;
  out.samples = M;
  out.confidence = confidence;
  for (const double value : y) {
    if (!std::isfinite(value)) throw InputError({}, "the signal has values that are not numbers");
    out.mean += value / static_cast<double>(M);
  }
  // Without its mean the integral stays small; second differences do not see it.
  std::vector<double> theta(M + 1, 0.0);
  for (std::size_t k = 0; k < M; ++k) theta[k + 1] = theta[k] + period * (y[k] - out.mean);

  const std::size_t most = (M - 1) / 2;
  std::size_t last = 0;
  for (int k = 0;; ++k) {
    const auto m =
        static_cast<std::size_t>(std::llround(std::pow(10.0, static_cast<double>(k) / per_decade)));
    if (m > most) break;
    if (m == last) continue;
    last = m;
    double sum = 0;
    for (std::size_t i = 0; i + 2 * m <= M; ++i) {
      const double d = theta[i + 2 * m] - 2 * theta[i + m] + theta[i];
      sum += d * d;
    }
    AllanPoint point;
    point.count = m;
    point.time = static_cast<double>(m) * period;
    point.deviation = std::sqrt(sum / (2.0 * static_cast<double>(M + 1 - 2 * m))) / point.time;
    out.points.push_back(point);
  }

  for (std::size_t j = 0; j < kAllanNoises; ++j) out.terms[j].noise = static_cast<AllanNoise>(j);
  const bool is_constant = std::all_of(out.points.begin(), out.points.end(),
                                       [](const AllanPoint& p) { return p.deviation == 0; });
  if (is_constant) return out;

  // First with the freedoms of white noise and the measured variances as weights.
  std::vector<AllanPoint> used = pick_octaves(out.points);
  const auto points = static_cast<double>(M + 1);
  AllanFit fit;
  constexpr int kRounds = 12;
  std::vector<double> weights;
  for (int round = 0; round < kRounds; ++round) {
    weights.clear();
    for (AllanPoint& p : used) {
      const bool has_fit = round > 0;
      p.freedoms = calc_freedoms(has_fit ? find_prevailing(fit, p.time) : AllanNoise::white, points,
                                 static_cast<double>(p.count));
      const double variance = has_fit ? variance_of(fit, p.time) : p.deviation * p.deviation;
      weights.push_back(std::sqrt(p.freedoms / 2) / std::max(variance, 1e-300));
    }
    fit = find_fit(used, weights);
  }
  const double tail = (1 - confidence) / 2;
  for (AllanPoint& p : out.points) {
    p.freedoms = calc_freedoms(find_prevailing(fit, p.time), points, static_cast<double>(p.count));
    p.lower = p.deviation * std::sqrt(p.freedoms / find_chi_square(1 - tail, p.freedoms));
    p.upper = p.deviation * std::sqrt(p.freedoms / find_chi_square(tail, p.freedoms));
  }
  if (fit.has_markov()) add_markov_time(used, weights, fit);
  const Eigen::MatrixXd covariance = calc_covariance(fit, used);
  for (std::size_t j = 0; j < fit.terms.size(); ++j) {
    AllanTerm markov;
    AllanTerm& term =
        fit.terms[j] == kMarkov ? markov : out.terms[static_cast<std::size_t>(fit.terms[j])];
    const double square = fit.squares[static_cast<std::size_t>(fit.terms[j])];
    const auto at = static_cast<Eigen::Index>(j);
    // As a variance with as many freedoms as its relative deviation √(2/ν) says.
    const double relative = std::sqrt(std::max(covariance(at, at), 0.0)) / square;
    const double freedoms = std::max(2 / (relative * relative), 1.0);
    term.is_found = square > 0;
    term.coefficient = std::sqrt(square);
    term.lower = term.coefficient * std::sqrt(freedoms / find_chi_square(1 - tail, freedoms));
    term.upper = term.coefficient * std::sqrt(freedoms / find_chi_square(tail, freedoms));
    if (fit.terms[j] != kMarkov) continue;
    const auto last = static_cast<Eigen::Index>(fit.terms.size());
    const double spread = std::sqrt(find_chi_square(confidence, 1) * covariance(last, last));
    out.markov = {term.is_found,
                  term.coefficient,
                  term.lower,
                  term.upper,
                  fit.markov_time,
                  fit.markov_time * std::exp(-spread),
                  fit.markov_time * std::exp(spread)};
  }
  // What is not found is bounded by the upper limits of the measured variances.
  for (AllanTerm& term : out.terms) {
    if (term.is_found) continue;
    term.upper = INFINITY;
    for (const AllanPoint& p : out.points)
      term.upper = std::min(term.upper, p.upper / std::sqrt(calc_allan_term(term.noise, p.time)));
  }
  return out;
}

}  // namespace holon
