// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Sobol' indices of the value i, with f_A, f_B and f_i the numbers at A, at B and at A with the
// value i of B, less their mean, and V the variance of all f_A and f_B:
//
//   S_i  = mean of f_B (f_i − f_A)/V            first order
//   S_Ti = mean of (f_A − f_i)²/(2 V)           total order
//
// A. Saltelli, P. Annoni, I. Azzini, F. Campolongo, M. Ratto, S. Tarantola, Variance based
// sensitivity analysis of model output, Comput. Phys. Commun. 181 (2010) 259, table 2, (b) and (f).
//
// Elementary effects (M. D. Morris, Technometrics 33 (1991) 161): d_i = (f(x + Δ e_i) − f(x))/Δ_i
// with the part Δ_i of its own range by which the value moves (of a list of values Δ is rounded),
// over the trajectories, with their mean μ and deviation σ, and μ* the mean of |d_i| (F.
// Campolongo, J. Cariboni, A. Saltelli, Environ. Modell. Softw. 22 (2007) 1509).
//
// Intervals: quantiles 2.5 and 97.5 % of the estimates of blocks that are drawn from the blocks
// with replacement. Blocks of a low-discrepancy sequence are spread more evenly than random ones,
// so the intervals of sobol are on the safe side.
#include "holon/batch/influence.h"

#include <algorithm>
#include <cmath>

#include "holon/simulate/events/random.h"

namespace holon {
namespace {

/// So many repetitions of the bootstrap, fewer where they would take seconds.
constexpr double kMostResamples = 1000, kFewestResamples = 100, kMostWork = 2e8;

/// The complete blocks: their first sample.
std::vector<std::size_t> find_blocks(const std::vector<double>& y, std::size_t size) {
  std::vector<std::size_t> blocks;
  for (std::size_t at = 0; at + size <= y.size(); at += size)
    if (std::all_of(y.begin() + static_cast<std::ptrdiff_t>(at),
                    y.begin() + static_cast<std::ptrdiff_t>(at + size),
                    [](double v) { return std::isfinite(v); }))
      blocks.push_back(at);
  return blocks;
}

/// Draws as many of `count` as there are, with replacement.
class Bootstrap {
 public:
  Bootstrap(std::uint64_t seed, std::size_t count, std::size_t width)
      : seed_(seed),
        count_(count),
        repeats(static_cast<std::size_t>(
            std::clamp(kMostWork / (static_cast<double>(count * width) + 1), kFewestResamples,
                       kMostResamples))) {}

  void draw(std::size_t repetition, std::vector<std::size_t>& chosen) const {
    chosen.resize(count_);
    for (std::size_t k = 0; k < count_; ++k) {
      const double u =
          draw_number(SystemDraw::Distribution::uniform, seed_, stream_, repetition * count_ + k);
      chosen[k] = std::min(count_ - 1, static_cast<std::size_t>(u * static_cast<double>(count_)));
    }
  }

 private:
  std::uint64_t seed_, stream_ = random_stream("study bootstrap");
  std::size_t count_;

 public:
  const std::size_t repeats;
};

void set_interval(Estimated& estimated, std::vector<double>& repeated) {
  std::sort(repeated.begin(), repeated.end());
  const auto at = [&](double part) {
    return repeated[static_cast<std::size_t>(
        std::lround(part * static_cast<double>(repeated.size() - 1)))];
  };
  estimated.low = at(0.025);
  estimated.high = at(0.975);
}

/// The indices of all values from some of the blocks.
class SobolEstimator {
 public:
  SobolEstimator(const std::vector<double>& y, const std::vector<std::size_t>& blocks,
                 std::size_t values)
      : y_(y), blocks_(blocks), values_(values), first(values), total(values) {}

  void estimate(const std::vector<std::size_t>& chosen) {
    const auto count = static_cast<double>(chosen.size());
    double mean = 0;
    for (const std::size_t b : chosen) mean += y_[blocks_[b]] + y_[blocks_[b] + values_ + 1];
    mean /= 2 * count;
    variance = 0;
    std::fill(first.begin(), first.end(), 0);
    std::fill(total.begin(), total.end(), 0);
    for (const std::size_t b : chosen) {
      const double* f = &y_[blocks_[b]];
      const double a = f[0] - mean, other = f[values_ + 1] - mean;
      variance += a * a + other * other;
      for (std::size_t i = 0; i < values_; ++i) {
        const double mixed = f[i + 1] - mean;
        first[i] += other * (mixed - a);
        total[i] += 0.5 * (a - mixed) * (a - mixed);
      }
    }
    variance /= 2 * count;
    for (std::size_t i = 0; i < values_; ++i) {
      first[i] /= count * variance;
      total[i] /= count * variance;
    }
  }

