// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A Latin hypercube of N samples has one in each of N equally probable strata of every value:
// u = (π(n) + U)/N with a random permutation π for each value (M. D. McKay, R. J. Beckman, W. J.
// Conover, Technometrics 21 (1979) 239).
//
// Trajectories of elementary effects (M. D. Morris, Technometrics 33 (1991) 161): each value is at
// one of p levels 0, 1/(p − 1), …, 1; Δ = p/(2 (p − 1)) moves half of the levels up and half of
// them down, so all are equally probable.
#include "holon/batch/sample_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "holon/base/errors.h"
#include "holon/batch/normal_quantile.h"
#include "holon/simulate/events/random.h"

namespace holon {
namespace {

using Kind = StudyVariation::Kind;
using Study = StudySettings::Kind;

constexpr std::int64_t kMostSamples = 1'000'000'000;
/// Levels of a normal distribution lie between these quantiles: 0 and 1 would be infinite.
constexpr double kTail = 0.005;

std::int64_t count_values(const StudyVariation& v) {
  return v.kind == Kind::range ? v.points : static_cast<std::int64_t>(v.numbers.size());
}

double value_of(const StudyVariation& v, std::int64_t index) {
  if (v.kind == Kind::values) return v.numbers[static_cast<std::size_t>(index)];
  if (v.points == 1 || index == 0) return v.numbers[0];
  if (index == v.points - 1) return v.numbers[1];
  const double part = static_cast<double>(index) / (v.points - 1);
  return v.numbers[0] + part * (v.numbers[1] - v.numbers[0]);
}

double draw_value(const StudyVariation& v, std::uint64_t seed, std::uint64_t number) {
  const std::uint64_t stream = random_stream("study " + v.name);
  if (v.kind == Kind::normal)
    return v.numbers[0] +
           v.numbers[1] * draw_number(SystemDraw::Distribution::normal, seed, stream, number);
  const double u = draw_number(SystemDraw::Distribution::uniform, seed, stream, number);
  if (v.kind == Kind::uniform) return v.numbers[0] + u * (v.numbers[1] - v.numbers[0]);
  const std::int64_t count = count_values(v);
  return value_of(v,
                  std::min(count - 1, static_cast<std::int64_t>(u * static_cast<double>(count))));
}

/// The value below which the distribution has the part u. `is_level`: u is from 0 to 1 with both
/// ends, and stands for a level of `morris`.
double find_value(const StudyVariation& v, double u, bool is_level) {
  switch (v.kind) {
    case Kind::uniform: return v.numbers[0] + u * (v.numbers[1] - v.numbers[0]);
    case Kind::normal:
      return v.numbers[0] +
             v.numbers[1] * normal_quantile(is_level ? kTail + u * (1 - 2 * kTail) : u);
    case Kind::values:
    case Kind::range: break;
  }
  const std::int64_t count = count_values(v);
  const double at = is_level ? std::round(u * static_cast<double>(count - 1))
                             : std::floor(u * static_cast<double>(count));
  return value_of(v, std::min(count - 1, static_cast<std::int64_t>(at)));
}

/// The position in its own range, from 0 to 1, of the value that stands for a level: of a list of
/// values by their numbers, of a normal distribution between its outermost levels.
double part_of_range(const StudyVariation& v, double level) {
  if (v.kind == Kind::uniform) return level;
  if (v.kind == Kind::normal) {
    const double least = normal_quantile(kTail), most = normal_quantile(1 - kTail);
    return (normal_quantile(kTail + level * (1 - 2 * kTail)) - least) / (most - least);
  }
  const auto last = static_cast<double>(count_values(v) - 1);
  return last == 0 ? 0 : std::round(level * last) / last;
}

}  // namespace

SamplePlan::SamplePlan(const StudySettings& study) : study_(study), count_(study.samples) {
  const std::size_t n = study_.vary.size();
  if (study_.kind == Study::grid) {
    count_ = 1;
    for (const StudyVariation& v : study_.vary) {
      count_ *= std::max<std::int64_t>(1, count_values(v));
      if (count_ > kMostSamples)
        throw InputError(v.place, fmt::format("the grid has more than {} samples", kMostSamples));
    }
    return;
  }
  if (study_.kind == Study::sobol || study_.kind == Study::morris) {
    block_ = static_cast<std::int64_t>(n) + (study_.kind == Study::sobol ? 2 : 1);
    const Place place = n > 0 ? study_.vary[0].place : Place{};
    if (count_ > kMostSamples / block_)
      throw InputError(place, fmt::format("the study has more than {} runs", kMostSamples));
    count_ *= block_;
    constexpr std::size_t kMostVaried = SobolSequence::kMostDimensions / 2;
    if (study_.kind == Study::sobol && n > kMostVaried)
      throw InputError(place,
                       fmt::format("at most {} values vary in a study of the kind 'sobol', not {}",
                                   kMostVaried, n),
                       "find the important ones by 'kind: morris' first");
  }
  if (study_.kind == Study::sobol) {
    sequence_ = SobolSequence(static_cast<int>(2 * n));
    for (std::size_t j = 0; j < 2 * n; ++j)
      shifts_.push_back(
          static_cast<std::uint32_t>(4294967296.0 * draw(j < n ? "sobol A" : "sobol B", j % n, 0)));
  }
  if (study_.kind == Study::latin_hypercube) {
    if (count_ > 100'000'000 / static_cast<std::int64_t>(std::max<std::size_t>(n, 1)))
      throw InputError(n > 0 ? study_.vary[0].place : Place{},
                       "a Latin hypercube of so many samples does not fit into memory",
                       "take 'kind: monte_carlo'");
    for (std::size_t k = 0; k < n; ++k) {
      std::vector<std::uint32_t> order(static_cast<std::size_t>(count_));
      for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
      for (std::size_t i = order.size(); i-- > 1;) {
        const double u = draw("stratum", k, static_cast<std::int64_t>(i));
        std::swap(order[i], order[static_cast<std::size_t>(u * static_cast<double>(i + 1))]);
      }
      strata_.push_back(std::move(order));
    }
  }
}

/// Uniform in (0, 1).
double SamplePlan::draw(const char* purpose, std::size_t value, std::int64_t number) const {
  return draw_number(SystemDraw::Distribution::uniform, static_cast<std::uint64_t>(study_.seed),
                     random_stream(std::string("study ") + purpose + " " + study_.vary[value].name),
                     static_cast<std::uint64_t>(number));
}

std::vector<double> SamplePlan::find_sobol_point(std::int64_t number) const {
  const std::size_t n = study_.vary.size();
  const auto base = static_cast<std::uint64_t>(number / block_);
  const auto row = static_cast<std::size_t>(number % block_);
  std::vector<double> point(n);
  for (std::size_t k = 0; k < n; ++k) {
    const bool is_of_b = row == n + 1 || row == k + 1;
    const std::size_t j = is_of_b ? n + k : k;
    const std::uint32_t bits = sequence_.bits(base, static_cast<int>(j)) ^ shifts_[j];
    point[k] = (bits + 0.5) * 0x1p-32;
  }
  return point;
}

double SamplePlan::step() const {
  const auto p = static_cast<double>(study_.levels);
  return p / (2 * (p - 1));
}

SamplePlan::Move SamplePlan::find_move(std::int64_t trajectory, int value) const {
  // The order of the values is that of their draws.
  const auto key = [&](std::size_t k) { return draw("order", k, trajectory); };
  const auto own = static_cast<std::size_t>(value);
  const double mine = key(own);
  Move move;
  for (std::size_t k = 0; k < study_.vary.size(); ++k) {
    const double other = key(k);
    move.step += other < mine || (other == mine && k < own);
  }
  move.is_up = draw("direction", own, trajectory) < 0.5;
  const StudyVariation& v = study_.vary[own];
  const double level = find_lower_level(own, trajectory);
  const double moved = part_of_range(v, level + step()) - part_of_range(v, level);
  move.delta = move.is_up ? moved : -moved;
  return move;
}

/// Of the lower half of the levels.
double SamplePlan::find_lower_level(std::size_t value, std::int64_t trajectory) const {
  const auto half = static_cast<double>(study_.levels / 2);
  return std::floor(draw("level", value, trajectory) * half) /
         static_cast<double>(study_.levels - 1);
}

std::vector<double> SamplePlan::find_morris_point(std::int64_t number) const {
  const std::int64_t trajectory = number / block_;
  const auto moved = static_cast<int>(number % block_);
  std::vector<double> point(study_.vary.size());
  for (std::size_t k = 0; k < point.size(); ++k) {
    const Move move = find_move(trajectory, static_cast<int>(k));
    const double level = find_lower_level(k, trajectory);
    // Up from the lower half of the levels, down from the upper half.
    const bool is_high = move.is_up ? moved > move.step : moved <= move.step;
    point[k] = level + (is_high ? step() : 0);
  }
  return point;
}

std::vector<double> SamplePlan::find_point(std::int64_t number) const {
  if (study_.kind == Study::sobol) return find_sobol_point(number);
  if (study_.kind == Study::morris) return find_morris_point(number);
  std::vector<double> point(study_.vary.size());
  for (std::size_t k = 0; k < point.size(); ++k)
    point[k] = (strata_[k][static_cast<std::size_t>(number)] + draw("within", k, number)) /
               static_cast<double>(count_);
  return point;
}

std::vector<double> SamplePlan::values(std::int64_t number) const {
  std::vector<double> values(study_.vary.size());
  std::int64_t rest = number;
  const bool has_points = study_.kind != Study::grid && study_.kind != Study::monte_carlo;
  const std::vector<double> point = has_points ? find_point(number) : std::vector<double>();
  for (std::size_t k = values.size(); k-- > 0;) {
    const StudyVariation& v = study_.vary[k];
    if (study_.kind == Study::grid) {
      values[k] = value_of(v, rest % count_values(v));
      rest /= count_values(v);
    } else if (has_points) {
      values[k] = find_value(v, point[k], study_.kind == Study::morris);
    } else {
      values[k] = draw_value(v, static_cast<std::uint64_t>(study_.seed),
                             static_cast<std::uint64_t>(number));
    }
  }
  return values;
}

std::int64_t SamplePlan::seed(std::int64_t number) const {
  // 52 bits: exact as a number of a table.
  const double u =
      draw_number(SystemDraw::Distribution::uniform, static_cast<std::uint64_t>(study_.seed),
                  random_stream("study seed"), static_cast<std::uint64_t>(number / block_));
  return static_cast<std::int64_t>(u * 4503599627370496.0);
}

}  // namespace holon
