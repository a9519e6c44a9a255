// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/batch/sample_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/simulate/random.h"

namespace holon {
namespace {

using Kind = StudyVariation::Kind;

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

}  // namespace

SamplePlan::SamplePlan(const StudySettings& study) : study_(study), count_(study.samples) {
  if (study_.kind != StudySettings::Kind::grid) return;
  constexpr std::int64_t kMost = 1'000'000'000;
  count_ = 1;
  for (const StudyVariation& v : study_.vary) {
    count_ *= std::max<std::int64_t>(1, count_values(v));
    if (count_ > kMost)
      throw InputError(v.place, fmt::format("the grid has more than {} samples", kMost));
  }
}

std::vector<double> SamplePlan::values(std::int64_t number) const {
  std::vector<double> values(study_.vary.size());
  std::int64_t rest = number;
  for (std::size_t k = values.size(); k-- > 0;) {
    const StudyVariation& v = study_.vary[k];
    if (study_.kind == StudySettings::Kind::grid) {
      values[k] = value_of(v, rest % count_values(v));
      rest /= count_values(v);
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
                  random_stream("study seed"), static_cast<std::uint64_t>(number));
  return static_cast<std::int64_t>(u * 4503599627370496.0);
}

}  // namespace holon