 private:
  const std::vector<double>& y_;
  const std::vector<std::size_t>& blocks_;
  std::size_t values_;

 public:
  double variance = 0;
  std::vector<double> first, total;
};

std::vector<std::size_t> all_of_them(std::size_t count) {
  std::vector<std::size_t> all(count);
  for (std::size_t k = 0; k < count; ++k) all[k] = k;
  return all;
}

void find_sobol_indices(const std::vector<double>& y, const std::vector<std::size_t>& blocks,
                        std::uint64_t seed, Influence& influence) {
  const std::size_t n = influence.first.size();
  SobolEstimator estimator(y, blocks, n);
  estimator.estimate(all_of_them(blocks.size()));
  influence.variance = estimator.variance;
  if (!(estimator.variance > 0)) {  // only the mixed samples vary: more samples are needed
    influence.is_constant = true;
    influence.first.clear();
    influence.total.clear();
    return;
  }
  for (std::size_t i = 0; i < n; ++i) {
    influence.first[i].value = estimator.first[i];
    influence.total[i].value = estimator.total[i];
  }
  const Bootstrap bootstrap(seed, blocks.size(), n);
  std::vector<std::vector<double>> first(n), total(n);
  std::vector<std::size_t> chosen;
  for (std::size_t r = 0; r < bootstrap.repeats; ++r) {
    bootstrap.draw(r, chosen);
    estimator.estimate(chosen);
    if (!(estimator.variance > 0)) continue;
    for (std::size_t i = 0; i < n; ++i) {
      first[i].push_back(estimator.first[i]);
      total[i].push_back(estimator.total[i]);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    set_interval(influence.first[i], first[i]);
    set_interval(influence.total[i], total[i]);
  }
}

void find_elementary_effects(const SamplePlan& plan, const std::vector<double>& y,
                             const std::vector<std::size_t>& blocks, std::uint64_t seed,
                             Influence& influence) {
  const std::size_t n = influence.mean.size(), count = blocks.size();
  const auto size = static_cast<std::size_t>(plan.block_size());
  const Bootstrap bootstrap(seed, count, n);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> effects(count);
    for (std::size_t b = 0; b < count; ++b) {
      const SamplePlan::Move move =
          plan.find_move(static_cast<std::int64_t>(blocks[b] / size), static_cast<int>(i));
      const double* f = &y[blocks[b] + static_cast<std::size_t>(move.step)];
      effects[b] = move.delta == 0 ? 0 : (f[1] - f[0]) / move.delta;  // 0: it has one value
    }
    double sum = 0, absolute = 0, squares = 0;
    for (const double e : effects) sum += e, absolute += std::abs(e);
    influence.mean[i] = sum / static_cast<double>(count);
    influence.mean_abs[i].value = absolute / static_cast<double>(count);
    for (const double e : effects) squares += (e - influence.mean[i]) * (e - influence.mean[i]);
    influence.sigma[i] = count > 1 ? std::sqrt(squares / static_cast<double>(count - 1)) : 0;
    std::vector<double> repeated(bootstrap.repeats);
    std::vector<std::size_t> chosen;
    for (std::size_t r = 0; r < bootstrap.repeats; ++r) {
      bootstrap.draw(r, chosen);
      double drawn = 0;
      for (const std::size_t b : chosen) drawn += std::abs(effects[b]);
      repeated[r] = drawn / static_cast<double>(count);
    }
    set_interval(influence.mean_abs[i], repeated);
  }
}

}  // namespace

Influence calc_influence(const StudySettings& study, const SamplePlan& plan,
                         const std::vector<double>& y) {
  Influence influence;
  const std::size_t n = study.vary.size();
  const bool is_sobol = study.kind == StudySettings::Kind::sobol;
  const std::vector<std::size_t> blocks =
      find_blocks(y, static_cast<std::size_t>(plan.block_size()));
  influence.blocks = static_cast<std::int64_t>(blocks.size());
  if (blocks.empty()) return influence;
  const double one = y[blocks[0]];
  influence.is_constant = std::all_of(blocks.begin(), blocks.end(), [&](std::size_t b) {
    for (std::int64_t k = 0; k < plan.block_size(); ++k)
      if (y[b + static_cast<std::size_t>(k)] != one) return false;
    return true;
  });
  if (is_sobol && (influence.is_constant || blocks.size() < 2)) return influence;
  (is_sobol ? influence.first : influence.mean_abs).resize(n);
  const auto seed = static_cast<std::uint64_t>(study.seed);
  if (is_sobol) {
    influence.total.resize(n);
    find_sobol_indices(y, blocks, seed, influence);
  } else {
    influence.mean.resize(n);
    influence.sigma.resize(n);
    find_elementary_effects(plan, y, blocks, seed, influence);
  }
  return influence;
}

}  // namespace holon
